"""Measure the suggestions in warnings about missing references.

``suggestions.py SOURCE [--doctrees FOLDER]`` reads a documentation, draws 200 of its objects, and
breaks a reference to each of them. It prints how many warnings of Sphinx suggest the object
(right), and nothing else (alone), how many suggest nothing, and how many references have two
warnings. Then it prints the processor time of a look-up. ``--misses`` lists what is not suggested.
``FOLDER`` keeps the environment for the next time.

A fifth of the objects each: one letter left out, two neighbours swapped, another module (the part
before the last), another case, and another first part. What still resolves after that, and what has
no module or no other case, is drawn again. A few names that do not exist anywhere follow: nothing
should be suggested for them.
"""

from __future__ import annotations

import argparse
import pickle
import random
import re
import statistics
import tempfile
import time
from collections import Counter
from contextlib import contextmanager, suppress
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from docutils.utils import new_document
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.errors import NoUri
from sphinx.transforms.post_transforms import ReferencesResolver
from sphinx.util.docutils import docutils_namespace, patch_docutils

from sphinxcontrib_kwindex.pages.roles import role_of
from sphinxcontrib_kwindex.suggestions import EVENT, Names, Parts, Suggester, objects_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DRAWN = 200
#: among so many names the time is measured
NAMES = 30_000
SEED = 20261120
#: names of another project, and words
FOREIGN = [
    ('py', 'class', name) for name in (
        'collections.OrderedDict', 'numpy.ndarray', 'argparse.Namespace', 'pathlib.PurePosixPath',
        'T', 'torch.nn.Module', 'requests.Session', 'subprocess.Popen', 'pandas.DataFrame', 'K',
        'typing.Annotated', 'zipfile.ZipFile', 'threading.Thread', 'socket.socket',
        'decimal.Decimal',
    )
] + [
    ('std', 'ref', name) for name in (
        'quantum-flux', 'zebra', 'how-to-fly', 'kubernetes operator', 'installing-on-mars',
    )
]  # fmt: skip
_LAST = re.compile(r'(?:^|::|[./#:])([^./#:]+)$')


def _letter_left_out(name: str, lot: random.Random) -> str:
    at = lot.choice([i for i, letter in enumerate(name) if letter.isalnum()])
    return name[:at] + name[at + 1 :]


def _neighbours_swapped(name: str, lot: random.Random) -> str:
    at = lot.randrange(len(name) - 1)
    return name[:at] + name[at + 1] + name[at] + name[at + 2 :]


def _other_module(name: str, lot: random.Random) -> str:
    before, separator, last = name.rpartition('.')
    parts = before.split('.')
    parts[-1] = lot.choice(['helpers', 'core', 'legacy', 'base', 'contrib'])
    return '.'.join(parts) + separator + last if separator else name


def _other_case(name: str, lot: random.Random) -> str:
    start = _LAST.search(name).start(1) if _LAST.search(name) else 0
    last = name[start:]
    return name[:start] + lot.choice([last.swapcase(), last.title(), last.lower()])


def _renamed_prefix(name: str, lot: random.Random) -> str:
    match = re.match(r'[^-./:_ ]+(?=[-./:_ ]+\w)', name)
    first = lot.choice(['new', 'old', 'project', 'reference'])
    return first + name[match.end() :] if match else name


BREAKS: dict[str, Callable[[str, random.Random], str]] = {
    'letter left out': _letter_left_out,
    'neighbours swapped': _neighbours_swapped,
    'other module': _other_module,
    'other case': _other_case,
    'renamed prefix': _renamed_prefix,
}


@contextmanager
def application(source: Path, folder: Path) -> Iterator[tuple[Sphinx, StringIO]]:
    """Yield a Sphinx that has read a documentation, and its warnings."""
    warnings = StringIO()
    with patch_docutils(), docutils_namespace():
        app = Sphinx(
            source, source, folder / 'out', folder, 'dummy', status=None, warning=warnings,
            confoverrides={'nitpicky': True, 'intersphinx_mapping': {}},
        )  # fmt: skip
        if 'sphinxcontrib_kwindex' not in app.extensions:
            app.connect(EVENT, Suggester().suggest, priority=400)
        app.builder.read()
        (folder / 'environment.pickle').write_bytes(pickle.dumps(app.env))
        yield app, warnings


def reference(domain: str, role: str, target: str, docname: str) -> pending_xref:
    """Return a reference as the roles of Sphinx leave it."""
    if (domain, role) == ('std', 'doc'):
        target = f'/{target}'
    elif (domain, role) == ('std', 'option'):
        target = target.replace('.-', ' -', 1)
    elif role == 'ref':
        target = target.lower()
    node = pending_xref(
        '', nodes.inline('', target), refdomain=domain, reftype=role, reftarget=target,
        refexplicit=True, refwarn=True, refdoc=docname,
    )  # fmt: skip
    node.source, node.line = 'x.rst', 1
    return node


