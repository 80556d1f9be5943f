"""Python against `ast`: whole files, cut files, and 12-line fragments of them.

The truth is read off the tree here, by recursion, apart from the extractor's own code:

* class: every ``class`` statement, and ``X = namedtuple('X', …)`` and its like at the level of a
  module or a class; function and method: every ``def``, a method if a class is directly around it;
  nested ones are qualified by all that is around them (``outer.inner``);
* properties are attributes, and names such as ``__init__``, which Python gives a meaning, are
  nobody's keyword: both are left out of "method"; ``__torch_function__`` counts. What that leaves
  out is told by the row "any def", which counts *every* ``def`` under its last component, whatever
  it is called and whatever kind it is found as;
* constant: UPPER_CASE names assigned at the level of a module or a class, and the members of enums,
  but no ``T = TypeVar('T')``;
* import: every imported module, and ``module.name`` for a from-import, without leading dots.

Whole files compare qualified names. Fragments compare last components, since what is around them is
cut off, except for imports; what is true of a fragment is what its file defines on its lines. An
import counts if its first line is in the fragment: without it nobody could know the module. A
property whose decorator is cut off is a method there, as anybody would read it.

Rows: "Python" is `extract` on the files that parse; "cut" are the files that the documents cut in
the middle, which do not parse (what stands below the last line that parses is not compared);
"statements" is the parser for what does not parse, given the files that do. Speeds are of processor
time; "parse only" is bare `ast.parse` with nothing else, to tell how busy the machine is.
"""

from __future__ import annotations

import ast
import re
import time
import warnings
from typing import TYPE_CHECKING, NamedTuple

from scores import FRAGMENTS, WHOLE, Piece, Scores, Source, fragments

from sphinxcontrib_kwindex.extract.names import word_lists
from sphinxcontrib_kwindex.extract.python import extract, read_statements, read_tree
from sphinxcontrib_kwindex.model import Kind, Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

KINDS = ('class', 'function', 'method', 'import', 'constant')
TARGETS = {('Python', kind, WHOLE): (0.99, 0.99) for kind in KINDS} | {
    ('Python', kind, FRAGMENTS): (0.97, 0.95) for kind in KINDS
}
MORE_KINDS = (*KINDS, 'attribute', 'any def')
_OF_KIND = {
    Kind.MODULE: 'import',
    Kind.IMPORT: 'import',
    **{Kind(kind): kind for kind in ('class', 'function', 'method', 'constant', 'attribute')},
}
MODULE, FUNCTION = 'module', 'function'
_DEFS = ('function', 'method', 'attribute')
SPECIAL = word_lists('python_builtins')['special names']
_UPPER = re.compile(r'_*[A-Z][A-Z0-9_]*')
_TYPES = {'TypeVar', 'ParamSpec', 'TypeVarTuple', 'NewType', 'TypeAliasType'}
_CLASSES = {'namedtuple', 'NamedTuple', 'TypedDict', 'make_dataclass', 'new_class'}


class Fact(NamedTuple):
    """Something that a file defines or imports."""

    kind: str
    name: str
    line: int
    #: the line on which the statement begins
    head: int
    #: of a property: the line of the decorator that makes it one
    decorator: int = 0

    def seen_from(self, first: int) -> str:
        """Return the kind that is to be seen in a text which begins at a line."""
        return 'method' if 0 < self.decorator < first else self.kind


def measure(sources: list[Source], scores: Scores) -> None:
    files = [source for source in sources if source.language == 'python']
    for source in files:
        compare(scores, source)
    parsing = [source.text for source in files if read_tree(source.text) is not None]
    scores.speed('Python', 'parse only', *timed(parsed, parsing))
    scores.speed('Python', 'ast', *timed(read_tree, parsing))
    scores.speed('Python', 'statements', *timed(read_statements, [source.text for source in files]))


def compare(scores: Scores, source: Source) -> None:
    facts, last = truth(source.text)
    row = Row(scores, 'Python' if last is None else 'cut', source, facts, last)
    row.compare_whole(extract)
    for piece in fragments(source, every=15):
        row.compare_fragment(piece)
    if last is None:
        row._replace(name='statements').compare_whole(read_statements)


class Row(NamedTuple):
    """One file, and the row of the table that it counts in."""

    scores: Scores
    name: str
    source: Source
    facts: list[Fact]
    #: what stands below this line is not compared
    last: int | None

    def compare_whole(self, reader: Callable) -> None:
        found = [
            (kind, name)
            for kind, name, line in findings(self.source.text, reader)
            if not self.last or line <= self.last
        ]
        for kind in MORE_KINDS:
            right = {fact.name for fact in self.facts if fact.kind == kind}
            self.add(kind, WHOLE, found, right)

    def compare_fragment(self, piece: Piece) -> None:
        if self.last and piece.last > self.last:
            return
        found = [(kind, short(kind, name)) for kind, name, _ in findings(piece.text, extract)]
        for kind in (*KINDS, 'any def'):
            right = {
                short(kind, fact.name)
                for fact in self.facts
                if fact.seen_from(piece.first) == kind
                and piece.first <= fact.head
                and fact.line <= piece.last
            }
            self.add(kind, FRAGMENTS, found, right, f':{piece.first}')

    def add(self, kind: str, cut: str, found: list, right: set[str], where: str = '') -> None:
        self.scores.add(
            self.name,
            kind,
            cut,
            found=chosen(found, kind, right),
            truth=right,
            where=self.source.path + where,
        )


