"""JavaScript and TypeScript: values, members, modules."""

from __future__ import annotations

from typing import Final, NamedTuple

from sphinxcontrib_kwindex.extract.curly import keyword_actions as act
from sphinxcontrib_kwindex.extract.curly import lexer
from sphinxcontrib_kwindex.extract.curly.parser import (
    Action,
    Grammar,
    Parser,
    ScopeKind,
    TypePosition,
    class_of_value,
)
from sphinxcontrib_kwindex.model import Kind, Usage

_OBJECTS: Final = frozenset({ScopeKind.OBJECT, ScopeKind.NESTED})
#: where a type annotation ends without a value
_NO_VALUE: Final = frozenset((';', ',', ')', '}', '{', '\0'))
#: after one of these, a function is a value and its name is not declared
_EXPECTS_VALUE: Final = frozenset(
    str.split('= ( , : ? [ => && || ?? return new typeof void == === != !==')
)
#: after one of these, a keyword such as ``const`` begins no statement
_NO_STATEMENT: Final = frozenset(('(', '<', ',', 'as'))
#: parameters of a constructor after one of these are fields
_FIELDS: Final = ('override', 'private', 'protected', 'public', 'readonly')
_MEMBERS: Final = _OBJECTS | {ScopeKind.CLASS}
#: objects whose members are global, or exported
_EXPORTS: Final = ('module.exports', 'exports', 'window', 'globalThis', 'global')
_QUOTES: Final = '"\'`'
_SYNTAX: Final = frozenset(('{', '}', ',', '*', 'as', 'from', 'type', 'typeof'))
_TEMPLATE: Final = (
    r'`(?:[^`\\$]++|\\[\s\S]|\$(?!\{)'
    r'|\$\{(?:[^{}`]{1,500}+|\{[^{}`]{0,500}+\}|`[^`]{0,500}+`){0,50}+\}'
    r'|\$)*+`?'
)
#: a regular expression: where a value is expected; its brackets may hold a slash
_PATTERN: Final = (
    r'(?:(?<=[=(,:\[!&|?{};+])|(?<=[=(,:\[!&|?{};+>][ ])|(?<=[ ]{2})|(?<=\t)|(?<=return[ ]))'
    r'/(?![/*\s])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.){1,300}+\]){1,1000}+/\w*+'
)


# -- rules and actions


def member(parser: Parser, i: int) -> bool:
    """Declare the members of classes and interfaces."""
    if not parser.at_start(i):
        return False
    following = parser.words[i + 1]
    if following in '(<?!' and _method(parser, i):
        return True
    if following not in '=;:?!}' and parser.lines[i] == parser.lines[i + 1]:
        return False
    declare(parser, i, i + 1)
    return True


def item(parser: Parser, i: int) -> bool:
    """Declare the members of an object literal."""
    if not parser.is_item(i):
        return False
    if parser.words[i + 1] == ':':
        declare(parser, i, i + 1)
        return True
    return parser.words[i + 1] == '(' and _method(parser, i)


def statement(parser: Parser, i: int) -> bool:
    """Declare what is assigned to attributes and names, and methods in fragments of classes."""
    following = parser.words[i + 1]
    if following in '(<' and parser.scope.kind is ScopeKind.MODULE:
        return (parser.at_start(i) or parser.is_item(i)) and _method(parser, i)
    if parser.in_list and parser.words[i - 1] == ',' and parser.is_item(i):
        if not is_required(parser, i + 1):
            declare(parser, i, i + 1)
        return True
    return following == '=' and _assignment(parser, i)


def parameter(parser: Parser, i: int) -> bool:
    """Check whether this is a parameter."""
    return parser.words[i + 1] in '=,):?' and parser.words[i - 1] not in '=:'


def or_member(action: Action) -> Action:
    """Return the action of a keyword that may be the name of a member: ``delete() {``."""

    def act_or_member(parser: Parser, i: int) -> int:
        kind = parser.scope.kind
        if kind in _MEMBERS and i >= parser.muted_until and _may_be_member(parser, i):
            rule = member if kind is ScopeKind.CLASS else item
            if rule(parser, i):
                return i + 1
        return action(parser, i)

    return act_or_member


def _may_be_member(parser: Parser, i: int) -> bool:
    return parser.words[i] != 'new' and parser.words[i + 1] in '(:?=<;'


