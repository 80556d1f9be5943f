"""A keyword index for any Sphinx documentation, without any markup."""

from __future__ import annotations

__version__ = '0.1.0'
