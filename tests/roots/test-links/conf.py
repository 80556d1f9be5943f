extensions = ['myst_parser', 'sphinxcontrib_kwindex']
html_theme = 'basic'
project = 'Links'
author = copyright = 'The authors'
version = release = '1.0'
exclude_patterns = ['parts']
suppress_warnings = ['toc.no_title']
