"""Names in code blocks and literals of doctrees, found by Pygments tokens and small rules.

Nothing of the extractors is used. A reader of code yields ``(name, sort)``; ``READERS`` tells which
reader a language has. Output, tracebacks, data (JSON) and other languages are left out.
"""

from __future__ import annotations

import ast
import re
import textwrap
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import yaml
from docutils import nodes
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, String

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Found = Iterator[tuple[str, str]]

CODE, LITERAL = 'code', 'literal'


class Sample(NamedTuple):
    """A name at one place of a documentation."""

    document: str
    #: ids of the section; the top of the document also has the id ''
    section: frozenset[str]
    name: str
    sort: str
    origin: str
    #: of the code block
    language: str


def samples(docname: str, doctree: nodes.document) -> Iterator[Sample]:
    """Yield the names of one document, once for each section, sort and origin."""
    seen = set()
    for node in doctree.findall(lambda n: isinstance(n, (nodes.literal_block, nodes.literal))):
        is_block = isinstance(node, nodes.literal_block)
        found = in_block(node) if is_block else in_literal(node.astext())
        section = section_ids(node)
        for name, sort in found:
            origin = CODE if is_block else LITERAL
            sample = Sample(docname, section, name, sort, origin, node.get('language', ''))
            if sample not in seen:
                seen.add(sample)
                yield sample


def section_ids(node: nodes.Node) -> frozenset[str]:
    """Return the ids of the innermost section; the first section is the document's top."""
    while not isinstance(node, (nodes.section, nodes.document)):
        node = node.parent
    outer = isinstance(node, nodes.document) or isinstance(node.parent, nodes.document)
    return frozenset(node['ids']) | ({''} if outer else frozenset())


# -- inline literals

_IDENTIFIER = re.compile(r'[A-Za-z_$][\w$]*')
_DOTTED = re.compile(r'[A-Za-z_$][\w$-]*(?:(?:\.|::|->)[A-Za-z_$][\w$-]*)+')
_CALL = re.compile(r'@?([A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)*)!?\(')
_CONSTANT = re.compile(r'(?=.*[A-Z])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[A-Z][A-Z0-9]{3,}')
_OPTION = re.compile(r'--?[A-Za-z][\w-]*')
_SUFFIX = (
    r'(?:py|pyi|c|h|cc|cpp|hpp|rs|go|js|mjs|cjs|ts|tsx|jsx|json|toml|ya?ml|ini|cfg|conf|md|rst|txt|'
    r'sh|mk|cmake|html|css|gd|tscn|cs|lock|env|overlay|dts|dtsi|xml|sql|proto|hex|bin|elf)'
)
_PATH = re.compile(rf'[\w.~@+-]*/(?:[\w.@+-]+/)*|(?:[\w.~@+-]*/)*[\w@+-][\w.@+-]*\.{_SUFFIX}')
_ASSIGNED = re.compile(r'(?:export +)?([A-Z][A-Z0-9_]+)=\S*')
#: keywords and values of languages: no names of the documentation
_WORDS = frozenset(
    str.split("""
    true false null none nil undefined True False None NULL nullptr self this cls super int str bool
    float double char void string number boolean object any long short unsigned signed bytes list
    dict tuple set map array byte uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t
    size_t if else elif for while do switch case break continue return yield await async import
    from export default new delete typeof instanceof in of not and or is as with try catch except
    finally throw raise class struct enum union def function func fn var let const static public
    private protected use mod pub impl trait where match go defer chan select interface package
    yes no on off y n error uint i32 i64 u8 u16 u32 u64 usize isize f32 f64 String int8 int16 int32
    int64 uint8 uint16 uint32 uint64 float32 float64 NaN foreach sizeof require __attribute__ meta
    """)
)


#: shapes of a whole literal, the first that fits
_SHAPES = (
    (_CONSTANT, 'constant'),
    (_PATH, 'path'),
    (_DOTTED, 'dotted'),
    (re.compile(r'[a-z]{2,}'), 'word'),
    (re.compile(r'@?[A-Z]\w*[a-z]\w*'), 'class'),
    (re.compile(rf'@?{_IDENTIFIER.pattern}'), 'name'),
    (re.compile(r'[A-Za-z][\w.-]*\w'), 'hyphenated'),
)


def in_literal(text: str) -> Found:
    """Yield what an inline literal names; values, sentences and expressions name nothing."""
    text = text.strip()
    if call := _CALL.match(text):
        if call[1] not in _WORDS:
            yield call[1], 'call'
    elif variable := _ASSIGNED.fullmatch(text):
        yield variable[1], 'setting'
    elif option := re.match(rf'({_OPTION.pattern})(?:[ =].*)?$', text):
        yield option[1], 'option'
    elif len(text) > 1 and text not in _WORDS and re.search(r'\w', text):
        fitting = (sort for shape, sort in _SHAPES if shape.fullmatch(text))
        yield from ((text.lstrip('@'), sort) for sort in islice(fitting, 1))