def warning(app: Sphinx, warnings: StringIO, node: pending_xref) -> str:
    """Return what Sphinx says about a reference."""
    warnings.seek(0)
    warnings.truncate()
    document = new_document('x.rst')
    document.settings.env = app.env
    document += nodes.paragraph('', '', node)
    ReferencesResolver(document).run()
    return warnings.getvalue()


def broken(app: Sphinx, lot: random.Random) -> Iterator[tuple[str, str, pending_xref, str]]:
    """Yield how a reference is broken, its role, itself and what it meant."""
    objects = sorted(objects_of(app.env))
    documents = sorted(app.env.all_docs)
    for how, change in BREAKS.items():
        found = 0
        while found < DRAWN // len(BREAKS):
            name, domain, objtype, *_ = lot.choice(objects)
            role = role_of(app.env.domains[domain], objtype)
            target = change(name, lot)
            node = reference(domain, role, target, lot.choice(documents))
            if target == name or (role == 'ref' and target.lower() == name):
                continue
            resolver = app.env.domains[domain].resolve_xref
            with suppress(NoUri):  # the domain has warned by itself
                if not resolver(
                    app.env, node['refdoc'], app.builder, role, node['reftarget'], node, node[0]
                ):
                    found += 1
                    meant = reference(domain, role, name, '')['reftarget']
                    yield how, f'{domain}:{role}', node, meant


def look_ups(app: Sphinx, lot: random.Random) -> Iterator[float]:
    """Yield the milliseconds of processor time of look-ups among 30,000 names.

    Names made of words of the documentation are added to those there are.
    """
    suggester = Suggester()
    targets = [*objects_of(app.env)]
    words = [word for target in targets for word in re.findall('[A-Za-z]+', target.name)]
    names = (
        f'{lot.choice(targets).name.rpartition(".")[0]}.{"_".join(lot.sample(words, 2))}'
        for _ in range(NAMES)
    )
    more = (lot.choice(targets)._replace(name=name, parts=Parts.of(name)) for name in names)
    suggester._names = Names([*targets, *more][:NAMES])
    for _how, _role, node, _meant in broken(app, lot):
        start = time.thread_time()
        suggester.suggest(app, app.env.domains.get(node['refdomain']), node)
        yield 1000 * (time.thread_time() - start)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition('\n')[0])
    parser.add_argument('source', type=Path)
    parser.add_argument('--doctrees', type=Path)
    parser.add_argument('--misses', action='store_true')
    options = parser.parse_args()
    folder = options.doctrees or Path(tempfile.mkdtemp())
    with application(options.source.resolve(), folder.resolve()) as (app, warnings):
        rows, misses = Counter(), []
        for how, role, node, meant in broken(app, random.Random(SEED)):
            said = warning(app, warnings, node)
            shown = re.findall(r"""(['"`])(.*?)\1""", said.partition('; did you mean ')[2])
            names = [name for _quote, name in shown]
            for group in (how, role, 'all'):
                rows[group, 'n'] += 1
                rows[group, 'right'] += meant in names
                rows[group, 'alone'] += names == [meant]
                rows[group, 'none'] += not names
                rows[group, 'second'] += said.count('WARNING') > 1
            if meant not in names:
                misses.append(f'{how:20} {meant}  {said.strip()}')
        width = max(len(group) for group, _ in rows)
        print(f'{"":{width}}    n  right  alone  none  twice')
        for group in dict.fromkeys(group for group, _ in rows):
            n, *counts = (rows[group, k] for k in ('n', 'right', 'alone', 'none', 'second'))
            shares = f'{counts[0] / n:6.2f} {counts[1] / n:6.2f} {counts[2]:5} {counts[3]:6}'
            print(f'{group:{width}} {n:4} {shares}')
        foreign = [warning(app, warnings, reference(*each, 'index')) for each in FOREIGN]
        wrong = [said.strip() for said in foreign if 'did you mean' in said]
        print(f'names that do not exist: {len(wrong)} of {len(FOREIGN)} have a suggestion')
        print(*wrong, sep='\n')
        times = [*look_ups(app, random.Random(SEED))]
        print(
            f'a look-up among {NAMES:,} names: median {statistics.median(times):.2f} ms, '
            f'95 % below {statistics.quantiles(times, n=20)[-1]:.2f} ms, at most {max(times):.2f}'
        )
        if options.misses:
            print(*misses, sep='\n')


if __name__ == '__main__':
    main()
