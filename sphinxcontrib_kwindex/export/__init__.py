"""Exports of the index for other programs: the names of their files, and their schema version."""

from typing import Final

#: rises when programs that read the exports must change
SCHEMA: Final = 1

SUMMARY: Final = 'kwindex.json'
DOCUMENTS: Final = 'documents.jsonl'
KEYWORDS: Final = 'keywords.jsonl'
RECORDS: Final = 'records.jsonl'
TAGS: Final = 'tags'
