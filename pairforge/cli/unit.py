"""`pairforge unit KIND`: one functional unit: Verilog, test bench, area; for some kinds a search as well.

There is a command for each kind of unit, made from the keys that the kind declares (`units.options`).
"""

from __future__ import annotations

import difflib
import inspect
import json
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, cast

import typer
from typer.core import TyperGroup

from pairforge.cli.options import check_count, complete_target, write_line
from pairforge.errors import UserError

if TYPE_CHECKING:
    from pairforge.targets.base import Fpga
    from pairforge.units.kinds import Kind, Kinds
    from pairforge.units.options import Option

__all__ = ["app"]

_HELP = {"help_option_names": ["-h", "--help"]}
_RANGES = "stages"  # the key of which a search takes several values

_Item = TypeVar("_Item", int, str)


class _Commands(Mapping[str, Any]):
    """The commands of the kinds that are there without a file, made when somebody looks."""

    @cached_property
    def _made(self) -> Mapping[str, Any]:
        from pairforge.units.kinds import kinds

        return {name: _command(kind) for name, kind in kinds().items() if kind.hardware}

    def __getitem__(self, name: str) -> Any:
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


class _KindGroup(TyperGroup):
    """A command for each kind of unit, those of the file of `--from` among them."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = cast("MutableMapping[str, Any]", _Commands())

    def list_commands(self, ctx: Any) -> list[str]:
        """The kinds by name."""
        file = ctx.params.get("file")
        return list(_kinds_from(file)) if file else list(self.commands)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of a kind, None where there is no such kind."""
        file = ctx.params.get("file")
        if not file:
            return self.commands.get(cmd_name)
        kind = _kinds_from(file).get(cmd_name)
        return None if kind is None else _command(kind, "" if cmd_name in self.commands else file)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first argument names (UserError where there is no such kind)."""
        name = args[0]
        if ctx.resilient_parsing or name.startswith("-") or self.get_command(ctx, name) is not None:
            return super().resolve_command(ctx, args)
        for place, argument in enumerate(args):
            option, _, file = argument.partition("=")
            if option == "--from":
                file = file or next(iter(args[place + 1 :]), "FILE")
                raise UserError(f"--from {file}: give it in front of the kind {name!r}")
        names = self.list_commands(ctx)
        near = difflib.get_close_matches(name, names, 1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise UserError(f"no kind {name!r}; {hint}there are {', '.join(names)}")


app = typer.Typer(
    cls=_KindGroup,
    help="Make one functional unit: Verilog with its test bench, area by target.",
    context_settings=_HELP,
)


@app.callback()
def _file(
    file: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="FILE",
            is_eager=True,
            show_default=False,
            help="Python file with further kinds of unit; in front of the kind.",
        ),
    ] = "",
) -> None:
    """Make one functional unit: Verilog with its test bench, area by target."""


def _kinds_from(file: str) -> Kinds:
    from pairforge.outside import read_outside
    from pairforge.units.kinds import kinds_of

    found = kinds_of([read_outside(Path(file), file)])
    return {name: kind for name, kind in found.items() if kind.hardware}


@dataclass(frozen=True)
class _Asked:
    """What every kind can be asked for beside its keys; each field is an option, by its annotation."""

    field: Annotated[
        str,
        typer.Option(
            "--field",
            metavar="F",
            help="A name as f2-239, f3-97 or fp-ss512, a polynomial as x^239+x^81+1, or p: and a prime.",
        ),
    ]
    target: Annotated[
        str,
        typer.Option(
            "--target",
            help="A target's name, a Python file that makes one, or all.",
            autocompletion=complete_target,
        ),
    ]
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Output folder; by default build/KIND-FIELD.")
    ] = None
    synth: Annotated[bool, typer.Option("--synth/--no-synth", help="Synthesize; area and timing.")] = True
    operations: Annotated[
        int, typer.Option("--operations", metavar="N", help="Random operations to verify with.")
    ] = 1000
    as_json: Annotated[bool, typer.Option("--json", help="Print the object of result.json.")] = False


def _command(kind: Kind, file: str = "") -> Any:
    """The command of a kind of unit; `file`: the one it is from."""
    from pairforge.units.options import options_of

    keys = dict(options_of(kind, "command"))

    def run(**given: Any) -> None:
        explore, best = given.pop("explore", None), given.pop("best", 0)
        asked = _Asked(**{name: given.pop(name) for name in _Asked.__dataclass_fields__})
        if explore is not None:
            _refuse_with_explore({**given, _RANGES: None, "out": asked.out}, asked.target)
            _explore(kind, explore, _stages(given[_RANGES] or str(keys[_RANGES].default)), best, asked)
            return
        _unit(kind, file, {key: _value(key, keys[key], value) for key, value in given.items()}, asked)

    _declare(run, list(_parameters(kind, keys)))
    one = typer.Typer(add_completion=False)
    one.command(kind.kind, help=kind.summary, context_settings=_HELP)(run)
    return typer.main.get_command(one)


def _declare(run: Callable[..., None], parameters: list[inspect.Parameter]) -> None:
    """Give a function the parameters that Typer is to read."""
    required = [p for p in parameters if p.default is p.empty]
    ordered = [*required, *(p for p in parameters if p.default is not p.empty)]
    run.__signature__ = inspect.Signature(ordered)  # type: ignore[attr-defined]
    run.__annotations__ = {p.name: p.annotation for p in ordered}


def _parameters(kind: Kind, keys: Mapping[str, Option]) -> Iterator[inspect.Parameter]:
    """The options of a kind's command: its keys, those of its search, and those of every kind."""

    def made(name: str, annotation: Any, default: Any) -> inspect.Parameter:
        return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)

    asked = inspect.signature(_Asked, eval_str=True).parameters
    yield made("field", asked["field"].annotation, inspect.Parameter.empty)
    for key, option in keys.items():
        ranges = kind.search is not None and key == _RANGES
        text = _help(option) + (" To explore: 5, 4-7 or 5,7." if ranges else "")
        read = int if option.type == "integer" and not ranges else str
        declared = typer.Option(f"--{key}", metavar=option.metavar, help=text)
        yield made(key, Annotated[read | None, declared], None)
    if kind.search is not None:
        text = f"Search over {kind.search.over}: smallest, fastest or front."
        yield made("explore", Annotated[str | None, typer.Option(metavar="GOAL", help=text)], None)
        text = "How many to measure when exploring."
        yield made("best", Annotated[int, typer.Option(metavar="N", help=text)], 8)
    yield made("target", asked["target"].annotation, kind.target)
    yield from (p.replace(kind=p.KEYWORD_ONLY) for p in list(asked.values())[2:])


