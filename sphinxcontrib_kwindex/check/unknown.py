"""Names that are written as code of the project, and that are nowhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sphinxcontrib_kwindex.check import foreign
from sphinxcontrib_kwindex.check.known import SEPARATOR
from sphinxcontrib_kwindex.check.options import is_unknown_option, unknown_options
from sphinxcontrib_kwindex.check.sources import SCRIPTS
from sphinxcontrib_kwindex.collect.objects import guess_kind
from sphinxcontrib_kwindex.extract.languages import is_far_from_python
from sphinxcontrib_kwindex.extract.names import last_component
from sphinxcontrib_kwindex.extract.stopwords import is_noise
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from collections.abc import Set as AbstractSet

    from sphinx import addnodes

    from sphinxcontrib_kwindex.check.known import Known
    from sphinxcontrib_kwindex.check.occurrences import Page, Written

_QUALIFIED = re.compile(r'[^\W\d]\w*(?:(?:\.|::)[^\W\d]\w*)+')
#: "Gauge#read" in Ruby, "Acme\\Gauge" and "Gauge->level" in PHP
_OTHER_SEPARATORS = re.compile(r'(?<=\w)(?:#|->|\\)(?=[^\W\d])')
#: what ends so is a file or a host
_SUFFIXES = frozenset(
    str.split("""
    bat bib c cfg cls com conf cpp css csv db dev dist-info doctree egg-info env example exe gif gz
    h hpp html ini inv io ipynb jpeg jpg js json jsonl local lock log md mo net org pdf pickle png
    po pot pxd py pyc pyd pyi pyx rs rst sh so sql sqlite sty svg tar tex toml ts txt whl xml yaml
    yml zip
    """)
)
#: references by these roles are to something that is called
_REFERENCES = frozenset({'func', 'meth', 'function', 'method', 'class', 'exc'})
_CALL = re.compile(r'[\w.:]+\((.*)\)', re.DOTALL)
#: so short names are similar to any
_SHORT = 4
#: "get_X()", "my_func()": whoever writes so means any name
_ANY = re.compile(
    r'(?i:my|your|some|any|foo|bar|custom|example|test)_?\w*|\w+_(?:[A-Z]|xxx|XXX|foo|bar)|X+|xxx'
)

#: before any function of such a name: "your", "such as a", "like one or"; \\ufffc stands for code
_EXAMPLE = re.compile(
    r"""
    \b(?:an?|any|custom|called|like|my|named|our|own|some|such\s+as|their|your)\s+
      (?:[a-z-]+\s+)? (?:\ufffc,?\s+(?:and\s+|or\s+)?)*$
    | \b(?:e\.g\.|for\s+(?:example|instance)),?[^()]*$
    """,
    re.VERBOSE | re.IGNORECASE,
)
#: "as Postgres' ``f()``", "with the Redis ``f()``": somebody, but not at the begin of a sentence
_OWNER = re.compile(r"\S\s+[\"“(]?([A-Z][\w.-]*)(?:['’]s?)?\s+(?:function\s+|method\s+)?$")


class Sighting(NamedTuple):
    """A name that does not exist, and where it stands."""

    name: str
    #: as it stands in the file
    text: str
    line: int
    #: as docutils names it
    source: str
    #: it stands in a block of code, on just this line
    is_code: bool = False
    #: it is called by its name alone: an example in any document may define it
    is_call: bool = False


def unknown(
    page: Page, known: Known, resolves: Callable[[addnodes.pending_xref], bool]
) -> Iterator[Sighting]:
    """Give what is written as code of the project in a document, and is nowhere.

    Whether a reference leads anywhere, its domain knows best.
    """
    for one in page.written:
        if one.reference is not None:
            is_unknown = not resolves(one.reference) and _is_dead(one, one.reference, known, page)
        elif one.name.startswith('--'):
            is_unknown = is_unknown_option(one, page, known)
        else:
            is_unknown = _is_unknown(one, known, page.defined)
        if is_unknown:
            is_call = one.reference is None and one.name.isidentifier()
            yield Sighting(one.name, one.text, one.line, one.source, one.is_code, is_call)
    for option, command, line in unknown_options(page, known):
        yield Sighting(option, option, line, command.source, command.is_code)


def _is_unknown(one: Written, known: Known, defined: AbstractSet[str]) -> bool:
    if one.text.startswith('.') and SEPARATOR.split(one.name)[0] in known.tops:
        return False  # a hidden file
    name = _OTHER_SEPARATORS.sub('::', one.name.lstrip('\\'))
    if _QUALIFIED.fullmatch(name):
        is_example = SEPARATOR.split(name)[0] in defined
        is_far = is_far_from_python(one.language)
        is_lost = _is_own(name, known, is_far=is_far) and not _exists(name, one, known)
        return is_lost and not is_example and not _is_setting(one, name, known)
    call = _CALL.fullmatch(one.text)
    return (
        call is not None
        and not _is_of_others(one, known)
        and _is_lost(one.name, known, defined)
        and (
            _is_plain(call[1], known)
            or (len(one.name) > _SHORT and bool(known.nearest(one.name)))
        )
    )


def _exists(name: str, one: Written, known: Known) -> bool:
    """Tell whether there is such a name; scripts name what they import after its package."""
    rest = name.partition('.')[2] if one.language in SCRIPTS else ''
    return known.exists(name) or (bool(rest) and known.exists(rest))


def _is_of_others(one: Written, known: Known) -> bool:
    """Tell whether a call is by what is said before it, or by its shape, not one of the project."""
    owner = _OWNER.search(one.before)
    is_other = owner is not None and owner[1].casefold() not in known.own_names
    is_shouted = one.name.isupper() and not known.has_shouted
    return is_other or is_shouted or _EXAMPLE.search(one.before) is not None


def _is_setting(one: Written, name: str, known: Known) -> bool:
    """Tell whether a name may be a setting's: sources have its last part in quotes; or a prefix."""
    first, *rest = name.split('.')
    return len(rest) == 1 and first in known.tops and one.text == name and (
        rest[0] in known.sources.quoted or re.search('[^_]_$', name) is not None
    )


