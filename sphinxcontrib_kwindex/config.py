"""The configuration values: one table, typed and described."""

from __future__ import annotations

import difflib
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from sphinx.errors import ExtensionError
from sphinx.util import import_object

from sphinxcontrib_kwindex.messages import warn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.application import Sphinx
    from sphinx.config import Config

    from sphinxcontrib_kwindex.extract.languages import Extractor


class Option(NamedTuple):
    """A configuration value: what it is unless set, what a change of it makes anew, its types."""

    default: Any
    rebuild: Literal['env', 'html', '']
    types: tuple[type, ...]


#: the kinds of generated pages
PAGES = ('glossary', 'documents', 'folders')

OPTIONS = {
    #: the folder in which generated pages stand
    'kwindex_root': Option('kwindex', 'env', (str,)),
    #: which pages are generated
    'kwindex_pages': Option(list(PAGES), 'env', (list, tuple, set)),
    #: patterns of docnames that the index passes over
    'kwindex_exclude_patterns': Option([], 'env', (list, tuple, set)),
    #: how many keywords a page shows; a longer list is cut into ranges
    'kwindex_page_size': Option(5000, '', (int,)),
    #: what names begin with that counts neither in their order nor for their letter
    'kwindex_common_prefix': Option([], '', (list, tuple)),
    #: where the original files are, with ``{path}``
    'kwindex_source_url': Option('', 'html', (str,)),
    #: from docnames to the paths of the original files: regular expression -> replacement
    'kwindex_source_path': Option({}, 'html', (dict,)),
    #: words that are never keywords of this project
    'kwindex_stop_words': Option([], 'env', (list, tuple, set)),
    #: extractors of the project's own: language -> ``package.module:function``
    'kwindex_extractors': Option({}, 'env', (dict,)),
    #: names that are always listed, whatever the rules say
    'kwindex_keep': Option([], 'env', (list, tuple, set)),
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
        try:
            extractors[language] = import_object(path.replace(':', '.'))
        except ExtensionError as error:
            warn('bad_config', f'conf.py: kwindex_extractors: {language!r}: {error}')
    return extractors


def extractors_of(config: Config) -> Mapping[str, Extractor]:
    """Give the extractors of ``kwindex_extractors`` by language."""
    return _loaded(tuple(sorted(config.kwindex_extractors.items())))


def check(_app: Sphinx, config: Config) -> None:
    """Warn of values that nothing reads, and of values that make no sense."""
    for name in sorted(config._raw_config):  # noqa: SLF001  Sphinx passes over what it does not know
        if name.startswith('kwindex_') and name not in config:
            near = difflib.get_close_matches(name, OPTIONS, 1)
            hint = f' Did you mean {near[0]!r}?' if near else ''
            warn('unknown_config', f'conf.py: there is no configuration value {name!r}.{hint}')
    for page in sorted(set(config.kwindex_pages) - set(PAGES)):
        known = ', '.join(PAGES)
        warn('bad_config', f'conf.py: kwindex_pages: there is no {page!r}, only {known}.')
    config.kwindex_root = config.kwindex_root.strip('/') or 'kwindex'
