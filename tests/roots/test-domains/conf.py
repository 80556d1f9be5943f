extensions = ['myst_parser', 'sphinxcontrib_kwindex']
myst_enable_extensions = ['colon_fence']
html_theme = 'basic'
project = 'P'
author = copyright = version = '1'


def setup(app):
    app.add_object_type('recipe', 'cook', 'pair: %s; recipe')
    app.add_crossref_type('shelf', 'shelved', 'single: %s')
