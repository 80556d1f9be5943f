"""Names: shape of identifiers, cleaning, identity of spellings, parts of qualified names.

Also characters that cannot be printed or that deceive, the singular of English words, as far as
keywords need it, and the loader of word lists.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

_LIST = re.compile(r'^\[([^\]\n]+)\]\n([^[]*)', re.MULTILINE)
_COMMENT = re.compile(r'^#.*\n', re.MULTILINE)


@cache
def word_lists(name: str) -> dict[str, frozenset[str]]:
    """Return the lists of a file in ``data/`` by their titles.

    A title stands in brackets. Entries are separated by spaces, or by commas if some of them have
    several words.
    """
    path = files('sphinxcontrib_kwindex.extract').joinpath('data', f'{name}.txt')
    text = _COMMENT.sub('', path.read_text(encoding='utf-8'))
    return {title: frozenset(_entries(body)) for title, body in _LIST.findall(text)}


def _entries(body: str) -> list[str]:
    return [' '.join(entry.split()) for entry in body.split(',' if ',' in body else None)]


#: the length of the longest name; longer ones are cut
LONGEST: Final = 256

#: The same names come again and again, on one page and on many.
_CACHED: Final = 10_000

#: an option of a command, without its value
OPTION = re.compile(r'--?[A-Za-z][\w-]*+')
#: between the parts of a qualified name
SEPARATOR = re.compile(r'\.|::')
#: the same, or between the namespaces of PHP
ANY_SEPARATOR = re.compile(r'\.|::|\\')
#: A word of letters and digits that no ordinary word looks like. Each alternative is linear.
_HUMPED = re.compile(
    r"""
      [^\W\d_]+\d[^\W_]*            # letters, then a digit: X86, conv2d
    | (?=[^\W_]*?[a-z][A-Z])[^\W_]+ # two humps: CamelCase, camelCase
    | [A-Z]{2,}(?!s\Z)[a-z][^\W_]*  # an acronym and a hump: HTMLParser, but not URLs
    """,
    re.VERBOSE,
)
#: capitals with an underscore, or four of them: "K_FOREVER", "http.OPTIONS"
_CONSTANT = re.compile(r'(?:.*(?:\.|::|->))?_*(?:[A-Z][A-Z\d]*+_[A-Z\d_]++|[A-Z][A-Z\d]{3,})')
_UNITS: Final = word_lists('stopwords')['units']
#: Java packages begin with these, hosts end with them.
HOSTS: Final = frozenset(str.split('com edu gov net org'))

#: a path or a file whose name has a known ending
_FILE_NAME = re.compile(
    r"""(?:[\w.~*@+-]*+/)*+[\w*@+-](?:[\w*@+-]|\.(?=.*\.))*\.(?:bat|cc|cfg|cjs|cmake|conf|cpp|cs|css|csv
        |cuh?|dll|dtsi?|exe|gdshader|gd|go|gz|hh|hpp|html?|ini|ipynb|java|jpe?g|jsx?|json5?|kts?|lock
        |log|lua|md|mjs|mk|mo|overlay|pdf|php|png|po|proto|ps1|pyi?|rb|rs|rst|scss|sh|so|sql|svg|swift
        |tex|toml|tscn|tsx?|txt|vue|whl|xml|ya?ml|zip|[ch])""",
    re.VERBOSE,
)

#: nothing is put around these: words, names, dotted and hyphenated ones
_BARE = re.compile(r'[A-Za-z0-9_]+(?:[ .-][A-Za-z0-9_]+)*', re.ASCII)
_QUOTES: Final = ' "\'`“”„‘’«»'
_BRACED = re.compile(r'\$\{([^{}]+)\}')
#: a call, also of a decorator; not "operator()", not "(a, b)", not "f(x) and g(y)"
_CALL = re.compile(r'([^\s()]*\w)(?<!\boperator)\((?:[^()]|\([^()]*\))*\)')
_OPERATOR_CALL = re.compile(r'(.*\boperator\(\))\([^()]*\)')
#: an assignment, "timeout=60" or "--timeout=60"; not "operator=", not "a == b"
_SETTING = re.compile(r'((?:--?)?[^\W\d][\w.-]*)(?<!\boperator)=(?!=).*')
_OF_SUPER = re.compile(r'super\(\)\.(?=\w)')
_OPERATOR = re.compile(r'\boperator(?![\w.]).+')
_TEMPLATE_ARGUMENTS = re.compile(r'(?<=\w)<[^<>]*>(?=$|::|\(|[>,&*])')
_PREFIX = re.compile(r'[@~!]+(?=\w)|\$+(?=\w+$)|\*{1,2}(?=[^\W\d]\w*$)|\.+(?=[^\W\d])')
#: names that begin with a full stop: hidden files and folders, suffixes of file names
_DOT_FILE = re.compile(
    r"""\.(?:
        NET | [\w-]+/\S* | env | venv | ssh | tox | nox | cache | gpg | svn | hg | idea | circleci
      | (?:bash|docker|dir|editor|eslint|git|hg|htaccess|mail|npm|pre|prettier|pylint|vscode)[\w.-]*
      | [\w.-]*(?:rc|ignore|profile|conf|config|history)
      | (?:[\w-]+\.)*(?:a|bat|bib|bz2|c|cc|cfg|cmake|conf|cpp|css|csv|cu|cuh|db|dll|doctree|doctrees
        |epub|exe|gif|go|gz|h|hpp|html?|ico|in|inc|ini|inv|ipynb|java|jpe?g|js|json|lib|lock|log|lua
        |md|mo|o|pdf|php|png|po|pot|ps1|pxd|py[cdix]?|pyw|rb|rs|rst|s|sh|so|sql|svg|tar|tex|toml|ts
        |tsx|txt|whl|xml|xz|ya?ml|zip)
    )""",
    re.VERBOSE,
)
_SUFFIX = re.compile(r'[.,;:!?…]+$')
#: "println!", "empty?": names of Rust, Julia and Ruby
_EXCLAIMED = re.compile(r'[a-z_][\w.:]*\w[!?]')

_ORDINARY = re.compile(r"[^\W\d_][^\W_]*(?:[ '’‐‑-][^\W_]+)*['’]?")
_OF_PROGRAM = re.compile(r'(\w\S*(?: \S+)*) ([-+/]\S+)')
_HYPHENS = re.compile('[-‐‑]')

#: "--[no-]color"
_NEGATABLE = re.compile(r'(?<![\w-])(--?\w*)\[no-?\]([\w-]+)')
_VALUES = re.compile(r'\[=?[^][]*\]|\{[^{}]*\}|<[^<>]*>')
_OPTION_GAP = re.compile(r'[,|] ?(?=[-+/])| (?:or )?(?=--?[^\W\d_])|/(?=-)| / ')
_OPTION = re.compile(r'(?:--?|\+|/(?=[\w?]+$))[\w?#@.$][^\s=:,]*|--?$')


@lru_cache(_CACHED)
def is_identifier_shaped(word: str) -> bool:
    """Check whether a word looks like an identifier rather than like an ordinary word."""
    parts = SEPARATOR.split(word)
    if not all(map(str.isidentifier, parts)):
        return False
    if len(parts) > 1:  # but not "e.g" nor "docs.example.org"
        return max(map(len, parts)) > 1 and parts[-1] not in HOSTS and parts[0] != 'www'
    if '_' in word:
        return '_' in word.rstrip('_')
    return word not in _UNITS and _HUMPED.fullmatch(word) is not None


def is_file_name(text: str) -> bool:
    """Check whether a text is the name of a file, maybe with its folders, by its ending."""
    return '.' in text and _FILE_NAME.fullmatch(text) is not None


@lru_cache(_CACHED)
def is_constant_shaped(name: str) -> bool:
    """Check whether a name, or its last part, is written as constants are."""
    return _CONSTANT.fullmatch(name) is not None


def clean(name: str) -> str:
    """Return a name without call brackets, quotes, sigils and punctuation around it.

    A name that has nothing else, such as ``...``, stays as it is.
    """
    if len(name) <= LONGEST and _BARE.fullmatch(name):
        return name  # as most are
    return _clean(name)


@lru_cache(_CACHED)
def _clean(name: str) -> str:
    shown = _INVISIBLE.sub('', sanitize(name)[:LONGEST])
    # sanitized again: letters that an invisible character separated are composed now
    plain = escape_invisible(sanitize(shown))[:LONGEST].strip()
    stripped = plain
    while (shorter := _strip(stripped)) != stripped:
        stripped = shorter
    return stripped or plain


def _strip(name: str) -> str:
    name = name.strip(_QUOTES)
    for pattern in (_BRACED, _CALL, _OPERATOR_CALL, _SETTING):
        if match := pattern.fullmatch(name):
            name = match[1]
    name = _OF_SUPER.sub('', _TEMPLATE_ARGUMENTS.sub('', name))
    if not _DOT_FILE.fullmatch(name) and (prefix := _PREFIX.match(name)):
        name = name[prefix.end() :]
    if name.startswith(':') or _OPERATOR.search(name) or _EXCLAIMED.fullmatch(name):
        return name  # ":func:" is how the role is called
    return _SUFFIX.sub('', name)


@lru_cache(5 * _CACHED)
def identity(name: str, defined: bool) -> str:  # noqa: FBT001  two plain arguments
    """Return what two spellings of one name have in common."""
    if name.isascii():
        if name.isidentifier() and (defined or '_' in name):
            return name  # as most are
    else:
        name = unicodedata.normalize('NFC', name)
    if match := _OF_PROGRAM.fullmatch(name):  # "git commit --amend" is "git-commit --amend"
        return f'{match[1].replace(" ", "-")} {match[2]}'
    if defined or not _ORDINARY.fullmatch(name):
        return name
    words = singular(_HYPHENS.sub(' ', name)).replace('’', "'").split(' ')
    folded = (word if is_identifier_shaped(word) else word.casefold() for word in words)
    return unicodedata.normalize('NFC', ' '.join(folded))


def last_component(name: str) -> str:
    """Return the last part of a dotted or qualified name; of anything else the whole.

    >>> last_component('@scope/package.connect')
    'connect'
    """
    if name.isidentifier():
        return name
    if name.startswith('@'):
        name = name.rpartition('/')[2]
    if name.startswith(('-', '+', '.')) or ' ' in name or '/' in name:
        return name
    if match := _OPERATOR.search(name):
        return match[0]
    return SEPARATOR.split(name)[-1] or name


def option_names(text: str) -> list[str]:
    """Return the spellings of a command line option, without its values.

    >>> option_names('-o FILE, --output=FILE')
    ['-o', '--output']
    """
    both = _NEGATABLE.sub(r'\1\2, \1no-\2', ' '.join(text.split()))
    pieces = _OPTION_GAP.split(_VALUES.sub('', both))
    options = [match[0].rstrip('.…') for piece in pieces if (match := _OPTION.match(piece.strip()))]
    return list(dict.fromkeys(options)) or text.split()[:1]


# -- characters

#: characters that no output format can print: controls, lone surrogates, noncharacters
_UNPRINTABLE = re.compile(
    '[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff'
    + ''.join(chr(plane << 16 | 0xFFFE) + chr(plane << 16 | 0xFFFF) for plane in range(1, 17))
    + ']'
)

#: scripts and emoji in which a zero-width joiner or non-joiner belongs to the spelling
_JOINED: Final = '[\u0600-\u1fff\u2600-\u27bf\ufb50-\ufdcf\ufe0f\ufe70-\ufefc\U00010a00-\U0001faff]'
_ZERO_WIDTH: Final = (
    f'[\u200b\u2060\ufeff]|(?<!{_JOINED})[\u200c\u200d]|[\u200c\u200d](?!{_JOINED})'
)
_BIDIRECTIONAL: Final = '[\u202a-\u202e\u2066-\u2069]'
_INVISIBLE = re.compile(_ZERO_WIDTH)
#: controls of the writing direction: a text with them may be shown in another order
_DIRECTION = re.compile(_BIDIRECTIONAL)
_DECEPTIVE = re.compile(f'{_BIDIRECTIONAL}|{_ZERO_WIDTH}')
_ISOLATES: Final = '\u2066\u2067\u2068'
_END_OF_ISOLATE: Final = '\u2069'
_END_OF_EMBEDDING: Final = '\u202c'

#: the replacement or the escape of a character
_MARK = re.compile('\ufffd|⟨U\\+[0-9A-F]{4}⟩')


def sanitize(text: str) -> str:
    """Return a printable text: composed, white space folded, no controls, no soft hyphens."""
    text = ' '.join(text.replace('\N{SOFT HYPHEN}', '').split())
    if text.isascii() and text.isprintable():
        return text
    text = _UNPRINTABLE.sub('\N{REPLACEMENT CHARACTER}', unicodedata.normalize('NFC', text))
    return text if _is_balanced(text) else _DIRECTION.sub(_escape, text)


def escape_invisible(name: str) -> str:
    """Replace characters that would deceive a reader by their numbers: ``⟨U+202E⟩``."""
    return name if name.isascii() else _DECEPTIVE.sub(_escape, name)


def has_escapes(text: str) -> bool:
    """Check whether something in a text was replaced by ``sanitize`` or ``escape_invisible``."""
    return not text.isascii() and _MARK.search(text) is not None


def _escape(match: re.Match[str]) -> str:
    return f'⟨U+{ord(match[0]):04X}⟩'


def _is_balanced(text: str) -> bool:
    """Check whether each change of the writing direction ends in this text."""
    opened = ['']
    for sign in _DIRECTION.findall(text):
        if sign not in (_END_OF_ISOLATE, _END_OF_EMBEDDING):
            opened.append(_END_OF_ISOLATE if sign in _ISOLATES else _END_OF_EMBEDDING)
        elif opened.pop() != sign:
            return False
    return opened == ['']


# -- plurals

_PLURALS: Final = word_lists('plurals')
_IRREGULAR: Final = dict(entry.split() for entry in _PLURALS['irregular'])
_ENDINGS_IN_ES: Final = ('oes', 'xes', 'ches', 'shes', 'sses', 'zzes')
_PLURAL_ACRONYM = re.compile(r'[A-Z]{2,}s')
_SHORT: Final = 3


def singular(phrase: str) -> str:
    """Return a word or phrase with its last word in the singular: "code blocks", "code block".

    A word that no rule knows as a plural stays as it is: two entries for one thing are better than
    one for two.
    """
    before, space, word = phrase.rpartition(' ')
    before_hyphen, hyphen, word = word.rpartition('-')
    return f'{before}{space}{before_hyphen}{hyphen}{_singular_word(word)}'


def _singular_word(word: str) -> str:
    if _PLURAL_ACRONYM.fullmatch(word):
        return word[:-1]
    if word.isupper() or not word.isascii() or not word.isalpha():
        return word
    lower = word.lower()
    if known := _IRREGULAR.get(lower):
        return known.capitalize() if word[0].isupper() else known
    return _without_ending(word, lower) if _is_regular_plural(lower) else word


def _is_regular_plural(word: str) -> bool:
    if len(word) <= _SHORT or word in _PLURALS['no plurals']:
        return False
    if word.endswith('ics'):
        return word in _PLURALS['plurals in -ics']
    return word.endswith('s') and not word.endswith(('ss', 'us', 'is', 'js'))


def _without_ending(word: str, lower: str) -> str:
    if lower in _PLURALS['plurals in -s']:
        return word[:-1]
    if lower.endswith('ies') and len(word) > _SHORT + 1:
        return word[:-3] + 'y'
    return word[:-2] if lower.endswith(_ENDINGS_IN_ES) else word[:-1]
