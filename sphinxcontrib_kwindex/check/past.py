"""Texts about earlier versions, by their words: names in them need not exist."""

from __future__ import annotations

import re

_CHANGELOG = re.compile(
    r"""(?:^|[/_-])(?:
        change(?:s|d|log)? | history | news | (?:pre)?release(?:s|notes?)? | announc\w* | upgrad\w+
      | whats[-_]?new | migrat\w+ | deprecat\w* | porting | proposals? | roadmap
      | backwards?[-_]compatibility | \w{1,4}ep(?=-\d{4})
    )(?:[/_\-.]|\d|$)""",
    re.VERBOSE | re.IGNORECASE,
)
_CHANGE_TITLE = re.compile(
    r"""
      ^\W*(?:version|release|[\w-]+)?\s*v?\d+\.[\d.x]*\w*\b(?!\s*[-–]\s*\d+\.)
    | \b(?:change\s?log|changes|release\ notes?|what['’]s\ new|history|deprecat\w+|removed
      | upgrading|migrat\w+|porting|backwards?[- ](?:in)?compatib\w+|breaking|unreleased)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
_PAST_SENTENCE = re.compile(
    r"""
      ^\W*(?:removed|renamed|deprecated|dropped|deleted)\b
    | \b(?:
        (?:was|were|been|got)\ (?:\w+\ )?(?:
            abandoned | absorbed | called | declined | deleted | discontinued | dropped | extracted
          | integrated | merged | moved | named | rejected | removed | renamed | replaced | retired
          | split | superseded | withdrawn )
      | (?:removed|renamed|dropped|deleted|gone|moved)\ (?:in|since|as\ of|from|to)\ (?!the\b|a\b)
      | deprecat\w+ | formerly | obsolete[sd]? | legacy | no\ longer | used\ to\ be
      | previously\ (?:called|named|known|available|was|were|used|had|did) | ^\W*previously
      | (?:old|former)\ (?:names?|\ufffc\ )
      | (?:before|until|prior\ to|since|as\ of|in)\ (?:version\ |release\ )?v?\d+\.\d
      | (?:early|earlier|older|previous|prior)\ (?:\w+\ )?(?:versions?|releases?) | superseded
      | replaced\ by | hypothetical | there\ (?:is|was)\ no | do(?:es)?(?:\ not|n['’]t)\ exist
    )\b
    """,
    re.VERBOSE | re.IGNORECASE,
)


def is_changelog(docname: str) -> bool:
    """Check whether a document is about earlier versions, by its name."""
    return bool(_CHANGELOG.search(docname))


def is_about_changes(title: str) -> bool:
    """Check whether a section is about earlier versions, by its title."""
    return bool(_CHANGE_TITLE.search(title))


def is_about_past(sentence: str) -> bool:
    """Check whether a sentence is about what no longer exists."""
    return bool(_PAST_SENTENCE.search(sentence))
