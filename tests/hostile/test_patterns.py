"""Each regular expression of the package takes a time that grows with the length of a text.

Each is tried on repetitions of what it looks for itself: the characters in it, in pairs, and after
what it begins with. What a pattern does to short texts only is no danger: those are listed, with
what limits their texts.
"""

import dataclasses
import importlib
import itertools
import pkgutil
import random
import re
import time
from pathlib import Path
from re import _parser

import pytest

import sphinxcontrib_kwindex

PACKAGE = Path(sphinxcontrib_kwindex.__file__).parent

#: so many characters, and four times as many
LENGTH = 750
#: CPU time of the longer text, which a square cannot do with on any machine
SECONDS = 0.002
#: four times the text may take so many times the time; its square would take sixteen
RATIO = 8
#: so often must it seem to take too long
ATTEMPTS = 5

#: patterns that see no text longer than this -> why
SHORT = {
    'check.judge._PLACEHOLDER': 'names of at most 256 characters',
    'check.past._CHANGE_TITLE': 'titles are of one line',
    'collect.code_blocks._OWNER': 'names of at most 256 characters',
    'extract.names._CALL': 'names of at most 256 characters',
    'extract.names._OPERATOR_CALL': 'names of at most 256 characters',
    'extract.names._SETTING': 'names of at most 256 characters',
    'extract.names._SUFFIX': 'names of at most 256 characters',
    'extract.c_family.statement_parser._LAST_NAME': 'the last 300 characters of a head',
    'extract.c_family._TYPE': 'the last 300 characters of a head',
    'extract.literals._ASSIGNMENT': 'literals of at most 200 characters',
    'extract.literals._CHAIN': 'literals of at most 200 characters',
    'extract.literals._NOUNS_BEFORE': 'the last 60 characters of a text',
    'extract.literals._OPTION_WITH_VALUE': 'literals of at most 200 characters',
    'extract.literals._PAIR': 'literals of at most 200 characters',
    'extract.literals._RENAMED': 'literals of at most 200 characters',
    'extract.literals._SUBSCRIPT': 'literals of at most 200 characters',
    'extract.prose._ABBREVIATION': 'what stands in brackets: at most 120 characters',
}


def containers(value):
    """Give all patterns in a value."""
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict):
        yield from itertools.chain.from_iterable(map(containers, value.values()))
    elif isinstance(value, (tuple, list, frozenset, set)):
        yield from itertools.chain.from_iterable(map(containers, value))
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from containers(getattr(value, field.name))


def patterns():
    found = {}
    package = sphinxcontrib_kwindex
    for module in pkgutil.walk_packages(package.__path__, f'{package.__name__}.'):
        if module.name.endswith('__main__'):
            continue
        for name, value in vars(importlib.import_module(module.name)).items():
            for number, pattern in enumerate(containers(value)):
                known = f'{module.name.removeprefix("sphinxcontrib_kwindex.")}.{name}'
                found.setdefault(pattern, (known, number))
    return {
        f'{name}-{number}' if number else name: pattern
        for pattern, (name, number) in found.items()
        if isinstance(pattern.pattern, str)
    }


PATTERNS = patterns()
#: some character of each class
CLASSES = {
    'CATEGORY_WORD': 'a', 'CATEGORY_SPACE': ' ', 'CATEGORY_DIGIT': '0', 'CATEGORY_NOT_WORD': '-',
    'CATEGORY_NOT_SPACE': 'a', 'CATEGORY_NOT_DIGIT': 'a',
}  # fmt: skip


def alphabet(pattern):
    """Give characters that a pattern looks for, and one that it does not."""
    found = dict.fromkeys('a\n ')
    todo = [_parser.parse(pattern.pattern, pattern.flags)]
    while todo:
        for operation, argument in todo.pop():
            word = str(operation)
            if word in {'LITERAL', 'NOT_LITERAL'}:
                found[chr(argument)] = None
            elif word == 'RANGE':
                found[chr(argument[0])] = None
            elif word == 'CATEGORY':
                found[CLASSES.get(str(argument), 'a')] = None
            elif word == 'IN':
                todo.append(argument)
            else:
                parts = argument if isinstance(argument, (tuple, list)) else (argument,)
                todo += [part for part in parts if isinstance(part, _parser.SubPattern)]
                todo += [b for part in parts if isinstance(part, list) for b in part]
    return [*found][:16]


def inputs(pattern):
    """Give pieces to repeat, and what stands before and behind them."""
    signs = alphabet(pattern)
    pairs = [a + b for a, b in itertools.permutations(signs, 2)]
    random.Random(ascii(pattern.pattern)).shuffle(pairs)
    pieces = [*signs, *pairs[:40]]
    start = ''.join(signs[3:5])
    yield from ((before, piece) for piece in pieces for before in ('', start))


def seconds(function, text):
    begin = time.process_time()
    function(text)
    return time.process_time() - begin


def uses(name, pattern):
    """Give what is done with a pattern: to search a text is more than to match its beginning."""
    module, _dot, variable = name.partition('-')[0].rpartition('.')
    own = PACKAGE.joinpath(*module.split('.')).with_suffix('.py')
    own = own if own.is_file() else own.with_suffix('') / '__init__.py'
    files = [own] if variable.startswith('_') else PACKAGE.rglob('*.py')
    text = ''.join(file.read_text(encoding='utf-8') for file in files if file.is_file())
    done = set(re.findall(rf'\b{variable}(?:\[.*?\])?\.(\w+)\b', text))
    if done and done <= {'match', 'fullmatch'}:
        return [getattr(pattern, method) for method in sorted(done)]
    return [lambda text: sum(1 for _ in pattern.finditer(text)), pattern.fullmatch]


def is_slow(function, before, piece):
    """Tell whether it is slow again and again: a busy machine is so for a moment."""
    long = before + piece * (4 * LENGTH // len(piece)) + '\x00'
    short = before + piece * (LENGTH // len(piece)) + '\x00'
    return seconds(function, long) >= SECONDS and all(
        takes_too_long(function, short, long) for _ in range(ATTEMPTS)
    )


def takes_too_long(function, short, long):
    times = [(seconds(function, short), seconds(function, long)) for _ in range(3)]
    quarter, whole = map(min, zip(*times, strict=True))
    return whole > max(SECONDS, RATIO * quarter)


@pytest.mark.parametrize('name', PATTERNS)
def test_a_pattern_is_linear(name):
    pattern = PATTERNS[name]
    slow = (
        (before, piece)
        for function in uses(name, pattern)
        for before, piece in inputs(pattern)
        if is_slow(function, before, piece)
    )
    assert name in SHORT or next(slow, None) is None


def test_a_quadratic_pattern_is_found():
    pattern = re.compile(r'(\w+)\s*\(')
    assert any(is_slow(uses('.none', pattern)[0], *texts) for texts in inputs(pattern))


def test_only_patterns_that_exist_are_excused():
    assert SHORT.keys() <= PATTERNS.keys()