def _is_plain(arguments: str, known: Known) -> bool:
    """Tell whether a call is one of a function as such, where the functions are known.

    Any other may be one of an example, unless there is something of a similar name.
    """
    return bool(known.sources.definitions) and arguments.strip() in {'', '...', '…'}


def _is_own(name: str, known: Known, *, is_far: bool = False) -> bool:
    """Tell whether a qualified name is no file's and no host's, and begins as the project's."""
    first, *_rest, last = SEPARATOR.split(name)
    return (
        known.is_own(name, is_far=is_far)
        and last not in _SUFFIXES
        and guess_kind(name) is not Kind.FILE
        and (first in known.tops or not {first, last} <= foreign.names())
    )


def _is_lost(name: str, known: Known, defined: AbstractSet[str]) -> bool:
    """Tell whether nothing is called by a name alone, neither here nor elsewhere."""
    return name.isidentifier() and not (
        known.is_word(name)
        or name in defined
        or is_noise(name)
        or _ANY.fullmatch(name)
        or name in foreign.names()
    )


def _is_dead(one: Written, reference: addnodes.pending_xref, known: Known, page: Page) -> bool:
    """Tell whether a reference that leads nowhere is to something of the project."""
    if reference['reftype'] == 'option':
        return ':' not in one.name and not known.has_option(one.name.split()[-1])
    is_full = SEPARATOR.split(one.name)[0] in known.tops
    scopes = [s for s in _scopes(reference) if not (is_full or known.is_value(s))]
    if any(known.exists(name) for name in [one.name, *(f'{s}.{one.name}' for s in scopes)]):
        return False
    if _QUALIFIED.fullmatch(one.name) and _is_own(one.name, known):
        return True
    if 'refdoc' not in reference or reference['reftype'] == 'mod':
        return False  # the type of a parameter, or something that has a full name
    return _is_meant(one.name, reference, known) and _is_lost(
        last_component(one.name), known, page.defined
    )


def _is_meant(name: str, reference: addnodes.pending_xref, known: Known) -> bool:
    """Tell whether a reference by a part of a name is to the project, and not to another."""
    scopes = [scope for scope in _scopes(reference) if known.is_own(scope)]
    if reference.get('refspecific'):  # it begins with a dot
        return True
    if not _QUALIFIED.fullmatch(name):
        return name.isidentifier() and (reference['reftype'] in _REFERENCES or bool(scopes))
    first = SEPARATOR.split(name)[0]
    return first[0].isupper() or any(known.exists(f'{scope}.{first}') for scope in scopes)


def _scopes(reference: addnodes.pending_xref) -> Iterator[str]:
    """Give the scopes that a domain sets, the innermost first."""
    domain = reference['refdomain']
    module, cls = reference.get(f'{domain}:module') or '', reference.get(f'{domain}:class') or ''
    if cls:
        yield f'{module}.{cls}' if module else cls
    if module:
        yield module
