"""SQL: what is created, and the columns of tables."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.ledger import Ledger
from sphinxcontrib_kwindex.extract.names import is_identifier_shaped
from sphinxcontrib_kwindex.extract.scripts.remarks import Remarks
from sphinxcontrib_kwindex.model import Kind, Sort

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.model import Found

_PART: Final = r'(?:[A-Za-z_]\w*+|"[^"\n]{0,200}+"|`[^`\n]{0,200}+`|\[[A-Za-z_][^]\n]{0,200}+\])'
_TOKEN = re.compile(
    rf"""
      \n
    | --[^\n]*+
    | /\*(?>[\s\S]*?\*/|[\s\S]*+)
    | '[^']*+'?
    | {_PART}(?:\.{_PART})*+
    | \$(?P<tag>\w*+)\$
    | [(),;=]
    """,
    re.VERBOSE,
)
_QUOTES = re.compile(r'["`\[\]]')

_KINDS: Final = {
    'AGGREGATE': Kind.FUNCTION,
    'DATABASE': Kind.NAMESPACE,
    'DOMAIN': Kind.TYPE,
    'EVENT': Kind.NAME,
    'FUNCTION': Kind.FUNCTION,
    'INDEX': Kind.NAME,
    'MACRO': Kind.FUNCTION,
    'POLICY': Kind.NAME,
    'PROC': Kind.FUNCTION,
    'PROCEDURE': Kind.FUNCTION,
    'ROLE': Kind.NAME,
    'SCHEMA': Kind.NAMESPACE,
    'SEQUENCE': Kind.NAME,
    'TABLE': Kind.CLASS,
    'TRIGGER': Kind.NAME,
    'TYPE': Kind.TYPE,
    'USER': Kind.NAME,
    'VIEW': Kind.CLASS,
}
#: what may stand between CREATE and what is created
_ADVERBS: Final = frozenset(
    str.split("""
    ALTER CLUSTERED CONSTRAINT EXTERNAL FOREIGN FULLTEXT GLOBAL LOCAL MATERIALIZED NONCLUSTERED OR
    RECURSIVE REPLACE SPATIAL TEMP TEMPORARY UNIQUE UNLOGGED VIRTUAL
    """)
)
_CONDITION: Final = frozenset(str.split('CONCURRENTLY EXISTS IF NOT'))
_NO_COLUMNS: Final = frozenset(
    str.split(
        'CHECK CONSTRAINT EXCLUDE FOREIGN FULLTEXT INDEX KEY LIKE PERIOD PRIMARY SPATIAL UNIQUE'
    )
)
#: a name of a table stands behind one of these
_BEFORE_TABLES: Final = frozenset(str.split('FROM INTO JOIN REFERENCES TABLE UPDATE'))
_KEYWORDS: Final = frozenset(
    str.split("""
    AND AS BY CASE DISTINCT ELSE EXISTS IN KEY NOT NULL ON OR OVER PARTITION PRIMARY SELECT SET THEN
    UNION UNIQUE USING VALUES WHEN WHERE WITH
    """)
)


def extract(code: str) -> list[Found]:
    """Find the names in some statements."""
    ledger = Ledger()
    _Statements(code, ledger).run()
    return ledger.found()


class _Statements:
    """Reads statements, one after the other."""

    def __init__(self, code: str, ledger: Ledger) -> None:
        self.ledger = ledger
        self.remarks = Remarks()
        self.lexemes = [match[0] for match in _TOKEN.finditer(code)] + ['\n']
        self.line = 1
        self.begins = 1
        self.depth = 0
        #: the words of the statement so far, in capitals, while they may create something
        self.head: list[str] = []
        #: what is being created, and the table whose columns stand in brackets
        self.created: Kind | None = None
        self.table = ''
        self.before = ''

    def run(self) -> None:
        """Read all tokens."""
        for at, lexeme in enumerate(self.lexemes):
            if lexeme.startswith(('--', '/*')):
                self.ledger.remark(lexeme, self.line)
                self.remarks.add(lexeme, self.line)
            elif lexeme[0] == "'":
                self.ledger.literal(lexeme.strip("'"), self.line)
            elif lexeme in '(),;=' or lexeme == '\n':
                self._sign(lexeme)
            elif lexeme[0] != '$':
                self._word(lexeme, at)
            self.line += lexeme.count('\n')

    def _sign(self, sign: str) -> None:
        if sign == ';':
            self.head, self.created, self.table, self.depth = [], None, '', 0
        elif sign == '(':
            self.depth += 1
        elif sign == ')':
            self.depth = max(0, self.depth - 1)
            if not self.depth:
                self.table = ''
        if sign != '\n':
            self.before = sign

    def _word(self, lexeme: str, at: int) -> None:
        word = lexeme.upper()
        if word == 'CREATE':
            self.head, self.created, self.begins = ['CREATE'], None, self.line
        elif self.head:
            self._created(lexeme, word)
        elif self.table and self.depth == 1 and self.before in '(,' and word not in _NO_COLUMNS:
            name = f'{self.table}.{_QUOTES.sub("", lexeme)}'
            self.ledger.define(name, Kind.ATTRIBUTE, self.line)
        elif word not in _KEYWORDS:
            self._use(lexeme, word, at)
        self.before = word

    def _created(self, lexeme: str, word: str) -> None:
        """Read the words behind CREATE, up to the name."""
        if self.created is None:
            self.created = _KINDS.get(word)
            if self.created is None and word not in _ADVERBS and len(self.head) > 1:
                self.head = []
            self.head.append(word) if self.head else None
        elif word not in _CONDITION:
            name = _QUOTES.sub('', lexeme)
            self.ledger.define(name, self.created, self.line, self.remarks.above(self.begins, name))
            self.table = name if self.head[-1] == 'TABLE' else ''
            self.head = []

    def _use(self, lexeme: str, word: str, at: int) -> None:
        if word in _BEFORE_TABLES:
            return
        name = _QUOTES.sub('', lexeme)
        if self.before in _BEFORE_TABLES or is_identifier_shaped(name):
            self.ledger.add(name, Kind.NAME, Sort.USE, self.line)
        elif self.lexemes[at + 1] == '(' and lexeme.islower():
            self.ledger.add(name, Kind.FUNCTION, Sort.USE, self.line)
