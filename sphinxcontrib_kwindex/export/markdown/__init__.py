"""``sphinx-build -b kwmarkdown``: keyword pages that a code host shows beside the sources."""
