"""The console on a board's serial port, simulated whole at its pins: what a person types, what comes back."""

import json
import os
import pty
import re
import select
import subprocess
import sys
import threading
import tty
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from rtl.spoilt import spoilt

from pairforge import boards
from pairforge.boards.simulate import Talk, compile_top, results
from pairforge.boards.uart import Rate
from pairforge.boards.ulx3s import CLOCK_HZ, PINS, constraints
from pairforge.builder.board import top_files
from pairforge.compiler.compile import Compiled, compile_design
from pairforge.errors import CheckError, UserError
from pairforge.evidence import verilator
from pairforge.machine.designs import find_design
from pairforge.pairings.vectors import Case, dump

pytestmark = pytest.mark.xdist_group("console")  # one core, built once
BIT = 12


def board(name: str, **settings: Any) -> tuple[Compiled, Talk]:
    compiled = compile_design(find_design(name, settings))
    top, rtl = top_files(compiled, Rate(BIT))
    assert verilator.lint(rtl, top) == []
    return compiled, compile_top(rtl, top, BIT)


@pytest.fixture(scope="module")
def binary() -> tuple[Compiled, Talk]:
    return board("small-f2-5")


def pairings(compiled: Compiled, count: int, seed: int = 1) -> tuple[list[str], list[list[int]]]:
    """Lines to type, and the values of the model."""
    pairs = compiled.pairing.random_points(count, seed)
    values = compiled.pairing.model_batch([P for P, _ in pairs], [Q for _, Q in pairs])
    lines = ["p " + " ".join(f"{number:x}" for number in (*P, *Q)) for P, Q in pairs]
    return lines, [list(value) for value in values]


def answers(talk: Talk, *lines: Any, **options: Any) -> list[str]:
    """What comes back behind each line, without the echo and the prompt."""
    said = talk.say("".join(f"{line}\r" for line in lines), **options).replace("\r", "")
    return [part.partition("\n")[2].strip() for part in said.split("\n> ")[1:-1]]


def test_it_says_who_it_is_and_pairs_points(binary: tuple[Compiled, Talk]) -> None:
    compiled, talk = binary
    lines, values = pairings(compiled, 40)
    said = talk.say("".join(f"{line}\r" for line in lines))
    assert said.startswith("\r\n# Pairforge ")
    assert "small-f2-5" in said.splitlines()[1]
    assert results(said) == values
    assert all(f"> {line}\r\n" in said for line in lines)  # the echo
    assert said.endswith("\r\n> ")


def test_lines_may_be_pasted_without_waiting_for_the_prompt(binary: tuple[Compiled, Talk]) -> None:
    compiled, talk = binary
    lines, values = pairings(compiled, 30)
    assert results(talk.say("".join(f"{line}\r" for line in lines), wait=False)) == values


@pytest.mark.parametrize("skew", (-30, 30))
def test_the_other_end_may_be_three_percent_off(binary: tuple[Compiled, Talk], skew: int) -> None:
    compiled, talk = binary
    lines, values = pairings(compiled, 10)
    assert results(talk.say("".join(f"{line}\r" for line in lines), skew=skew)) == values


def test_numbers_are_typed_as_people_do(binary: tuple[Compiled, Talk]) -> None:
    compiled, talk = binary
    ((line, *_), (value, *_)) = pairings(compiled, 1)
    a, b, c, d = line.split()[1:]
    same = (
        f"P {a.upper()} {b} {c} {d}",
        f"   p   {a}  {b} {c} {d}   ",
        f"p 0x{a},0X{b}, {c},{d},",
        f"p 0000{a} 00000000000{b} {c} {d}",
        f"p{a} {b} {c} {d}",
        f"q\bp {a} {b} {c}f\x7f {d}",
    )
    assert results(talk.say("".join(f"{text}\r" for text in same))) == [value] * len(same)
    # Either end of line, both, and a line that is dropped.
    assert results(talk.say(f"{line}\n{line}\r\np 1 2\x03{line}\rp 3\x15{line}\r", wait=False)) == [value] * 4


WRONG = (
    ("p 1 2 3", "? 4 numbers, please"),
    ("p", "? 4 numbers, please"),
    ("p 1 2 3 4 5", "? 4 numbers, please"),
    ("p 1 2 g 4", "? not a hexadecimal digit"),
    ("p 1 2 0x 4", "? not a hexadecimal digit"),
    ("p 1 2 1x3 4", "? not a hexadecimal digit"),
    ("p 1 2 x3 4", "? not a hexadecimal digit"),
    ("p 1 2 -3 4", "? not a hexadecimal digit"),
    ("p 20 2 3 4", "? a number is no element of the field"),
    ("p 1 2 3 100000001", "? a number is no element of the field"),
    ("p 1 2 3 " + "1" * 20, "? a number is no element of the field"),
    ("pair", "? not a hexadecimal digit"),
    ("x", "? no such command: p or h"),
    ("1 2 3 4", "? no such command: p or h"),
    ("p 1 2 3 " + "0" * 300, "? the line is too long"),
    ("", ""),
    ("h", "# p xP yP xQ yQ   in hexadecimal; the pairing comes back behind =\n# h   this help"),
    ("?", "# p xP yP xQ yQ   in hexadecimal; the pairing comes back behind =\n# h   this help"),
)