def _help(option: Option) -> str:
    """A key in the help: what it is, its range, its default."""
    default = option.default if option.alone is None else option.alone
    shown = ",".join(map(str, default)) if isinstance(default, tuple) else default
    values = "" if option.type in ("integers", "texts") else option.values
    ends = "; required" if shown is None else "" if shown == "" else f"; by default {shown}"
    text = option.about + (f": {values}" if values else "") + ends
    return f"{text[:1].upper()}{text[1:]}."


def _value(key: str, option: Option, given: Any) -> Any:
    """What a key is given on the command line, in the type of design files."""
    if option.type == "integers":
        return _listed(f"--{key}", given, int)
    if option.type == "texts":
        return _listed(f"--{key}", given, str)
    return _one(f"--{key}", given) if option.type == "integer" and isinstance(given, str) else given


def _listed(option: str, text: str | None, kind: Callable[[str], _Item]) -> list[_Item] | None:
    """A list with commas."""
    if text is None:
        return None
    try:
        return [kind(part.strip()) for part in text.split(",")]
    except ValueError:
        raise UserError(f"{option} {text}: give whole numbers with commas between them") from None


def _one(option: str, text: str) -> int:
    """A whole number."""
    if not text.isdecimal():
        raise UserError(f"{option} {text}: give one whole number (several are for --explore)")
    return int(text)


def _stages(text: str) -> tuple[int, ...]:
    """Numbers with commas between them, each alone or a range as in 4-7."""
    found: list[int] = []
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        if not first.isdecimal() or not (last.isdecimal() or not dash) or (dash and int(last) < int(first)):
            raise UserError(f"--stages {text}: give whole numbers as in 5, 4-7 or 5,7")
        found += range(int(first), int(last or first) + 1)
    return tuple(dict.fromkeys(found))


def _refuse_with_explore(options: Mapping[str, object], target: str) -> None:
    for key, value in options.items():
        if value is not None:
            raise UserError(f"--explore finds options and writes no folder; leave out --{key}")
    if target == "all":
        raise UserError("--explore measures on one target; give its name in the place of all")


def _explore(kind: Kind, goal: str, stages: tuple[int, ...], best: int, asked: _Asked) -> None:
    from pairforge.targets.registry import find_fpga

    target = find_fpga(asked.target) if asked.synth else None
    check_count("--best", best, 1)

    from pairforge.cli.options import show_table
    from pairforge.cli.progress import progress
    from pairforge.compiler.field import read_field
    from pairforge.explore.unit import Search, explore_unit

    search = Search(goal, stages, best, target)
    chosen = read_field(asked.field)
    with progress() as tell:
        result = explore_unit(kind, chosen, search, tell)
    if asked.as_json:
        write_line(json.dumps(result, indent=1))
        return
    measured = ["LUT", "FF", "levels", "MHz est."] if target else []
    rows = [
        [
            str(c["stages"]),
            *(f"{c['model'][key]:,}" for key in ("lut", "ff")),
            *([f"{c['measured'][key]:,}" for key in ("lut", "ff", "levels", "mhz")] if target else []),
            c["options"],
        ]
        for c in result["candidates"]
    ]
    show_table(["stages", "LUT model", "FF model", *measured, "options"], rows)


def _targets(target: str, synth: bool) -> tuple[Fpga, ...]:
    from pairforge.targets.registry import all_fpgas, find_fpga

    chosen = tuple(all_fpgas().values()) if target == "all" else (find_fpga(target),)
    return chosen if synth else ()


def _unit(kind: Kind, file: str, options: Mapping[str, Any], asked: _Asked) -> None:
    targets = _targets(asked.target, asked.synth)
    check_count("--operations", asked.operations, 1)

    from pairforge.builder.unit import BuildOptions, build_unit, unit_request
    from pairforge.cli.progress import progress
    from pairforge.compiler.field import read_field
    from pairforge.overview.summary import unit_lines

    request = unit_request(kind, read_field(asked.field), options, file)
    folder = asked.out or Path("build") / request.name
    with progress() as tell:
        result = build_unit(request, BuildOptions(folder, targets, asked.operations), tell)
    if asked.as_json:
        write_line(json.dumps(result, indent=1))
        return
    for line in unit_lines(result, folder):
        write_line(line)
