extensions = ['myst_parser', 'sphinxcontrib_kwindex']
myst_enable_extensions = ['colon_fence', 'deflist', 'substitution']
html_theme = 'basic'
project = 'P'
author = copyright = version = '1'
