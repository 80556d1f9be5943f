"""Actions of keywords that several languages share, and the tables made of them.

An import of a module has the kind ``module``, one of a name out of it the kind ``import`` and the
name ``module.name``.
"""

from __future__ import annotations

import re
from typing import Final

from sphinxcontrib_kwindex.extract.curly.lexer import AHEAD, NUMBER
from sphinxcontrib_kwindex.extract.curly.parser import Action, Parser, ScopeKind, class_of
from sphinxcontrib_kwindex.model import Kind, Usage

#: keywords of most languages
CONTROL: Final = """
    break case catch continue default do else false finally for if in new null return super switch
    this throw true try while
"""
#: words that operate on the name before them
_OPERATORS: Final = frozenset(str.split('as extends in instanceof is of satisfies'))
#: the name of a file that is imported as a module
_SUFFIX = re.compile(r'\.(?:[cm]?[jt]sx?|json)$')
_RELATIVE = re.compile(r'^(?:\.\.?/)+|^\.\.?$')


def ignore(_: Parser, i: int) -> int:
    """Skip a keyword."""
    return i + 1


def modifier(parser: Parser, i: int) -> int:
    """Skip a modifier: the statement begins after it."""
    return skip_modifier(parser, i, i + 1)


def skip_modifier(parser: Parser, i: int, end: int) -> int:
    """Skip to an index, where the statement begins."""
    if parser.at_start(i) or parser.is_item(i):
        parser.start = end
    return end


def annotation(parser: Parser, i: int) -> int:
    """Parse ``@Name(…)``; the statement begins after it."""
    k = i + 1
    if parser.words[k] in parser.grammar.actions:  # "@interface"
        return k
    end = parser.past(k + 1) if parser.words[k + 1] == '(' else k + 1
    return _annotate(parser, i, k, end)


def attribute(parser: Parser, i: int) -> int:
    """Parse ``#[Name(…)]`` or ``[Name(…)]``; the statement begins after it."""
    k = i + (parser.words[i] == '#')
    k += parser.words[k] == '!'
    if parser.words[k] != '[':
        return skip_modifier(parser, i, k)
    return _annotate(parser, i, k + 1, parser.past(k))


def _annotate(parser: Parser, i: int, name: int, end: int) -> int:
    """Skip to the arguments of an annotation; a statement begins at its end."""
    skip_modifier(parser, i, end)
    if parser.grammar.annotation_kind is not None:  # else the arguments may be objects
        parser.muted_until = max(parser.muted_until, end)
    if not parser.words[name][0].isalpha():
        return name
    is_class = parser.words[name].rpartition('.')[2][0].isupper()
    kind = parser.grammar.annotation_kind if is_class else None
    parser.add_reference(name, called=parser.words[name + 1] == '(', kind=kind)
    return name + 1


# -- tables


def table(keywords: str, modifiers: str, *declaring: dict[str, Action]) -> dict[str, Action]:
    """Return a table of actions: for keywords to ignore, for modifiers, for declarations."""
    actions: dict[str, Action] = {
        '{': Parser.open_scope,
        '}': Parser.close_scope,
        ';': Parser.end_statement,
        NUMBER: ignore,
        **dict.fromkeys(keywords.split(), ignore),
        'catch': catch,
        **dict.fromkeys(modifiers.split(), modifier),
    }
    for more in declaring:
        actions |= more
    return actions


def contextual(**actions: Action) -> dict[str, Action]:
    """Return actions of words that are keywords only if another word or a bracket follows."""
    return {word: _if_followed(action) for word, action in actions.items()}


def _if_followed(action: Action) -> Action:
    def act_if_followed(parser: Parser, i: int) -> int:
        if parser.words[i + 1] in '[{*#' or _is_followed(parser, i):
            return action(parser, i)
        parser.parse_name(i)
        return i + 1

    return act_if_followed


def _is_followed(parser: Parser, i: int) -> bool:
    following = parser.words[i + 1]
    if following in _OPERATORS or parser.lines[i] != parser.lines[i + 1]:
        return False
    is_dotted = '.' in following and following[0].isalpha()
    is_keyword = following in parser.grammar.actions
    return parser.is_name(i + 1) or is_dotted or is_keyword or following in '"\''


# -- classes, enumerations, namespaces


