extensions = ['sphinxcontrib_kwindex']
html_theme = 'basic'
html_show_sourcelink = False  # the theme does not quote it
author = copyright = 'The authors'
version = release = '1.0'
