"""Figures of the structure: ``python tests/structure.py``."""

import ast
import re
import sys
import tempfile
from pathlib import Path

import project

PACKAGE = project.REPOSITORY / 'sphinxcontrib_kwindex'
DOCUMENTS = {
    'index.rst': 'Start\n=====\n\n.. toctree::\n\n   a\n   b\n   kwindex/index\n',
    'a.rst': 'A\n=\n\n.. py:class:: Client\n\n   Talks.\n\n.. kwindex::\n',
    'b.rst': 'B\n=\n\n:kw:ref:`Client`, ``a_name``.\n\n.. code-block:: python\n\n   Client()\n',
}

#: classes of Sphinx and docutils whose attributes a module may replace
FOREIGN = re.compile(r'[A-Z]\w*(?:Domain|Builder|Translator|Environment|Directive)\b|sphinx\.')
#: a private attribute of a foreign object
PRIVATE = re.compile(r'\b([A-Z]\w*|config|builder|env|app)\.(_[a-z]\w+).*noqa:.*SLF001')


def lines_of(paths):
    """Count the lines of files."""
    return sum(len(path.read_text(encoding='utf-8').splitlines()) for path in paths)


def tree_of(path):
    return ast.parse(path.read_text(encoding='utf-8'))


def private_uses(modules):
    """Yield where a private name of Sphinx or docutils is used, or an attribute of it is set."""
    for path in modules:
        name, seen = path.relative_to(PACKAGE), set()
        for number, line in enumerate(path.read_text(encoding='utf-8').splitlines(), 1):
            if (found := PRIVATE.search(line)) and found[2] not in seen:
                seen.add(found[2])
                yield f'{name}:{number}: {found[1]}.{found[2]}'
        assigned = (n for n in ast.walk(tree_of(path)) if isinstance(n, ast.Assign))
        for target in (target for node in assigned for target in node.targets):
            text = ast.unparse(target)
            is_attribute = isinstance(target, ast.Attribute) and target.attr not in seen
            if is_attribute and FOREIGN.match(text):
                yield f'{name}:{target.lineno}: {text} is replaced'


def runs(folder):
    """Return the functions and modules that run in the handlers of ``env-get-updated``."""
    functions = set()

    def profile(frame, event, _argument):
        file = frame.f_code.co_filename
        if event == 'call' and file.startswith(f'{PACKAGE}/'):
            functions.add((file, frame.f_code.co_qualname))

    def observe(app):
        emit = app.events.emit

        def emitted(name, *arguments, **options):
            if name != 'env-get-updated':
                return emit(name, *arguments, **options)
            sys.setprofile(profile)
            try:
                return emit(name, *arguments, **options)
            finally:
                sys.setprofile(None)

        app.events.emit = emitted

    source = folder / 'source'
    source.mkdir()
    conf = f'{project.CONF}\n\ndef setup(app):\n    import structure\n    structure.observe(app)\n'
    project.write(source, {'conf.py': conf, **DOCUMENTS})
    sys.modules['structure'] = sys.modules[__name__]
    sys.modules['structure'].observe = observe
    project.build(source, folder / 'out', folder / 'doctrees')
    return functions


def main():
    """Print a table."""
    modules = sorted(PACKAGE.rglob('*.py'))
    other = [p for p in modules if p.relative_to(PACKAGE).parts[0] not in {'extract', 'check'}]
    private = list(private_uses(modules))
    setup = (PACKAGE / '__init__.py').read_text(encoding='utf-8')
    with tempfile.TemporaryDirectory() as folder:
        functions = runs(Path(folder))
    tests = [p for p in project.TESTS.rglob('*.py') if 'roots' not in p.parts]
    figures = {
        'modules': len(modules),
        'modules at the root': len(list(PACKAGE.glob('*.py'))),
        'lines of the package': lines_of(modules),
        'lines outside of extract and check': lines_of(other),
        'places where Sphinx is replaced or reached into': len(private),
        'app.connect': setup.count('app.connect('),
        'functions in env-get-updated for 3 documents': len(functions),
        'modules in env-get-updated for 3 documents': len({file for file, _name in functions}),
        'lines of tests': lines_of(tests),
    }
    for name, number in figures.items():
        print(f'{number:7,}  {name}')
    print(*private, sep='\n')


if __name__ == '__main__':
    main()
