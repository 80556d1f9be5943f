"""Symbols of one tree of sources, and lookup of names in it as documentation writes them.

Only files that a lookup needs are parsed: those of the modules on its way, and those that contain
the word.
"""

from __future__ import annotations

import ast
import builtins
import re
from bisect import bisect_left, bisect_right
from collections import Counter
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final, NamedTuple

from sphinxcontrib_kwindex.check.python_symbols import (
    Outcome,
    Scope,
    State,
    module_names,
    scopes_of,
)
from sphinxcontrib_kwindex.extract import extract, find_language
from sphinxcontrib_kwindex.extract.names import SEPARATOR, last_component
from sphinxcontrib_kwindex.extract.python import parse
from sphinxcontrib_kwindex.model import Kind, Usage

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from sphinxcontrib_kwindex.model import Found

#: the result of a lookup: the text of the sources does not show what the name means
ANY: Final = '?'
_OWNERS: Final = frozenset({Kind.CLASS, Kind.ENUM, Kind.TYPE, Kind.NAMESPACE, Kind.MODULE})
_CALLABLES: Final = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.MACRO})
_WITHOUT_BRACES: Final = frozenset({'gdscript', 'lua', 'ruby'})
_TOKENS: Final = re.compile(
    r'//[^\n]*|/\*.*?(?:\*/|\Z)|"(?:\\.|[^"\\\n])*+"?|\'(?:\\.|[^\'\\\n])\'|\w+|[^\w\s]', re.DOTALL
)
#: a statement of Python that defines a name: "def …", "… = 1", "…: int", "for … in", "as …"
_STATEMENT: Final = (
    r'\b(?:def|class|type)\s+{0}\b|\b(?:as|for|import)\b[^\n]*\b{0}\b|^\s*{0}\s*:'
    r'|^[^#\n=]*\b{0}\b[^\n=]*=(?!=)|^\s*[^#\n=]*\b{0}\b[^\n=()]*,$|\b{0}\s*:='
)
_WORD: Final = re.compile(r'[^\W\d]\w*')
_PYTHON_TOKENS: Final = re.compile(r'#[^\n]*|\w+|[^\w\s]')
_OPENING, _CLOSING = frozenset('([{'), frozenset(')]}')
_ENDS, _ENDS_OF_CONSTANTS = frozenset(';'), frozenset(';,')
_DOCSTRING: Final = re.compile(
    r'^[ \t]*+[rRuU]?("""|\'\'\').*?(?:\1|\Z)', re.DOTALL | re.MULTILINE
)
_TYPEDEF: Final = re.compile(r'\btypedef\s+(?:struct|union|enum)\s+(\w+)\s+(\w+)\s*;')


class Symbol(NamedTuple):
    """A definition, with what tells whether it is the same one in another tree."""

    #: in Python with its module
    name: str
    #: the name within its module or file
    tail: str
    kind: Kind
    file: str
    line: int
    #: parameters as written, without annotations in Python
    signature: str
    #: pairs of tokens of its text, without its name
    body: Counter[Pair]

    @property
    def owner(self) -> str:
        """The tail of the scope around it."""
        return self.tail[: -len(last_component(self.tail))].rstrip('.:\\')


def likeness(one: Symbol, other: Symbol) -> float:
    """Return which part of the texts of two symbols is the same."""
    total = one.body.total() + other.body.total()
    return 2 * (one.body & other.body).total() / total if total else 1.0


