"""Parser of one statement: its head up to a brace, or all of it up to a semicolon."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.c_family import lexer
from sphinxcontrib_kwindex.extract.c_family.declarations import (
    DeclarationKind,
    Declarator,
    find_function,
)
from sphinxcontrib_kwindex.extract.c_family.lexer import (
    Span,
    StatementTokens,
    is_brackets,
    is_name,
    word_set,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

_BLOCK: Final = Declarator(DeclarationKind.BLOCK)
_VALUE: Final = Declarator(DeclarationKind.VALUE)
_INSTANTIATION = re.compile(r'\s*+(?:extern\s++)?template\s++(?!<)')
_BRACKET = re.compile(r'[()[\]]')
_LAST_NAME = re.compile(r'([^\W\d]\w*+)\s*+\Z')
_POINTERS: Final = frozenset({'*', '&', '^'})
_ACCESS: Final = word_set('private protected public signals slots Q_SIGNALS Q_SLOTS __published')
_BEGIN: Final = _ACCESS | word_set(
    'class concept enum extern namespace static struct template typedef union using'
)
_AND_OR: Final = word_set('& | !')
#: macros of Objective-C
_ENUM_MACROS: Final = word_set('CF_ENUM CF_OPTIONS NS_CLOSED_ENUM NS_ENUM NS_OPTIONS')
_AFTER_NAME: Final = word_set('abstract final sealed')
#: symbols after the name of a declarator
_ENDS: Final = word_set('= [ { :')
_SIGNS: Final = word_set('* & ::')
#: an interface with its category, superclass and protocols, or its end; ``@protocol A, B;`` is none
OBJC_SCOPE = re.compile(
    r"""@(?:interface|implementation|protocol)\s++(\w++)\s*+
        (?:\([^()]*+\)\s*+)?+(?::\s*+\w++\s*+)?+(?:<[^<>]*+>\s*+)?+(?![;,])
      | @end\b
    """,
    re.VERBOSE,
)
_PROPERTY = re.compile(r'@property\s*+(?:\([^()]*+\))?+')
_LABEL = re.compile(r'(?:@(?:optional|required)\s*+)++')


def parse_opening(statement: str, owner: str, *, top: bool) -> Declarator:
    """Return the declarator whose brace follows; ``owner`` is the class around the statement."""
    tokens = StatementTokens(statement)
    words = tokens.words
    start = _skip_prefixes(words)
    if start >= len(words) or words[start] in lexer.STATEMENTS:
        return _BLOCK
    if '=' in words:
        return _VALUE
    if 'namespace' in words[start : start + 3]:
        return _namespace(tokens, start)
    if words[start] == 'extern' and words[-1] == '"':
        return Declarator(DeclarationKind.NAMESPACE)
    return _class(tokens) or _function(tokens, start, owner, top=top)


def parse_statement(statement: str, owner: str, where: str) -> Iterator[Declarator]:
    """Yield the declarators of a statement without a block; for ``where`` see `FunctionHead`."""
    if 'template' in statement and _INSTANTIATION.match(statement):
        return
    tokens = StatementTokens(statement)
    words = tokens.words
    start = _skip_prefixes(words)
    if start + 1 >= len(words):
        return
    first = words[start]
    if first == 'using':
        yield from _using(tokens, start + 1)
    elif first == 'typedef':
        yield from _values(tokens, start + 1, DeclarationKind.TYPE)
    elif first == 'namespace':
        span = tokens.span(start + 1, len(words) - 1)
        yield Declarator(DeclarationKind.ALIAS, tokens.text(start + 1), span, target=_target(words))
    elif first == 'concept':
        yield Declarator.of_token(DeclarationKind.TYPE, tokens, start + 1)
    elif 'friend' not in words and not _is_forward(words, start):
        yield from _plain(tokens, start, owner, where)


def _is_forward(words: list[str], start: int) -> bool:
    """Check for forward declarations: ``class API Foo``, ``enum class API Foo : int``."""
    if words[start] == 'enum' and words[start + 1] in {'class', 'struct'}:
        start += 1
    rest = words[start + 3 :]
    return (
        len(words) >= start + 3
        and lexer.is_exported(*words[start : start + 3])
        and rest[:1] in ([], [':'])
        and all(map(is_name, rest[1:]))
    )


def parse_cut_off(statement: str, owner: str) -> Iterator[Declarator]:
    """Yield the declarators of a statement that the text ends in."""
    tokens = StatementTokens(statement + ')' * max(0, statement.count('(') - statement.count(')')))
    words = tokens.words
    start = _skip_prefixes(words)
    if start + 1 >= len(words):
        return
    if words[start] == 'typedef' and '(' in tokens.skeleton:
        yield from _values(tokens, start + 1, DeclarationKind.TYPE)
    elif words[start] == 'using' and '=' in words:
        yield from _using(tokens, start + 1)
    elif '=' not in words and words[start] not in {'friend', 'typedef'}:
        function = find_function(tokens, start)
        if function and function.is_cut_off(owner):
            yield function.declarator(DeclarationKind.CUT_OFF)
        elif not function and (found := _class(tokens)) and found.name:
            yield found


def _function(tokens: StatementTokens, start: int, owner: str, *, top: bool) -> Declarator:
    words = tokens.words
    if _ENUM_MACROS.intersection(words):
        return _enum_macro(tokens)
    function = find_function(tokens, start)
    if not function:
        return _VALUE if '(' not in tokens.skeleton and sum(map(is_name, words)) > 1 else _BLOCK
    if not function.is_defined(owner, top=top):
        return function.block()
    return function.declarator(DeclarationKind.FUNCTION)._replace(
        continues=':' in function.after and is_name(words[-1]),
        friend='friend' in function.prefix or 'friend' in function.lead,
    )


def _plain(tokens: StatementTokens, start: int, owner: str, where: str) -> Iterator[Declarator]:
    function = find_function(tokens, start) if '(' in tokens.skeleton else None
    if function and function.is_declared(owner, where):
        yield function.declarator(DeclarationKind.PROTOTYPE)
    elif 'class' not in tokens.words:
        yield from _values(tokens, start, DeclarationKind.VARIABLE, where)


def _using(tokens: StatementTokens, at: int) -> Iterator[Declarator]:
    words = tokens.words
    kind = DeclarationKind.USING_NAMESPACE if words[at] == 'namespace' else DeclarationKind.USING
    while words[at] in {'namespace', 'typename', 'enum', '::'} and at + 1 < len(words):
        at += 1
    if is_name(words[at]):
        yield Declarator.of_token(DeclarationKind.TYPE if '=' in words else kind, tokens, at)


def _target(words: list[str]) -> str:
    """Return the full name of an alias of a namespace."""
    after = words[words.index('=') + 1 :] if '=' in words else []
    names = [''.join(word.split()) for word in after if is_name(word)]
    return names[-1] if names else ''


def _values(
    tokens: StatementTokens, start: int, kind: DeclarationKind, where: str = ''
) -> Iterator[Declarator]:
    words = tokens.words
    is_variable = kind is DeclarationKind.VARIABLE
    fixed = is_variable and _is_constant(words, where)
    for at in _DeclaratorParser(words, start).names():
        found = (
            _pointer(tokens, at, kind)
            if is_brackets(words[at])
            else Declarator.of_token(kind, tokens, at)
        )
        is_upper = found.name.isupper() and len(found.name) > 1
        if is_variable and is_upper and '}' in words:
            continue  # an attribute after a class
        if fixed or (is_variable and is_upper):
            found = found._replace(kind=DeclarationKind.CONSTANT)
        if found.name:
            yield found


def _pointer(tokens: StatementTokens, at: int, kind: DeclarationKind) -> Declarator:
    """Return the declarator in brackets before other brackets: a pointer or a function."""
    plain = _BRACKET.split(tokens.arguments(at), maxsplit=1)[0]
    name, span = _last_name(plain, tokens.span(at).start + 1)
    if not name or name in lexer.KEYWORDS:
        return _BLOCK
    if kind is DeclarationKind.VARIABLE and not _POINTERS.intersection(plain):
        kind = DeclarationKind.PROTOTYPE
    return Declarator(kind, name, span)


def _last_name(text: str, offset: int) -> tuple[str, Span]:
    """Return the name at the end of a text that stands at an offset."""
    match = _LAST_NAME.search(text[-300:])
    if not match:
        return '', Span(0, 0)
    start = offset + len(text) - len(match[0])
    return match[1], Span(start, start + len(match[1]))


def _skip_prefixes(tokens: list[str]) -> int:
    """Skip labels, template heads and macros that need no semicolon."""
    start = 0
    while start < len(tokens):
        before = start
        if tokens[start] in _ACCESS and ':' in tokens[start + 1 : start + 3]:
            start = tokens.index(':', start) + 1
        elif tokens[start] == 'template':
            start += 1
        elif tokens[start] == 'requires':
            start = _skip_constraint(tokens, start + 1)
        else:
            start = _skip_words(tokens, _skip_macros(tokens, start))
        if start == before:
            break
    return start


def _skip_constraint(tokens: list[str], at: int) -> int:
    """Skip ``A && B(…) || (…)``."""
    while at < len(tokens):
        joined = tokens[at] in _AND_OR or is_brackets(tokens[at])
        if not joined and tokens[at - 1] != 'requires' and tokens[at - 1] not in _AND_OR:
            break
        at += 1
    return at


def _skip_macros(tokens: list[str], start: int) -> int:
    """Skip ``MACRO(…)`` without a semicolon before a declaration."""
    at = start
    while at + 2 < len(tokens) and is_brackets(tokens[at + 1]) and _may_be_macro(tokens[at]):
        at += 2
    follows = tokens[at]
    if not is_name(follows) or follows in lexer.SUFFIXES or follows.isupper():
        return start
    if at + 1 < len(tokens) and is_brackets(tokens[at + 1]):  # EXPORT(type) function(…)
        at -= 2
    return max(at, start)


def _may_be_macro(word: str) -> bool:
    return is_name(word) and (word not in lexer.KEYWORDS or word in lexer.ATTRIBUTES)


def _skip_words(tokens: list[str], start: int) -> int:
    """Skip ``BEGIN_NAMESPACE`` before a word that begins a declaration."""
    at = start
    while at < len(tokens) and tokens[at].isupper():
        at += 1
    return at if start < at < len(tokens) and tokens[at] in _BEGIN else start


def _namespace(tokens: StatementTokens, start: int) -> Declarator:
    """Parse ``namespace a::inline b`` or ``namespace MACRO a``; the name may be missing."""
    words = tokens.words
    first = words.index('namespace', start) + 1
    names = [at for at in range(first, len(words)) if _is_namespace(words, at)]
    if not names:
        return Declarator(DeclarationKind.NAMESPACE)
    if any(words[at].endswith('::inline') for at in names):
        name = ' '.join(words[at] for at in names).replace('::inline ', '::')
        return Declarator(DeclarationKind.NAMESPACE, name, tokens.span(names[0], names[-1]))
    best = next((at for at in names if not words[at].isupper()), names[0])
    return Declarator.of_token(DeclarationKind.NAMESPACE, tokens, best)


def _is_namespace(words: list[str], at: int) -> bool:
    attribute = at + 1 < len(words) and is_brackets(words[at + 1])
    return is_name(words[at]) and not attribute


def _class(tokens: StatementTokens) -> Declarator | None:
    """Return the declarator of a class or enumeration, unless a function returns it."""
    words = tokens.words
    key = next((words.index(key) for key in lexer.CLASS_KEYS if key in words), None)
    if key is None:
        return None
    kind = DeclarationKind.CLASS
    if words[key] == 'enum':
        scoped = words[key + 1 : key + 2] in (['class'], ['struct'])
        kind = DeclarationKind.SCOPED_ENUM if scoped else DeclarationKind.ENUM
    end = _end_of_name(words, key)
    name = words[end - 1]
    if not is_name(name):
        return None
    if name in lexer.KEYWORDS:
        return None if any(map(is_brackets, words[key:end])) else Declarator(kind)
    return Declarator.of_token(kind, tokens, end - 1)


def _end_of_name(words: list[str], key: int) -> int:
    """Return the end of the name of a class: before bases, ``final``, ``ATTRIBUTE(…)``."""
    end = words.index(':', key) if ':' in words[key:] else len(words)
    while end - 1 > key:
        last = words[end - 1]
        if last in _AFTER_NAME:
            end -= 1
        elif is_brackets(last) and (words[end - 2].isupper() or words[end - 2][0] == '_'):
            end -= 2
        else:
            break
    return end


def _enum_macro(tokens: StatementTokens) -> Declarator:
    """Parse ``typedef NS_ENUM(NSInteger, Name)``."""
    brackets = next((at for at, word in enumerate(tokens.words) if is_brackets(word)), None)
    if brackets is None:
        return Declarator(DeclarationKind.ENUM)
    name = _last_name(tokens.arguments(brackets), tokens.span(brackets).start + 1)
    return Declarator(DeclarationKind.ENUM, *name)


def _is_constant(words: list[str], where: str) -> bool:
    """Check for constants; a ``const`` member is none unless it is static."""
    if 'constexpr' in words:
        return True
    return 'const' in words and '*' not in words and (where != 'class' or 'static' in words)


class _DeclaratorParser:
    """Parser of the declarators of a statement, word by word.

    The first declarator has a type before it; those after commas share it.
    """

    def __init__(self, words: list[str], start: int) -> None:
        self.words = words
        self.start = start
        #: whether a type was read
        self.typed = False
        #: index of the name so far
        self.name = -1
        #: whether the name of this declarator is complete
        self.ended = False

    def names(self) -> Iterator[int]:
        """Yield the indices of names, or of brackets with the name of a pointer in them."""
        for at in range(self.start, len(self.words)):
            if self.words[at] == ',':
                if self.typed and self.name >= 0:
                    yield self.name
                self.ended, self.name = not self.typed, -1
            elif not self.ended and not self._read(at, self.words[at]):
                return
        if self.typed and self.name >= 0:
            yield self.name

    def _read(self, at: int, word: str) -> bool:
        """Read a word; return whether this can still be a declaration."""
        if is_brackets(word):
            self._brackets(at)
        elif word == '{' and self._is_class(at):
            self.typed, self.name = True, -1
        elif word in lexer.STATEMENTS:
            return False
        elif word in _ENDS:
            self.ended = True
        elif is_name(word):
            self._word(at, word)
        elif word != '}' or self.words[at - 1] != '{':
            return word in _SIGNS
        return True

    def _word(self, at: int, word: str) -> None:
        after = self.words[at + 1 : at + 2]
        if word in lexer.BUILTIN_TYPES or word == 'decltype':
            self.typed = True
        elif self.typed and self.name >= 0 and word.isupper() and any(map(is_brackets, after)):
            self.ended = True  # int x MACRO(y)
        elif word not in lexer.KEYWORDS:
            self.typed, self.name = self.typed or self.name >= 0, at

    def _brackets(self, at: int) -> None:
        before = self.words[at - 1]
        if before in lexer.NOT_FUNCTIONS or (before.isupper() and self.name < 0):
            return  # alignas(8), decltype(x), MACRO(x) before a name
        after = self.words[at + 1 : at + 2]
        if after and after[0][0] in '([':
            self.typed, self.name = self.typed or self.name >= 0, at
        self.ended = True

    def _is_class(self, at: int) -> bool:
        """Check for the braces of a class, not of a value."""
        before = self.words[self.start : at]
        return self.words[at + 1 : at + 2] == ['}'] and any(
            key in before for key in lexer.CLASS_KEYS
        )


def parse_objc_opening(head: str, owner: str) -> Declarator | None:
    """Return the method of Objective-C whose brace follows."""
    return _objc_method(head, owner, DeclarationKind.FUNCTION) if head[:1] in {'-', '+'} else None


def parse_objc_statement(head: str, owner: str) -> Iterator[Declarator]:
    """Yield the declarators of a statement in an interface of Objective-C."""
    head = _LABEL.sub(lambda match: ' ' * len(match[0]), head)
    stripped = head.lstrip()
    if stripped[:1] in {'-', '+'}:
        if found := _objc_method(head, owner, DeclarationKind.PROTOTYPE):
            yield found
    elif match := _PROPERTY.match(stripped):
        start = len(head) - len(stripped) + match.end()
        for found in parse_statement(' ' * start + head[start:], '', 'namespace'):
            yield found._replace(kind=DeclarationKind.FIELD, name=f'{owner}.{found.name}')


def _objc_method(head: str, owner: str, kind: DeclarationKind) -> Declarator | None:
    """Parse ``- (type)first:(type)a second:(type)b``."""
    tokens = StatementTokens(head)
    words = tokens.words
    names = [at for at, word in enumerate(words) if is_name(word)]
    keys = [at for at in names if words[at + 1 : at + 2] == [':']]
    if not names:
        return None
    selector = ''.join(f'{words[at]}:' for at in keys) or words[names[0]]
    first = (keys or names)[0]
    return Declarator(kind, f'{owner}.{selector}', tokens.span(first))