def function_statement(parser: Parser, i: int) -> int:
    """Declare a function that is not a value."""
    before = parser.words[i - 2 if parser.words[i - 1] == 'async' else i - 1]
    exported = before == '=' and parser.words[i - 2] in ('module.exports', 'exports')
    if before in _EXPECTS_VALUE and not exported:
        return i + 1 + parser.is_name(i + 1)
    return act.function(parser, i)


def variable_statement(parser: Parser, i: int) -> int:
    """Declare variables, also those with functions as values; ``require`` imports."""
    k = i + 1
    if parser.words[k] == 'enum' and parser.is_name(k + 1):
        return k  # "const enum Name {"
    if parser.words[i - 1] in _NO_STATEMENT:
        return _loop_variable(parser, k)
    if parser.words[k] in '[{':
        if not is_required(parser, parser.past(k)):
            act.destructure(parser, k)
        return k + 1
    if not parser.is_name(k):
        return k
    parser.in_list = True
    if not is_required(parser, k + 1):
        declare(parser, k, k + 1)
    return k + 1


def _loop_variable(parser: Parser, i: int) -> int:
    """Declare a variable of a loop; ``<const T>`` declares none."""
    if parser.words[i - 2] == '(' and parser.is_name(i):
        parser.collector.local(parser.words[i], parser.lines[i])
    return i


def _method(parser: Parser, i: int) -> bool:
    opens = parser.past_angles(i + 1 + (parser.words[i + 1] == '?'))
    if parser.words[opens] != '(' or not _is_declared(parser, parser.past(opens)):
        return False
    name = parser.define(i, parser.function_kind(), parser.words[i].lstrip('#'))
    if parser.words[i] == 'constructor':
        act.declare_fields(parser, parser.scope.prefix, opens, _FIELDS)
    parser.expect_function(name, opens)
    return True


def _is_declared(parser: Parser, after: int) -> bool:
    """Check by what follows the parameters whether a method is declared; else it is called."""
    word, kind = parser.words[after], parser.scope.kind
    is_typed = word == ':' in parser.grammar.no_body
    if word == '{' or (is_typed and kind is ScopeKind.MODULE):
        return True
    return kind is ScopeKind.CLASS and (word in ':;,}' or parser.at_start(after))


def _assignment(parser: Parser, i: int) -> bool:
    word = parser.words[i]
    value = value_at(parser, i + 2)
    if word.startswith('this.'):
        return _own_attribute(parser, i, value)
    name = _exported(word)
    is_object = value is not None and value.kind is ScopeKind.OBJECT
    if value is None or (is_object and name == word):
        return False
    if name and is_object and not word.endswith('.prototype'):
        parser.define(i, Kind.VARIABLE, name, qualify=False)
    if is_object:
        parser.expect_body(ScopeKind.OBJECT, name, value.opens)
    elif name:
        declare_valued(parser, i, value, name)
    return is_object or bool(name)


def _own_attribute(parser: Parser, i: int, value: _Value | None) -> bool:
    """Declare an attribute that is assigned to ``this``."""
    name = parser.qualify_own(parser.words[i])
    if not name or parser.words[i].count('.') > 1:
        return False
    parser.attribute_types[name] = class_of_value(parser, i + 2)
    if value is not None and value.kind is not ScopeKind.OBJECT:
        declare_valued(parser, i, value, name)
        return True
    parser.define(i, Kind.ATTRIBUTE, name, qualify=False)
    if value is not None:
        parser.expect_body(ScopeKind.NESTED, name, value.opens)
    return True


def _exported(word: str) -> str:
    """Strip ``exports``, ``prototype`` and the like from a name."""
    name = f'{word}.'
    for prefix in _EXPORTS:
        name = name.removeprefix(f'{prefix}.')
    return name.replace('.prototype.', '.').removesuffix('.')


# -- values: functions, classes, objects


class _Value(NamedTuple):
    """A function, a class or an object as a value."""

    kind: ScopeKind
    #: the bracket of its parameters, or of its members
    opens: int
    #: what stands after its parameters
    body: int


def declare(parser: Parser, i: int, k: int) -> None:
    """Declare a name by its value after an equals sign or a colon."""
    value = value_at(parser, _value_index(parser, k))
    if value is None or value.kind is ScopeKind.OBJECT:
        parser.define_variable(i)
        if value is not None and parser.scope.kind is not ScopeKind.FUNCTION:
            is_top = parser.scope.kind is ScopeKind.MODULE
            kind = ScopeKind.OBJECT if is_top else ScopeKind.NESTED
            name = parser.words[i].lstrip('#')
            parser.expect_body(kind, parser.qualify(name), value.opens)
    else:
        declare_valued(parser, i, value, parser.qualify(parser.words[i].lstrip('#')))