class Tree:
    """The sources of one revision: path -> text, where a text is read when it is needed."""

    def __init__(
        self, files: Mapping[str, str], detailed: AbstractSet[str], before: Tree | None = None
    ) -> None:
        """Set what a lookup reads; what could have any name ``before`` gets none by that.

        Only the symbols of the ``detailed`` files have their texts and parameters.
        """
        self._files, self._detailed, self._before = files, detailed, before
        self._symbols: dict[str, list[Symbol]] = {}
        self._scopes: dict[str, dict[str, Scope]] = {}
        #: word -> the files whose texts have it
        self._with: dict[str, list[str]] = {}

    # -- symbols

    def symbols(self, path: str) -> list[Symbol]:
        """Return the symbols of a file; one that does not exist has none."""
        from sphinxcontrib_kwindex.check.sources import language_of  # noqa: PLC0415  slow

        if path not in self._symbols:
            language = language_of(path) if path in self._files else ''
            known = find_language(language) if language else None
            has_symbols = known and (known.has_scopes or known.name == 'python')
            self._symbols[path] = list(self._read(path, language)) if has_symbols else []
        return self._symbols[path]

    def _read(self, path: str, language: str) -> Iterator[Symbol]:
        code, is_detailed = self._files[path], path in self._detailed
        found = list(_definitions(extract(code, language)))
        if find_language(language).name == 'python':
            yield from self._python_symbols(path, code, found)
        else:
            package = _package(found, language)
            texts = _Texts(code, found, find_language(language).name) if is_detailed else None
            for one in found:
                name = f'{package}{one.name}' if one.kind not in _PACKAGES else one.name
                signature, body = texts.of(one) if texts else ('', Counter[Pair]())
                yield Symbol(name, one.name, one.kind, path, one.line, signature, body)

    def _python_symbols(self, path: str, code: str, found: list[Found]) -> Iterator[Symbol]:
        tree, names = parse(code), module_names(path, self._files)
        is_package = PurePosixPath(path).stem == '__init__'
        words = frozenset(_WORD.findall(code))
        for name in names:
            inside = [one.name for one in found]
            scopes = scopes_of(name, tree, inside, is_package=is_package, words=words)
            self._scopes[name] = dict(scopes)
        yield Symbol(names[0], '', Kind.MODULE, path, 1, '', Counter())
        nodes = dict(_nodes(tree.body)) if tree and path in self._detailed else {}
        lines = code.splitlines() if path in self._detailed else []
        for one in found:
            signature, first, last = nodes.get(one.name, ('', one.line, one.line))
            text = _DOCSTRING.sub('', '\n'.join(lines[first - 1 : last]))
            body = _pairs(_PYTHON_TOKENS.findall(text), last_component(one.name))
            name = f'{names[0]}.{one.name}'
            yield Symbol(name, one.name, one.kind, path, one.line, signature, body)

    def imports(self, path: str, other: Tree) -> Iterator[Symbol]:
        """Yield what a module of Python takes from others, and has not in another tree."""
        if path not in self.files or not path.endswith(('.py', '.pyi')):
            return
        module = module_names(path, self._files)[0]
        scope, there = self._scopes_of(module)[module], Scope()
        if module in other.modules:
            there = other._scopes_of(module)[module]
        links = dict(scope.links)
        for star in scope.stars:
            if star not in there.stars:
                tails = [one.tail for one in self.symbols(self.modules.get(star, ''))]
                links = {one: f'{star}.{one}' for one in tails if one.isidentifier()} | links
        for name in links.keys() - there.links.keys() - there.names:
            body = Counter([('', links[name])])
            yield Symbol(f'{module}.{name}', name, Kind.IMPORT, path, 1, '', body)

    # -- modules of Python

    @cached_property
    def modules(self) -> dict[str, str]:
        """Modules of Python -> their files."""
        paths = [path for path in self._files if path.endswith(('.py', '.pyi', '.pyx'))]
        return {name: path for path in reversed(paths) for name in module_names(path, self._files)}

    @cached_property
    def files(self) -> frozenset[str]:
        """Files of modules of Python."""
        return frozenset(self.modules.values())

    @cached_property
    def _packages(self) -> frozenset[str]:
        return frozenset(
            name[:end] for name in self.modules for end, char in enumerate(name) if char == '.'
        )

    @cached_property
    def tops(self) -> frozenset[str]:
        """Top-level modules of Python."""
        return frozenset(name.partition('.')[0] for name in self.modules)

    def _scopes_of(self, module: str) -> dict[str, Scope]:
        if module not in self._scopes:
            self.symbols(self.modules[module])
        return self._scopes.get(module, {module: Scope(doubt=Outcome(State.UNSURE))})

    # -- lookup

    def find(self, name: str) -> str:
        """Return the full name of the symbol of a name from its top level on.

        The result is empty if there is none, and `ANY` if the sources do not show what it means.
        """
        first, *rest = name.split('.')
        if first not in self.tops:
            return ANY
        return self._find_in_module(first, tuple(rest), frozenset())

    def _find_in_module(self, module: str, rest: Parts, seen: frozenset[Parts]) -> str:
        if (module, *rest) in seen:
            return ''
        seen |= {(module, *rest)}
        path = self.modules.get(module, '')
        if not rest:
            return module_names(path, self._files)[0] if path else ANY
        found = self._find_in_scope(module, module, rest, seen) if path else ''
        inner = f'{module}.{rest[0]}'
        if found in {'', ANY} and (inner in self.modules or inner in self._packages):
            return self._find_in_module(inner, rest[1:], seen)
        return found

    def _find_in_scope(self, module: str, at: str, rest: Parts, seen: frozenset[Parts]) -> str:
        """Return what the rest of a name means in a module or a class of it."""
        scopes = self._scopes_of(module)
        scope, (first, *more) = scopes[at], rest
        inner = f'{at}.{first}'
        if inner in scopes:
            return self._find_in_scope(module, inner, tuple(more), seen) if more else inner
        if first in scope.links:
            return self._follow(scope.links[first], tuple(more), seen)
        if first in scope.names:
            return ANY if more else inner
        if first.startswith('__') and first.endswith('__'):
            return ANY
        above = [self._find_in_star(star, rest, seen) for star in scope.stars]
        above += [self._find_in_base(base, rest, seen) for base in scope.bases]
        above.append(ANY if scope.doubt and not self._was_open(module, at) else '')
        return next((one for one in above if one not in {'', ANY}), max(above))

    def _was_open(self, module: str, at: str) -> bool:
        """Check whether a scope could have any name in the earlier tree as well."""
        before = self._before
        if before is None or module not in before.modules:
            return False
        return before._scopes_of(module).get(at, Scope()).doubt is not None  # noqa: SLF001

    def _follow(self, name: str, rest: Parts, seen: frozenset[Parts]) -> str:
        """Return what the rest of a name means in what another one imports."""
        parts = name.split('.')
        for end in range(len(parts), 0, -1):
            module = '.'.join(parts[:end])
            if module in self.modules or module in self._packages:
                return self._find_in_module(module, (*parts[end:], *rest), seen)
        return ANY

    def _find_in_star(self, module: str, rest: Parts, seen: frozenset[Parts]) -> str:
        if module in self.modules:
            return self._find_in_module(module, rest, seen)
        return '' if self._before and module in self._before.modules else ANY

    def _find_in_base(self, base: str, rest: Parts, seen: frozenset[Parts]) -> str:
        """Return what a class has from a base, which may be of another project."""
        if base.startswith('builtins.'):
            return ANY if hasattr(getattr(builtins, base[9:], None), rest[0]) else ''
        found = self._follow(base, (), seen) if base else ANY
        if found == ANY and base.rpartition('.')[2] in _EMPTY:
            return ''
        module = found
        while module and module not in self.modules:
            module = module.rpartition('.')[0]
        if found in {'', ANY} or not module or found not in self._scopes_of(module):
            return ANY
        return self._find_in_scope(module, found, rest, seen)

    def files_with(self, word: str) -> list[str]:
        """Return the files whose text has a word."""
        if word not in self._with:
            pattern = re.compile(rf'(?<!\w){re.escape(word)}(?!\w)')
            texts = self._files.items()
            self._with[word] = [p for p, text in texts if word in text and pattern.search(text)]
        return self._with[word]

    def ending_in(self, name: str) -> list[Symbol]:
        """Return the symbols whose names end in the parts of another."""
        parts = parts_of(name)
        return [
            symbol
            for path in self.files_with(parts[-1])
            if path not in self.files or self._may_define(path, parts[-1])
            for symbol in self.symbols(path)
            if parts_of(symbol.name)[-len(parts) :] == parts
        ]

    def _may_define(self, path: str, word: str) -> bool:
        """Check whether a module of Python has a statement that can define a name."""
        pattern = _STATEMENT.format(re.escape(word))
        return re.search(pattern, self._files[path], re.MULTILINE) is not None

    def has_ending(self, name: str) -> bool:
        """Check whether a symbol has a name with this end, or may have it from a base."""
        if self.ending_in(name):
            return True
        *owners, last = parts_of(name)
        if not owners:
            return False
        for owner in self.ending_in('.'.join(owners)):
            if owner.file in self.files:
                if self.find(f'{owner.name}.{last}'):
                    return True
            elif owner.kind in _OWNERS and self.ending_in(last):
                return True
        return False

    @cached_property
    def typedefs(self) -> dict[str, str]:
        """Names of structures in C -> the names of their tags."""
        return {
            name: tag
            for path, text in self._files.items()
            if path.endswith(('.h', '.c'))
            for tag, name in _TYPEDEF.findall(text)
        }