def test_wrong_lines_are_refused_and_leave_nothing_behind(binary: tuple[Compiled, Talk]) -> None:
    compiled, talk = binary
    lines, values = pairings(compiled, len(WRONG))
    typed = [text for (wrong, _), line in zip(WRONG, lines, strict=True) for text in (wrong, line)]
    said = answers(talk, *typed)
    assert said[::2] == [answer for _, answer in WRONG]
    assert results("\n".join(said[1::2])) == values


def test_results_that_are_none_are_refused() -> None:
    """A core that checks points and looks for faults; the first number of a line spoils it."""
    compiled = compile_design(
        find_design("small-f2-5", {"check": "curve", "effort": "0", "faults": "detect"})
    )
    pairs = compiled.pairing.random_points(30, 1)
    (P, Q), *_ = pairs
    others = [(R, S) for R, S in pairs if P[0] not in (*R, *S)]
    assert len(others) > 4
    top, rtl = top_files(compiled, Rate(BIT))
    assert verilator.lint(rtl, top) == []
    typed = ["p " + " ".join(f"{number:x}" for number in (*P, *Q))]
    expected = ["? the core saw a fault: there is no result; type the line again"]
    for R, S in others[:4]:
        typed.append("p " + " ".join(f"{number:x}" for number in (*R, *S)))
        expected.append("= " + " ".join(f"{number:02x}" for number in compiled.pairing.model(R, S)))
        typed.append("p " + " ".join(f"{number:x}" for number in (R[0], R[1] ^ 2, *S)))
        expected.append("? a point is not on its curve")
        typed.append(typed[0])
        expected.append(expected[0])
    talk = compile_top(spoilt(rtl, compiled.name, P[0]), top, BIT)
    assert answers(talk, *typed) == expected


def test_characters_that_no_room_is_for_are_reported(binary: tuple[Compiled, Talk]) -> None:
    compiled, talk = binary
    lines, values = pairings(compiled, 300)
    said = talk.say("".join(f"{line}\r" for line in lines), wait=False)
    assert "? characters were lost: wait for the prompt" in said
    found = results(said)
    assert found and all(value in values for value in found)


def test_a_hang_is_noticed(binary: tuple[Compiled, Talk]) -> None:
    _, talk = binary
    with pytest.raises(CheckError, match="not silent after 2000 cycles"):
        talk.say("h\r", most=2000)


@pytest.mark.slow
def test_a_ternary_console_checks_digits() -> None:
    compiled, talk = board("small-f3-5")
    lines, values = pairings(compiled, 5)
    assert (
        answers(talk, "p 3 0 0 0", "p 0 c0 0 0", "p 0 0 400 0")
        == ["? a number is no element of the field"] * 3
    )
    assert results(talk.say("".join(f"{line}\r" for line in lines))) == values


@pytest.mark.slow
@pytest.mark.parametrize(
    "name,settings",
    (
        ("barenghi-fp-163", {}),
        ("beuchat-f2-5", {"interleave": "4"}),
        ("ate-fp-103-m1", {}),
        ("small-f2-239", {}),
    ),
)
def test_any_core(name: Any, settings: Any) -> None:
    compiled, talk = board(name, **settings)
    lines, values = pairings(compiled, 4)
    assert results(talk.say("".join(f"{line}\r" for line in lines))) == values
    if compiled.pairing.characteristic > 3:
        numbers = " 0" * (len(compiled.pairing.inputs) - 1)
        assert answers(talk, f"p {compiled.pairing.characteristic:x}{numbers}") == [
            "? a number is no element of the field"
        ]


@pytest.mark.slow
def test_a_core_that_loads_its_modulus() -> None:
    compiled, talk = board("barenghi-fp-163", **{"tate.modulus": "loadable"})
    assert compiled.load_words
    lines, values = pairings(compiled, 4)
    assert results(talk.say("".join(f"{line}\r" for line in lines))) == values


# -- the script that a build leaves for the host, as in howto/place-and-route.md --