def declare_valued(parser: Parser, i: int, value: _Value, name: str) -> None:
    """Declare a function or a class that is the value of a name."""
    if value.kind is ScopeKind.CLASS:
        parser.define(i, Kind.CLASS, name, qualify=False)
        parser.expect_body(ScopeKind.CLASS, name, value.body)
    else:
        is_method = parser.function_kind() is Kind.METHOD or '.' in parser.words[i]
        kind = Kind.METHOD if is_method and '.' in name else Kind.FUNCTION
        parser.expect_function(parser.define(i, kind, name, qualify=False), value.opens, value.body)


def value_at(parser: Parser, i: int) -> _Value | None:
    """Return the function, class or object that stands here."""
    if i < 0:
        return None
    i += parser.words[i] == 'async'
    word = parser.words[i]
    if word == '{':
        return _Value(ScopeKind.OBJECT, i, i)
    if word == 'class':
        return _Value(ScopeKind.CLASS, i, i + 1)
    if word == 'function':
        return _function(parser, i)
    return _arrow(parser, parser.past_angles(i))


def _value_index(parser: Parser, k: int) -> int:
    """Return the index of the value after a name and its type."""
    if parser.words[k] == '=' or parser.scope.kind in _OBJECTS:
        return k + 1
    end = k + lexer.AHEAD
    while k < end and parser.words[k] not in _NO_VALUE:
        if parser.words[k] == '=':
            return k + 1
        k = max(parser.past(k), parser.past_angles(k))
        if parser.at_start(k):
            break
    return -1


def _function(parser: Parser, i: int) -> _Value | None:
    for opens in range(i + 1, i + 4):
        if parser.words[opens] == '(':
            return _Value(ScopeKind.FUNCTION, opens, parser.past(opens))
    return None


def _arrow(parser: Parser, i: int) -> _Value | None:
    """Return the arrow function that begins here, maybe in brackets of its own."""
    if parser.words[i] == parser.words[i + 1] == '(' != parser.words[parser.past(i)]:
        i += 1  # but it is not called at once
    k = parser.past(i)
    if parser.words[i] == '(' and parser.words[k] == ':':  # the type of what it returns
        end = k + lexer.AHEAD
        while k < end and parser.words[k] not in ('=>', ';', '\0'):
            k = parser.past(k)
    if parser.words[k] == '=>' and (parser.words[i] == '(' or parser.is_name(i)):
        return _Value(ScopeKind.FUNCTION, i, k + 1)
    return None


# -- imported modules and names


class _Imported(NamedTuple):
    """An imported name; the module itself has none."""

    at: int
    name: str
    #: its name in this text
    alias: str


def import_(parser: Parser, i: int) -> int:
    """Parse ``import a, {b as c} from 'm'`` and ``import * as n from 'm'``."""
    names, k = _imported_names(parser, i + 1)
    if parser.words[k][0] not in _QUOTES or parser.words[i + 1] == '(':
        return i + 1
    path = parser.words[k].strip(_QUOTES)
    parent = act.import_module(parser, k, path)
    for imported in names:
        is_default = imported.at == i + 1 and imported.alias == imported.name
        if is_default and path[:1] not in ('.', '/'):  # whatever a package is called here
            parser.aliases[imported.alias] = parent
        else:
            _import(parser, parent, imported)
    return k + 1


def export(parser: Parser, i: int) -> int:
    """Parse ``export {a} from 'm'``; else the statement begins after ``export default``."""
    after = parser.words[i + 1]
    if after in '{*' or after == 'type':
        k = import_(parser, i)
        if k == i + 1 and after == '{':
            return parser.past(k)
    else:
        k = i + 1 + (after == 'default')
    parser.start = k
    return k


def require(parser: Parser, i: int) -> int:
    """Import a module, or names of a module, by a call."""
    literal = parser.words[i + 2]
    if parser.words[i + 1] != '(' or literal[0] not in _QUOTES:
        return i + 1
    parent = act.import_module(parser, i + 2, literal.strip(_QUOTES))
    if parser.words[i - 1] == '=' and parser.is_name(i - 2):
        parser.aliases[parser.words[i - 2]] = parent
    elif parser.words[i - 1] == '=' and parser.words[i - 2] == '}':
        _destructure_module(parser, i - 3, parent)
    return i + 3


def is_required(parser: Parser, i: int) -> bool:
    """Check whether ``= require`` stands here."""
    return parser.words[i] == '=' and parser.words[i + 1] == 'require'


