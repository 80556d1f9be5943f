"""Parser for Python text that `ast` rejects, and reader of comments, which trees do not have.

Brackets and strings split the text into simple statements and headers of compound ones. Each of
them is parsed on its own, after small repairs if necessary, and the trees are nested by their
indentation. If a statement cannot be repaired, the names in it are found, and its definition. The
cost is linear: each statement is parsed a few times, whatever the others are like.
"""

from __future__ import annotations

import ast
import keyword
import re
import sys
import warnings
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sphinxcontrib_kwindex.extract.prose.sentences import DIRECTIVE
from sphinxcontrib_kwindex.extract.python.nodes import add_children

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxcontrib_kwindex.extract.collector import NameCollector

#: a string literal without its prefix; an unclosed one ends with its line or with the text
_STRING: Final = r"""
    \"""(?:[^"\\]++|\\.|"(?!""))*+(?:\"""|\\?\Z)
  | '''(?:[^'\\]++|\\.|'(?!''))*+(?:'''|\\?\Z)
  | "(?:[^"\\\n]++|\\.)*+"?
  | '(?:[^'\\\n]++|\\.)*+'?
"""
#: a tree takes a thousand times the memory of its text
_LONGEST: Final = 1_000_000
#: Python 3.11 takes quadratic time for the fields of one f-string
_MOST_BRACES: Final = 5_000
_TAB: Final = 8
#: white space beyond this is no indentation
_DEEPEST: Final = 1_000

_CLOSERS: Final = {'(': ')', '[': ']', '{': '}'}
#: words that begin a statement and nothing else: no bracket can be open before them
_SURE: Final = r"""(?:
    (?:assert|break|class|continue|def|del|elif|except|finally|global|import|nonlocal|pass|raise
      |return|try|while|with)\b(?![ \t]*+[=.,)])
  | async[ \t]++(?:def|for|with)\b
  | from[ \t]++[\w.]++[ \t]++import\b
)"""
_TOKEN: Final = re.compile(
    rf"""
      (?P<string>{_STRING})
    | (?P<comment>\#[^\n]*+)
    | (?P<opener>[(\[{{])
    | (?P<closer>[)\]}}])
    | (?P<colon>:(?!=))
    | (?P<semicolon>;)
    | (?P<joined>\\\n)
    | \n(?P<indent>[ \t\x0c]*+)(?P<sure>{_SURE})?+
    """,
    re.VERBOSE | re.DOTALL,
)
_HEADER: Final = re.compile(
    r"""(?:async[ \t]++)?+
        (?:class|def|elif|else|except|finally|for|if|try|while|with)\b(?![ \t]*+[=.,)])
      | (?:case|match)[ \t]++[\w"'({\[*-]""",
    re.VERBOSE,
)
#: the beginning of a header -> what it is parsed as; the bodies of `match` and `try` are not needed
_PARSED_AS: Final = {
    'case': 'match 0:\n case',
    'elif': 'if',
    'else': 'if 1',
    'except': 'try:pass\nexcept',
    'finally': 'if 1',
    'match': 'if',
    'try': 'if 1',
}
_PARSED_OTHERWISE: Final = re.compile('|'.join(_PARSED_AS))

