"""Words that are no keywords by themselves, as English prose and code use them.

None of these lists is applied to a name that a document defines: the documentation of Python may
well define ``int``, and a glossary "note". The stop words of the document's language come from
Sphinx's search and are given by the caller; ``FUNCTION_WORDS`` completes them for English. Words of
a template that many documents share are not listed here: they are found by counting.
"""

from __future__ import annotations

import re
from typing import Final

from sphinxcontrib_kwindex.extract.names import identity, word_lists

_LISTS: Final = word_lists('stopwords')
_VERBS: Final = _LISTS['verbs']
_NOUNS_TOO: Final = _LISTS['verbs and nouns']


def _participle(verb: str) -> str:
    return verb.removesuffix('e') + 'ed'


def _gerund(verb: str) -> str:
    stem = verb.removesuffix('e')
    return stem + stem[-1] * (verb in _LISTS['doubling verbs']) + 'ing'


def _forms(verb: str) -> set[str]:
    third = verb[:-1] + 'ies' if verb.endswith('y') and verb[-2] not in 'aeou' else verb + 's'
    sibilant = verb + 'es' * verb.endswith(('sh', 'ch', 'ss', 'x'))
    return {_gerund(verb), _participle(verb), third, sibilant}


LITERAL_NOISE: Final = _LISTS['literal noise']
FUNCTION_WORDS: Final = _LISTS['function words']
GLUED: Final = tuple(sorted(_LISTS['glued words']))
LINK_TEXTS: Final = _LISTS['link texts']
TOPICS: Final = _LISTS['topics']
TRAILERS: Final = _LISTS['trailers']
VAGUE: Final = _LISTS['vague words']
#: titles of sections, by their identity
SECTION_TITLES: Final = frozenset(
    identity(title, defined=False) for title in _LISTS['section titles']
)

#: words that do not begin a phrase of a heading
HEADS: Final = _VERBS | (frozenset(map(_gerund, _VERBS | _NOUNS_TOO)) - TOPICS) | {'how'}
#: words that are no phrase by themselves if more of the heading follows
LONE_HEADS: Final = HEADS | _NOUNS_TOO | TOPICS

#: past participles of verbs that are nouns as well: "moved"
PARTICIPLES: Final = frozenset(map(_participle, _NOUNS_TOO))
#: forms of verbs, and words around verbs, that no term contains
VERB_FORMS: Final = (
    _VERBS
    | (_LISTS['common verbs'] - _NOUNS_TOO)
    | frozenset(form for verb in _VERBS | _LISTS['common verbs'] for form in _forms(verb))
    | _LISTS['other verb forms']
)
#: words that begin no term, and words that end none
ANY_FIRST: Final = VAGUE | _LISTS['adjectives']
ANY_LAST: Final = ANY_FIRST | _LISTS['empty nouns']
#: words that are no topic by themselves
GENERIC: Final = ANY_LAST | _LISTS['generic nouns']

#: no letters, escapes, placeholders, hexadecimal and other numbers with their units, dates
_NO_NAME = re.compile(
    r"""
      \d{2,4}-\d\d[\d.:TZ+-]* | v?\d+(?:\.\d+)++(?:[-+][\w.+-]+)?
    |
      [\W\d_]* | \\.* | \{+[^{}]*\}+ | %\(\w*\)\w
    | 0[xXoObB][\da-fA-F_]+ | [-+]?\d[\d_.,]*(?:[eE][-+]?\d+|[^\W\d]{1,3}|%)?
    """,
    re.VERBOSE,
)


def is_noise(literal: str) -> bool:
    """Check whether a literal, cleaned, names nothing unless it is defined."""
    return (
        not literal[1:]
        or literal in LITERAL_NOISE
        or literal in FUNCTION_WORDS
        or _NO_NAME.fullmatch(literal) is not None
    )


#: names that examples make up: "foo_env", "my_app", "something.j2", "test_read_main", and addresses
_PLACEHOLDER = re.compile(
    r'\w+://.*|test(?:_[a-z\d]+){2,}|(?:.*[/._-])?(?:foo|bar|baz|my|My|MY|your|some|something|stuff|example|hello|path/to|do[-_]?something)'
    r'(?:$|[/._-].*|(?<=my|or|ur|me)[A-Z].*|(?<=My)[A-Z][a-z].*|\d+$)'
)


def is_placeholder(name: str) -> bool:
    """Check whether a name is one that examples make up."""
    return _PLACEHOLDER.fullmatch(name) is not None


def is_generic(word: str) -> bool:
    """Check whether a word by itself distinguishes no text about software from another."""
    return identity(word, defined=False) in GENERIC


def is_vague(word: str) -> bool:
    """Check whether a word cannot be what a text is about, however it is marked."""
    folded = word.casefold()
    return (
        FUNCTION_WORDS.issuperset(folded.split())
        or folded in VERB_FORMS
        or folded in ANY_LAST
        or folded in PARTICIPLES
        or folded.endswith('ly')
    )
