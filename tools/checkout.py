"""The wheel that makes a virtual environment use this checkout: command, path, metadata; nothing compiled.

Usage: `python tools/checkout.py FOLDER`. The wheel is left in FOLDER for pip. The package's own wheels come
from maturin, which compiles the engine; a build of a core does without.
"""

from __future__ import annotations

import base64
import hashlib
import shutil
import sys
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def members() -> dict[str, str]:
    """The files of the wheel by name; the list of them, RECORD, comes last."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    info = f"{project['name']}-{project['version']}.dist-info"
    needs = [f"Requires-Dist: {requirement}" for requirement in project["dependencies"]]
    for extra, requirements in project["optional-dependencies"].items():
        needs.append(f"Provides-Extra: {extra}")
        needs += [f"Requires-Dist: {requirement} ; extra == '{extra}'" for requirement in requirements]
    about = ["Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {project['version']}", *needs]
    scripts = [f"{name} = {place}" for name, place in project["scripts"].items()]
    files = {
        f"{project['name']}.pth": f"{ROOT}\n",
        f"{info}/METADATA": "\n".join(about) + "\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": "\n".join(["[console_scripts]", *scripts]) + "\n",
    }
    rows = [f"{name},{_digest(text)},{len(text.encode())}" for name, text in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,"]) + "\n"
    return files


def _digest(text: str) -> str:
    found = hashlib.sha256(text.encode()).digest()
    return f"sha256={base64.urlsafe_b64encode(found).decode().rstrip('=')}"


def main(folder: Path) -> None:
    """Leave the wheel, and nothing else, in a folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    files = members()
    stem = next(name for name in files if "/" in name).split(".dist-info")[0]
    with zipfile.ZipFile(folder / f"{stem}-py3-none-any.whl", "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