Parts = tuple[str, ...]
#: two tokens after another
Pair = tuple[str, str]
#: parameters, first and last line
_Lines = tuple[str, int, int]
_PACKAGES: Final = frozenset({Kind.MODULE, Kind.NAMESPACE})
#: bases without names for the classes that derive from them
_EMPTY: Final = frozenset({'Generic', 'Protocol', 'ABC', 'ABCMeta', 'object'})


@lru_cache(maxsize=100_000)
def parts_of(name: str) -> Parts:
    """Return the parts of a qualified name."""
    return tuple(filter(None, SEPARATOR.split(name)))


def _definitions(found: Collection[Found]) -> Iterator[Found]:
    """Yield definitions, without those in functions."""
    known = [one for one in found if one.usage is Usage.DEFINITION]
    functions = {one.name for one in known if one.kind in _CALLABLES}
    for one in known:
        ends = [match.start() for match in SEPARATOR.finditer(one.name)]
        if not any(one.name[:end] in functions for end in ends):
            yield one


def _package(found: Iterable[Found], language: str) -> str:
    """Return the beginning of the names in a file, if its language has packages."""
    known = find_language(language)
    names = [one.name for one in found if one.kind in _PACKAGES] if known.is_packaged else []
    return f'{names[0]}{known.separator}' if names else ''