def _imported_names(parser: Parser, k: int) -> tuple[list[_Imported], int]:
    """Return the imported names, and the index of the module."""
    names: list[_Imported] = []
    while (word := parser.words[k]) in _SYNTAX or word == 'default' or parser.is_name(k):
        if word == 'as' and names:
            k += 1
            names[-1] = names[-1]._replace(alias=parser.words[k])
        elif word == '*':
            names.append(_Imported(k, '', ''))
        elif word not in _SYNTAX:
            names.append(_Imported(k, word, word))
        k += 1
    return names, k


def _import(parser: Parser, parent: str, imported: _Imported) -> None:
    at, name, alias = imported
    full = f'{parent}.{name}' if name else parent
    if name:
        parser.collector.add(full, Kind.IMPORT, Usage.IMPORT, parser.lines[at])
    if alias:
        parser.aliases[alias] = full


def _destructure_module(parser: Parser, k: int, parent: str) -> None:
    """Record the names of a pattern as imports, from the last one to the first."""
    alias = ''
    while parser.words[k] in ',:' or parser.is_name(k):
        word = parser.words[k]
        if word == ':':
            alias = parser.words[k + 1]
        elif parser.words[k - 1] in ',{' and word != ',':
            _import(parser, parent, _Imported(k, word, alias or word))
            alias = ''
        k -= 1


# -- tables

_SCRIPT_LEXER: Final = lexer.rules(
    lexer.names(r'\??\.\#?', r'\#?(?!\d)[\w$]++'),
    lexer.DOUBLE,
    lexer.SINGLE,
    _TEMPLATE,
    _PATTERN,
    r'\.\.\.|[|&]++',
)


_KEYWORDS: Final = (
    f'{act.CONTROL} await debugger delete extends instanceof typeof undefined void with yield'
)
#: keywords that may be names of functions
_CONTEXTUAL: Final = 'async catch default delete finally get require return set static throw'
_RULES: Final = {
    ScopeKind.MODULE: statement,
    ScopeKind.CLASS: member,
    ScopeKind.ENUM: act.enumerator,
    ScopeKind.OBJECT: item,
    ScopeKind.NESTED: item,
    ScopeKind.FUNCTION: statement,
}
_WORDS: Final[dict[str, Action]] = {
    '@': act.annotation,
    '*': act.modifier,
    'class': act.CLASS,
    'const': variable_statement,
    'export': export,
    'function': function_statement,
    'import': import_,
    'let': variable_statement,
    'require': require,
    'var': variable_statement,
    'async': act.modifier,
    **act.contextual(get=act.modifier, set=act.modifier, static=act.modifier),
}


def _members(table: dict[str, Action]) -> dict[str, Action]:
    return {word: or_member(act) if word.isalpha() else act for word, act in table.items()}


JAVASCRIPT: Final = Grammar(
    lexer_rules=_SCRIPT_LEXER,
    actions=_members(act.table(_KEYWORDS, '', _WORDS)),
    rules=_RULES,
    is_parameter=parameter,
    contextual=_CONTEXTUAL,
    no_body=frozenset({'=>'}),
)
_TYPESCRIPT_KEYWORDS: Final = 'implements infer is keyof satisfies unique'
_TYPESCRIPT_WORDS: Final = act.contextual(
    abstract=act.modifier,
    accessor=act.modifier,
    asserts=act.ignore,
    declare=act.modifier,
    enum=act.enumeration,
    interface=act.CLASS,
    module=act.namespace(Kind.NAMESPACE, qualifies=True),
    namespace=act.namespace(Kind.NAMESPACE, qualifies=True),
    override=act.modifier,
    private=act.modifier,
    protected=act.modifier,
    public=act.modifier,
    readonly=act.modifier,
    type=act.type_alias,
)
TYPESCRIPT: Final = Grammar(
    lexer_rules=_SCRIPT_LEXER,
    actions=_members(
        act.table(
            f'{_KEYWORDS} {_TYPESCRIPT_KEYWORDS}',
            '',
            {'<': Parser.end_list},
            _WORDS,
            _TYPESCRIPT_WORDS,
        )
    ),
    rules=_RULES,
    is_parameter=parameter,
    contextual=f'{_CONTEXTUAL} {_TYPESCRIPT_KEYWORDS} {" ".join(_TYPESCRIPT_WORDS)}',
    no_body=frozenset({'=>', ':', '<', '|', '&', 'is'}),
    type_position=TypePosition.AFTER_COLON,
)
