"""Cases as data: a code, and all that is found in it, a line each."""

from pathlib import Path

from sphinxcontrib_kwindex.model import Usage

CASES = Path(__file__).with_name('cases')
_RULE = '=====\n'


def case(language):
    """Return a code of a language, and the listing of what is in it, as read by a person."""
    code, _, expected = (CASES / f'{language}.txt').read_text().partition(_RULE)
    return code, expected.splitlines()


def listing(found):
    """List what was found: ``2 definition class: Shop (times) = What it is.``"""
    return [_line(one) for one in found if one.usage is not Usage.ALIAS]


def aliases(found):
    """Tell what names stand for in what follows a code: ``shop = Shop``."""
    return [f'{one.name} = {one.definition}' for one in found if one.usage is Usage.ALIAS]


def names(found, *usages):
    """Name what was found of some usages: ``class Shop``."""
    return [f'{one.kind} {one.name}' for one in found if one.usage in usages]


def _line(one):
    times = f' ({one.times})' if one.times > 1 else ''
    text = f' = {one.definition}' if one.definition else ''
    return f'{one.line} {one.usage} {one.kind}: {one.name}{times}{text}'
