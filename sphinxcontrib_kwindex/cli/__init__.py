"""Command line ``kwindex``. Only ``check`` and ``build`` need Sphinx."""
