"""Configuration values: one table, and the checks of what a ``conf.py`` says."""

from __future__ import annotations

import difflib
import posixpath
import re
from functools import lru_cache, partial
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from sphinxcontrib_kwindex.i18n import WarningType, warn
from sphinxcontrib_kwindex.model import Kind
from sphinxcontrib_kwindex.patterns import pattern_error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sphinx.application import Sphinx
    from sphinx.config import Config

    from sphinxcontrib_kwindex.extract import Extractor


#: the kinds of generated pages
PAGES: Final = ('index', 'glossary', 'documents', 'folders')

#: the kinds of text that become links
LINKS: Final = ('literals', 'code', 'terms')

#: the checks of ``kwcheck``; the first five run by default
FINDINGS: Final = ('removed', 'unknown', 'undefined', 'unused', 'spelling', 'unmentioned')

#: the levels of the findings of ``kwcheck``
LEVELS: Final = ('error', 'warning')

#: the formats of the reports of ``kwcheck``; the first two are written by default
FORMATS: Final = ('text', 'jsonl', 'sarif', 'gitlab')

_KINDS: Final = [str(kind) for kind in Kind]
_LISTS: Final = (list, tuple, set)
_PREFIX: Final = re.compile('^kw(?:index|check)_')


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return a sentence with the known word that is most like another, if any is.

    The prefixes of settings do not count: they make all settings alike.
    """
    ends = {_PREFIX.sub('', name): name for name in sorted(known)}
    near = difflib.get_close_matches(_PREFIX.sub('', word), ends, 1)
    return f' Did you mean {ends[near[0]]!r}?' if near else ''


# -- errors of values, of items of lists, and of pairs of dictionaries


def _choice_error(choices: Sequence[str], item: str) -> str:
    if item in choices:
        return ''
    return f'there is no {item!r}, only {", ".join(choices)}.{suggestion(item, choices)}'


def _kind_error(pair: tuple[str, str]) -> str:
    error = _choice_error(_KINDS, pair[1])
    return f'{pair[0]!r}: {error}' if error else ''


def _exclude_error(pattern: str) -> str:
    error = pattern_error(pattern)
    return f'{pattern!r} is left out: {error}.' if error else ''


def _path_error(pair: tuple[str, str]) -> str:
    try:
        re.sub(*pair, '')
    except (re.error, IndexError) as error:
        return f'{pair[0]!r}: {pair[1]!r} is left out: {error}.'
    return ''


def _root_error(given: str) -> str:
    parts = posixpath.normpath(given.strip('/') or '.').split('/')
    if parts[0] in {'.', '..'} or '\0' in given:
        return f'{given!r} is no folder below the source directory'
    first = parts[0].casefold()
    if first in {'genindex', 'search'} or first.startswith('_') or first.endswith('html'):
        return f'{given!r} is the name of a page or folder that Sphinx writes'
    return ''


def _url_error(given: str) -> str:
    return f'{given!r} has no {{path}}' if given and '{path}' not in given else ''


class Option(NamedTuple):
    """A configuration value."""

    default: Any
    #: what a change of it rebuilds
    rebuild: Literal['env', 'html', '']
    types: tuple[type, ...]
    #: returns what is wrong with a value, or with an item of it
    error: Callable[[Any], str] = lambda _given: ''


OPTIONS: Final = {
    #: the folder of the generated pages
    'kwindex_root': Option('kwindex', 'env', (str,), _root_error),
    #: the kinds of pages to generate
    'kwindex_pages': Option(list(PAGES), 'env', _LISTS, partial(_choice_error, PAGES)),
    #: patterns of docnames that are left out of the index
    'kwindex_exclude': Option([], 'env', _LISTS, _exclude_error),
    #: the kinds of keywords to list
    'kwindex_kinds': Option(_KINDS, '', _LISTS, partial(_choice_error, _KINDS)),
    #: the kinds of names: full name or its last component -> kind
    'kwindex_kind_of': Option({}, '', (dict,), _kind_error),
    #: how many keywords a page shows; a longer list is divided by first letters
    'kwindex_page_size': Option(
        5000, '', (int,), lambda n: '' if n >= 0 else f'{n} is no number of keywords'
    ),
    #: the address of the original files, with ``{path}``
    'kwindex_source_url': Option('', '', (str,), _url_error),
    #: the paths of the original files: regular expression of docnames -> replacement
    'kwindex_source_path': Option({}, '', (dict,), _path_error),
    #: words that are never keywords
    'kwindex_stopwords': Option([], 'env', _LISTS),
    #: extractors of the project: language -> ``package.module:function``
    'kwindex_extractors': Option({}, 'env', (dict,)),
    #: names that are always listed
    'kwindex_keep': Option([], 'env', _LISTS),
    #: the kinds of objects whose descriptions end with their uses
    'kwindex_used_in': Option([], 'html', _LISTS, partial(_choice_error, _KINDS)),
    #: add the keywords to Sphinx's search and to ``objects.inv``
    'kwindex_objects': Option(default=False, rebuild='html', types=(bool,)),
    #: write ``tags`` for editors with the export
    'kwindex_tags': Option(default=False, rebuild='', types=(bool,)),
    #: add links to the keyword pages at the end of each page
    'kwindex_footer': Option(default=False, rebuild='html', types=(bool,)),
    #: what becomes a link to its description: literals, names in code, terms in sentences
    'kwindex_links': Option([], 'env', _LISTS, partial(_choice_error, LINKS)),
    #: patterns of names that never become links
    'kwindex_links_skip': Option([], 'html', _LISTS),
    #: the sources whose definitions ``kwcheck`` knows: patterns of paths, relative to ``conf.py``
    'kwcheck_sources': Option([], '', _LISTS),
    #: the revision with which ``kwcheck`` compares the sources
    'kwcheck_base': Option('', '', (str,)),
    #: the checks that ``kwcheck`` runs
    'kwcheck_findings': Option(list(FINDINGS[:5]), '', _LISTS, partial(_choice_error, FINDINGS)),
    #: the least level of the findings that ``kwcheck`` lists
    'kwcheck_level': Option('error', '', (str,), partial(_choice_error, LEVELS)),
    #: the formats of the reports that ``kwcheck`` writes
    'kwcheck_format': Option(list(FORMATS[:2]), '', _LISTS, partial(_choice_error, FORMATS)),
    #: the file of accepted findings, relative to ``conf.py``
    'kwcheck_baseline': Option('', '', (str,)),
    #: accept all findings of this build
    'kwcheck_write_baseline': Option(default=False, rebuild='', types=(bool,)),
}

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
    domains = app.registry.domains.values()
    if root_of(config) in {f'{one.name}-{index.name}' for one in domains for index in one.indices}:
        error = f'{config.kwindex_root!r} is the name of an index of Sphinx'
        config.kwindex_root = default = OPTIONS['kwindex_root'].default
        warn(WarningType.BAD_CONFIG, f'conf.py: kwindex_root: {error}: {default!r} is used.')
    _loaded.cache_clear()
    extractors_of(config)  # warns of what cannot be imported


def _checked(name: str, given: Any) -> tuple[Any, list[str]]:  # noqa: ANN401  anything may be given
    """Return a value that can be used, and what is wrong with the given one."""
    default, _rebuild, types, error_of = OPTIONS[name]
    if not isinstance(given, types) or (isinstance(given, bool) and bool not in types):
        instead = [given] if isinstance(given, str) and list in types else default
        return default, [f'{given!r} is not {_TYPES[types[0]]}: write something like {instead!r}.']
    if not isinstance(given, (*_LISTS, dict)):
        error = error_of(given)
        return (default, [f'{error}: {default!r} is used.']) if error else (given, [])
    # "-D name=" gives one empty text
    items = list(given.items()) if isinstance(given, dict) else [one for one in given if one != '']
    if isinstance(given, set):
        items.sort(key=repr)  # the order of a set differs between processes
    errors = [_type_error(item, types) or error_of(item) for item in items]
    good = [item for item, error in zip(items, errors, strict=True) if not error]
    return type(default)(good), sorted(filter(None, errors))


def _type_error(item: Any, types: tuple[type, ...]) -> str:  # noqa: ANN401  anything may be given
    """Return what is wrong with an item of a list, or with a pair of a dictionary."""
    if dict not in types:
        return '' if isinstance(item, str) else f'{item!r} is left out: write a text.'
    is_text = isinstance(item[0], str) and isinstance(item[1], str)
    return '' if is_text else f'{item[0]!r}: {item[1]!r} is left out: write texts.'


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
