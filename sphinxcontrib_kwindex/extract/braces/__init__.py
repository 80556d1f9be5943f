"""Java, C#, JavaScript, TypeScript, Go, Rust, Kotlin, Swift, PHP, Scala: a machine, a table each.

Interfaces, protocols, traits, records and objects are classes; what only gives a type a name is a
type. What stands in a package or in the namespace of a file is qualified without it, as its users
write it; the modules of Rust and the namespaces of TypeScript qualify. Private names count too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.extract.braces.machine import Machine
from sphinxcontrib_kwindex.extract.braces.tables import LANGUAGES
from sphinxcontrib_kwindex.extract.ledger import Ledger

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.model import Found


def extract(code: str, language: str) -> list[Found]:
    """Find the names in a code of one of these languages."""
    ledger = Ledger()
    Machine(code, LANGUAGES[language], ledger).run()
    return ledger.found()
