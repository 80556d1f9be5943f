"""What is wrong with the configuration: named at once, with what to write, and put right."""

from __future__ import annotations

import difflib
import math
import posixpath
import re
import sys
from typing import TYPE_CHECKING, Any, Final

from sphinxcontrib_kwindex.config import FINDINGS, OPTIONS, PAGES, extractors_of, forget_extractors
from sphinxcontrib_kwindex.messages import Trouble, warn
from sphinxcontrib_kwindex.model import Kind
from sphinxcontrib_kwindex.patterns import what_is_wrong_with

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from sphinx.application import Sphinx
    from sphinx.config import Config

    #: what is right of a value, and what is to be said of the rest
    _Checked = tuple[Any, list[str]]

_OURS: Final = ('kwindex_', 'kwcheck_')

#: how many bytes a name of a file may have, and the folder too, lest its pages have none
_LONGEST: Final = 255

#: what may be a file in an output directory, or beside doctrees: those of any builder and of most
#: extensions have a suffix of letters, or begin with a dot
_FILE: Final = re.compile(r'\.[^.].*|[^.].*\.[a-z]+', re.DOTALL | re.IGNORECASE)

#: what to call values of a type, by the first type of an option
_SHAPES: Final[Mapping[type, str]] = {
    str: 'text',
    int: 'number',
    bool: 'truth value',
    list: 'list of texts',
    dict: 'dictionary of texts',
}


def check(app: Sphinx, config: Config) -> None:
    """Warn of values that nothing reads, and of values that make no sense; put these right."""
    for name in sorted(config._raw_config):  # noqa: SLF001  Sphinx passes over what it does not know
        if name.startswith(_OURS) and name not in config:
            warn(Trouble.UNKNOWN_CONFIG, _unknown(name))
    for name in OPTIONS:
        value, wrong = _well_typed(name, config[name])
        if name in _CHECKS:
            value, more = _CHECKS[name](value)
            wrong += more
        setattr(config, name, value)
        for message in wrong:
            warn(Trouble.BAD_CONFIG, f'conf.py: {name}: {message}')
    _leave_to_sphinx(app, config)
    forget_extractors()
    extractors_of(config)  # so that what cannot be imported is named at once


def _leave_to_sphinx(app: Sphinx, config: Config) -> None:
    """Keep our folder from being that of a page of Sphinx: ``dirhtml`` makes a folder of each."""
    root, default = config.kwindex_root, OPTIONS['kwindex_root'].default
    added = app.registry.domain_indices
    indices = {
        f'{domain.name}-{index.name}'
        for domain in app.registry.domains.values()
        for index in [*domain.indices, *added.get(domain.name, [])]
    }
    if root.casefold() in {'genindex', 'search'} | indices:
        config.kwindex_root = default
        message = f'{root!r} is the name of a page that Sphinx makes: {default!r} is used.'
        warn(Trouble.BAD_CONFIG, f'conf.py: kwindex_root: {message}')


def _unknown(name: str) -> str:
    ours, _underscore, word = name.partition('_')
    words = {option.partition('_')[2]: option for option in OPTIONS if option.startswith(ours)}
    near = difflib.get_close_matches(word, words, 1)
    hint = f' Did you mean {words[near[0]]!r}?' if near else ''
    return f'conf.py: there is no configuration value {name!r}.{hint}'


def _well_typed(name: str, given: Any) -> _Checked:  # noqa: ANN401  anything may be given
    """Insist on the types of an option; of lists and dictionaries, keep what is text."""
    types, default = OPTIONS[name].types, OPTIONS[name].default
    shape = _SHAPES[types[0]]
    if not isinstance(given, types) or (isinstance(given, bool) and bool not in types):
        instead = [given] if isinstance(given, str) and list in types else default
        return default, [f'{_shown(given)} is no {shape}: write something like {instead!r}.']
    if isinstance(given, str) and not _is_text(given):
        return default, [f'{given!r} cannot be written: write something like {default!r}.']
    bad = sorted(': '.join(map(_shown, item)) for item in _items(given) if not _are_texts(item))
    wrong = [f'{item} is left out: write a {shape}.' for item in bad]
    return _texts(given) if bad else given, wrong


def _items(given: Any) -> Iterable[tuple[Any, ...]]:  # noqa: ANN401  anything may be given
    """Give what is in a list or dictionary: items alone, pairs of key and value."""
    if isinstance(given, dict):
        return given.items()
    return [(item,) for item in given] if isinstance(given, (list, tuple, set)) else []


def _texts(given: Any) -> Any:  # noqa: ANN401  anything may be given
    """Give what in a list or dictionary is text."""
    good = filter(_are_texts, _items(given))
    return dict(good) if isinstance(given, dict) else [item for (item,) in good]