class Wire:
    """A pseudo-terminal whose other end is the simulated board."""

    def __init__(self, talk: Any) -> None:
        self.ours, theirs = pty.openpty()
        tty.setraw(theirs)  # or what the board says before the script comes would be echoed to it
        self.device = os.ttyname(theirs)
        self.theirs = theirs
        self.board = subprocess.Popen(
            talk.command(wait=False), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        assert self.board.stdin is not None and self.board.stdout is not None
        self.stdin, self.stdout = self.board.stdin, self.board.stdout
        self.pump = threading.Thread(target=self._pump, daemon=True)
        self.open = True
        self.pump.start()

    def _pump(self) -> None:
        sources: list[Any] = [self.ours, self.stdout]
        while self.open:
            ready, _, _ = select.select(sources, [], [], 0.05)
            if self.ours in ready:
                self.stdin.write(os.read(self.ours, 4096))
            if self.stdout in ready:
                os.write(self.ours, self.stdout.read(4096))

    def close(self) -> None:
        self.open = False
        self.pump.join(5)
        self.board.kill()
        self.board.wait()
        self.stdin.close()
        self.stdout.close()
        os.close(self.ours)
        os.close(self.theirs)


@pytest.fixture(scope="module")
def wire(binary: tuple[Compiled, Talk]) -> Iterator[Any]:
    made = Wire(binary[1])
    yield made
    made.close()


def host(wire: Wire, *arguments: Any) -> CompletedProcess[str]:
    script = files(boards).joinpath("assets", "uart.py")
    command = [sys.executable, str(script), wire.device, "--timeout", "20", *arguments]
    return subprocess.run(command, capture_output=True, text=True)


def test_the_script_sends_points_and_prints_the_pairing(binary: tuple[Compiled, Talk], wire: Wire) -> None:
    lines, (value,) = pairings(binary[0], 1, seed=5)
    done = host(wire, *lines[0].split()[1:])
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == [f"0x{number:x}" for number in value]


def test_the_script_compares_with_vectors(binary: tuple[Compiled, Talk], wire: Wire, tmp_path: Path) -> None:
    compiled = binary[0]
    pairs = compiled.pairing.random_points(3, 7)
    values = compiled.pairing.model_batch([P for P, _ in pairs], [Q for _, Q in pairs])
    cases = [Case(P, Q, value) for (P, Q), value in zip(pairs, values, strict=True)]
    (tmp_path / "v.json").write_text(dump(compiled.pairing, cases))
    done = host(wire, "--vectors", str(tmp_path / "v.json"))
    assert done.returncode == 0 and done.stdout.splitlines()[-1] == "3 pairings, 0 wrong"
    document = json.loads((tmp_path / "v.json").read_text())
    document["cases"][1]["e"][0] = "0x1f" if document["cases"][1]["e"][0] != "0x1f" else "0x0"
    (tmp_path / "v.json").write_text(json.dumps(document))
    done = host(wire, "--vectors", str(tmp_path / "v.json"))
    assert done.returncode == 1 and done.stdout.splitlines()[-1] == "3 pairings, 1 wrong"


def test_the_script_says_what_is_wrong(wire: Wire, tmp_path: Path) -> None:
    done = host(wire, "1", "2", "3", "44")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "uart.py: the board says: a number is no element of the field\n"
    done = host(wire, "zz", "1", "2", "3")
    assert (done.returncode, done.stdout) == (2, "")
    assert "'zz'" in done.stderr
    assert host(wire).returncode == 2
    (tmp_path / "v.json").write_text("{}")
    assert host(wire, "--vectors", str(tmp_path / "v.json")).returncode == 2


# -- the board --


def test_bauds_that_the_clock_does_not_divide_into_are_refused() -> None:
    assert Rate.of(115_200, CLOCK_HZ).cycles == 217
    assert Rate.of(1_000_000, CLOCK_HZ).cycles == 25
    for baud in (0, -1, 3_000_000, 20_000_000):
        with pytest.raises(UserError, match="--baud"):
            Rate.of(baud, CLOCK_HZ)


def test_every_port_has_its_pin(binary: tuple[Compiled, Talk]) -> None:
    top, rtl = top_files(binary[0], Rate(BIT))
    text = rtl[f"{top}.v"]
    ports = re.findall(r"(?:input|output)\s+wire\s+(?:\[(\d+):0\] )?(\w+)", text.split(");")[0])
    named = {f"{name}[{i}]" if high else name for high, name in ports for i in range(int(high or 0) + 1)}
    assert named == {pin.port for pin in PINS}
    assert len({pin.site for pin in PINS}) == len(PINS)
    assert all(f'LOCATE COMP "{pin.port}" SITE "{pin.site}";' in constraints() for pin in PINS)
