"""``sphinx-build -b kwcheck``: checks of names that no longer exist, and of terms."""
