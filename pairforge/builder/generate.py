"""Pairforge as a FuseSoC generator: from the parameters in a user's core to a core of ours."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pairforge.builder.core import Options, build
from pairforge.bundle.packaging.fusesoc import renamed
from pairforge.compiler.check import target_of
from pairforge.compiler.compile import Progress, core_name
from pairforge.errors import UserError
from pairforge.machine.design import Design
from pairforge.machine.designs import find_design

LIBRARY = Path(__file__).resolve().parent.parent / "bundle" / "packaging" / "library"
"""The folder that FuseSoC is given as a library (or as a cores root): it holds `pairforge.core`."""

_MOST = 1_000_000


def generate(file: Path, progress: Progress) -> Path:
    """Build the design that a file of generator parameters (GAPI 1.0) asks for; return the `.core`.

    The build goes to a folder beside the file.

    Raises
    ------
    UserError
        A parameter is wrong; the message names it and the core that it stands in.
    CheckError
        The hardware differs from the model.
    """
    given = _read(file)
    vlnv = str(given["vlnv"])
    try:
        design, options = _asked(given.get("parameters"), Path(given["files_root"]), file.parent)
        build(design, options, progress)
    except UserError as error:
        raise UserError(f"{vlnv}: {error}") from None
    core = options.folder / f"{core_name(design)}.core"
    core.write_text(renamed(core.read_text(), vlnv))
    return core


def _read(file: Path) -> Mapping[str, Any]:
    import yaml

    try:
        given = yaml.safe_load(file.read_text())
    except (OSError, UnicodeDecodeError, yaml.YAMLError):
        given = None
    if not isinstance(given, dict) or not {"vlnv", "files_root"} <= given.keys():
        raise UserError(
            f"{file}: is no file of generator parameters; FuseSoC writes one with vlnv and files_root"
        )
    return given


def _asked(parameters: Any, root: Path, folder: Path) -> tuple[Design, Options]:
    """The design and the options of a build."""
    defaults: dict[str, Any] = {"design": None, "set": {}, "target": None, "pairings": 1000, "synth": False}
    if parameters is None:
        parameters = {}
    if not isinstance(parameters, dict):
        raise UserError(f"parameters: give {', '.join(defaults)}, not {parameters!r}")
    for key in parameters:
        if key not in defaults:
            raise UserError(f"parameters.{key}: unknown key; there are {', '.join(defaults)}")
    values = defaults | parameters
    name, settings, target, pairings, synth = values.values()
    if not isinstance(name, str):
        raise UserError("parameters.design: give a name from `pairforge list`, or a TOML file")
    if not isinstance(settings, dict):
        raise UserError(f"parameters.set: give keys and values, as {{name: mine}}, not {settings!r}")
    if type(pairings) is not int or not 2 <= pairings <= _MOST:
        raise UserError(f"parameters.pairings: give a number from 2 to {_MOST}, not {pairings!r}")
    if not isinstance(synth, bool):
        raise UserError(f"parameters.synth: give true or false, not {synth!r}")
    if name.endswith(".toml") or "/" in name:
        name = str(root / name)
    design = find_design(name, dict(_flat(settings)))
    return design, Options(target_of(design, target), folder / core_name(design), pairings, synth)


def _flat(settings: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Nested keys with dots between them, values as TOML."""
    for key, value in settings.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", value if isinstance(value, str) else json.dumps(value)