def _are_texts(given: Iterable[Any]) -> bool:
    return all(map(_is_text, given))


def _is_text(given: Any) -> bool:  # noqa: ANN401  anything may be given
    """Tell whether this can be written to a file; half of a character cannot."""
    return isinstance(given, str) and given == given.encode(errors='ignore').decode()


def _shown(given: Any) -> str:  # noqa: ANN401  anything may be given
    """Show a value, also one that Python does not, such as a number of thousands of digits."""
    try:
        return repr(given)
    except Exception:  # noqa: BLE001  a value may be of a class of its own
        return f'what cannot be shown, of type {type(given).__name__},'


def _only(known: Iterable[str]) -> Callable[[Collection[str]], _Checked]:
    """Drop what is not one of the known words."""
    words = [str(word) for word in known]

    def check_value(given: Collection[str]) -> tuple[list[str], list[str]]:
        unknown = sorted(set(given) - set(words))
        good = [word for word in words if word in given]
        return good, [_no_such(word, words) for word in unknown]

    return check_value


def _no_such(word: str, words: list[str]) -> str:
    near = difflib.get_close_matches(word, words, 1)
    hint = f' Did you mean {near[0]!r}?' if near else ''
    return f'there is no {word!r}, only {", ".join(words)}.{hint}'


def _root(given: str) -> tuple[str, list[str]]:
    """Insist on a folder within the source directory."""
    default: str = OPTIONS['kwindex_root'].default
    root = posixpath.normpath(given.strip('/') or default)
    if root == '.' or root.split('/')[0] == '..' or '\0' in root:
        return default, [f'{given!r} is no folder below the source directory: {default!r} is used.']
    if len(root.encode()) > _LONGEST:
        return default, [f'more than {_LONGEST} bytes are too many: {default!r} is used.']
    parts = root.split('/')
    if any(map(_FILE.fullmatch, parts if root.startswith('_') else parts[:1])):
        return default, [f'{root!r} may be a file that Sphinx writes: {default!r} is used.']
    return root, []


def _file(given: str) -> tuple[str, list[str]]:
    """Insist on what may be the name of a file."""
    if '\0' in given or any(len(part.encode()) > _LONGEST for part in given.split('/')):
        return '', [f'{given!r} cannot be the name of a file.']
    return given, []


def _globs(given: Collection[str]) -> tuple[Collection[str], list[str]]:
    """Drop what is no pattern of docnames."""
    bad = {pattern: error for pattern in given if (error := what_is_wrong_with(pattern))}
    wrong = [f'{pattern!r} is left out: {bad[pattern]}.' for pattern in sorted(bad)]
    return [pattern for pattern in given if pattern not in bad] if bad else given, wrong


def _size(given: int) -> tuple[int, list[str]]:
    """Insist on a number of entries."""
    if not 0 <= given <= sys.maxsize:
        wrong = f'{_shown(given)} is no number of keywords: write 0 for pages without limit.'
        return 0, [wrong]
    return given, []


def _threshold(given: float) -> tuple[float, list[str]]:
    """Insist on a number with which scores can be compared, and which JSON has."""
    default: int = OPTIONS['kwindex_threshold'].default
    try:
        what = '' if math.isfinite(given) else str(given)
    except OverflowError:
        what = 'so great a number'
    if what:
        return default, [f'{what} is no score: write something like {default}.']
    return given, []


def _url(given: str) -> tuple[str, list[str]]:
    """Insist on a place for the path."""
    if given and '{path}' not in given:
        return '', [f'{given!r} leads to one file for all: write {{path}} where they differ.']
    return given, []


def _patterns(given: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """Drop what is no regular expression, or no replacement for its groups."""
    good, wrong = {}, []
    for pattern, replacement in given.items():
        try:
            re.sub(pattern, replacement, '')
        except (re.error, IndexError, TypeError) as error:
            wrong.append(f'{pattern!r}: {replacement!r} is left out: {error}.')
        else:
            good[pattern] = replacement
    return good, wrong


_CHECKS: Final[Mapping[str, Callable[[Any], _Checked]]] = {
    'kwindex_root': _root,
    'kwindex_pages': _only(PAGES),
    'kwindex_exclude': _globs,
    'kwindex_kinds': _only(Kind),
    'kwindex_page_size': _size,
    'kwindex_threshold': _threshold,
    'kwindex_source_url': _url,
    'kwindex_source_path': _patterns,
    'kwcheck_baseline': _file,
    'kwcheck_findings': _only([*FINDINGS, 'unmentioned']),
}
