"""The singular of English words, as far as telling keywords apart needs it.

Rules of spelling, and the words of technical writing that break them. A word that no rule knows
for a plural stays as it is: two entries for one thing are better than one for two.
"""

from __future__ import annotations

import re
from typing import Final

_IRREGULAR: Final = {
    'abis': 'abi', 'ads': 'ad', 'apis': 'api', 'clis': 'cli', 'cpus': 'cpu', 'emojis': 'emoji',
    'gpus': 'gpu', 'guis': 'gui', 'ids': 'id', 'menus': 'menu', 'npus': 'npu', 'ops': 'op',
    'submenus': 'submenu', 'tpus': 'tpu', 'uis': 'ui', 'uris': 'uri', 'wikis': 'wiki',
    'analyses': 'analysis', 'axes': 'axis', 'crises': 'crisis', 'diagnoses': 'diagnosis',
    'ellipses': 'ellipsis', 'emphases': 'emphasis', 'hypotheses': 'hypothesis',
    'parentheses': 'parenthesis', 'synopses': 'synopsis', 'syntheses': 'synthesis',
    'theses': 'thesis', 'appendices': 'appendix', 'codices': 'codex', 'indices': 'index',
    'matrices': 'matrix', 'subindices': 'subindex', 'vertices': 'vertex', 'children': 'child',
    'grandchildren': 'grandchild', 'corpora': 'corpus', 'criteria': 'criterion',
    'phenomena': 'phenomenon', 'schemata': 'schema', 'halves': 'half', 'knives': 'knife',
    'leaves': 'leaf', 'lives': 'life', 'loaves': 'loaf', 'selves': 'self', 'shelves': 'shelf',
    'wolves': 'wolf', 'quizzes': 'quiz', 'aliases': 'alias', 'atlases': 'atlas', 'biases': 'bias',
    'bonuses': 'bonus', 'buses': 'bus', 'campuses': 'campus', 'canvases': 'canvas',
    'censuses': 'census', 'corpuses': 'corpus', 'focuses': 'focus', 'gases': 'gas',
    'lenses': 'lens', 'nexuses': 'nexus', 'statuses': 'status', 'viruses': 'virus',
}  # fmt: skip
#: They end like plurals but are none, or mean something else without their s.
_SINGULAR: Final = frozenset(
    str.split("""
    always alias atlas besides bias canvas chaos christmas cosmos does emacs ethos goes has https
    jenkins kubernetes kudos lens macos means news pandas keras perhaps postgres rails series
    sometimes species towards was whereas windows
    """)
)
#: Of words in -ics only these are plurals: no "graphic" of "graphics".
_PLURALS_IN_ICS: Final = frozenset(
    str.split("""
    atomics characteristics clinics comics critics fabrics generics heuristics intrinsics logics
    magics metrics mimics relics topics
    """)
)
#: They lose an s alone where their like lose -es, or keep their -ie.
_ONLY_S: Final = frozenset(
    str.split("""
    aches avalanches caches headaches niches psyches quiches canoes foes hoes shoes toes
    brownies calories cookies doozies eyries freebies genies hoodies lingeries movies newbies
    selfies smoothies sorties zombies
    """)
)
_ENDINGS_IN_ES: Final = ('oes', 'xes', 'ches', 'shes', 'sses', 'zzes')
_PLURAL_ACRONYM = re.compile(r'[A-Z]{2,}s')
_SHORT: Final = 3


def singular(phrase: str) -> str:
    """Return a word or phrase with its last word in the singular: "code blocks", "code block"."""
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
    return _without_ending(word, lower) if _ends_like_a_plural(lower) else word


def _ends_like_a_plural(word: str) -> bool:
    if len(word) <= _SHORT or word in _SINGULAR:
        return False
    if word.endswith('ics'):
        return word in _PLURALS_IN_ICS
    return word.endswith('s') and not word.endswith(('ss', 'us', 'is', 'js'))


def _without_ending(word: str, lower: str) -> str:
    if lower in _ONLY_S:
        return word[:-1]
    if lower.endswith('ies') and len(word) > _SHORT + 1:
        return word[:-3] + 'y'
    return word[:-2] if lower.endswith(_ENDINGS_IN_ES) else word[:-1]