def _pairs(tokens: Iterable[str], name: str) -> Counter[Pair]:
    plain = ['' if token == name else token for token in tokens if token[0] != '#']
    return Counter(pairwise(plain)) if len(plain) > 1 else Counter([('', one) for one in plain])


def _nodes(body: Iterable[ast.stmt], prefix: str = '') -> Iterator[tuple[str, _Lines]]:
    """Yield the functions, classes and assigned names of a scope with parameters and lines."""
    for node in body:
        lines = (node.lineno, node.end_lineno or node.lineno)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if not _is_overload(node):
                yield f'{prefix}{node.name}', (_parameters(node, bool(prefix)), *lines)
        elif isinstance(node, ast.ClassDef):
            inner = dict(_nodes(node.body, f'{prefix}{node.name}.'))
            made = inner.get(f'{prefix}{node.name}.__init__', ('', 0, 0))[0]
            yield f'{prefix}{node.name}', (made, *lines)
            yield from inner.items()
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name):
                    yield f'{prefix}{target.id}', ('', *lines)
        else:
            for field in ('body', 'orelse', 'handlers', 'finalbody'):
                inside = getattr(node, field, ())
                for part in inside if isinstance(inside, list) else ():
                    is_handler = isinstance(part, ast.ExceptHandler)
                    yield from _nodes(part.body if is_handler else [part], prefix)


