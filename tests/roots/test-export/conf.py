extensions = ['myst_parser', 'sphinx.ext.intersphinx', 'sphinxcontrib_kwindex']
myst_enable_extensions = ['colon_fence']
exclude_patterns = ['inc']
project = 'Export [1.0] *all* of `it`'
version = release = '1.0'
author = copyright = 'The authors'
html_theme = 'basic'
epub_show_urls = 'no'
kwindex_source_path = {r'api/(.*)_py': r'../src/\1.py'}