# -- code blocks


def in_block(node: nodes.literal_block) -> Found:
    """Yield the names of a code block, by the reader of its language."""
    language = node.get('language', 'default').lower().split()[0]
    text = node.astext()
    if language in {'default', 'python', 'python3', 'py', 'py3', 'pycon'} and '>>> ' in text:
        lines = (re.match(r' *(?:>>>|\.\.\.) ?(.*)', line) for line in text.splitlines())
        language, text = 'python', '\n'.join(line[1] for line in lines if line)
    elif language == 'default':
        language = 'python' if is_python(text) else 'none'
    if reader := READERS.get(language):
        yield from reader(text, language)


def is_python(text: str) -> bool:
    """Check whether a block without a language is Python, as Sphinx does."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return not all(isinstance(node, ast.Expr) for node in tree.body)


# -- settings of configuration files

_KEY = re.compile(r'^\s*(?:export +)?([A-Za-z_][\w.-]*)\s*[?:+]?=(?!=)')
_TABLE = re.compile(r'^\s*\[+([\w.-]+)\]+\s*$')


def assigned(text: str, language: str) -> Found:
    """Yield the keys and tables of INI, TOML, make and environment files."""
    for line in text.splitlines():
        if match := _KEY.match(line) or _TABLE.match(line):
            yield match[1], 'setting'


def of_yaml(text: str, language: str) -> Found:
    """Yield the keys of the top two levels; a list is no level."""
    try:
        roots = list(yaml.compose_all(text))
    except yaml.YAMLError:
        return
    for root in roots:
        yield from ((key, 'setting') for key in _keys(root, 2))


def _keys(node: yaml.Node | None, levels: int) -> Iterator[str]:
    if isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from _keys(item, levels)
    elif isinstance(node, yaml.MappingNode) and levels:
        for key, value in node.value:
            if re.fullmatch(r'[A-Za-z_][\w.-]*', str(key.value)):
                yield key.value
                yield from _keys(value, levels - 1)


# -- shell

_PROMPT = re.compile(r'^\s*(?:\([\w.-]+\) ?)?(?:[\w.@~:/-]*)?[$#%] +(?=\S)')
_SESSIONS = frozenset({'console', 'shell-session', 'shellsession', 'terminal', 'session'})


def of_shell(text: str, language: str) -> Found:
    """Yield commands, options, variables and paths; of a session only what follows a prompt."""
    text = re.sub(r'<<-? *["\']?(\w+)["\']?.*?^\s*\1$', '', text, flags=re.DOTALL | re.MULTILINE)
    lines = re.sub(r'\\\n', ' ', text).splitlines()
    if any(re.match(r'\s*\$ ', line) for line in lines) or language in _SESSIONS:
        if any(line.startswith('> ') for line in lines):  # of an interpreter
            return
        prompted = [_PROMPT.sub('', line) for line in lines if _PROMPT.match(line)]
        lines = prompted or lines
    for line in lines:
        unquoted = re.sub(r'"[^"]*"|\'[^\']*\'|\$\([^)]*\)', 'x', line)
        for command in re.split(r'&&|\|\|?|;', re.sub(r'(?:^|\s)#.*', '', unquoted)):
            yield from _command(command.split())


def _command(words: list[str]) -> Found:
    while words and (match := _ASSIGNED.fullmatch(words[0])):
        yield match[1], 'setting'
        words = words[1:]
    if words[:1] == ['export'] and (match := _ASSIGNED.fullmatch(' '.join(words[:2]))):
        yield match[1], 'setting'
        return
    words = words[1:] if words[:1] == ['sudo'] else words
    if not words or not re.fullmatch(r'[\w./-]+', words[0]):
        return
    if re.fullmatch(r'[a-z][\w-]+', words[0]) and words[0] not in _SHELL_WORDS:
        yield words[0], 'command'
    for word in words[1:]:
        if option := re.fullmatch(rf'({_OPTION.pattern})(?:=.*)?', word):
            if not re.match('-[A-Z][A-Za-z]{2}', word):  # a value: -DNAME, -Bbuild
                yield option[1], 'option'
        elif _PATH.fullmatch(word) and re.search(r'\w', word):
            yield word, 'path'


_SHELL_WORDS = frozenset(
    str.split("""
    if then else elif fi for do done while case esac in function return exit set local x cd echo
    printf source true false
    """)
)


# -- programming languages


def of_python(text: str, language: str) -> Found:
    """Yield the names of a Python text that parses."""
    try:
        tree = ast.parse(textwrap.dedent(text))
    except (SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(name=name):
                yield name, 'class'
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name, 'function'
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                yield name, 'call'
            case ast.keyword(arg=str(name)):
                yield name, 'keyword argument'
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                names = [getattr(node, 'module', None), *(alias.name for alias in aliases)]
                yield from ((name, 'import') for name in names if name and name != '*')
            case ast.Constant(value=str(name)) if _is_file(name):
                yield name, 'path'
            case ast.Name(id=name) | ast.Attribute(attr=name) if _CONSTANT.fullmatch(name):
                yield name, 'constant'


def _is_file(text: str) -> bool:
    return bool(_PATH.fullmatch(text) and re.search(r'\w\.\w+$', text))


_CLASS = frozenset({'class', 'struct', 'enum', 'interface', 'trait', 'union', 'class_name'})
_FUNCTION = frozenset({'def', 'function', 'fn', 'func'})
_METHOD_STARTS = frozenset({'{', '}', ';', ')', 'async', 'public', 'private', 'static'})
_C_LIKE = frozenset({'c', 'c++', 'cpp', 'cxx', 'h'})
_JAVASCRIPT = frozenset(
    {'javascript', 'js', 'jsx', 'cjs', 'mjs', 'node', 'typescript', 'ts', 'tsx'}
)
_PYTHON = frozenset({'python', 'python3', 'py', 'py3'})
_ALIASES = {'cjs': 'js', 'mjs': 'js', 'node': 'js', 'jsx': 'js', 'tsx': 'ts', 'h': 'c'}
_LITERAL_NAME = re.compile(r'["\'<`]?([^"\'<>`]*)[">\'`]?')


class Token(NamedTuple):
    """A token other than white space and comments."""

    type: object
    text: str
    line: int

    @property
    def is_name(self) -> bool:
        usual = self.type in Name and self.type not in Name.Builtin
        word = self.type in Keyword and self.text not in _WORDS  # "get", "type" in JavaScript
        return (usual or word) and bool(_IDENTIFIER.fullmatch(self.text))


def tokens(text: str, language: str) -> list[Token]:
    """Return the tokens of a text; names with signs are divided."""
    lexer = get_lexer_by_name(_ALIASES.get(language, language), stripnl=False)
    result, line = [], 1
    for kind, value in lexer.get_tokens(text):
        if kind in String and result and result[-1].type in String and result[-1].line == line:
            result[-1] = Token(kind, result[-1].text + value, line)
        elif kind in Name and not _IDENTIFIER.fullmatch(value):
            parts = re.findall(r'[\w$]+|[^\w\s$]', value)
            result += [Token(kind, part, line) for part in parts]
        elif kind in Keyword and value.startswith('@'):  # decorators in TypeScript
            result += [Token(kind, '@', line), Token(Name, value[1:], line)]
        elif value.strip() and kind not in Comment:
            result += [Token(kind, part, line) for part in _split(kind, value)]
        line += value.count('\n')
    return result


def _split(kind: object, value: str) -> list[str]:
    if kind in Name or kind in String or kind in Keyword or value.isalnum():
        return [value.strip()]
    return re.findall(r'[\w$]+|::|->|=>|==|[^\w\s]', value)


def of_code(text: str, language: str) -> Found:
    """Yield the names of a program in a language with classes, functions and calls."""
    if language in _C_LIKE:
        yield from (
            (name, 'macro') for name in re.findall(r'^\s*#\s*define\s+(\w+)', text, re.MULTILINE)
        )
        yield from ((name, 'import') for name in re.findall(r'#\s*include\s+[<"]([^>"]+)', text))
        text = re.sub(r'^\s*#.*(?:\\\n.*)*', '', text, flags=re.MULTILINE)
    if language == 'rust':  # Pygments makes one token of an attribute
        for attribute, arguments in re.findall(r'#!?\[(\w+)\((.*?)\)\]', text):
            sort = 'call' if attribute == 'derive' else 'keyword argument'
            names = re.findall(r'(\w+)\s*(?=[=,(]|$)', re.sub('"[^"]*"', '""', arguments))
            yield from ((name, sort) for name in names if not name.isdigit())
    all_tokens = tokens(text, language)
    imported = sorted(set(_imported(all_tokens, language)))
    yield from ((name, 'import') for _at, name in imported)
    inside = {at for at, _name in imported}
    calls = _openers(all_tokens)
    for at, token in enumerate(all_tokens):
        if at in inside:
            continue
        if token.type in String and token.type not in String.Regex:
            name = _LITERAL_NAME.fullmatch(token.text)
            if name and _is_file(name[1]):
                yield name[1], 'path'
        elif token.is_name and len(token.text) > 1 and token.text not in _WORDS:
            yield from ((token.text, sort) for sort in _sort(all_tokens, at, calls, language))


def _sort(
    all_tokens: list[Token], at: int, openers: dict[int, int], language: str
) -> Iterator[str]:
    before, token, after = _text(all_tokens, at - 1), all_tokens[at], _text(all_tokens, at + 1)
    if before in _CLASS and before != after:
        if language not in _C_LIKE or after in {'{', ':'}:
            yield 'class'
    elif before == 'type' and after in {'struct', 'interface'}:
        yield 'class'
    elif _is_function(all_tokens, at, openers, language):
        yield 'function'
    elif before == '!' and _text(all_tokens, at - 2) == 'macro_rules':
        yield 'macro'
    elif after == '(' or (after == '!' and language == 'rust' and before != '#'):
        yield 'call'
    elif _CONSTANT.fullmatch(token.text):
        yield 'constant'


def _is_function(all_tokens: list[Token], at: int, openers: dict[int, int], language: str) -> bool:
    before, after = _text(all_tokens, at - 1), _text(all_tokens, at + 1)
    if before in _FUNCTION:
        return True
    if language == 'go':
        opener = openers.get(at - 1, -1) if before == ')' else -1
        return _text(all_tokens, opener - 1) == 'func'
    if language in _C_LIKE:
        return all_tokens[at].type in Name.Function and after == '('
    if language in _JAVASCRIPT and after == '(' and before not in {'.', 'new'}:
        follows = _text(all_tokens, openers.get(at + 1, -9) + 1)
        return follows == '{' or (follows == ':' and before in _METHOD_STARTS)
    if language in _JAVASCRIPT and after == '=':
        start = at + 2 + (_text(all_tokens, at + 2) == 'async')
        return _text(all_tokens, openers.get(start, -9) + 1) == '=>'
    return language in {'csharp', 'java'} and all_tokens[at].type in Name.Function and after == '('


def _openers(all_tokens: list[Token]) -> dict[int, int]:
    """Return the partner of each bracket."""
    partners, stack = {}, []
    for at, token in enumerate(all_tokens):
        if token.type in String:
            continue
        if token.text in {'(', '[', '{'}:
            stack.append(at)
        elif token.text in {')', ']', '}'} and stack:
            start = stack.pop()
            partners |= {start: at, at: start}
    return partners


def _imported(all_tokens: list[Token], language: str) -> Iterator[tuple[int, str]]:
    """Yield (number of a token, imported name); a name is '' if only its place is told."""
    for at, token in enumerate(all_tokens):
        if token.type in String:
            continue
        if language in _JAVASCRIPT and token.text in {'from', 'require', 'import'}:
            if _text(all_tokens, at - 1) == '.' or _text(all_tokens, at + 1) == '.':
                continue
            called = token.text != 'from' and _text(all_tokens, at + 1) == '('
            near = _text(all_tokens, at + 1 + called)
            if path := re.fullmatch(r'["\']([\w@./:-]+)["\']', near):
                yield at + 1 + called, path[1]
            elif token.text == 'import' and not called:
                yield from _until(all_tokens, at, {'from', ';'})
        elif language == 'rust' and token.text == 'use':
            yield from _until(all_tokens, at, {';'}, last=True)
        elif language == 'go' and token.text == 'import':
            end = _openers(all_tokens).get(at + 1, at + 2)
            strings = [n for n in range(at + 1, end) if all_tokens[n].type in String]
            yield from ((n, all_tokens[n].text.strip('"')) for n in strings)


def _until(
    all_tokens: list[Token], at: int, ends: set[str], *, last: bool = False
) -> Iterator[tuple[int, str]]:
    for number in range(at + 1, min(at + 60, len(all_tokens))):
        token, after = all_tokens[number], _text(all_tokens, number + 1)
        if token.text in ends or token.type in String:
            return
        if _IDENTIFIER.fullmatch(token.text) and token.text not in {'type', 'as', 'self', 'crate'}:
            alias = _text(all_tokens, number - 1) == 'as'
            leaf = not last or after in {',', '}', ';', 'as'}
            if leaf and not alias:
                yield number, token.text


def _text(all_tokens: list[Token], at: int) -> str:
    return all_tokens[at].text if 0 <= at < len(all_tokens) else ''


READERS: dict[str, Callable[[str, str], Found]] = {
    **dict.fromkeys(['ini', 'cfg', 'toml', 'make', 'makefile', 'properties', 'kconfig'], assigned),
    **dict.fromkeys(['dotenv', 'env', 'conf', 'bash-env'], assigned),
    **dict.fromkeys(['yaml', 'yml', 'yaml+jinja'], of_yaml),
    **dict.fromkeys(['sh', 'bash', 'shell', 'zsh', *_SESSIONS], of_shell),
    **dict.fromkeys(_PYTHON, of_python),
    **dict.fromkeys([*_JAVASCRIPT, *_C_LIKE, 'go', 'rust', 'gdscript', 'csharp'], of_code),
}
