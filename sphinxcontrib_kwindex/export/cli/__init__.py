"""``python -m sphinxcontrib_kwindex``: what can be asked of exports on the command line."""