_NAME: Final = r'[^\W\d]\w*+'
_DOTTED: Final = rf'{_NAME}(?:\.{_NAME})*+'
_CLASS_NAME: Final = re.compile(rf'class[ \t]++({_NAME})[ \t]*+[(\[:]')
_FUNCTION_NAME: Final = re.compile(
    rf'(?:async[ \t]++)?+def[ \t]++({_NAME})[ \t]*+[(\[]\s*+((?:self|cls)\b)?+'
)
_TARGETS: Final = re.compile(
    rf"""{_DOTTED}(?:
        [ \t]*+:[ \t]*+[\w.][\w.\[\], |]*+(?==)
      | (?:[ \t]*+,[ \t]*+{_DOTTED})*+ (?:[ \t]*+=[ \t]*+{_DOTTED}(?=[ \t]*+=(?!=)))*+
        (?=[ \t]*+=(?!=))
    )""",
    re.VERBOSE,
)
#: the names of a statement, with the bracket of a call or the symbol after the name of an argument
_WORD: Final = re.compile(
    rf"""(?P<line>\n) | [bBfFrRuU]{{0,2}}+(?:{_STRING}) | \#[^\n]*+ | \.{_DOTTED} | \d[\w.]*+
    | (?P<name>{_DOTTED})(?:(?P<call>[ \t]*+\()|(?P<argument>[ \t]*+=(?!=)))?+""",
    re.VERBOSE | re.DOTALL,
)
#: "name = 1," is an argument of a call that is not in the text
_ARGUMENT: Final = re.compile(rf'{_DOTTED}[ \t]*+[:=].*,', re.DOTALL)
_BRACKETS: Final = r'\[(?:[^][\n]|\[[^][\n]*+\])*+\]'
#: what other Pythons allow, or what stands for something left out -> what `ast` reads
_REPAIRS: Final = [
    (re.compile(pattern), replacement)
    for pattern, replacement in {
        rf'^type[ \t]++({_NAME})[ \t]*+(?:{_BRACKETS})?+[ \t]*+=': r'\1: "TypeAlias" =',
        r'^lazy[ \t]++(?=import|from)': '',
        r'\bimport\s*+\(?+\s*+(?:\.\.\.|…)?+\s*+\)?+$': 'import *',
        r'\*{0,2}+(?:\.\.\.|…)\s*+,?+': '',
        r'^(from .*),$': r'\1',
        r'<[^<>\n]*+>': '0',
        rf'^((?:class|def)[ \t]++{_NAME}[ \t]*+){_BRACKETS}': r'\1',
        r'^(print|exec)\b[ \t]*+(?:>>[^,\n]*+,)?+([^\n]*[^\s,])[ \t]*+,?+$': r'\1(\2)',
        rf'^(raise[ \t]++{_DOTTED}),[ \t]*+([^\n]*+)$': r'\1(\2)',
        r'^(except)[ \t]++([^\n]*,[ \t]*+[A-Z(][^\n]*):$': r'\1 (\2):',
        rf'^(except[ \t]++[^\n]*[^\s,])[ \t]*+,[ \t]*+({_NAME}):$': r'\1 as \2:',
        r'\b[a-zA-Z]{1,2}(?=["\'])': '',
    }.items()
]
_KEYWORDS: Final = frozenset(keyword.kwlist)
_PROMPT: Final = re.compile(r'^[ \t]*+(?:>>>|\.\.\.)[ ]?+', re.MULTILINE)
_TRIPLES: Final = ('"""', "'''")
_TRIPLE: Final = re.compile('|'.join(_TRIPLES))
#: strings, which may end with their line or the text, and lines of sessions
_CITED: Final = re.compile(
    rf"""
      ^[ \t]*+>>>(?P<session>[^\n]*+(?:\n[ \t]*+\.\.\.[^\n]*+)*+)
    | \#(?P<comment>[^\n]*+)
    | {_STRING}
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)


class Part(NamedTuple):
    """A body of statements; if it is indented, its header is not in the text."""

    body: list[ast.stmt]
    is_indented: bool


class Parsed(NamedTuple):
    """The trees of a text, and its repaired source with the same lines."""

    code: str
    parts: list[Part]
    #: how many more statements can be parsed than cannot
    score: int


class _Statement(NamedTuple):
    """A simple statement, or the header of a compound one."""

    text: str
    line: int
    indent: float


@lru_cache(maxsize=1)
def parse(code: str) -> ast.Module | None:
    """Return the tree of a text that `ast` can parse safely."""
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')  # of invalid escapes: they are for the author of the text
        return _parse(code)


def _parse(code: str) -> ast.Module | None:
    if len(code) > _LONGEST or (sys.version_info < (3, 12) and code.count('{') > _MOST_BRACES):
        return None
    try:
        return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _repair_token(match: re.Match[str]) -> str:
    """Return a string with its closing quotes, or lines of a session without their prompts."""
    text = match[0]
    if match.lastgroup == 'session':
        return _PROMPT.sub('', text)
    quotes = text[:3] if text.startswith(_TRIPLES) else text[0]
    inner = text[len(quotes) :]
    end = inner.removesuffix(quotes)
    is_escaped = (len(end) - len(end.rstrip('\\'))) % 2
    if match.lastgroup == 'comment' or (end != inner and not is_escaped):
        return text
    return text.rstrip('\\') + quotes


def parse_statements(code: str) -> Parsed:
    """Parse any text statement by statement; it may begin within a string."""
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        parsed = _parse_all(code)
        if quotes := _TRIPLE.search(code):
            is_open = parsed.code.count(quotes[0]) > code.count(quotes[0])
            other = _parse_all(quotes[0] + code) if is_open or parsed.score < 0 else parsed
            parsed = other if other.score > parsed.score else parsed
    return parsed


def _parse_all(code: str) -> Parsed:
    code = _CITED.sub(_repair_token, code)
    builder = _TreeBuilder()
    for statement in _Splitter(code).statements():
        builder.add(statement)
    return Parsed(code, builder.finished(), builder.score)


class _TreeBuilder:
    """Builder of trees from single statements, by their indentation."""

    def __init__(self) -> None:
        self._parts: list[Part] = []
        #: the least indentation of a statement without a header
        self._floor = 0.0
        #: indentation and node of the headers around the current statement
        self._headers: list[tuple[float, Any]] = []
        self._all_headers: list[Any] = []
        self._decorators: list[ast.expr] = []
        self.score = 0

    def add(self, statement: _Statement) -> None:
        """Add a statement to the body that it is in by its indentation."""
        nodes = _nodes(statement)
        self.score += sum(map(_score, nodes[:1]))
        if not nodes or not self._enter(statement.indent, nodes[0]):
            return
        last = nodes[-1]
        if statement.text.startswith('@') and isinstance(last, ast.Expr):
            self._decorators.append(last.value)
            return
        if isinstance(last, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            last.decorator_list, self._decorators = self._decorators, []
        self._flush()
        self._body().extend(nodes if self._headers else map(_without_prose, nodes))
        if _HEADER.match(statement.text) and hasattr(last, 'body'):
            last.body = []
            self._headers.append((statement.indent, last))
            self._all_headers.append(last)

    def finished(self) -> list[Part]:
        """Return all that was added."""
        self._flush()
        for node in self._all_headers:
            node.body = node.body or [ast.Pass()]
        return self._parts

    def _body(self) -> list[Any]:
        body: list[Any] = self._headers[-1][1].body if self._headers else self._parts[-1].body
        return body

    def _enter(self, indent: float, node: ast.AST) -> bool:
        if _is_placeholder(node):
            return bool(self._parts)
        while self._headers and self._headers[-1][0] >= indent:
            self._headers.pop()
        if not self._headers and (not self._parts or indent < self._floor):
            self._flush()
            self._parts.append(Part([], indent > 1))
            self._floor = indent
        return True

    def _flush(self) -> None:
        if self._decorators:
            self._body().extend(map(ast.Expr, self._decorators))
            self._decorators = []


def _score(node: ast.AST) -> int:
    """Return 1 for code, -1 for the list that stands for what cannot be parsed, 0 for a word."""
    value = node.value if isinstance(node, ast.Expr) else None
    if isinstance(value, ast.Constant | ast.Name):
        return 0
    return -1 if isinstance(value, ast.List) else 1


def _is_placeholder(node: ast.AST) -> bool:
    """Check whether a statement is an ellipsis, which stands for others of any indentation."""
    return isinstance(node, ast.Expr) and getattr(node.value, 'value', None) is ...


def _without_prose(node: Any) -> Any:  # noqa: ANN401
    """Return a node; of "Note: text", which is prose outside of a class, only the text."""
    if isinstance(node, ast.AnnAssign) and not node.value:
        name = getattr(node.target, 'id', '')
        return node if name.isupper() else ast.Expr(node.annotation)
    return node


# -- statements


class _Splitter:
    """Tokenizer that splits a text into statements."""

    def __init__(self, code: str) -> None:
        # every line begins after a line break, and ends with one
        self._code = f'\n{code}\n'
        self._line = self._counted = 0
        #: where the current statement begins, and where the comment after it does
        self._start = 0
        self._comment: int | None = None
        #: the indentation of the line and of the statement, which may stand after a header
        self._margin = 0
        self._indent = 0.0
        #: what would close the brackets that are open in the statement
        self._missing: list[str] = []

    def statements(self) -> Iterator[_Statement]:
        """Yield the statements: each ends with its line, unless a bracket is open."""
        tokens = list(_TOKEN.finditer(self._code))
        closers = _closers(tokens)
        index = 0
        while index < len(tokens):
            token = tokens[index]
            kind = token.lastgroup
            if kind == 'opener':
                if index in closers:
                    index = closers[index]
                else:
                    self._missing.append(_CLOSERS[token[0]])
            elif kind in {'indent', 'sure'}:
                yield from self._end_line(token)
            elif not self._missing and kind in {'comment', 'colon', 'semicolon'}:
                yield from self._end_within_line(token)
            index += 1

    def _end_line(self, token: re.Match[str]) -> Iterator[_Statement]:
        width = len(token['indent'][:_DEEPEST].expandtabs(_TAB))
        is_blank = self._code.startswith(('\n', '#'), token.end())
        if self._missing and not token['sure'] and (is_blank or width > self._margin):
            return
        yield from self._statement(token.start())
        self._start = token.end('indent')
        self._indent = self._margin = width

    def _end_within_line(self, token: re.Match[str]) -> Iterator[_Statement]:
        if token.lastgroup == 'comment':
            self._comment = token.start()
        elif token.lastgroup == 'semicolon':
            yield from self._statement(token.start())
            self._start = token.end()
        elif _HEADER.match(self._code, self._start):
            yield from self._statement(token.end())
            self._start = token.end()
            self._indent = self._margin + 0.5

    def _statement(self, end: int) -> Iterator[_Statement]:
        raw = self._code[self._start : end if self._comment is None else self._comment]
        text = raw.lstrip(' \t\x0c')
        self._line += self._code.count('\n', self._counted, self._start)
        self._counted = self._start
        if text := text.rstrip():
            if self._missing:
                text += '\n' + ''.join(reversed(self._missing))
            yield _Statement(text, self._line, self._indent)
        self._comment = None
        self._missing = []


def _closers(tokens: list[re.Match[str]]) -> dict[int, int]:
    """Return the indexes of closing brackets by those of the brackets that they close."""
    closers = {}
    stack: list[int] = []
    opened = Counter[str]()
    for index, token in enumerate(tokens):
        kind = token.lastgroup
        if kind == 'opener':
            stack.append(index)
            opened[_CLOSERS[token[0]]] += 1
        elif kind == 'sure':
            stack, opened = [], Counter()
        elif kind == 'closer' and opened[closer := token[0]]:
            while (expected := _CLOSERS[tokens[opener := stack.pop()][0]]) != closer:
                opened[expected] -= 1
            opened[closer] -= 1
            closers[opener] = index
    return closers


def _nodes(statement: _Statement) -> list[Any]:
    """Return the nodes of a statement, or of the names in it if it cannot be parsed."""
    text, line, _ = statement
    if not _ARGUMENT.fullmatch(text):
        for variant in _variants(text):
            if nodes := _parsed(variant, line):
                return nodes
    return _parsed(_names(text), line) + _parsed(_definition(text), line)


def _variants(text: str) -> Iterator[str]:
    yield text
    for pattern, replacement in _REPAIRS:
        text, count = pattern.subn(replacement, text)
        if count:
            yield text


def _parsed(text: str, line: int) -> list[Any]:
    """Return the nodes of one statement, if it can be parsed."""
    text = text.removeprefix('@')
    if _HEADER.match(text):
        text += 'pass' if text.endswith(':') else ':pass'
        if word := _PARSED_OTHERWISE.match(text):
            text = _PARSED_AS[word[0]] + text[word.end() :]
            line -= text.startswith(('match', 'try'))
    tree = _parse(text)
    if tree is None:
        return []
    nodes: list[Any] = []
    for node in tree.body:
        nodes += getattr(node, 'handlers', None) or getattr(node, 'cases', None) or [node]
    _shift_lines(nodes, line - 1)
    return nodes


def _shift_lines(nodes: list[Any], lines: int) -> None:
    """Add to the line numbers of nodes; `ast.increment_lineno` takes three times as long."""
    queue = list(nodes)
    for node in queue:  # which grows meanwhile
        if hasattr(node, 'lineno'):
            node.lineno += lines
            node.end_lineno += lines
        add_children(node, queue)


def _definition(text: str) -> str:
    """Return a statement that defines what a text does, if its beginning shows that."""
    if match := _CLASS_NAME.match(text):
        return f'class {match[1]}:'
    if match := _FUNCTION_NAME.match(text):
        return f'def {match[1]}({match[2] or ""}):'
    match = None if _ARGUMENT.fullmatch(text) else _TARGETS.match(text)
    return f'{match[0]} = 0' if match else ''


def _names(text: str) -> str:
    """Return an expression of the names in a text, each on its line."""
    pieces = []
    for word in _WORD.finditer(text):
        name = word['name'] or ''
        is_name = not _KEYWORDS.intersection(name.split('.')) and (
            not word['argument'] or '.' in name
        )
        if word['line']:
            pieces.append('\n')
        elif is_name and name.replace('.', '_').isidentifier():
            pieces.append(f'{name}(),' if word['call'] else f'{name},')
    return f'[{"".join(pieces)}]'


# -- comments and string literals

#: each alternative begins with a literal character: the engine then skips at full speed
_COMMENT_TOKEN: Final = re.compile(
    rf"""
      \#(?P<comment>[^\n]*+)
    | "(?P<word>[./~]*+[^\W\d][\w./-]*+)"(?!")
    | '(?P<name>[./~]*+[^\W\d][\w./-]*+)'(?!')
    | {_STRING}
    """,
    re.VERBOSE | re.DOTALL,
)
#: directives for tools, not for readers
_DIRECTIVE: Final = re.compile(rf'#\s*{DIRECTIVE}')
#: a description longer than this is not continued: only its first sentence counts
_ENOUGH: Final = 1_000
_SELF: Final = re.compile(r'\b(?:self|cls)\.')


def read_comments(code: str, collector: NameCollector) -> dict[int, str]:
    """Add the names in comments and literals; return the text of ``#:`` comments by line.

    The line is that of the assignment which such a comment describes, above or beside.
    """
    descriptions: dict[int, str] = {}
    line, counted = 1, 0
    for token in _COMMENT_TOKEN.finditer(code):
        text, kind = token[0], token.lastgroup
        if kind is None and (text.startswith(_TRIPLES) or ' ' not in text):
            continue  # docstrings are read as statements
        line += code.count('\n', counted, token.start())
        counted = token.start()
        if kind != 'comment':
            collector.literal(text.strip('"\''), line)
        else:
            add_text(text, line, collector)
            if text.startswith('#:'):
                _describe(descriptions, token, line)
    return descriptions


def add_text(text: str, line: int, collector: NameCollector) -> None:
    """Add the names in a comment or a docstring."""
    if text.startswith('#') and (directive := _DIRECTIVE.search(text)):
        text = text[: directive.start()]
    if 'self.' in text or 'cls.' in text:
        text = _SELF.sub('', text)
    collector.add_comment(text, line)


def _describe(descriptions: dict[int, str], token: re.Match[str], line: int) -> None:
    text = token[0][2:].strip()
    above = token.string[token.string.rfind('\n', 0, token.start()) + 1 : token.start()]
    if above.strip():
        descriptions[line] = text
    else:  # a block of comments waits for the line below it
        before = descriptions.pop(line, '')
        descriptions[line + 1] = before if len(before) > _ENOUGH else f'{before} {text}'.strip()
