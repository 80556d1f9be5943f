"""Entry point of ``python -m sphinxcontrib_kwindex``, the same as ``kwindex``."""

import sys

from sphinxcontrib_kwindex.cli.main import main

if __name__ == '__main__':
    sys.exit(main())
