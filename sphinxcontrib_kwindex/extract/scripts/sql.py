"""Reader of SQL: created objects, and the columns of tables."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.names import is_identifier_shaped
from sphinxcontrib_kwindex.extract.scripts import ScriptReader
from sphinxcontrib_kwindex.model import Kind, Usage

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
#: words between CREATE and the kind of an object
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
#: words that the name of a table follows
_BEFORE_TABLES: Final = frozenset(str.split('FROM INTO JOIN REFERENCES TABLE UPDATE'))
_KEYWORDS: Final = frozenset(
    str.split("""
    AND AS BY CASE DISTINCT ELSE EXISTS IN KEY NOT NULL ON OR OVER PARTITION PRIMARY SELECT SET THEN
    UNION UNIQUE USING VALUES WHEN WHERE WITH
    """)
)


def extract(code: str) -> list[Found]:
    """Return the names in some statements."""
    return _SqlReader(code).results()


class _SqlReader(ScriptReader):
    """Reader of statements, one after the other."""

    TOKEN = _TOKEN

    def __init__(self, code: str) -> None:
        super().__init__(code)
        #: line on which the current statement begins
        self.begins = 1
        self.depth = 0
        #: words of a CREATE statement before the name, in capitals
        self.head: list[str] = []
        #: kind of what is created, and the table whose columns stand in brackets
        self.created: Kind | None = None
        self.table = ''
        self.before = ''

    def read(self, lexeme: str) -> None:
        """Read the current lexeme."""
        if lexeme.startswith(('--', '/*')):
            self.comment(lexeme)
        elif lexeme[0] == "'":
            self.collector.literal(lexeme.strip("'"), self.line)
        elif lexeme in '(),;=' or lexeme == '\n':
            self.symbol(lexeme)
        elif lexeme[0] != '$':
            self.word(lexeme)

    def symbol(self, symbol: str) -> None:
        """Read the end of a line or a statement, or a bracket."""
        if symbol == ';':
            self.head, self.created, self.table, self.depth = [], None, '', 0
        elif symbol == '(':
            self.depth += 1
        elif symbol == ')':
            self.depth = max(0, self.depth - 1)
            if not self.depth:
                self.table = ''
        if symbol != '\n':
            self.before = symbol

    def word(self, word: str) -> None:
        """Read a keyword or a name."""
        lexeme, word = word, word.upper()
        if word == 'CREATE':
            self.head, self.created, self.begins = ['CREATE'], None, self.line
        elif self.head:
            self._created(lexeme, word)
        elif self.table and self.depth == 1 and self.before in '(,' and word not in _NO_COLUMNS:
            name = f'{self.table}.{_QUOTES.sub("", lexeme)}'
            self.collector.define(name, Kind.ATTRIBUTE, self.line)
        elif word not in _KEYWORDS:
            self._use(lexeme, word)
        self.before = word

    def _created(self, lexeme: str, word: str) -> None:
        """Read a word between CREATE and the name, or the name."""
        if self.created is None:
            self.created = _KINDS.get(word)
            if self.created is None and word not in _ADVERBS and len(self.head) > 1:
                self.head = []
            self.head.append(word) if self.head else None
        elif word not in _CONDITION:
            name = _QUOTES.sub('', lexeme)
            self.define(name, self.created, line=self.begins)
            self.table = name if self.head[-1] == 'TABLE' else ''
            self.head = []

    def _use(self, lexeme: str, word: str) -> None:
        if word in _BEFORE_TABLES:
            return
        name = _QUOTES.sub('', lexeme)
        if self.before in _BEFORE_TABLES or is_identifier_shaped(name):
            self.collector.add(name, Kind.NAME, Usage.USE, self.line)
        elif self.peek() == '(' and lexeme.islower():
            self.collector.add(name, Kind.FUNCTION, Usage.USE, self.line)
