"""Collection of keywords: from the doctree of one document to its record."""
