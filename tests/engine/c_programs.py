"""Programs in C, compiled against the library that is installed, through pkg-config."""

import os
import subprocess
from pathlib import Path

from .conftest import command


def compiled(
    prefix: Path, source: Path, program: Path, *, static: bool = False, compiler: str = "cc"
) -> dict[str, str]:
    """The program, and the environment it runs in."""
    environment = {**os.environ, "PKG_CONFIG_PATH": str(prefix / "lib" / "pkgconfig")}
    wanted = ["pkg-config", "--cflags", "--libs", *(["--static"] if static else []), "pairforge"]
    found = subprocess.run(wanted, env=environment, capture_output=True, text=True, check=True).stdout.split()
    if static:
        found = ["-l:libpairforge.a" if word == "-lpairforge" else word for word in found]
    flags = ("-Wall", "-Wextra", "-Werror")
    command(compiler, *flags, source, *found, "-lpthread", "-o", program)
    return {**os.environ, **({} if static else {"LD_LIBRARY_PATH": str(prefix / "lib")})}
