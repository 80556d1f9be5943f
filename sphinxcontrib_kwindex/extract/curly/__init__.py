"""Java, C#, JavaScript, TypeScript, Go, Rust, Kotlin, Swift, PHP, Scala: one parser for all.

A module for each language, or for a few that are alike, has its grammar (`parser.Grammar`) and the
rules of its own. Interfaces, protocols, traits, records and objects are classes; a name for a type
is of the kind type. Names in a package or in the namespace of a file are qualified without it, as
their users write them; the modules of Rust and the namespaces of TypeScript qualify. Private names
count too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.collector import NameCollector
from sphinxcontrib_kwindex.extract.curly.go_rust import GO, RUST
from sphinxcontrib_kwindex.extract.curly.java_csharp import C_SHARP, JAVA
from sphinxcontrib_kwindex.extract.curly.javascript import JAVASCRIPT, TYPESCRIPT
from sphinxcontrib_kwindex.extract.curly.kotlin_swift_scala import KOTLIN, SCALA, SWIFT
from sphinxcontrib_kwindex.extract.curly.parser import Parser
from sphinxcontrib_kwindex.extract.curly.php import PHP

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.curly.parser import Grammar
    from sphinxcontrib_kwindex.model import Found

GRAMMARS: Final[dict[str, Grammar]] = {
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


def extract(code: str, language: str) -> list[Found]:
    """Return the names in a text of one of these languages."""
    collector = NameCollector()
    Parser(code, GRAMMARS[language], collector).run()
    return collector.results()
