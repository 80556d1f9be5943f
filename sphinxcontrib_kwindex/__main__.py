"""``python -m sphinxcontrib_kwindex``: compare exports, and ask them."""

import sys

from sphinxcontrib_kwindex.export.cli.main import main

if __name__ == '__main__':
    sys.exit(main())
