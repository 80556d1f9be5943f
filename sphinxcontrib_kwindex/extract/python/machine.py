"""Python that does not parse: tokens in context.

The machine keeps the depth of brackets and a stack of the classes and functions around, by their
indentation. Where a text begins indented, whose body that is is not known: a function there is a
method by its first parameter or its decorators, and an assignment is a constant if nothing says
that it stands in a function.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.python import kinds
from sphinxcontrib_kwindex.extract.python.comments import remark
from sphinxcontrib_kwindex.extract.python.drafts import Draft, Drafts
from sphinxcontrib_kwindex.extract.python.frames import Frames
from sphinxcontrib_kwindex.extract.python.imports import imported
from sphinxcontrib_kwindex.extract.python.lexical import (
    BASES,
    CUT_HEAD,
    FIELD,
    LITERAL,
    MADE,
    NOTHING,
    SELF,
    SELF_ALONE,
    TOKEN,
)
from sphinxcontrib_kwindex.extract.python.scope import ScopeKind
from sphinxcontrib_kwindex.extract.python.sightings import KEYWORDS, Sightings
from sphinxcontrib_kwindex.model import Kind, Sort

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxcontrib_kwindex.extract.ledger import Ledger

    Token = re.Match[str]

_NAME: Final = re.compile(r'[^\W\d][\w.]*+')
#: the last groups of tokens that no body of a function ends with
_HEADS: Final = frozenset({'decorator', 'function', 'klass'})
#: what may stand behind the colon of "name: type", where there is no value
_TYPE: Final = re.compile(r'["\']|[\w.]++\s*+(?:\[|\||$)')
_OPENING: Final = re.compile(r'[bBfFrRuU]*("""|\'\'\'|["\'])')