def findings(text: str, reader: Callable) -> Iterator[tuple[str, str, int]]:
    """Give kind, name and line of what the extractor says that a text defines or imports."""
    for found in reader(text):
        if found.usage in (Usage.DEFINITION, Usage.IMPORT) and found.kind in _OF_KIND:
            yield _OF_KIND[found.kind], found.name, found.line


def chosen(found: list[tuple[str, str]], kind: str, right: set[str]) -> set[str]:
    if kind != 'any def':
        return {name for other, name in found if other == kind}
    # attributes that are no properties are nobody's mistake here
    names = {(other, name.rpartition('.')[2]) for other, name in found if other in _DEFS}
    return {name for other, name in names if other != 'attribute' or name in right}


def short(kind: str, name: str) -> str:
    return name if kind == 'import' else name.rpartition('.')[2]


def timed(reader: Callable, texts: list[str]) -> tuple[int, float]:
    best = float('inf')
    for _ in range(5):
        start = time.process_time()
        for text in texts:
            reader(text)
        best = min(best, time.process_time() - start)
    return sum(len(text.encode()) for text in texts), best


# -- the truth


def truth(text: str) -> tuple[list[Fact], int | None]:
    """Return the facts of a file; if it is cut, also the last line up to which they are known."""
    lines = text.split('\n')
    tree, last = parsed(text), None
    end = len(lines)
    while tree is None and end:
        end -= 1
        tree, last = parsed('\n'.join(lines[:end])), end
    return list(facts(tree, '', in_class=MODULE)), last


def parsed(text: str) -> ast.Module | None:
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        try:
            return ast.parse(text)
        except SyntaxError:
            return None


def facts(node: ast.AST, around: str, *, in_class: ast.ClassDef | str) -> Iterator[Fact]:
    """Give what stands in a body; ``in_class`` is its class, or MODULE or FUNCTION."""
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.ClassDef():
                yield Fact('class', around + child.name, child.lineno, child.lineno)
                yield from facts(child, f'{around}{child.name}.', in_class=child)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield from function(child, around, in_class)
                yield from facts(child, f'{around}{child.name}.', in_class=FUNCTION)
            case ast.Import():
                for alias in child.names:
                    yield Fact('import', alias.name, alias.lineno, child.lineno)
            case ast.ImportFrom():
                yield from from_import(child)
            case ast.Assign() | ast.AnnAssign() if in_class != FUNCTION:
                yield from assignment(child, around, in_class)
            case _:
                yield from facts(child, around, in_class=in_class)


def function(node: ast.FunctionDef, around: str, in_class: ast.ClassDef | str) -> Iterator[Fact]:
    yield Fact('any def', node.name, node.lineno, node.lineno)
    if isinstance(in_class, ast.ClassDef):
        yield from own(node, around)
    if node.name in SPECIAL:
        return
    kind = 'method' if isinstance(in_class, ast.ClassDef) else 'function'
    line = 0
    for decorator in node.decorator_list:
        plain = ast.unparse(decorator).partition('(')[0]
        if kind != 'function' and re.search(r'property$|\.(?:setter|getter|deleter)$', plain):
            kind, line = 'attribute', decorator.lineno
    yield Fact(kind, around + node.name, node.lineno, node.lineno, line)


def own(method: ast.FunctionDef, around: str) -> Iterator[Fact]:
    """Give the attributes that a method assigns to its first parameter."""
    names = method.args.posonlyargs + method.args.args
    if names and not any('static' in ast.unparse(name) for name in method.decorator_list):
        yield from assigned_to(names[0].arg, method, around)


def assigned_to(me: str, node: ast.AST, around: str) -> Iterator[Fact]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Assign | ast.AnnAssign):
            targets = child.targets if isinstance(child, ast.Assign) else [child.target]
            for part in (part for target in targets for part in ast.walk(target)):
                match part:
                    case ast.Attribute(value=ast.Name(id=name), ctx=ast.Store()) if name == me:
                        yield Fact('attribute', around + part.attr, part.lineno, child.lineno)
        elif isinstance(child, ast.FunctionDef) and me in [name.arg for name in child.args.args]:
            pass  # another object of the same name
        elif not isinstance(child, ast.ClassDef):
            yield from assigned_to(me, child, around)


def from_import(node: ast.ImportFrom) -> Iterator[Fact]:
    if node.module:
        yield Fact('import', node.module, node.lineno, node.lineno)
    for alias in node.names:
        if alias.name != '*':
            name = f'{node.module}.{alias.name}' if node.module else alias.name
            yield Fact('import', name, alias.lineno, node.lineno)


def assignment(
    node: ast.Assign | ast.AnnAssign, around: str, in_class: ast.ClassDef | str
) -> Iterator[Fact]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    names = [
        name
        for target in targets
        for name in ast.walk(target)
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
    ]
    maker = ast.unparse(node.value.func).split('.')[-1] if isinstance(node.value, ast.Call) else ''
    bases = [ast.unparse(base) for base in in_class.bases] if in_class != MODULE else []
    in_enum = any(base.endswith(('Enum', 'Flag')) for base in bases) and node.value is not None
    for name in names:
        if maker in _CLASSES:
            kind = 'class'
        elif maker in _TYPES or 'TypeAlias' in ast.unparse(getattr(node, 'annotation', name)):
            continue
        elif _UPPER.fullmatch(name.id) or (in_enum and not name.id.startswith('_')):
            kind = 'constant'
        elif name.id in SPECIAL or in_class == MODULE:
            continue
        else:
            kind = 'attribute'
        yield Fact(kind, around + name.id, name.lineno, node.lineno)
