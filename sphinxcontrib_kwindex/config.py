"""Configuration values: one table, and the checks of what a ``conf.py`` says."""

from __future__ import annotations

import difflib
import posixpath
import re
from functools import lru_cache
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from sphinxcontrib_kwindex.i18n import WarningType, warn
from sphinxcontrib_kwindex.model import Kind
from sphinxcontrib_kwindex.patterns import pattern_error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sphinx.application import Sphinx
    from sphinx.config import Config

    from sphinxcontrib_kwindex.extract import Extractor


class Option(NamedTuple):
    """A configuration value: its default, what a change of it rebuilds, its types."""

    default: Any
    rebuild: Literal['env', 'html', '']
    types: tuple[type, ...]


#: the kinds of generated pages
PAGES: Final = ('index', 'glossary', 'documents', 'folders')

#: the checks of ``kwcheck``; the first four run by default
FINDINGS: Final = ('unknown', 'undefined', 'unused', 'spelling', 'unmentioned')

_LISTS: Final = (list, tuple, set)

OPTIONS: Final = {
    #: the folder of the generated pages
    'kwindex_root': Option('kwindex', 'env', (str,)),
    #: the kinds of pages to generate
    'kwindex_pages': Option(list(PAGES), 'env', _LISTS),
    #: patterns of docnames that are left out of the index
    'kwindex_exclude': Option([], 'env', _LISTS),
    #: the kinds of keywords to list
    'kwindex_kinds': Option([str(kind) for kind in Kind], '', _LISTS),
    #: how many keywords a page shows; a longer list is divided by first letters
    'kwindex_page_size': Option(5000, '', (int,)),
    #: the address of the original files, with ``{path}``
    'kwindex_source_url': Option('', '', (str,)),
    #: the paths of the original files: regular expression of docnames -> replacement
    'kwindex_source_path': Option({}, '', (dict,)),
    #: words that are never keywords
    'kwindex_stopwords': Option([], 'env', _LISTS),
    #: extractors of the project: language -> ``package.module:function``
    'kwindex_extractors': Option({}, 'env', (dict,)),
    #: names that are always listed
    'kwindex_keep': Option([], 'env', _LISTS),
    #: add the keywords to Sphinx's search and to ``objects.inv``
    'kwindex_objects': Option(default=False, rebuild='html', types=(bool,)),
    #: the sources whose definitions ``kwcheck`` knows: patterns of paths, relative to ``conf.py``
    'kwcheck_sources': Option([], '', _LISTS),
    #: the checks that ``kwcheck`` runs
    'kwcheck_findings': Option(list(FINDINGS[:4]), '', _LISTS),
    #: the file of accepted findings, relative to ``conf.py``
    'kwcheck_baseline': Option('', '', (str,)),
    #: accept all findings of this build
    'kwcheck_write_baseline': Option(default=False, rebuild='', types=(bool,)),
}

_CHOICES: Final = {
    'kwindex_pages': PAGES,
    'kwindex_kinds': tuple(str(kind) for kind in Kind),
    'kwcheck_findings': FINDINGS,
}
_PREFIX: Final = re.compile('^kw(?:index|check)_')

#: the words for types in messages, by the first type of an option
_TYPES: Final[Mapping[type, str]] = {
    str: 'a text',
    int: 'a number',
    bool: 'True or False',
    list: 'a list of texts',
    dict: 'a dictionary of texts',
}


def register(app: Sphinx) -> None:
    """Add all values to Sphinx's configuration."""
    for name, option in OPTIONS.items():
        app.add_config_value(name, option.default, option.rebuild, frozenset(option.types))


