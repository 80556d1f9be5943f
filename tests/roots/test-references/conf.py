extensions = ['myst_parser', 'sphinxcontrib_kwindex']
myst_enable_extensions = ['colon_fence', 'attrs_block']
html_theme = 'basic'
project = 'P'
author = copyright = version = '1'
