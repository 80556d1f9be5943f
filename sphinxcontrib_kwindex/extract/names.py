"""The shape of names: what looks like an identifier, and what one name is."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from sphinxcontrib_kwindex.extract.characters import ZERO_WIDTH, tame, visible
from sphinxcontrib_kwindex.extract.plurals import singular

__all__ = [
    'LONGEST', 'clean', 'identity', 'is_identifier_shaped', 'last_component', 'option_names',
    'singular', 'tame', 'visible',
]  # fmt: skip

#: what is longer is no name, and is cut
LONGEST: Final = 256

#: the same names come again and again, on one page and on many; so many of them are remembered
_REMEMBERED: Final = 10_000

_SEPARATOR = re.compile(r'\.|::')
#: A word of letters and digits that no ordinary word looks like. Each alternative is linear.
_HUMPED = re.compile(
    r"""
      [^\W\d_]+\d[^\W_]*            # letters, then a digit: X86, conv2d
    | (?=[^\W_]*?[a-z][A-Z])[^\W_]+ # two humps: CamelCase, camelCase
    | [A-Z]{2,}(?!s\Z)[a-z][^\W_]*  # an acronym and a hump: HTMLParser, but not URLs
    """,
    re.VERBOSE,
)
_UNITS: Final = frozenset(
    str.split("""
    kB KiB MiB GiB TiB PiB EiB kHz MHz GHz THz dB dBm kbit kbps Kbps Mbps Gbps Tbps mA mAh mV kV mW
    kW kWh MWh GWh eV keV MeV GeV TeV nF pF pH hPa kPa MPa GPa mmHg PhD
    """)
)
#: Java packages begin with these, hosts end with them.
_HOSTS: Final = frozenset(str.split('com edu gov net org'))

#: nothing is put around these: words, names, dotted and hyphenated ones
_BARE = re.compile(r'[A-Za-z0-9_]+(?:[ .-][A-Za-z0-9_]+)*', re.ASCII)
_QUOTES: Final = ' "\'`“”„‘’«»'
_BRACED = re.compile(r'\$\{([^{}]+)\}')
#: a call, also of a decorator; not "operator()", not "(a, b)", not "f(x) and g(y)"
_CALL = re.compile(r'([^\s()]*\w)(?<!\boperator)\((?:[^()]|\([^()]*\))*\)')
_OPERATOR_CALL = re.compile(r'(.*\boperator\(\))\([^()]*\)')
#: "timeout=60", "--timeout=60": what is set, not what it is set to; not "operator=", not "a == b"
_SETTING = re.compile(r'((?:--?)?[^\W\d][\w.-]*)(?<!\boperator)=(?!=).*')
_OF_SUPER = re.compile(r'super\(\)\.(?=\w)')
_OPERATOR = re.compile(r'\boperator(?![\w.]).+')
_TEMPLATE_ARGUMENTS = re.compile(r'(?<=\w)<[^<>]*>(?=$|::|\(|[>,&*])')
_PREFIX = re.compile(r'[@~!]+(?=\w)|\$+(?=\w+$)|\*{1,2}(?=[^\W\d]\w*$)|\.+(?=[^\W\d])')
#: names that begin with a full stop: hidden files, suffixes of file names
_DOT_FILE = re.compile(
    r"""\.(?:
        NET | env | venv | ssh | tox | nox | cache | gpg | svn | hg | idea | circleci
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


@lru_cache(_REMEMBERED)
def is_identifier_shaped(word: str) -> bool:
    """Tell whether a word looks like an identifier rather than like an ordinary word."""
    parts = _SEPARATOR.split(word)
    if not all(map(str.isidentifier, parts)):
        return False
    if len(parts) > 1:  # but not "e.g" nor "docs.example.org"
        return max(map(len, parts)) > 1 and parts[-1] not in _HOSTS and parts[0] != 'www'
    if '_' in word:
        return '_' in word.rstrip('_')
    return word not in _UNITS and _HUMPED.fullmatch(word) is not None


def clean(name: str) -> str:
    """Strip what writers put around a name: call brackets, quotes, sigils, punctuation.

    A name of nothing else, such as ``...``, stays as it is.
    """
    if len(name) <= LONGEST and _BARE.fullmatch(name):
        return name  # as most are
    return _clean(name)


@lru_cache(_REMEMBERED)
def _clean(name: str) -> str:
    shown = ZERO_WIDTH.sub('', tame(name)[:LONGEST])
    plain = visible(tame(shown))[:LONGEST].strip()  # letters that it parted are composed now
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


@lru_cache(_REMEMBERED)
def identity(name: str, defined: bool) -> str:  # noqa: FBT001  a plain question of two arguments
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
    """Return the last part of a dotted or qualified name; of anything else the whole."""
    if name.startswith(('-', '+', '.')) or ' ' in name or '/' in name:
        return name
    if match := _OPERATOR.search(name):
        return match[0]
    return _SEPARATOR.split(name)[-1] or name


def option_names(text: str) -> list[str]:
    """Return the spellings of a command line option, without its values.

    >>> option_names('-o FILE, --output=FILE')
    ['-o', '--output']
    """
    both = _NEGATABLE.sub(r'\1\2, \1no-\2', ' '.join(text.split()))
    pieces = _OPTION_GAP.split(_VALUES.sub('', both))
    options = [match[0].rstrip('.…') for piece in pieces if (match := _OPTION.match(piece.strip()))]
    return list(dict.fromkeys(options)) or text.split()[:1]
