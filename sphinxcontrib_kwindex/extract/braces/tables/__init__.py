"""The tables of the languages: which word does what, and what other words do where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.braces.tables.go import GO
from sphinxcontrib_kwindex.extract.braces.tables.java import C_SHARP, JAVA
from sphinxcontrib_kwindex.extract.braces.tables.javascript import JAVASCRIPT, TYPESCRIPT
from sphinxcontrib_kwindex.extract.braces.tables.kotlin import KOTLIN, SCALA, SWIFT
from sphinxcontrib_kwindex.extract.braces.tables.php import PHP
from sphinxcontrib_kwindex.extract.braces.tables.rust import RUST

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.braces.scopes import Language

LANGUAGES: Final[dict[str, Language]] = {
    'csharp': C_SHARP,
    'go': GO,
    'java': JAVA,
    'javascript': JAVASCRIPT,
    'kotlin': KOTLIN,
    'php': PHP,
    'rust': RUST,
    'scala': SCALA,
    'swift': SWIFT,
    'typescript': TYPESCRIPT,
}