def scope(kind: Kind, scope_kind: ScopeKind, fields: tuple[str, ...] | None = None) -> Action:
    """Declare a class or the like; parameters after one of the words ``fields`` are fields."""

    def declare_scope(parser: Parser, i: int) -> int:
        if not parser.is_name(i + 1):
            return i + 1
        name = parser.define(i + 1, kind)
        k = _past_type_parameters(parser, i + 2)
        if parser.words[k] == '(':
            declare_fields(parser, name, k, fields)
            k = parser.muted_until = parser.past(k)
        parser.expect_body(scope_kind, name, k)
        return i + 2

    return declare_scope


def _past_type_parameters(parser: Parser, i: int) -> int:
    """Return the index past type parameters and annotations, where the fields may begin."""
    k = parser.past_angles(i)
    if parser.words[k] == '[' and parser.words[parser.past(k)] in '({':
        return parser.past(k)  # of Scala
    after = k
    while after < k + AHEAD:
        word = parser.words[after]
        if word == 'constructor':  # "@Inject() internal constructor(" of Kotlin
            return after + 1
        if word != '@' and not parser.is_name(after):
            break
        after += 1 + (word == '@')
        if parser.words[after] == '(':
            after = parser.past(after)
    return k


def declare_fields(parser: Parser, owner: str, opens: int, fields: tuple[str, ...] | None) -> None:
    """Declare the fields of a class that stand among its parameters."""
    for k in parser.parameters(opens):
        if fields == () or (fields and parser.words[k - 1] in fields):
            declare_field(parser, k, f'{owner}{parser.grammar.separator}{parser.words[k]}')
        else:
            parser.collector.local(parser.words[k], parser.lines[k])


def declare_field(parser: Parser, i: int, name: str) -> None:
    """Declare a field that is a parameter, too."""
    parser.attribute_types[name] = class_of(parser, i)
    parser.define_at(i)
    parser.collector.define(name, Kind.ATTRIBUTE, parser.lines[i])


CLASS: Final = scope(Kind.CLASS, ScopeKind.CLASS)
RECORD: Final = scope(Kind.CLASS, ScopeKind.CLASS, fields=())
_ENUM: Final = scope(Kind.ENUM, ScopeKind.ENUM)


def enumeration(parser: Parser, i: int) -> int:
    """Declare an enumeration, also as ``enum class``."""
    return _ENUM(parser, i + (parser.words[i + 1] in ('class', 'struct')))


def enumerator(parser: Parser, i: int) -> bool:
    """Declare the constants of an enumeration, which may have a body of their own."""
    if not parser.is_item(i) or parser.words[i + 1] not in '(,;{}=' or not parser.is_name(i):
        return False
    name = parser.define(i, Kind.CONSTANT)
    k = i + 1
    if parser.words[k] == '(':
        parser.muted_until = k = parser.past(k)
    if parser.words[k] == '{':
        parser.expect_body(parser.grammar.enumerator_scope, name, k)
    return True


def end_enumerators(parser: Parser, i: int) -> int:
    """End a statement; after the constants of an enumeration there are members."""
    if parser.scope.kind is ScopeKind.ENUM:
        parser.change_scope(ScopeKind.CLASS)
    return parser.end_statement(i)


def case(parser: Parser, i: int) -> int:
    """Declare the constants after ``case`` in an enumeration."""
    k = i + 1
    while parser.scope.kind is ScopeKind.ENUM and parser.is_name(k):
        parser.define(k, Kind.CONSTANT)
        k = parser.past(k + 1) if parser.words[k + 1] == '(' else k + 1
        if parser.words[k] == '=':
            k += 2
        if parser.words[k] != ',':
            break
        k += 1
    return k


def namespace(kind: Kind, *, qualifies: bool) -> Action:
    """Declare a package or the like, which may qualify the names in it."""

    def declare_namespace(parser: Parser, i: int) -> int:
        name = parser.words[i + 1]
        if (not name[0].isalpha() and name[0] != '_') or i < parser.muted_until:
            return i + 1
        full = parser.define(i + 1, kind)
        parser.expect_body(ScopeKind.MODULE, full if qualifies else parser.scope.prefix, i + 2)
        return i + 2

    return declare_namespace


PACKAGE: Final = namespace(Kind.MODULE, qualifies=False)


