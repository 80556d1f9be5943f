"""Short digests of plain data, to tell later whether it is the same."""

from __future__ import annotations

import hashlib
import json


def digest(*things: object) -> str:
    """Digest plain data; sets are sorted, enumerations count as their values."""
    text = json.dumps(things, default=sorted, separators=(',', ':'))
    return digest_of_bytes(text.encode())


def digest_of_bytes(data: bytes) -> str:
    """Digest what is packed."""
    return hashlib.sha256(data).hexdigest()[:20]
