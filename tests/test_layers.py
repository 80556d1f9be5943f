"""Layers of the package: a module imports from lower layers only, and most know no Sphinx."""

from __future__ import annotations

import ast
from functools import cache

import pytest
from project import REPOSITORY

PACKAGE = 'sphinxcontrib_kwindex'

#: from the lowest to the highest; a package is one layer
LAYERS = [
    'model', 'extract', 'i18n', 'patterns', 'config', 'records', 'index', 'directive', 'collect',
    'pages', 'domain', 'render', 'incremental', 'html', 'export', 'diagnostics',
    'suggestions', 'check', 'cli', '__init__', '__main__',
]  # fmt: skip

#: these know neither Sphinx nor docutils, by themselves or by what they import
PURE = (
    'model', 'records', 'extract', 'cli', 'check.changes', 'check.revisions', 'index.collation',
    'index.entries', 'index.links', 'index.matching', 'index.ranking', 'index.resolve',
    'index.traits', 'index.versions', 'pages.pagination', 'pages.view', 'render.code_host',
)  # fmt: skip

MODULES = {
    '.'.join(path.relative_to(REPOSITORY).with_suffix('').parts).removesuffix('.__init__'): path
    for path in (REPOSITORY / PACKAGE).rglob('*.py')
}


def layer(module):
    name = module.removeprefix(PACKAGE).removeprefix('.').partition('.')[0]
    return LAYERS.index(name or '__init__')


def is_typing(node):
    return isinstance(node, ast.If) and ast.unparse(node.test) == 'TYPE_CHECKING'


def imports(nodes, *, typing, functions):
    """Yield what is imported, also for types alone and by functions."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f'{node.module}.{alias.name}' for alias in node.names)
        elif (typing or not is_typing(node)) and (
            functions or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ):
            children = ast.iter_child_nodes(node)
            yield from imports(children, typing=typing, functions=functions)


@cache
def imported(module, *, typing=True, functions=True):
    """Return the modules that a module imports; those of others as they are written."""
    tree = ast.parse(MODULES[module].read_text(encoding='utf-8'))
    names = imports(tree.body, typing=typing, functions=functions)
    return {name if name in MODULES else name.rpartition('.')[0] or name for name in names}


@pytest.mark.parametrize('module', sorted(MODULES))
def test_a_module_imports_from_no_higher_layer(module):
    """The package itself has the version: it imports nothing but within ``setup``."""
    ours = imported(module) & MODULES.keys() - {PACKAGE}
    assert [name for name in sorted(ours) if layer(name) > layer(module)] == []


def test_the_package_itself_imports_nothing():
    assert imported(PACKAGE, typing=False, functions=False) <= {'__future__', 'functools', 'typing'}


def test_there_is_no_cycle_of_modules():
    done, open_ = set(), []

    def visit(module):
        assert module not in open_, f'a cycle: {[*open_, module]}'
        if module not in done:
            open_.append(module)
            for name in imported(module, typing=False, functions=False) & MODULES.keys():
                visit(name)
            done.add(open_.pop())

    for module in MODULES:
        visit(module)


@pytest.mark.parametrize('name', PURE)
def test_it_knows_no_sphinx(name):
    beginning = f'{PACKAGE}.{name}'
    pending = {m for m in MODULES if m == beginning or m.startswith(f'{beginning}.')}
    assert pending
    seen = set()
    while pending:
        module = pending.pop()
        seen.add(module)
        names = imported(module, typing=False, functions=False)
        assert [n for n in names if n.partition('.')[0] in {'sphinx', 'docutils'}] == [], module
        packages = {m.rpartition('.')[0] for m in names & MODULES.keys()}
        pending |= (names | packages) & MODULES.keys() - seen
