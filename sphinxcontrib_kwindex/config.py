"""The configuration values: one table, typed and described."""

from __future__ import annotations

import difflib
import posixpath
import re
from functools import lru_cache
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from sphinxcontrib_kwindex.messages import Trouble, warn
from sphinxcontrib_kwindex.model import Kind
from sphinxcontrib_kwindex.scoring import LISTED

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from sphinx.application import Sphinx
    from sphinx.config import Config

    from sphinxcontrib_kwindex.extract.languages import Extractor


if TYPE_CHECKING:
    #: what is right of a value, and what is to be said of the rest
    _Check = Callable[[Any], tuple[Any, list[str]]]


class Option(NamedTuple):
    """A configuration value: what it is unless set, what a change of it makes anew, its types."""

    default: Any
    rebuild: Literal['env', 'html', '']
    types: tuple[type, ...]


#: the kinds of generated pages
PAGES = ('glossary', 'documents', 'folders')

_OURS = 'kwindex_'

OPTIONS = {
    #: the folder in which generated pages stand
    'kwindex_root': Option('kwindex', 'env', (str,)),
    #: which pages are generated
    'kwindex_pages': Option(list(PAGES), 'env', (list, tuple, set)),
    #: patterns of docnames that the index passes over
    'kwindex_exclude': Option([], 'env', (list, tuple, set)),
    #: which kinds of keywords are listed
    'kwindex_kinds': Option([str(kind) for kind in Kind], '', (list, tuple, set)),
    #: what a keyword must score to be listed, if nothing else speaks for it
    'kwindex_threshold': Option(LISTED, '', (float, int)),
    #: how many keywords a page shows; a longer list is cut into ranges
    'kwindex_page_size': Option(5000, '', (int,)),
    #: what names begin with that counts neither in their order nor for their letter
    'kwindex_common_prefix': Option([], '', (list, tuple)),
    #: where the original files are, with ``{path}``
    'kwindex_source_url': Option('', '', (str,)),
    #: from docnames to the paths of the original files: regular expression -> replacement
    'kwindex_source_path': Option({}, '', (dict,)),
    #: words that are never keywords of this project
    'kwindex_stopwords': Option([], 'env', (list, tuple, set)),
    #: extractors of the project's own: language -> ``package.module:function``
    'kwindex_extractors': Option({}, 'env', (dict,)),
    #: names that are always listed, whatever the rules say
    'kwindex_keep': Option([], 'env', (list, tuple, set)),
    #: let Sphinx's search find keywords
    'kwindex_search': Option(default=False, rebuild='', types=(bool,)),
    #: let other projects refer to keywords, by ``objects.inv``
    'kwindex_inventory': Option(default=False, rebuild='', types=(bool,)),
    #: write the exports beside the HTML too
    'kwindex_json': Option(default=False, rebuild='', types=(bool,)),
}


def register(app: Sphinx) -> None:
    """Add all values to Sphinx's configuration."""
    for name, option in OPTIONS.items():
        app.add_config_value(name, option.default, option.rebuild, frozenset(option.types))


@lru_cache(maxsize=1)
def _loaded(paths: tuple[tuple[str, str], ...]) -> Mapping[str, Extractor]:
    extractors = {}
    for language, path in paths:
        module, _colon, function = str(path).partition(':')
        try:
            extractors[language] = attrgetter(function)(import_module(module))
        except Exception as error:  # noqa: BLE001  importing runs whatever the module says
            message = f'{path!r} cannot be imported as package.module:function: {error}'
            warn(Trouble.BAD_CONFIG, f'conf.py: kwindex_extractors: {language!r}: {message}')
    return extractors


def extractors_of(config: Config) -> Mapping[str, Extractor]:
    """Give the extractors of ``kwindex_extractors`` by language."""
    return _loaded(tuple(sorted(config.kwindex_extractors.items())))


def check(_app: Sphinx, config: Config) -> None:
    """Warn of values that nothing reads, and of values that make no sense; put these right."""
    for name in sorted(config._raw_config):  # noqa: SLF001  Sphinx passes over what it does not know
        if name.startswith(_OURS) and name not in config:
            words = [option.removeprefix(_OURS) for option in OPTIONS]
            near = difflib.get_close_matches(name.removeprefix(_OURS), words, 1)
            hint = f' Did you mean {_OURS + near[0]!r}?' if near else ''
            message = f'conf.py: there is no configuration value {name!r}.{hint}'
            warn(Trouble.UNKNOWN_CONFIG, message)
    for name, check_value in _CHECKS.items():
        given = config[name]
        if isinstance(given, OPTIONS[name].types):  # of others, Sphinx warns
            good, wrong = check_value(given)
            setattr(config, name, good)
            for message in wrong:
                warn(Trouble.BAD_CONFIG, f'conf.py: {name}: {message}')
    _loaded.cache_clear()
    extractors_of(config)  # so that what cannot be imported is named at once


def _only(known: Iterable[str]) -> _Check:
    """Drop what is not one of the known words."""
    words = list(known)

    def check_value(given: Collection[str]) -> tuple[list[str], list[str]]:
        unknown = sorted({str(word) for word in given} - set(words))
        message = f'there is no {{!r}}, only {", ".join(words)}.'
        return [word for word in words if word in given], [message.format(word) for word in unknown]

    return check_value


def _root(given: str) -> tuple[str, list[str]]:
    """Insist on a folder within the source directory."""
    root = posixpath.normpath(given.strip('/') or 'kwindex')
    if root == '.' or root.startswith('..'):
        default: str = OPTIONS['kwindex_root'].default
        return default, [f'{given!r} is no folder below the source directory: {default!r} is used.']
    return root, []


def _size(given: int) -> tuple[int, list[str]]:
    """Insist on a number of entries."""
    if given < 0:
        return 0, [f'{given} is no number of keywords: write 0 for pages without limit.']
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


_CHECKS: dict[str, _Check] = {
    'kwindex_root': _root,
    'kwindex_pages': _only(PAGES),
    'kwindex_kinds': _only(Kind),
    'kwindex_page_size': _size,
    'kwindex_source_url': _url,
    'kwindex_source_path': _patterns,
}
