"""YAML, JSON, TOML and INI: each key and each section is a setting.

A key is qualified with its parents, whatever their depth; the places in lists do not count. A value
that is the name of something is a mention.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.data import flow, ini, toml, yaml

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxcontrib_kwindex.model import Found

LANGUAGES: Final[dict[str, Callable[[str], list[Found]]]] = {
    'ini': ini.extract,
    'json': flow.extract,
    'toml': toml.extract,
    'yaml': yaml.extract,
}


def extract(code: str, language: str) -> list[Found]:
    """Find the names in a text of one of these languages."""
    return LANGUAGES[language](code)
