"""The configuration values: one table, typed and described."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from sphinxcontrib_kwindex.messages import Trouble, warn
from sphinxcontrib_kwindex.model import Kind
from sphinxcontrib_kwindex.scoring import LISTED

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

#: what ``kwcheck`` looks for unless told otherwise
FINDINGS = ('unknown', 'undefined', 'unused', 'spelling')

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
    'kwindex_threshold': Option(int(LISTED), '', (int, float)),
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
    #: let Sphinx's search find keywords: it learns of a page when that is written
    'kwindex_search': Option(default=False, rebuild='html', types=(bool,)),
    #: let other projects refer to keywords, by ``objects.inv``: that is written with pages alone
    'kwindex_inventory': Option(default=False, rebuild='html', types=(bool,)),
    #: write the exports beside the HTML too
    'kwindex_json': Option(default=False, rebuild='', types=(bool,)),
    #: the sources whose definitions ``kwcheck`` knows: patterns of paths from the configuration on
    'kwcheck_sources': Option([], '', (list, tuple, set)),
    #: what ``kwcheck`` looks for
    'kwcheck_findings': Option(list(FINDINGS), '', (list, tuple, set)),
    #: the file of findings that are accepted, from the configuration on
    'kwcheck_baseline': Option('', '', (str,)),
    #: accept all findings of this build
    'kwcheck_write_baseline': Option(default=False, rebuild='', types=(bool,)),
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
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001  importing runs the module
            message = f'{path!r} cannot be imported as package.module:function: {error}'
            warn(Trouble.BAD_CONFIG, f'conf.py: kwindex_extractors: {language!r}: {message}')
    return extractors


def forget_extractors() -> None:
    """Import the extractors anew when they are asked for: the configuration is another."""
    _loaded.cache_clear()


def extractors_of(config: Config) -> Mapping[str, Extractor]:
    """Give the extractors of ``kwindex_extractors`` by language."""
    return _loaded(tuple(sorted(config.kwindex_extractors.items())))