class Machine:
    """One pass over one text."""

    def __init__(self, code: str, ledger: Ledger, notes: dict[int, str]) -> None:
        self._code = f'\n{code}'
        self._ledger = ledger
        #: line of an assignment -> what is said of it
        self._notes = notes
        self._frames = Frames()
        self._drafts = Drafts()
        self._sightings = Sightings()
        self._line = 0
        self._depth = 0
        #: the number of the current statement, and where it begins if it has no head
        self._statement = 0
        self._start = -1
        #: up to here every name is a use: in a header, a decorator, an annotation
        self._told = 0
        #: the depth at which the current function's parameters stand; 0 none, -1 not yet known
        self._parameters = 0
        #: the depth of the comma or bracket behind which no name has come yet
        self._item = 0
        #: the last definition, and the statement that may describe it: its number, its frame
        self._described: tuple[int, str, Draft | None] = (0, '', None)
        self._decorators: list[str] = []
        #: something defined in a function -> the function, the last of several
        self._nested: dict[str, str] = {}
        #: the text defines a class
        self._classes = False

    def run(self) -> None:
        """Write down everything that the text holds."""
        for token in TOKEN.finditer(self._code):
            kind = token.lastgroup
            if kind is not None:
                _HANDLERS[kind](self, token)
        self._drafts.settle()
        self._sightings.tell(self._ledger, self._drafts.names())
        self._drafts.tell(self._ledger)

    # -- lines and statements

    def _begin(self, token: Token) -> None:
        """Count a line, and begin a statement unless a bracket is open."""
        white = token['line']
        self._line += white.count('\n')
        end = token.end('line')
        if self._depth or end == len(self._code) or self._code.startswith('#', end):
            return
        if self._code[token.start() - 1] == ',':  # the line before was an argument
            self._drafts.refuse()
        self._statement += 1
        self._start = end
        self._told = 0
        if white[0] == ';':
            return
        ended = self._frames.begin(white.rpartition('\n')[2])
        if ended and (not self._frames.floor or token.lastgroup in _HEADS):
            self._drafts.settle(ended=True)

    def _begin_surely(self, token: Token) -> None:
        """Begin a statement whose first word cannot stand within brackets."""
        self._depth = self._parameters = 0
        self._begin(token)
        self._drafts.trust()

    def _sure(self, token: Token) -> None:
        self._begin_surely(token)
        self._weigh(kinds.OTHER)
        if token['sure'] in ('raise', 'except'):
            self._told = len(self._code)

    def _flow(self, token: Token) -> None:
        self._begin(token)
        self._weigh(kinds.OTHER)

    def _weigh(self, evidence: int) -> None:
        """Count what a statement says of the body that the text began in."""
        if not self._depth and self._is_torn():
            self._drafts.weigh(evidence)

    def _is_torn(self) -> bool:
        """Tell whether the statement stands in a body whose head is not in the text."""
        return self._frames.is_torn and self._frames.indent == self._frames.floor

    # -- definitions

    def _decorator(self, token: Token) -> None:
        self._begin(token)
        name = token['decorator']
        self._see(name, called=self._code.startswith('(', token.end()), told=True)
        if not self._depth:
            self._decorators.append(name)
            self._told = len(self._code)

    def _function(self, token: Token) -> None:
        self._begin_surely(token)
        name = token['function']
        kind = self._function_kind(token)
        draft = self._define(name, kind)
        if kind is Kind.FUNCTION and self._is_torn():
            # the text may end within the head; what is above may be the end of another method
            if self._statement == 1 or not CUT_HEAD.match(self._code, token.end()):
                self._drafts.weigh(kinds.OTHER)
            self._drafts.tear(draft)
        self._frames.push(ScopeKind.FUNCTION, name)
        self._expect_docstring(draft)
        self._decorators = []
        self._told = len(self._code)
        self._parameters = -1

    def _function_kind(self, token: Token) -> Kind:
        if self._frames.top.kind is not ScopeKind.CLASS:
            if not (
                self._may_be_class()
                and (
                    (SELF if self._frames.is_torn else SELF_ALONE).match(self._code, token.end())
                    or not kinds.METHOD_MAKERS.isdisjoint(self._decorators)
                )
            ):
                return Kind.FUNCTION
            self._weigh(kinds.METHOD)
        is_property = any(map(kinds.makes_property, self._decorators))
        return Kind.ATTRIBUTE if is_property else Kind.METHOD

    def _may_be_class(self) -> bool:
        """Tell whether a function here may be a method, though no class is around it."""
        frames = self._frames
        if frames.top.kind is not ScopeKind.MODULE:
            return False
        if frames.is_torn:
            return True
        return not (frames.began_deeper or self._sightings.aliases or self._classes)

    def _class(self, token: Token) -> None:
        self._begin_surely(token)
        name = token['klass']
        bases = BASES.match(self._code, token.end())
        parents = _NAME.findall(bases[1]) if bases else ()
        draft = self._define(name, Kind.CLASS)
        self._classes = True
        self._frames.push(ScopeKind.CLASS, name, enum=any(map(kinds.makes_members, parents)))
        self._expect_docstring(draft)
        self._decorators = []
        self._told = len(self._code)

    def _type_alias(self, token: Token) -> None:
        self._begin(token)
        if not self._depth:
            self._define(token['alias'], Kind.TYPE)
            self._told = len(self._code)

    def _define(self, name: str, kind: Kind) -> Draft:
        frame = self._frames.top
        if frame.kind is ScopeKind.FUNCTION:
            self._nested[name] = frame.name
        return self._draft(self._frames.qualified(name), kind)

    def _draft(self, name: str, kind: Kind) -> Draft:
        draft = Draft(name, kind, self._line)
        self._drafts.add(draft)
        self._expect_docstring(draft)
        return draft

    def _expect_docstring(self, draft: Draft) -> None:
        self._described = (self._statement + 1, self._frames.top.name, draft)

    # -- assignments

    def _target(self, token: Token) -> None:
        self._begin(token)
        text = token['target']
        if self._depth:
            if self._parameters == self._depth == self._item:
                for part in text.split(','):
                    self._item = self._depth
                    self._parameter(part.partition('=')[0].strip(' \t*()'))
            closed = text.count(')') + text.count(']') - text.count('(') - text.count('[')
            self._depth = max(0, self._depth - closed)
            return
        annotation = (token['annotation'] or '').strip()
        if annotation:
            self._told = token.end('annotation')
        if annotation and not token['valued'] and not _TYPE.match(annotation):
            return  # prose
        for name in _NAME.findall(text):
            if name not in KEYWORDS:
                self._assign(name, token, annotation)

    def _assign(self, name: str, token: Token, annotation: str) -> None:
        frame = self._frames.top
        if '.' in name:
            self._assign_attribute(name)
        elif frame.kind is ScopeKind.FUNCTION:
            self._local(name)
        elif name in self._sightings.aliases and NOTHING.match(self._code, token.end()):
            pass  # an import that may fail
        elif self._frames.is_torn:
            self._assign_torn(name, token, annotation)
        else:
            in_enum = frame.enum and (not annotation or token['valued'] is not None)
            kind = self._made(name, token) or kinds.assigned(
                name, in_class=frame.kind is ScopeKind.CLASS, in_enum=in_enum, annotation=annotation
            )
            self._note(self._define(name, kind))

    def _assign_attribute(self, name: str) -> None:
        root, _, rest = name.partition('.')
        owner = self._frames.top.owner
        if owner and root in kinds.SELVES and '.' not in rest:
            self._note(self._draft(f'{owner}.{rest}', Kind.ATTRIBUTE))
        else:
            self._see(name, called=False, told=False)

    def _assign_torn(self, name: str, token: Token, annotation: str) -> None:
        if kinds.is_torn_constant(name) and self._is_torn():
            draft = self._define(name, Kind.CONSTANT)
            self._note(draft)
            self._drafts.tear(draft)
            return
        if kinds.is_dunder(name):
            self._weigh(kinds.METHOD)
        elif not (annotation or LITERAL.match(self._code, token.end())):
            self._weigh(kinds.OTHER)
        self._local(name)

    def _note(self, draft: Draft) -> None:
        draft.text = self._notes.get(self._line, '')
        self._drafts.doubt(draft)

    def _made(self, name: str, token: Token) -> Kind | None:
        making = MADE.match(self._code, token.end())
        return kinds.made(name, making[1], making[2]) if making else None

    # -- strings and imports

    def _string(self, token: Token) -> None:
        text = token['string']
        if token.start() == self._start and not self._depth:
            self._docstring(text)
        elif 'f' in text[:2].lower():
            for field in FIELD.finditer(text):
                self._see(field[1], called=field[2] is not None, told=False)
        self._line += text.count('\n')

    def _docstring(self, text: str) -> None:
        quotes = _OPENING.match(text)
        content = text[quotes.end() :].removesuffix(quotes[1]) if quotes else text
        content = content.replace('\\"', '"')
        remark(content, self._line, self._ledger)
        statement, frame, draft = self._described
        if draft and statement == self._statement and frame == self._frames.top.name:
            draft.text = draft.text or content

    def _import(self, token: Token) -> None:
        for name, alias, line in imported(token['modules']):
            self._ledger.add(name, Kind.MODULE, Sort.IMPORT, self._line + line)
            root = name.partition('.')[0]
            self._sightings.aliases[root if alias == name else alias] = root if alias == name else name
        self._line += token[0].count('\n')

    def _import_from(self, token: Token) -> None:
        package = token['package'].lstrip('.')
        names = imported(token['imported'].strip('()*'))
        first = self._line + token[0][: token.start('imported') - token.start()].count('\n')
        if token['package'] and (names or token['imported'][:1] in '(*'):
            self._ledger.add(package, Kind.MODULE, Sort.IMPORT, self._line)
        for name, alias, line in names:
            full = f'{package}.{name}' if package else name
            self._ledger.add(full, Kind.IMPORT, Sort.IMPORT, first + line)
            self._sightings.aliases[alias] = full
        self._line += token[0].count('\n')

    # -- names

    def _name(self, token: Token) -> None:
        if token.start() == self._start:
            self._weigh(kinds.OTHER)
        if not self._parameter(token['name']):
            self._see(token['name'], called=False, told=token.start() < self._told)

    def _argument(self, token: Token) -> None:
        if not self._parameter(token['name']) and '.' in token['name']:
            self._see(token['name'], called=False, told=False)

    def _call(self, token: Token) -> None:
        if token.start() == self._start:
            self._weigh(kinds.OTHER)
        self._see(token['name'], called=token['name'] not in KEYWORDS, told=False)
        self._depth += 1

    def _parameter(self, name: str) -> bool:
        """Take a name for a parameter if it stands where one does."""
        if not self._parameters == self._depth == self._item > 0:
            return False
        self._item = 0
        self._local(name)
        return True

    def _see(self, name: str, *, called: bool, told: bool) -> None:
        if name.startswith(_SELVES):
            rest = name.partition('.')[2]
            owner = self._frames.top.owner
            name = f'{owner}.{rest}' if owner else rest
            told = True
        elif name in self._nested and self._frames.is_within(self._nested[name]):
            name = f'{self._nested[name]}.{name}'
        self._sightings.see(name, self._line, called=called, told=told)

    def _loop(self, token: Token) -> None:
        if token.start() == self._start:
            self._weigh(kinds.OTHER)
        self._bound(token)

    def _bound(self, token: Token) -> None:
        for name in _NAME.findall(token[token.lastgroup or 0]):
            self._local(name)

    def _local(self, name: str) -> None:
        self._sightings.locals.add(name)
        self._ledger.local(name, self._line)

    # -- brackets

    def _open(self, token: Token) -> None:
        self._depth += 1
        if self._parameters < 0 and token['open'] == '(':
            self._parameters = self._item = self._depth

    def _close(self, _: Token) -> None:
        if not self._depth:
            self._drafts.refuse()
            return
        self._depth -= 1
        if self._depth < self._parameters:
            self._parameters = 0

    def _comma(self, _: Token) -> None:
        self._item = self._depth

    def _prompted(self, token: Token) -> None:
        self._begin(token)
        remark(token['prompted'], self._line, self._ledger)

    def _joined(self, _: Token) -> None:
        self._line += 1


_SELVES: Final = tuple(f'{name}.' for name in sorted(kinds.SELVES))
#: the last group of a token -> what it means
_HANDLERS: Final[dict[str, Callable[[Machine, Token], None]]] = {
    'alias': Machine._type_alias,
    'argument': Machine._argument,
    'annotation': Machine._target,
    'bound': Machine._bound,
    'call': Machine._call,
    'close': Machine._close,
    'comma': Machine._comma,
    'decorator': Machine._decorator,
    'flow': Machine._flow,
    'function': Machine._function,
    'imported': Machine._import_from,
    'joined': Machine._joined,
    'klass': Machine._class,
    'line': Machine._begin,
    'loop': Machine._loop,
    'modules': Machine._import,
    'name': Machine._name,
    'open': Machine._open,
    'prompted': Machine._prompted,
    'string': Machine._string,
    'sure': Machine._sure,
    'taken': Machine._bound,
    'target': Machine._target,
    'valued': Machine._target,
}
