extensions = ['sphinxcontrib_kwindex']
html_theme = 'basic'
project = 'Pages'
author = copyright = 'The authors'
version = release = '1.0'
man_pages = [('index', 'pages', 'Pages', 'The authors', 1)]
