"""``sphinx-build -b kwcheck``: finds names that no longer exist, and what is wrong with terms."""
