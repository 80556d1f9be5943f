extensions = ['myst_parser', 'sphinx.ext.ifconfig', 'sphinxcontrib_kwindex']
myst_enable_extensions = ['colon_fence']
html_theme = 'basic'
project = 'P'
author = copyright = version = '1'
shown_level = 2


def setup(app):
    app.add_config_value('shown_level', 0, 'env')
