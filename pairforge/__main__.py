"""`python -m pairforge`: the command line."""

import sys

from pairforge.cli import main

if __name__ == "__main__":
    sys.exit(main())
