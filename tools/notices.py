"""Write NOTICES.md: the crates that are compiled into the wheel's extension module, and their licences.

Usage: python tools/notices.py. `notices()` gives the text. Needs cargo, and the crates of engine/Cargo.lock.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "NOTICES.md"
TARGETS = ("x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu")
_PACKAGE = "pairforge-python"
_OURS = "Apache-2.0"

_HEAD = """\
# Notices

Pairforge is under the Apache License 2.0 ([LICENSE](LICENSE)). The extension module
`pairforge.engine._native` in its wheels contains the Rust standard library (MIT or Apache-2.0) and the crates
below, taken under the Apache License 2.0 where they offer it; the text of the other licences follows.
Written by `python tools/notices.py`.

What a build writes is yours, with one exception: `registers/html/index.html` is a page of PeakRDL-html with
its scripts (LGPL-3.0, by its authors) and icons; their notices stand in it. Leave it out where that does not
suit you: nothing else needs it.
"""


def notices() -> str:
    """The page as Markdown."""
    crates = {crate["id"]: crate for target in TARGETS for crate in _linked(target)}
    rows = sorted(crates.values(), key=lambda crate: (crate["name"], crate["version"]))
    lines = [_HEAD, "| crate | version | licence | source |", "|---|---|---|---|"]
    for crate in rows:
        source = crate["repository"] or ""
        lines.append(f"| {crate['name']} | {crate['version']} | {crate['license']} | {source} |")
    for crate in rows:
        if _OURS not in crate["license"]:
            lines += ["", f"## {crate['name']}", "", "```text", _licence_text(crate), "```"]
    return "\n".join(lines) + "\n"


def _linked(target: str) -> list[dict[str, Any]]:
    """The crates of others that end up in the extension module for a target."""
    command = ["cargo", "metadata", "--locked", "--format-version=1", f"--filter-platform={target}"]
    told = subprocess.run(command, cwd=ROOT / "engine", capture_output=True, text=True, check=True)
    metadata = json.loads(told.stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    (start,) = (name for name, package in packages.items() if package["name"] == _PACKAGE)
    found, waiting = set[str](), [start]
    while waiting:
        name = waiting.pop()
        if name in found or _runs_at_compile_time(packages[name]):
            continue
        found.add(name)
        for dependency in nodes[name]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                waiting.append(dependency["pkg"])
    return [packages[name] for name in found if packages[name]["source"] is not None]


def _runs_at_compile_time(package: dict[str, Any]) -> bool:
    return any("proc-macro" in target["kind"] for target in package["targets"])


def _licence_text(crate: dict[str, Any]) -> str:
    folder = Path(crate["manifest_path"]).parent
    texts = [path.read_text().strip() for path in sorted(folder.glob("LICEN[CS]E*"))]
    assert texts, f"{crate['name']}: no text of its licence, {crate['license']}"
    return "\n\n".join(texts)


if __name__ == "__main__":
    PAGE.write_text(notices())
    print(PAGE)
