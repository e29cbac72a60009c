"""The program `pairforge`: its commands, and what every command does with errors and signals.

Exit status 0: done; 1: a check failed; 2: the user's input or machine is at fault, with one line on standard
error and nothing on standard output; 130 or 143: interrupted or terminated, everything half-made removed.
"""

from __future__ import annotations

import functools
import io
import signal
import sys
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Annotated, NoReturn

import typer
from typer.main import get_command

from pairforge.cli import (
    bench,
    board,
    build,
    curve,
    env,
    explore,
    fusesoc,
    listing,
    pair,
    papers,
    prove,
    report,
    schedule,
    unit,
)
from pairforge.cli import run as run_of_cases
from pairforge.errors import CheckError, UserError
from pairforge.outside import blamed
from pairforge.version import __version__

__all__ = ["app", "main", "run"]

app = typer.Typer(
    name="pairforge",
    help="Turns a pairing on paper into a verified coprocessor.",
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)
app.command("list")(listing.list_command)
app.command("build")(build.build_command)
app.command("board")(board.board_command)
app.command("pair")(pair.pair_command)
app.command("run")(run_of_cases.run_command)
app.command("curve")(curve.curve_command)
app.command("prove")(prove.prove_command)
app.command("schedule")(schedule.schedule_command)
app.command("explore")(explore.explore_command)
app.command("fusesoc")(fusesoc.fusesoc_command)
app.command("env")(env.env_command)
app.command("bench")(bench.bench_command)
app.command("report")(report.report_command)
app.command("papers")(papers.papers_command)
app.add_typer(unit.app, name="unit")


class _TerminatedError(BaseException):
    """SIGTERM or SIGHUP: unwinds like Ctrl-C, so that temporary files and child processes go."""


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pairforge {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Turns a pairing on paper into a verified coprocessor."""


def run(arguments: Sequence[str]) -> int:
    """Run a command line (without the program's name) and return its exit status."""
    try:
        status = _program()(list(arguments) or ["--help"], prog_name="pairforge", standalone_mode=False)
    except CheckError as error:
        return _fail(str(error), 1)
    except UserError as error:
        return _fail(str(error), 2)
    except typer.TyperException as error:
        return _fail(_number(error) or _usage(error), 2)
    except (KeyboardInterrupt, typer.Abort):
        status = 130
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _fail(f"{where}{error.strerror or error}", 2)
    except _TerminatedError:
        print("pairforge: terminated", file=sys.stderr)
        return 143
    except Exception as error:
        wrong = blamed(error)
        if wrong is None:
            raise
        return _fail(str(wrong), 2)
    if status == 130:
        print("pairforge: interrupted", file=sys.stderr)
    return status if isinstance(status, int) else 0


@functools.cache
def _program() -> Callable[..., object]:
    """What reads command lines: made once, as signatures of all commands are looked at for it."""
    return get_command(app)


def main() -> NoReturn:
    """Entry point of the program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without "…" or "·" is no reason to fail
    signal.signal(signal.SIGTERM, _terminate)
    signal.signal(signal.SIGHUP, _terminate)
    sys.exit(run(sys.argv[1:]))


def _terminate(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise _TerminatedError


def _fail(message: str, status: int) -> int:
    print(f"pairforge: error: {' '.join(message.split())}", file=sys.stderr)
    return status


def _usage(error: typer.TyperException) -> str:
    """Typer's message as one of ours: lower case, no full stop, where help is."""
    text = error.format_message().rstrip(".")
    context = getattr(error, "ctx", None)
    command = "pairforge" if context is None else context.command_path
    return f"{text[:1].lower()}{text[1:]} (see {command} --help)"


def _number(error: typer.TyperException) -> str | None:
    """The message where an option has text in the place of a number; None where something else is wrong.

    Typer's own is pydantic's, of which it is made.
    """
    option, found = getattr(error, "param", None), getattr(error.__cause__, "errors", None)
    if option is None or found is None:
        return None
    first = found()[0]
    wanted = {
        "int_parsing": "a whole number",
        "int_parsing_size": "a smaller number",
        "float_parsing": "a number",
    }
    if first["type"] not in wanted:
        return None
    return f"{option.opts[-1]} {first['input']}: give {wanted[first['type']]}"
