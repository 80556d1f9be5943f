extensions = ['myst_parser', 'sphinxcontrib_kwindex']
html_theme = 'basic'
project = 'P'
author = copyright = version = '1'
