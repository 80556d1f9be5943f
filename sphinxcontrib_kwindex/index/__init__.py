"""Index: from records of documents to entries of pages. Nothing here but patterns knows Sphinx."""
