"""Python that does not parse: tokens in context.

The machine keeps the depth of brackets and a stack of the classes and functions around, by their
indentation. Where a text begins indented, whose body that is is not known: a function there is a
method by its first parameter, its decorators or the functions beside it, and an assignment is a
constant unless what stands around it belongs into a function.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.extract.python import kinds
from sphinxcontrib_kwindex.extract.python.assignments import Assignments
from sphinxcontrib_kwindex.extract.python.comments import remark
from sphinxcontrib_kwindex.extract.python.imports import imported
from sphinxcontrib_kwindex.extract.python.lexical import FIELD, NAMES, QUOTES, TOKEN
from sphinxcontrib_kwindex.extract.python.sightings import KEYWORDS
from sphinxcontrib_kwindex.model import Kind, Sort

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxcontrib_kwindex.extract.python.lines import Token


class Machine(Assignments):
    """One pass over one text."""

    def run(self) -> None:
        """Write down everything that the text holds."""
        handlers = self._handlers()
        for token in TOKEN.finditer(self.code):
            if token.lastgroup:
                handlers[token.lastgroup](token)
        self.drafts.settle()
        self.sightings.tell(self.ledger, self.drafts.names())
        self.drafts.tell(self.ledger)

    def _handlers(self) -> dict[str, Callable[[Token], None]]:
        # the last group of a token -> what reads it
        return {
            'alias': self.type_alias,
            'annotation': self.target,
            'argument': self._argument,
            'bound': self._bound,
            'call': self._call,
            'close': self.closed,
            'comma': self.comma,
            'decorator': self.decorator,
            'flow': self.flow,
            'function': self.function,
            'imported': self._import_from,
            'joined': self.joined,
            'klass': self.klass,
            'line': self.begin,
            'loop': self._loop,
            'modules': self._import,
            'name': self._name,
            'open': self.opened,
            'prompted': self._prompted,
            'string': self._string,
            'sure': self.sure,
            'taken': self._bound,
            'target': self.target,
            'valued': self.target,
        }

    # -- names

    def _name(self, token: Token) -> None:
        if token.start() == self.start:
            self.weigh(kinds.OTHER)
        if not self.parameter(token['name'], token.end('name')):
            self.see(token['name'], told=token.start() < self.told)

    def _call(self, token: Token) -> None:
        if token.start() == self.start:
            self.weigh(kinds.OTHER)
        self.see(token['name'], called=token['name'] not in KEYWORDS)
        self.depth += 1

    def _argument(self, token: Token) -> None:
        if self.parameter(token['name'], token.end('name')):
            return
        is_annotation = token.start() < self.told and self.depth == self.parameters
        if is_annotation or '.' in token['name']:
            self.see(token['name'], told=is_annotation)

    def _loop(self, token: Token) -> None:
        if token.start() == self.start:
            self.weigh(kinds.OTHER)
        self._bound(token)

    def _bound(self, token: Token) -> None:
        for name in NAMES.findall(token[token.lastgroup or 0]):
            self.sightings.hold(name, '')
            self.local(name)

    # -- strings

    def _string(self, token: Token) -> None:
        text = token['string']
        if token.start() == self.start:
            quotes = QUOTES.match(text)
            content = text[quotes.end() :].removesuffix(quotes[1]) if quotes else text
            remark(content, self.line, self.ledger)
            self.describe(content.replace('\\"', '"'))
        elif 'f' in text[:2].lower():
            for field in FIELD.finditer(text):
                self.see(field[1], called=field[2] is not None)
        self.line += text.count('\n')

    def _prompted(self, token: Token) -> None:
        """Read a line of a session that is cited in a text which is none."""
        self.begin(token)
        remark(token['prompted'], self.line, self.ledger)

    # -- modules

    def _import(self, token: Token) -> None:
        for name, alias, line in imported(token['modules']):
            self.ledger.add(name, Kind.MODULE, Sort.IMPORT, self.line + line)
            root = name.partition('.')[0]
            self.sightings.aliases[alias or root] = name if alias else root
        self.line += token[0].count('\n')

    def _import_from(self, token: Token) -> None:
        text = token['imported']
        package = token['package'].lstrip('.')
        names = imported(text.strip('()*'))
        first = self.line + token[0].count('\n') - text.count('\n')
        if names or text[:1] in '(*':
            self.ledger.add(package, Kind.MODULE, Sort.IMPORT, self.line)
        for name, alias, line in names:
            full = f'{package}.{name}' if package else name
            self.ledger.add(full, Kind.IMPORT, Sort.IMPORT, first + line)
            self.sightings.aliases[alias or name] = full
        self.line += token[0].count('\n')