# -- functions


def function(parser: Parser, i: int) -> int:
    """Declare a function; one without a name declares nothing."""
    k = i + 1
    while parser.words[k] in ('*', '&'):
        k += 1
    k = parser.past_angles(k)
    if not (parser.is_name(k) or _has_receiver(parser, k)):
        return anonymous_function(parser, i, k)
    name = parser.words[k]
    opens = parser.past_angles(k + 1)
    if parser.words[opens].startswith(('.', '?.')):  # of an extended type: "Map<K, V>?.name"
        name += parser.words[opens]
        opens = parser.past_angles(opens + 1)
    if parser.words[opens] == '[':  # type parameters of Scala
        opens = parser.past(opens)
    name = parser.define(k, parser.function_kind(), name.replace('?', ''))
    parser.expect_function(name, opens)
    return k + 1


#: before one of these, a function is a value
_BEFORE_VALUE: Final = frozenset(
    str.split('= := ( , : ? [ { => && || ?? return static async move go defer ==')
)


def anonymous_function(parser: Parser, i: int, opens: int) -> int:
    """Record the parameters of a function without a name, and expect its body."""
    if parser.words[opens] != '(':
        return i + 1
    if parser.words[i - 1] in _BEFORE_VALUE and i >= parser.muted_until:
        parser.expect_function(parser.scope.prefix, opens, owner=parser.scope.owner)
    else:  # the type of a function
        parser.declare_parameters(opens)
    return i + 1


def arrow_function(parser: Parser, i: int) -> int:
    """Record the parameters before an arrow: ``x => …``, ``(x, y) -> …``."""
    before = parser.words[i - 1]
    if before == ')':
        opens = parser.tokens.opens.get(i - 1, i)
        is_lambda = parser.words[opens - 1] == 'async' or not parser.is_name(opens - 1)
        if opens < i and is_lambda:
            parser.declare_parameters(opens)
    elif parser.is_name(i - 1) and before[0].islower() and parser.words[i - 2] not in ('.', '->'):
        parser.declare_local(i - 1)
    return i + 1


def bound_names(parser: Parser, i: int) -> int:
    """Record the names between ``{`` or ``for`` and this: ``{ a, b -> …``, ``for (a, b) in``."""
    k, names = i - 1, []
    while k > max(i - AHEAD, 0) and parser.lines[k] == parser.lines[i]:
        word = parser.words[k]
        if word in '{};=' or (word[0].isalpha() and word in parser.grammar.reserved):
            break
        if parser.is_name(k) and parser.words[k - 1] != ':' and word[0].islower():
            names.append(k)
        k -= 1
    if parser.words[k] in ('{', 'for'):
        for at in reversed(names):
            parser.declare_local(at)
    return i + 1


def catch(parser: Parser, i: int) -> int:
    """Record the variable of ``catch (Error e)`` or ``catch (e: Error)``."""
    if parser.words[i + 1] == '(':
        last = parser.past(i + 1) - 2
        first = i + 2
        k = last if parser.words[first + 1] != ':' else first
        if parser.is_name(k) and parser.words[k - 1] != '|':
            parser.declare_local(k)
    return i + 1


def _has_receiver(parser: Parser, i: int) -> bool:
    """Check whether this is the name of a function after the type that it extends."""
    word = parser.words[i].replace('?', '')
    return '.' in word and all(map(str.isidentifier, word.split('.')))


def named_parameter(parser: Parser, i: int) -> bool:
    """Check whether this is a parameter, where names stand before types."""
    if parser.words[i + 1] == ':':
        return parser.words[i - 1] != ':'
    return parser.words[i + 1] in '=,)' and parser.words[i - 1] in '(,'


# -- variables and types


def variables(*, constant: bool = False) -> Action:
    """Declare variables."""

    def declare_variables(parser: Parser, i: int) -> int:
        k = i + 1
        if i < parser.muted_until or parser.words[i - 1] == '*':
            return k  # a field that is declared among the parameters; "*const T"
        k += parser.words[k] in ('mut', 'ref')
        k = parser.past_angles(k)  # "val <T> List<T>.size"
        if parser.words[k] in '([{':
            destructure(parser, k)
        elif parser.words[k + 1] in '({' and parser.is_name(k):  # "let Some(x) = …"
            parser.add_reference(k)
            destructure(parser, k + 1)
        elif name := _generic_extension(parser, k):
            parser.define(k, Kind.VARIABLE, name)
        elif parser.is_name(k) or _is_extension(parser, k):
            parser.define_variable(k, constant=constant)
            parser.in_list = True
        else:
            return i + 1
        return k + 1

    return declare_variables


