"""Names in inline literals, read without their markup.

A literal is a name, or code that holds names: a call, a setting with its value, an import, a
command with its options. Words of which it says nothing are names in passing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from sphinxcontrib_kwindex.extract.collector import ENVIRONMENT
from sphinxcontrib_kwindex.extract.names import (
    OPTION,
    clean,
    is_constant_shaped,
    is_file_name,
    is_identifier_shaped,
)
from sphinxcontrib_kwindex.extract.prose.definitions import KINDS
from sphinxcontrib_kwindex.extract.prose.wordlists import (
    FUNCTION_WORDS,
    HEADS,
    LITERAL_NOISE,
    VERB_FORMS,
)
from sphinxcontrib_kwindex.extract.python import read_tree
from sphinxcontrib_kwindex.extract.scripts import shell
from sphinxcontrib_kwindex.model import Kind, Usage

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sphinxcontrib_kwindex.model import Found

#: a longer literal is a message
_LONGEST: Final = 200

# -- kinds

_OTHER_OPTION = re.compile(r'-\d|/[A-Z?]')
_VARIABLE = re.compile(r'\$\w+|\$\{\w+\}|\$env:\w+|%[A-Z]\w+%')
_FILE = re.compile(
    r"""
      (?=[^<>]|<[\w-]+>)(?:[\w.~*{}$-]|<[\w-]+>)*(?:/(?:[\w.~*{}$@+:-]|<[\w-]+>)+)+/?
    | \w[\w.-]*/ | Makefile | Dockerfile
    """,
    re.VERBOSE,
)


#: folders of every system
_ROOTS: Final = frozenset(
    str.split('bin boot dev etc home lib mnt opt private proc root run srv sys tmp usr var')
)
#: a call and its arguments: "connect(port=3)", "@define(eq=False)"; not "parameter(s)"
CALL = re.compile(r'@?([^\W\d](?:[\w.:]*\w)?)!?\((?!s\))(.*)\)')
#: capitals that name no constant
_ACRONYMS: Final = frozenset(
    str.split('ASCII CORS CRUD CSRF HTML HTTP HTTPS JSON MIME REST SMTP TOML UUID WASM XHTML YAML')
)


def is_file(text: str) -> bool:
    """Check whether a literal is the name of a file or a folder, or a path."""
    return is_file_name(text) or (_FILE.fullmatch(text) is not None and _is_path(text))


def guess_kind(text: str) -> Kind:
    """Return the kind of a literal, guessed from its shape."""
    name = text.partition('=')[0]
    call = CALL.fullmatch(text)
    if text.endswith('()') or (call and len(call[1]) > 1):  # not "O(n)"
        return Kind.FUNCTION
    if _VARIABLE.fullmatch(text):
        return Kind.ENVIRONMENT_VARIABLE
    if OPTION.fullmatch(name) or _OTHER_OPTION.fullmatch(name):
        return Kind.OPTION
    if is_file(text):
        return Kind.FILE
    is_constant = name.isidentifier() and is_constant_shaped(name)
    if is_constant and name not in _ACRONYMS:
        return Kind.CONSTANT
    return Kind.NAME


def _is_path(text: str) -> bool:
    """Check whether a text with slashes is a path: "src/main.c", not "linux/amd64" or "/users"."""
    first, slash, rest = text.partition('/')
    return (
        not slash
        or '.' in text.rpartition('/')[2].strip('.')
        or text.endswith('/')
        or (rest.partition('/')[0] in _ROOTS if not first else first[0] in '.~$%<' or '/' in rest)
    )


# -- kinds that the words beside a literal state

_PLURALS: Final = {
    re.sub(r'(?<=[^aeo])y$', 'ie', noun) + 'e' * noun.endswith('s') + 's': noun for noun in KINDS
}
_NOUN: Final = '|'.join(sorted([*KINDS, *_PLURALS], key=len, reverse=True))
#: "helper function", "configuration option"
_MODIFIER: Final = (
    'abstract|async|base|built-?in|callback|command[- ]line|config|configuration|generic|global'
    '|helper|instance|keyword|member|shell|standard|static|utility'
)
_NOUNS: Final = rf'(?:(?:{_MODIFIER}|{_NOUN})\s+)*(?:{_NOUN})'
#: "…`` command line option", "the configuration option ``…"
_NOUNS_AFTER = re.compile(rf'\s+({_NOUNS})(?![-\w])', re.IGNORECASE)
_NOUNS_BEFORE = re.compile(rf'(?:^\s*|(?P<word>\S+)\s+)(?P<nouns>{_NOUNS})\s$', re.IGNORECASE)
_LAST_NOUN = re.compile(rf'(?:^|.*\s)({_NOUN})', re.IGNORECASE | re.DOTALL)
_INDEFINITE = re.compile(r'\ban?\s$', re.IGNORECASE)
#: before the noun before a literal
_BEFORE_NOUN: Final = FUNCTION_WORDS | HEADS | VERB_FORMS
#: nouns for anything that a program has
_CONFIGURED = re.compile(r'config', re.IGNORECASE)
_CLASSES: Final = frozenset({Kind.CLASS, Kind.ENUM})
_CODE: Final = _CLASSES | {Kind.ATTRIBUTE, Kind.FUNCTION, Kind.MACRO, Kind.METHOD, Kind.TYPE}
_IN_CODE = re.compile(r'[@$\w]+(?:(?:\.|::|->|#)~?\w+)*(?:!?(?:\(.*\))?|<.*>)', re.DOTALL)


class Stated(NamedTuple):
    """A kind that a noun beside a literal states."""

    kind: Kind
    is_plural: bool


def _stated(nouns: str) -> Stated | None:
    """Return the kind that the last of some nouns states."""
    match = _LAST_NOUN.fullmatch(' '.join(nouns.lower().split()))
    noun = match[1] if match else ''
    is_plural = noun not in KINDS
    kind = KINDS.get(_PLURALS.get(noun, noun))
    if _CONFIGURED.match(nouns) and kind in {None, Kind.ATTRIBUTE, Kind.OPTION, Kind.VARIABLE}:
        kind = Kind.SETTING
    return Stated(kind, is_plural) if kind else None


def stated_after(text: str, *, beside_literal: bool) -> Stated | None:
    """Return the kind that a text states of the literal that it follows: "the ``…`` command"."""
    match = _NOUNS_AFTER.match(text)
    if match and beside_literal and not text[match.end() :].strip():
        return _stated(match[1].split()[0])  # "the ``Client`` class method ``close``"
    return _stated(match[1]) if match else None


def stated_before(text: str, *, beside_literal: bool) -> Stated | None:
    """Return the kind that a text states of the literal that it precedes: "the command ``…``"."""
    match = _NOUNS_BEFORE.search(text)
    is_others = beside_literal and match and match['word'] is None and ' ' not in match['nouns']
    if match is None or is_others:
        return None
    word = match['word'] or ''
    is_noun = word[-1:].isalnum() and word.lower() not in _BEFORE_NOUN
    return None if is_noun else _stated(match['nouns'])


#: before the values of a setting: "may be", "is set to", "the default is"
_BEFORE_VALUE = re.compile(
    r"""\b(?:(?:can|could|may|must|should)\sbe(?:\sset\sto)?|(?:is|are|be)?\s?set(?:ting)?\sto
    |defaults?\s(?:is|to)|(?:allowed|possible|valid)\svalues(?:\sare|\sinclude)?)
    (?:\s(?:any\sof|either|one\sof))?:?\s$""",
    re.VERBOSE | re.IGNORECASE,
)


def precedes_value(text: str) -> bool:
    """Check whether a text leads to the values of a setting."""
    return _BEFORE_VALUE.search(text) is not None


def fits(literal: str, kind: Kind, before: str) -> bool:
    """Check whether a literal can be of a kind that the words beside it state."""
    guessed = guess_kind(literal)
    if guessed in {Kind.OPTION, Kind.ENVIRONMENT_VARIABLE, kind}:
        return False
    if kind in _CODE and not _IN_CODE.fullmatch(literal):
        return False  # a CSS class, a header
    if kind in _CLASSES and literal.isalpha() and literal.islower():
        return False  # the network interface "eth"
    if kind is Kind.METHOD and literal.isupper():
        return False  # of HTTP
    is_word = kind is Kind.FILE or (literal.isalpha() and literal.islower())
    if (is_word and _INDEFINITE.search(before)) or literal in LITERAL_NOISE:
        return False  # "a ``json`` file", "an ``async`` function"
    return guessed is not Kind.FILE or kind is Kind.FILE or (kind in _CODE and '/' not in literal)


# -- what a literal is

#: "pkg>=1.0", "['a']", "a|b"; "**strong**", "``code``", ":sup:`2`"; but "<div>" and "operator[]"
_EXPRESSION = re.compile(
    r"""(?!</?[\w-]+/?>$|.*\boperator\b)(?:[^\[\]<>="'`|;,()]*[\[\]<>="'`|;,()]|\*+\w[^*]*\*+$).*"""
)
#: "pip cache purge"
_COMMAND = re.compile(r'([a-z][a-z0-9-]+(?: [a-z][a-z-]+){1,2})((?: [a-z][a-z-]+){0,2})')
_IMPORT = re.compile(r'(?:from|import)\s')
_RENAMED = re.compile(r'([^\W\d][\w.]*+) as \w+')
#: "export X=5", "set X=5", "$env:X = 5", "X=5 make"
_ENVIRONMENT = re.compile(
    r'(?i:export|set|setenv|setx) [A-Za-z_]\w*[= ]\S.*|export \w+|(?i:\$env:\w+ ?=).*'
    r'|(?:[A-Z_][A-Z\d_]*=\S* )+[a-z./].*'
)
#: "retries = 3", "path += x"
_ASSIGNMENT = re.compile(r'([^\W\d][\w.-]*+) (?:[+:?]?=(?!=)|=>) ?\S.*')
#: "hosts: all"
_PAIR = re.compile(r'([^\W\d][\w.-]*+):(?: \S++){0,2}')
#: "[project.scripts]", "[[bin]]"
_SECTION = re.compile(r'\[{1,2}(?!\w-\w\])([a-z][\w."-]+)\]{1,2}')
#: an attribute of Rust and its first argument: "#[serde(rename = "name")]"
ATTRIBUTE = re.compile(r'#!?\[(\w[\w:]*+)(?:\(([a-z_]\w*))?.*\]')
#: "#define LIMIT 200", "--inspect[=[host:]port]"
_DEFINE = re.compile(r'#define ([A-Za-z_]\w*)\b.*')
_OPTION_WITH_VALUE = re.compile(rf'({OPTION.pattern})(?:\[=|=?<)\S*')
#: "httpx[cli]", "environ['x']"
_SUBSCRIPT = re.compile(r'([^\W\d][\w.-]*+)\[\S.*\]')
_ROUTE = re.compile(r'(?:DELETE|GET|HEAD|OPTIONS|PATCH|POST|PUT) (/\S*)')
#: calls on what a call returns: "Query.filter(a=1).count()"
_CHAIN = re.compile(r'([A-Z]\w*+\.\w++)\([^()]*+\)(?:\.\w++(?:\([^()]*+\))?+)++')
_FIRST_GROUP: Final = (
    (_CHAIN, Kind.FUNCTION),
    (_RENAMED, None),
    (_ROUTE, None),
    (_ASSIGNMENT, None),
    (_PAIR, None),
    (_SECTION, Kind.SETTING),
    (ATTRIBUTE, None),
    (_DEFINE, Kind.MACRO),
    (_OPTION_WITH_VALUE, Kind.OPTION),
    (_SUBSCRIPT, None),
)


def is_expression(literal: str) -> bool:
    """Check whether a literal, cleaned, is code or markup that holds names rather than is one."""
    return _EXPRESSION.fullmatch(literal) is not None


def literal_names(text: str) -> list[tuple[str, Kind]]:
    """Return the names that a literal is about, nearly always one."""
    if len(text) > _LONGEST:
        return []
    if _ENVIRONMENT.fullmatch(text):
        return _of_usages(shell.extract_session(text), Usage.DEFINITION, Usage.USE)
    if _IMPORT.match(text):
        return _of_usages(read_tree(text) or (), Usage.IMPORT)
    if variable := ENVIRONMENT.match(text):
        return [(variable[1], Kind.ENVIRONMENT_VARIABLE)]
    for pattern, kind in _FIRST_GROUP:
        if match := pattern.fullmatch(text):
            return [(match[1], kind or guess_kind(match[1]))]
    return _plain_name(text)


def _plain_name(text: str) -> list[tuple[str, Kind]]:
    """Return the name that a literal is, as a whole."""
    if command := _COMMAND.fullmatch(text):  # of a longer one, the end is an argument
        is_sentence = command[2] and not FUNCTION_WORDS.isdisjoint(text.split())
        return [] if is_sentence else [(command[1], Kind.COMMAND)]
    name = clean(text)
    if re.search(r'\s', name) or (is_expression(name) and not _FILE.fullmatch(name)):
        return []
    return [(text, guess_kind(text))]


def _of_usages(found: list[Found] | tuple[()], *usages: Usage) -> list[tuple[str, Kind]]:
    return [(one.name, one.kind) for one in found if one.usage in usages]


# -- what else is in it

#: an argument, "eq=False"; not "==", not in a string
_ARGUMENT = re.compile(r'(?:^|(?<=[(,]))\s*([^\W\d]\w*)\s*=(?!=)')
#: a command with its arguments: "pip install --upgrade pip"
_COMMAND_LINE = re.compile(r'([a-z][\w.-]+(?: [a-z][a-z-]+){1,2}) (?=-|<|\[|[A-Z]|\.\.\.|\S*[/.])')
_OPTIONS = re.compile(rf'(?<![^\s(\[|]){OPTION.pattern}')
#: "$HOME/.config", "${HOME}", "%APPDATA%\\pip"
_VARIABLE_IN = re.compile(r'\$\{?([A-Z][A-Z\d_]+)\b|%([A-Z][A-Z\d_]+)%')
#: set by every system
_EVERYWHERE: Final = frozenset({'HOME', 'PATH', 'PWD', 'USER', 'USERPROFILE'})

_WORD = re.compile(r'[^\W\d]\w*+(?:(?:\.|::|-)\w++)*+')


def inner_names(text: str) -> Iterator[tuple[str, Kind]]:
    """Yield the arguments of a call, command and options of a command line, variables of a path."""
    if call := CALL.fullmatch(text):
        for name in _ARGUMENT.findall(call[2]):
            yield name, Kind.NAME
        return
    attribute = ATTRIBUTE.fullmatch(text)
    if attribute and attribute[2]:  # a reader looks for "rename"
        yield attribute[2], Kind.NAME
    if command := _COMMAND_LINE.match(text):
        yield command[1], Kind.COMMAND
    if ' ' in text:
        for option in _OPTIONS.findall(text):
            yield option, Kind.OPTION
    if '$' in text or '%' in text:
        for match in _VARIABLE_IN.finditer(text):
            name = match[1] or match[2]
            if len(match[0]) < len(text) and name not in _EVERYWHERE:
                yield name, Kind.ENVIRONMENT_VARIABLE


def passing_names(text: str, whole: Collection[str]) -> Iterator[str]:
    """Yield the words of code; of a message only those that look like identifiers.

    A literal that is a name, as a whole, has no others but the arguments of a call.
    """
    if len(text) > _LONGEST or (text in whole and '(' not in text):
        return
    is_code = is_expression(text) or ' ' not in text or _COMMAND_LINE.match(text) is not None
    known = set(map(clean, whole))
    for word in _WORD.findall(text):
        if word not in known and (is_code or is_identifier_shaped(word)):
            yield word
