"""Command line: ``python -m sphinxcontrib_kwindex``. It reads exports, and imports no Sphinx."""
