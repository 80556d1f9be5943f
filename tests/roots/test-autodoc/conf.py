import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / 'pkg'))

extensions = ['myst_parser', 'sphinx.ext.autodoc', 'sphinxcontrib_kwindex']
html_theme = 'basic'
project = 'P'
author = copyright = version = '1'
