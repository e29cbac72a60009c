"""README and docs/reference/engine/c.md: their examples in Rust and C hold.

tests/docs/test_docs.py runs the rest.
"""

import re
import tomllib
from pathlib import Path

import pytest

from .conftest import ENGINE, ROOT, command

README = (ROOT / "README.md").read_text()


def example(text: str, language: str) -> str:
    found: str
    (found,) = re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
    return found


def test_rust() -> None:
    """Cargo runs the documentation of the crate, which has the same example."""
    text = "\n".join(
        line.removeprefix("//!").removeprefix(" ")
        for line in (ENGINE / "core" / "src" / "lib.rs").read_text().splitlines()
    )
    assert example(README, "rust") in text


def test_the_dependency_names_a_crate_and_its_features() -> None:
    (name, wanted), *others = tomllib.loads(example(README, "toml"))["dependencies"].items()
    crate = tomllib.loads(
        (ENGINE.parent / wanted["path"].removeprefix("pairforge/") / "Cargo.toml").read_text()
    )
    assert (name, others) == (crate["package"]["name"], [])
    assert set(wanted["features"]) <= set(crate["features"])


@pytest.mark.xdist_group("cargo")
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("page", ["README.md", "docs/reference/engine/c.md"])
def test_c(page: str, tmp_path: Path) -> None:
    prefix = tmp_path / "prefix"
    command(ROOT / "tools" / "capi.sh", prefix)
    source = tmp_path / "pair.c"
    source.write_text(example((ROOT / page).read_text(), "c"))
    paths = {"PKG_CONFIG_PATH": str(prefix / "lib/pkgconfig"), "LD_LIBRARY_PATH": str(prefix / "lib")}
    flags = command("pkg-config", "--cflags", "--libs", "pairforge", **paths).split()
    command("cc", "-Wall", "-Wextra", "-Werror", source, *flags, "-o", tmp_path / "pair", **paths)
    command(tmp_path / "pair", **paths)
