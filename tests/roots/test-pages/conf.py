extensions = ['myst_parser', 'sphinxcontrib_kwindex']
myst_enable_extensions = ['colon_fence']
project = 'Pages'
author = copyright = 'The authors'
version = release = '1.0'
html_theme = 'basic'
kwindex_source_url = 'https://example.org/{path}'
kwindex_source_path = {r'api/(.*)_py': r'src/\1.py'}
man_pages = [('index', 'pages', 'Pages', 'The authors', 1)]
