"""Notes about versions: those of Sphinx's changeset domain against those of an export.

    python tests/quality/changes.py DOCTREES EXPORT [NUMBER]

Prints how many of the notes in objects have the right object and version, all that do not, and a
drawn NUMBER of the others, to be checked by hand. ``PYTHONPATH`` must have the extensions of the
documentation, since its environment is unpickled.
"""

import json
import pickle
import random
import re
import sys
from collections import defaultdict
from pathlib import Path

STATUS = {'versionadded': 'new', 'versionchanged': 'changed', 'versionremoved': 'removed'}
#: the declared name in C: "int (*name)(void)", "int name[]"
POINTER = re.compile(r'[^(]*\(\*(\w+)\)')
DECLARED = re.compile(r'([\w.]+)\s*(?:\(|\[|$)')
#: what a command has beside its name: "l(ist) [first]"
BESIDE = re.compile(r'[()]|[ [].*')


def names_of(described):
    """Return the names that the domain of an object may mean by its description."""
    text = described[0] if isinstance(described, tuple) else str(described)
    found = POINTER.match(text) or DECLARED.search(text)
    return {text, text.partition(' ')[0].partition('(')[0], found[1] if found else ''} - {''}


def is_same(name, names):
    ends = tuple(f'{sign}{one}' for one in names for sign in '. ')
    return f' {name}'.endswith(ends) or BESIDE.sub('', name) in names


def noted(export):
    """Return name, status and part of each note in an export, by document and version."""
    found = defaultdict(list)
    for line in Path(export, 'records.jsonl').read_text(encoding='utf-8').split('\n')[:-1]:
        record = json.loads(line)
        for one in record.get('changes', ()):
            note = record['name'], one['status'], one.get('part', '')
            found[record['document'], one['version']].append(note)
    return found


def main(doctrees, export, number=0):
    env = pickle.loads(Path(doctrees, 'environment.pickle').read_bytes())
    found, right, wrong, outside = noted(export), [], [], 0
    for versions, changes in env.domaindata['changeset']['changes'].items():
        version = versions if isinstance(versions, str) else versions[0]
        for one in changes:
            if not one.descname:
                outside += 1
                continue
            status, names = STATUS.get(one.type, 'deprecated'), names_of(one.descname)
            notes = [note for note in found[one.docname, version] if note[1] == status]
            same = [note for note in notes if is_same(note[0], names)]
            line = f'{one.docname}:{one.lineno} {one.type} {version}'
            (right if same else wrong).append((line, str(one.descname)[:60], same or notes))
    print(f'in objects: {len(right)} of {len(right) + len(wrong)}; others: {outside}')
    for line in [*wrong, *random.Random(22).sample(right, min(int(number), len(right)))]:
        print(*line, sep=' | ')


if __name__ == '__main__':
    main(*sys.argv[1:])