def _is_overload(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    names = [ast.unparse(one).rpartition('.')[2] for one in node.decorator_list]
    return not {'overload', 'setter', 'deleter'}.isdisjoint(names)


def _parameters(node: ast.FunctionDef | ast.AsyncFunctionDef, is_method: bool) -> str:  # noqa: FBT001
    """Return the parameters of a function as its callers see them."""
    names = [ast.unparse(one).rpartition('.')[2] for one in node.decorator_list]
    if any(name.endswith('property') for name in names):
        return ''
    given = node.args
    plain = [*given.posonlyargs, *given.args]
    values = [None] * (len(plain) - len(given.defaults)) + [*given.defaults]
    found = [_parameter(*pair) for pair in zip(plain, values, strict=True)]
    if given.posonlyargs:
        found.insert(len(given.posonlyargs), '/')
    if is_method and 'staticmethod' not in names:
        del found[:1]
    if given.vararg or given.kwonlyargs:
        found.append(f'*{given.vararg.arg}' if given.vararg else '*')
    found += map(_parameter, given.kwonlyargs, given.kw_defaults)
    if given.kwarg:
        found.append(f'**{given.kwarg.arg}')
    return f'({", ".join(found)})'


def _parameter(argument: ast.arg, value: ast.expr | None) -> str:
    return f'{argument.arg}={ast.unparse(value)}' if value else argument.arg


class _Texts:
    """The texts of definitions in all languages but Python."""

    def __init__(self, code: str, found: Iterable[Found], language: str) -> None:
        self._tokens: list[str] = []
        #: of each token
        self._lines: list[int] = []
        self._starts = sorted({one.line for one in found}) if language in _WITHOUT_BRACES else []
        line, end = 1, 0
        for match in _TOKENS.finditer(code):
            line += code.count('\n', end, match.start())
            end = match.start()
            if not match[0].startswith(('//', '/*')):
                self._tokens.append(match[0])
                self._lines.append(line)

    def of(self, one: Found) -> tuple[str, Counter[Pair]]:
        """Return the parameters of a definition, and its text."""
        name, tokens = last_component(one.name), self._tokens
        first = bisect_left(self._lines, one.line)
        # some extractors name the line of a comment or of a keyword before the name
        at = next((n for n in range(first, min(first + 200, len(tokens))) if tokens[n] == name), -1)
        if at < 0:
            return '', Counter()
        end, body = self._end(one, at + 1)
        is_called = one.kind in _CALLABLES and tokens[at + 1 : at + 2] in (['('], ['<'], ['['])
        signature = _joined(tokens[at + 1 : body]) if is_called else ''
        return signature, _pairs(tokens[first:end], name)

    def _end(self, one: Found, at: int) -> tuple[int, int]:
        """Return the end of a definition, and the beginning of its body."""
        limit = len(self._tokens)
        if one.kind is Kind.MACRO:
            limit = bisect_right(self._lines, one.line)
        elif self._starts:
            following = bisect_right(self._starts, one.line)
            if following < len(self._starts):
                limit = bisect_left(self._lines, self._starts[following])
        depth, body = 0, 0
        for number in range(at, limit):
            char = self._tokens[number]
            if char in _OPENING:
                body = body or (number if char == '{' and not depth else 0)
                depth += 1
            elif char in _CLOSING:
                depth -= 1
                if one.kind is Kind.MACRO and not depth:
                    body = body or number + 1
                if depth < 0 or (char == '}' and body and not depth):
                    return number + (depth == 0), body or number
            elif not depth and char in (_ENDS_OF_CONSTANTS if one.kind is Kind.CONSTANT else _ENDS):
                return number, body or number
        return limit, body or min(at + self._rest_of_line(at), limit)

    def _rest_of_line(self, at: int) -> int:
        """Return the number of tokens from one on in its line."""
        line = self._lines[at : at + 1]
        return bisect_right(self._lines, line[0]) - at if line else 0


def _joined(tokens: Iterable[str]) -> str:
    text = ' '.join(tokens)
    return re.sub(r' (?=[]()\[,;:.*>])|(?<=[\[(.]) |(?<=[*&]) ', '', text)
