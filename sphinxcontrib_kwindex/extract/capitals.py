"""Names that nothing but a capital, or a number, tells from words."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.names import identity
from sphinxcontrib_kwindex.extract.phrases import Recurring, is_vague
from sphinxcontrib_kwindex.extract.stopwords import SECTION_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

#: how often such a name must stand somewhere
_NAME_RECURS: Final = 3

#: A capital that no sentence asks for has a small word before it; what is before it is looked at
#: when it is found, since what an expression begins with is looked for at full speed.
_CAPITALISED = re.compile(
    r"""
      ([A-Z] (?<![\w.'’+#/-].) (?P<before>(?<=[^\W\d_][,;:][ ].)|(?<=[^\W\d_A-Z][ ].))?
       (?:[a-z]{2,}|[A-Z]{1,5}-\d{1,5}|[a-z]+-\d{1,3}))(?![\w+\#/-]|\.\w|['’]\w{2})
    """,
    re.VERBOSE,
)
_SMALL = re.compile(r'(?<![\w.])[a-z]{3,}(?!\w)')


def proper_names(texts: Sequence[str]) -> Iterator[Recurring]:
    """Give the words that have a capital, or a number, wherever they stand: "Unicode", "UTF-8"."""
    candidates = _candidates(texts)
    lower = [name.lower() for name in candidates]
    telling = (text for text in texts if any(name in text for name in lower))
    small = {word for text in telling for word in _SMALL.findall(text)}
    for name, numbers in candidates.items():
        if name.lower() not in small and not _is_common(name):
            yield Recurring(name, tuple(numbers))


def _candidates(texts: Iterable[str]) -> dict[str, list[int]]:
    """Find what has a capital in enough texts, and in one of them where no sentence asks for it."""
    spots: dict[str, list[int]] = defaultdict(list)
    inside: set[str] = set()
    for number, text in enumerate(texts):
        for match in _CAPITALISED.finditer(text):
            spots[match[1]].append(number)
            if match['before'] is not None:
                inside.add(match[1])
    return {n: spots[n] for n in spots if n in inside and len(set(spots[n])) >= _NAME_RECURS}


def _is_common(name: str) -> bool:
    is_label = identity(name, defined=False) in SECTION_WORDS
    return is_label or is_vague(name) or name.endswith('ed')
