"""README and docs/reference/engine/c.md: their examples in Rust and C hold.

tests/docs/test_docs.py runs the rest.
"""

import re
import tomllib
from pathlib import Path

import pytest

from .conftest import ENGINE, ROOT, command

README = (ROOT / "README.md").read_text()


def examples(text: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def example(text: str, language: str) -> str:
    (found,) = examples(text, language)
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
    paths = {"PKG_CONFIG_PATH": str(prefix / "lib/pkgconfig"), "LD_LIBRARY_PATH": str(prefix / "lib")}
    flags = command("pkg-config", "--cflags", "--libs", "pairforge", **paths).split()
    programs = examples((ROOT / page).read_text(), "c")
    assert programs
    for place, text in enumerate(programs):
        program = tmp_path / f"program{place}"
        source = program.with_suffix(".c")
        source.write_text(text)
        command("cc", "-Wall", "-Wextra", "-Werror", source, *flags, "-o", program, **paths)
        command(program, **paths)
