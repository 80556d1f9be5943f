"""Reader of Ruby: scopes are closed by ``end``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar, Final

from sphinxcontrib_kwindex.extract.collector import qualified
from sphinxcontrib_kwindex.extract.scripts import ScriptReader, is_word
from sphinxcontrib_kwindex.model import Kind, Usage

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxcontrib_kwindex.model import Found

_HEREDOC = re.compile(r'<<[~-]?["\']?(?P<word>[A-Z_]\w*+)["\']?')
_TOKEN = re.compile(
    r"""
      \n=begin\b(?>[\s\S]*?\n=end\b[^\n]*+|[\s\S]*+)
    | \n[ \t]*+
    | \#[^\n]*+
    | (?<![\w.:@$])def[ \t]++[^\s(;\#]++
    | (?<![\w.:@$])end\b(?![?!:])
    | [@$]{0,2}+[A-Za-z_]\w*+[?!]?+(?:(?:::|&?\.)[A-Za-z_]\w*+[?!]?+)*+
    | (?:::|&?\.)[A-Za-z_]\w*+[?!]?+(?:(?:::|&?\.)[A-Za-z_]\w*+[?!]?+)*+
    | (?<![\w:]):(?:[A-Za-z_]\w*+[?!=]?|"[^"\n]*+"?)
    | "[^"\\]*+(?:\\[\s\S][^"\\]*+)*+"?
    | '[^'\\]*+(?:\\[\s\S][^'\\]*+)*+'?
    | `[^`]*+`?
    | %[wWiIqQrsx]?(?:\[[^]]{0,2000}+\]|\([^()]{0,2000}+\)|\{[^{}]{0,2000}+\})
    | (?:(?<=[=(,~!&|?{;+])|(?<=[=(,~!&|?{;+][ ])|(?<=if[ ])|(?<=when[ ])|(?<=unless[ ]))
      /(?![\s=])(?:[^/\\\n]|\\.){1,1000}+/\w*+
    | \d[\w.]*+
    | [=!<>]=++ | => | =~ | <<?+ | && | \|\|? | [-=(){}[\],;.!+?:]
    """,
    re.VERBOSE,
)
_NAME = re.compile(r'\w++[?!=]?')
_METHOD = re.compile(r'\w++[?!=]?|\[\]=?|[<=>~!+*/%^&|-]{1,3}@?')

#: words that ``end`` closes
_OPENING: Final = frozenset(str.split('begin case class def do for if module unless until while'))
#: words that open a block only before their condition
_MODIFIERS: Final = frozenset(str.split('if unless until while'))
#: words that may be followed by a ``do`` of their own
_LOOPS: Final = frozenset(str.split('for until while'))
#: words and symbols that a value follows
_EXPECTS_VALUE: Final = frozenset(
    str.split("""
    = == != ( [ { , => || && | << < + - ; ! ? : then else elsif do begin ensure rescue and or
    not if unless while until when in
    """)
)
_RESERVED: Final = _OPENING | frozenset(
    str.split("""
    BEGIN END __FILE__ __LINE__ alias and break defined? else elsif end ensure extend false in
    include prepend next nil not or private protected public raise redo rescue retry
    return self super then true undef when yield
    """)
)
#: parameters are expected to end within so many lexemes
_MOST_PARAMETERS: Final = 200
_MOST_BLOCK_PARAMETERS: Final = 20


def extract(code: str) -> list[Found]:
    """Return the names in a script."""
    return _RubyReader(code).results()


class _RubyReader(ScriptReader):
    """Reader that knows the open scopes."""

    TOKEN = _TOKEN
    HEREDOC = _HEREDOC

    def __init__(self, code: str) -> None:
        super().__init__(code)
        #: words that ``end`` closes, each with the scope around it
        self.open: list[tuple[str, str]] = []
        self.owner = ''
        #: a ``do`` on this line belongs to a loop
        self.loop = False

    def symbol(self, symbol: str) -> None:
        """Read the end of a line, or the parameters of a block."""
        if symbol[0] == '\n':
            self.loop = False
        elif symbol == '|' and self.peek(-1) in ('{', 'do'):
            for lexeme in self.lexemes[self.at + 1 : self.at + _MOST_BLOCK_PARAMETERS]:
                if lexeme == '|' or lexeme[0] == '\n':
                    break
                if _NAME.fullmatch(lexeme):
                    self.collector.local(lexeme, self.line)

    def word(self, word: str) -> None:
        """Read a keyword or a name."""
        if word.startswith('def') and word[3:4] in (' ', '\t'):
            self._method(word[3:].strip())
        elif self.peek() == ':' and self._is_key():
            if word not in _RESERVED:
                self.collector.add(word, Kind.NAME, Usage.ARGUMENT, self.line)
        elif word in _OPENING:
            self._opening(word)
        elif word == 'end':
            self.owner = self.open.pop()[1] if self.open else self.owner
        elif handler := self.HANDLERS.get(word):
            handler(self)
        elif word not in _RESERVED and self.peek(-1) not in ('class', 'module'):
            self._name(word)

    # -- scopes

    def _opening(self, word: str) -> None:
        before = self.peek(-1)
        if word in _MODIFIERS and before[0] != '\n' and before not in _EXPECTS_VALUE:
            return
        if word == 'do' and self.loop:
            self.loop = False
            return
        self.loop = word in _LOOPS or (self.loop and word != 'do')
        if word in ('class', 'module') and self.peek()[0].isalpha():
            self._scope(word)
        else:
            self.open.append((word, self.owner))

    def _scope(self, word: str) -> None:
        if self.peek(-1) == '\n':  # nothing is around a scope that is not indented
            self.open, self.owner = [], ''
        name = qualified(self.owner, '::', self.peek())
        self.define(name, Kind.CLASS if word == 'class' else Kind.NAMESPACE)
        self.open.append((word, self.owner))
        self.owner = name

    # -- definitions

    def _define(self, name: str, kind: Kind) -> None:
        separator = '::' if kind in (Kind.CLASS, Kind.CONSTANT) else '.'
        self.define(qualified(self.owner, separator, name), kind, name)

    def _method(self, name: str) -> None:
        owner, _, name = name.removeprefix('self.').rpartition('.')
        if _METHOD.fullmatch(name):
            self._define(name, Kind.METHOD if self.owner or owner else Kind.FUNCTION)
        if self.lexemes[self._parameters()] != '=':  # "def f = 1" has no end
            self.open.append(('def', self.owner))

    def _parameters(self) -> int:
        """Read the parameters of a method and return the index of what follows them."""
        at = self.at + 1
        if self.lexemes[at] == '(':
            last = min(at + _MOST_PARAMETERS, len(self.lexemes) - 4)
            while at < last and self.lexemes[at] != ')':
                at += 1
                if self.lexemes[at - 1] in ('(', ',', '&') and _NAME.fullmatch(self.lexemes[at]):
                    self.collector.local(self.lexemes[at], self.line)
            at += 1
        return at

    def _attributes(self) -> None:
        """Read ``attr_reader :a, :b``."""
        symbols = []
        for lexeme in self.lexemes[self.at + 1 : self.at + _MOST_PARAMETERS]:
            if lexeme[0] == ':' and len(lexeme) > 1:
                symbols.append(lexeme.strip(':"'))
            elif lexeme not in (',', '(') and (lexeme[0] != '\n' or not symbols):
                break
        for symbol in symbols:
            self._define(symbol, Kind.ATTRIBUTE)

    def _alias(self) -> None:
        """Read ``alias new old`` and ``alias_method :new, :old``."""
        name = self.argument().strip(':"\'')
        if _NAME.fullmatch(name):
            self._define(name, Kind.METHOD)

    def _require(self) -> None:
        path = self.argument()
        if path[0] in '"\'':
            path = re.sub(r'^(?:\.\.?/)+', '', path.strip(path[0]))
            self.collector.add(path, Kind.MODULE, Usage.IMPORT, self.line)

    # -- names

    def _name(self, word: str) -> None:
        if self.peek() == '=' and _NAME.fullmatch(word):
            self._assigned(word)
        elif self.peek() == '(' or self._is_call():
            self._use(word, Kind.FUNCTION)
        elif word[0].isupper() or not word.isidentifier():
            self._use(word, Kind.NAME)

    def _is_key(self) -> bool:
        """Check whether a word before a colon is a key: "if: 1", "render json: it"."""
        before = self.peek(-1)
        is_call = is_word(before) and before not in _RESERVED
        return is_call or before in ('{', '(', ',') or before[0] == '\n'

    def _is_call(self) -> bool:
        """Check whether arguments follow a word that begins a statement: "has_many :items"."""
        following = self.peek()
        is_first = self.peek(-1)[0] == '\n' or self.peek(-1) in ('do', 'then', 'else', ';')
        is_value = following[0] in '"\'@' or (following[0] == ':' and len(following) > 1)
        is_name = is_word(following) and following not in _RESERVED
        return is_first and (is_value or is_name)

    def _use(self, word: str, kind: Kind) -> None:
        if word.startswith('self.') and self.owner:
            word = f'{self.owner}{word[4:]}'
        self.collector.add(word.replace('&.', '.'), kind, Usage.USE, self.line)

    def _assigned(self, word: str) -> None:
        if not word[0].isupper() or any(opened == 'def' for opened, _ in self.open[-2:]):
            self.collector.local(word, self.line)
        elif self.peek(2) in ('Class.new', 'Struct.new', 'Data.define'):
            self._define(word, Kind.CLASS)
        else:
            self._define(word, Kind.CONSTANT)

    #: methods and keywords that define or import something
    HANDLERS: ClassVar[dict[str, Callable[[_RubyReader], None]]] = {
        'alias': _alias,
        'alias_method': _alias,
        'attr': _attributes,
        'attr_accessor': _attributes,
        'attr_reader': _attributes,
        'attr_writer': _attributes,
        'define_method': _alias,
        'require': _require,
        'require_relative': _require,
    }