def check(app: Sphinx, config: Config) -> None:
    """Warn of unknown names and wrong values, and replace these."""
    # Sphinx drops values with unknown names, and nothing public has the names in a conf.py. This
    # can go when Sphinx warns of them; seen in Sphinx 8.1 to 9.0
    for name in sorted(config._raw_config):  # noqa: SLF001
        if _PREFIX.match(name) and name not in OPTIONS:
            message = f'conf.py: there is no configuration value {name!r}.'
            warn(WarningType.UNKNOWN_CONFIG, message + suggestion(name, OPTIONS))
    for name in OPTIONS:
        value, errors = _checked(name, config[name])
        setattr(config, name, value)
        for error in errors:
            warn(WarningType.BAD_CONFIG, f'conf.py: {name}: {error}')
    indices = {
        f'{domain.name}-{index.name}'
        for domain in app.registry.domains.values()
        for index in domain.indices
    }
    if root_of(config) in indices:
        error = f'{config.kwindex_root!r} is the name of an index of Sphinx'
        config.kwindex_root = default = OPTIONS['kwindex_root'].default
        warn(WarningType.BAD_CONFIG, f'conf.py: kwindex_root: {error}: {default!r} is used.')
    _loaded.cache_clear()
    extractors_of(config)  # warns of what cannot be imported


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return a sentence with the known word that is most like another, if any is.

    The prefixes of settings do not count: they make all settings alike.
    """
    ends = {_PREFIX.sub('', name): name for name in sorted(known)}
    near = difflib.get_close_matches(_PREFIX.sub('', word), ends, 1)
    return f' Did you mean {ends[near[0]]!r}?' if near else ''


def _checked(name: str, given: Any) -> tuple[Any, list[str]]:  # noqa: ANN401  anything may be given
    """Return a value that can be used, and what is wrong with the given one."""
    default, _rebuild, types = OPTIONS[name]
    if not isinstance(given, types) or (isinstance(given, bool) and bool not in types):
        instead = [given] if isinstance(given, str) and list in types else default
        return default, [f'{given!r} is not {_TYPES[types[0]]}: write something like {instead!r}.']
    if isinstance(given, _LISTS):
        # the order of a set differs between processes
        items = sorted(given, key=repr) if isinstance(given, set) else given
        return _filtered(items, lambda item: _item_error(name, item))
    if isinstance(given, dict):
        good, errors = _filtered(given.items(), lambda pair: _pair_error(name, *pair))
        return dict(good), errors
    error = _VALUE_ERRORS.get(name, lambda _value: '')(given)
    return (default, [f'{error}: {default!r} is used.']) if error else (given, [])


def _filtered(
    items: Iterable[Any], error_of: Callable[[Any], str]
) -> tuple[list[Any], list[str]]:
    """Return the items without an error, and the errors of the others."""
    checked = [(item, error_of(item)) for item in items]
    errors = sorted(error for _item, error in checked if error)
    return [item for item, error in checked if not error], errors


def _item_error(name: str, item: Any) -> str:  # noqa: ANN401  anything may be given
    if not isinstance(item, str):
        return f'{item!r} is left out: write a text.'
    if name in _CHOICES and item not in _CHOICES[name]:
        known = ', '.join(_CHOICES[name])
        return f'there is no {item!r}, only {known}.{suggestion(item, _CHOICES[name])}'
    if name == 'kwindex_exclude' and (error := pattern_error(item)):
        return f'{item!r} is left out: {error}.'
    return ''


def _pair_error(name: str, key: Any, value: Any) -> str:  # noqa: ANN401  anything may be given
    if not isinstance(key, str) or not isinstance(value, str):
        return f'{key!r}: {value!r} is left out: write texts.'
    if name == 'kwindex_source_path':
        try:
            re.sub(key, value, '')
        except (re.error, IndexError) as error:
            return f'{key!r}: {value!r} is left out: {error}.'
    return ''


def _root_error(given: str) -> str:
    parts = posixpath.normpath(given.strip('/') or '.').split('/')
    if parts[0] in {'.', '..'} or '\0' in given:
        return f'{given!r} is no folder below the source directory'
    first = parts[0].casefold()
    if first in {'genindex', 'search'} or first.startswith('_') or first.endswith('html'):
        return f'{given!r} is the name of a page or folder that Sphinx writes'
    return ''


_VALUE_ERRORS: Final[Mapping[str, Callable[[Any], str]]] = {
    'kwindex_root': _root_error,
    'kwindex_page_size': lambda given: '' if given >= 0 else f'{given} is no number of keywords',
    'kwindex_source_url': lambda given: (
        f'{given!r} has no {{path}}' if given and '{path}' not in given else ''
    ),
}


def root_of(config: Config) -> str:
    """Return the folder of the generated pages."""
    return posixpath.normpath(str(config.kwindex_root).strip('/'))


@lru_cache(maxsize=1)
def _loaded(paths: tuple[tuple[str, str], ...]) -> Mapping[str, Extractor]:
    extractors = {}
    for language, path in paths:
        module, _colon, function = path.partition(':')
        try:
            extractors[language] = attrgetter(function)(import_module(module))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001  importing runs the module
            message = f'{path!r} cannot be imported as package.module:function: {error}'
            warn(WarningType.BAD_CONFIG, f'conf.py: kwindex_extractors: {language!r}: {message}')
    return extractors


def extractors_of(config: Config) -> Mapping[str, Extractor]:
    """Return the extractors of ``kwindex_extractors`` by language."""
    return _loaded(tuple(sorted(config.kwindex_extractors.items())))