def _generic_extension(parser: Parser, i: int) -> str:
    """Return the name of a property of an extended generic type: ``val List<T>.last``."""
    after = parser.past_angles(i + 1)
    link, member = parser.words[after][:1], parser.words[after].lstrip('?.')
    is_added = after > i + 1 and link in '?.' and member.isidentifier() and parser.is_name(i)
    return f'{parser.words[i]}.{member}' if is_added else ''


def _is_extension(parser: Parser, i: int) -> bool:
    """Check whether this is a property after the type that it extends: ``val String?.size``."""
    first, dot, rest = parser.words[i].replace('?', '').partition('.')
    is_added = bool(dot) and first.isidentifier() and rest.isidentifier()
    return is_added and parser.scope.kind is not ScopeKind.FUNCTION


def listed(parser: Parser, i: int) -> bool:
    """Declare the variables after the commas of a declaration."""
    if parser.in_list and parser.words[i - 1] == ',' and parser.is_item(i):
        parser.define_variable(i)
        return True
    return False


def destructure(parser: Parser, opens: int) -> None:
    """Declare the names of a pattern."""
    for k in parser.names_in_pattern(opens):
        parser.define_variable(k)


def type_alias(parser: Parser, i: int) -> int:
    """Declare a type."""
    if not parser.is_name(i + 1):
        return i + 1
    name = parser.define(i + 1, Kind.TYPE)
    k = parser.past_angles(i + 2)
    members = parser.words[k] == '=' and parser.words[k + 1] == '{'
    if members and parser.words[parser.past(k + 1)] not in ('|', '&'):
        parser.expect_body(ScopeKind.CLASS, name, k + 1)
    return i + 2


# -- imported modules and names


def dotted_import(parser: Parser, i: int) -> int:
    """Import ``a.b.C``, ``a.b.{C, D => E}``, ``a.b.*``."""
    k = i + 1 + (parser.words[i + 1] == 'static')
    path = parser.words[k]
    if not path[0].isalpha():
        return k
    after = parser.words[k + 1]
    if after == '{':
        import_module(parser, k, path)
        return import_names(parser, k + 1, path, '.')
    if after == '*' or path.endswith('._'):
        import_module(parser, k, path.removesuffix('._'))
        return k + 1
    return import_name(parser, k, path, '.')


def import_module(parser: Parser, i: int, path: str) -> str:
    """Record the import of a module and return what its names are qualified with."""
    path = _RELATIVE.sub('', path).removeprefix('node:')
    parser.collector.add(path, Kind.MODULE, Usage.IMPORT, parser.lines[i])
    return _SUFFIX.sub('', path if path.startswith('@') else path.rpartition('/')[2])


def import_name(parser: Parser, i: int, path: str, link: str) -> int:
    """Record the import of a name with its path, and return the index after it."""
    parent, _, name = path.rpartition(link)
    after = i + 1
    if parser.words[after] == 'as':
        name, after = parser.words[after + 1], after + 2
    if parent:
        import_module(parser, i, parent)
    add_import(parser, i, path, name)
    return after


def import_names(parser: Parser, opens: int, path: str, link: str) -> int:
    """Record the imports of the names in brackets after their common path."""
    path, k = path.rstrip(link), opens + 1
    while parser.words[k] not in ('}', ';', '\0'):
        word = parser.words[k]
        if parser.words[k + 1] in ('=>', 'as'):
            add_import(parser, k, f'{path}{link}{word}', parser.words[k + 2])
            k += 2
        elif word[0].isalpha():
            add_import(parser, k, f'{path}{link}{word}', word.rpartition(link)[2])
        k += 1
    return k + 1


def add_import(parser: Parser, i: int, path: str, alias: str) -> None:
    """Record the import of a name, and its name in this text."""
    parser.collector.add(path, Kind.IMPORT, Usage.IMPORT, parser.lines[i])
    parser.aliases[alias] = path
