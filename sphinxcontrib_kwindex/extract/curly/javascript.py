"""JavaScript and TypeScript: values, members, modules."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from sphinxcontrib_kwindex.extract.curly import keyword_actions as act
from sphinxcontrib_kwindex.extract.curly import lexer
from sphinxcontrib_kwindex.extract.curly.parser import (
    Action,
    Grammar,
    Parser,
    Scope,
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
_MEMBERS: Final = _OBJECTS | {ScopeKind.CLASS, ScopeKind.ANONYMOUS}
#: after one of these, a brace opens an object
_BEFORE_OBJECT: Final = frozenset(
    str.split('= ( , : ? [ && || | & ?? return default yield ... in of')
)
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


def entry(parser: Parser, i: int) -> bool:
    """Use the keys of an object literal that has no name; its methods are details of it."""
    if not parser.is_item(i) or not parser.is_name(i):
        return False
    if parser.words[i + 1] == '(':
        return _method(parser, i)
    if parser.words[i + 1] not in ':?' or parser.words[i][0] in _QUOTES:
        return False
    parser.references.add(parser.words[i], parser.lines[i], kind=Kind.ATTRIBUTE)
    value = value_at(parser, i + 2)
    if value is not None and value.kind is ScopeKind.FUNCTION:
        parser.expect_function(parser.scope.prefix, value.opens, value.body)
    return True


def open_brace(parser: Parser, i: int) -> int:
    """Enter a scope; where a value is expected, it is an object without a name."""
    is_value = parser.words[i - 1] in _BEFORE_OBJECT and not _is_label(parser, i)
    if is_value and i not in parser.bodies:
        parser.bodies[i] = Scope(ScopeKind.ANONYMOUS, parser.scope.prefix, parser.scope.owner)
    return parser.open_scope(i)


def _is_label(parser: Parser, i: int) -> bool:
    """Check for the block of a label: ``case 1: {``, ``default: {``."""
    return parser.words[i - 1] == ':' and 'case' in (parser.words[i - 2], parser.words[i - 3])


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
        may_be_member = i >= parser.muted_until and _may_be_member(parser, i)
        if kind in _MEMBERS and may_be_member and _RULES[kind](parser, i):
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
        k = i + 1 + (parser.words[i + 1] == '*')
        if parser.is_name(k):
            parser.collector.local(parser.words[k], parser.lines[k])
            k += 1
        return act.anonymous_function(parser, k - 1, k) if parser.words[k] == '(' else k
    return act.function(parser, i)


def variable_statement(parser: Parser, i: int) -> int:
    """Declare variables, also those with functions as values; ``require`` imports."""
    k = i + 1
    if parser.words[k] == 'enum' and parser.is_name(k + 1):
        return k  # "const enum Name {"
    if parser.words[i - 1] in _NO_STATEMENT:
        return _loop_variable(parser, k)
    if parser.words[k] in '[{':
        if is_required(parser, parser.past(k)):
            return parser.past(k)
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
    name = parser.define_function(i, parser.function_kind(), parser.words[i].lstrip('#'))
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
            parser.collector.local(imported.alias, parser.lines[imported.at])
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
        parser.collector.local(parser.words[i - 2], parser.lines[i - 2])
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


# -- JSX


#: Text where markup may begin, or code ends: other alternatives are literals and comments.
_CODE = re.compile(
    rf'//[^\n]*+|/\*(?>[\s\S]*?\*/|[\s\S]*+)|{lexer.DOUBLE}|{lexer.SINGLE}|{_TEMPLATE}|{_PATTERN}'
    r'|[{}]|<(?=[>A-Za-z_$])'
)
_TAG = re.compile(r'<(?:>|([A-Za-z_$][\w$.:-]*+)(?=([\s/>])))')
_IN_TAG = re.compile(
    r'\s++|[\w$:.-]++|"[^"]*+"?|\'[^\']*+\'?|/\*(?>[\s\S]*?\*/|[\s\S]*+)|/>|[\s\S]'
)
_END_TAG = re.compile(r'</\s*+([\w$:.-]*+)[^<>]{0,200}>?')
_TEXT = re.compile(r'[^<{]*+')
#: the end of the code before markup
_BEFORE_TAG = re.compile(
    r'(?:\b(?:await|case|default|else|return|yield)|(?:^|[(,=?:&|{\[;}>!]))\s*+\Z'
)
_LINE_BEGINS = re.compile(r'(?:^|\n)[ \t]*+\Z')
_EMPTY: Final = frozenset(('br', 'hr', 'img', 'input', 'link', 'meta'))
_SCRIPT: Final = 'script'
#: an end tag closes at most so many elements that are left open
_DEEPEST: Final = 20


class _Element(NamedTuple):
    """An element that is open, or code in it, which has no name."""

    name: str | None
    #: whether its start tag is not over
    is_tag: bool = False
    #: in code: how many braces are open
    braces: int = 0


class _MarkupReader:
    """Replace elements by brackets: ``<A b={c}>text {d}</A>`` by ``(A,(c),(d))``.

    The names of properties of components are marked; those of HTML are left out.
    """

    def __init__(self, code: str) -> None:
        self._code = code
        self._pieces: list[str] = []
        self._at = 0
        self._open = [_Element(None)]
        #: name -> where its last end tag stands
        self._ends = {match[1]: match.start() for match in _END_TAG.finditer(code)}
        self._last_empty = code.rfind('/>')

    def read(self) -> str:
        """Return the code without markup."""
        while self._at < len(self._code):
            element = self._open[-1]
            if element.name is None:
                self._read_code(element)
            elif element.is_tag:
                self._read_tag(element)
            else:
                self._read_text(element.name)
        return ''.join(self._pieces)

    def _skip(self, end: int, replacement: str = '') -> None:
        """Replace the text up to here; its newlines stay."""
        self._pieces += replacement, '\n' * self._code.count('\n', self._at, end)
        self._at = end

    def _read_code(self, element: _Element) -> None:
        match = _CODE.search(self._code, self._at)
        if not match:
            self._pieces.append(self._code[self._at :])
            self._at = len(self._code)
            return
        self._pieces.append(self._code[self._at : match.start()])
        self._at, lexeme = match.end(), match[0]
        if lexeme == '}' and not element.braces and len(self._open) > 1:
            self._open.pop()
            lexeme = ')'
        elif lexeme in '{}':
            braces = element.braces + (1 if lexeme == '{' else -1)
            self._open[-1] = element._replace(braces=max(braces, 0))
        elif lexeme == '<' and (tag := self._tag(match.start())):
            begins = _LINE_BEGINS.search(self._code, max(0, match.start() - 200), match.start())
            self._at = match.start()
            self._begin(tag, ';(' if begins and not self._is_value(self._at) else '(')
            return
        self._pieces.append(lexeme)

    def _tag(self, at: int) -> re.Match[str] | None:
        """Return the start tag here, unless it is a comparison or a type argument."""
        match = _TAG.match(self._code, at)
        if not match:
            return None
        ends_later = self._ends.get(match[1] or '', -1) > at
        may_be_empty = match[2] != '>' and match[1] and self._last_empty > at
        begins_line = _LINE_BEGINS.search(self._code, max(0, at - 200), at)
        if not (ends_later or may_be_empty) or self._code.startswith(' extends ', match.end()):
            return None
        return match if begins_line or self._is_value(at) else None

    def _is_value(self, at: int) -> bool:
        """Check whether the code before this expects a value."""
        return _BEFORE_TAG.search(self._code[max(0, at - 200) : at]) is not None

    def _begin(self, tag: re.Match[str], bracket: str) -> None:
        name = tag[1] or ''
        shown = name if name[:1].isupper() or '.' in name else ''
        self._skip(tag.end(), f'{bracket}{shown}')
        self._open.append(_Element(name, is_tag=bool(name)))

    def _end(self) -> None:
        self._open.pop()
        self._pieces.append(')')

    def _read_tag(self, element: _Element) -> None:
        match = _IN_TAG.match(self._code, self._at)
        assert match
        name, word = element.name or '', match[0]
        if word == '{':
            self._skip(match.end(), ',(')
            self._open.append(_Element(None))
        elif word == '/>' or (word == '>' and name in _EMPTY):
            self._skip(match.end())
            self._end()
        elif word == '>':
            self._skip(match.end())
            self._open[-1] = element._replace(is_tag=False)
        elif word[0] in '"\'' and '\n' not in word:
            self._skip(match.end(), f',{word}')
        else:
            is_property = word[0].isalpha() and (name[:1].isupper() or '.' in name)
            self._skip(match.end(), f',{lexer.PROPERTY}{word} ' if is_property else ' ')

    def _read_text(self, name: str) -> None:
        code = self._code
        if name == _SCRIPT:
            end = code.find('</script', self._at)
            end = end if end >= 0 else len(code)
            self._pieces.append(code[self._at : end])
            self._at = end
        text = _TEXT.match(code, self._at)
        self._skip(text.end() if text else self._at)
        if code.startswith('{', self._at):
            self._skip(self._at + 1, ',(')
            self._open.append(_Element(None))
        elif match := _END_TAG.match(code, self._at):
            self._skip(match.end())
            self._close(match[1])
        elif match := _TAG.match(code, self._at):
            self._begin(match, ',(')
        else:
            self._skip(min(self._at + 1, len(code)))

    def _close(self, name: str) -> None:
        """Close an element, and those in it that have no end tag."""
        open_names = []
        for element in self._open[: -_DEEPEST - 1 : -1]:
            if element.name is None:
                break
            open_names.append(element.name)
            if element.name == name:
                for _ in open_names:
                    self._end()
                break


def _without_markup(code: str) -> str:
    """Return the code with the elements of JSX as brackets."""
    return _MarkupReader(code).read() if '</' in code or '/>' in code else code


# -- tables

_INTERPOLATED = re.compile(r'\$\{\s*+([^\W\d][\w.]*+)')
_SCRIPT_LEXER: Final = lexer.rules(
    lexer.names(r'\??\.\#?', r'\#?(?!\d)[\w$]++'),
    lexer.DOUBLE,
    lexer.SINGLE,
    _TEMPLATE,
    _PATTERN,
    r'\.\.\.|[|&]++',
    rf'{lexer.PROPERTY}[\w$:.-]++',
)._replace(preprocess=_without_markup)


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
    ScopeKind.ANONYMOUS: entry,
    ScopeKind.FUNCTION: statement,
}
_WORDS: Final[dict[str, Action]] = {
    '{': open_brace,
    '=>': act.arrow_function,
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
    annotation_kind=None,
    interpolated=_INTERPOLATED,
    interpolating_quotes='`',
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
    annotation_kind=None,
    interpolated=_INTERPOLATED,
    interpolating_quotes='`',
    contextual=f'{_CONTEXTUAL} {_TYPESCRIPT_KEYWORDS} {" ".join(_TYPESCRIPT_WORDS)}',
    no_body=frozenset({'=>', ':', '<', '|', '&', 'is'}),
    type_position=TypePosition.AFTER_COLON,
)
