"""The configuration of this documentation, and an example of one."""

from importlib.metadata import version as version_of

project = 'sphinxcontrib-kwindex'
author = 'the sphinxcontrib-kwindex developers'
copyright = f'2026, {author}'
release = version_of('sphinxcontrib-kwindex')
version = '.'.join(release.split('.')[:2])

html_theme = 'furo'
html_title = f'kwindex {version}'  # fits into the sidebar on one line

extensions = ['myst_parser', 'sphinxcontrib_kwindex']
exclude_patterns = ['_build']
myst_enable_extensions = ['deflist']

# at each class, function, method and setting: where it is used
kwindex_used_in = ['class', 'function', 'method', 'setting']

# names in literals and code, and terms are links
kwindex_links = ['literals', 'code', 'terms']

# what kwcheck takes for the sources of this documentation
kwcheck_sources = ['sample/nimbus', 'reference/acme_docs', '../sphinxcontrib_kwindex']

# translations: sphinx-build -b gettext, then locale/<language>/LC_MESSAGES/*.po
language = 'en'
locale_dirs = ['locale']
gettext_compact = False
