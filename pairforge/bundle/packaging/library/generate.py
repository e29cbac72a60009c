"""What FuseSoC runs for the generator `pairforge`, with its file of parameters as the only argument."""

import sys

try:
    from pairforge.cli import main
except ImportError:
    sys.exit(
        f"pairforge: error: {sys.executable} cannot import pairforge; "
        "activate the environment that has it, so that its python3 comes first on PATH"
    )

sys.argv[1:] = ["fusesoc", "--generate", *sys.argv[1:]]
main()
