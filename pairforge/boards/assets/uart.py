#!/usr/bin/env python3
"""Talks to a board with a Pairforge core: sends points over the serial port, prints the pairings.

    python uart.py DEVICE xP yP xQ yQ          numbers in hexadecimal
    python uart.py DEVICE --vectors FILE       all cases of a vector file; compares where it has results

Exit status: 0 done, 1 a result differs, 2 something is wrong with the input or the board does not answer.
Needs Python alone, on a system with termios (Linux, macOS, BSD).
"""

from __future__ import annotations

import argparse
import json
import os
import select
import sys
import termios
import time
from pathlib import Path
from typing import Any

PROMPT = b"\n> "
CANCELLED = b"^C\r\n> "


class RefusedError(Exception):
    """One line for the user."""


class Board:
    """The board behind a serial device."""

    def __init__(self, device: str, baud: int, timeout: float) -> None:
        self.timeout = timeout
        speed = getattr(termios, f"B{baud}", None)
        if speed is None:
            raise RefusedError(f"--baud {baud}: this system has no such speed")
        try:
            self.port = os.open(device, os.O_RDWR | os.O_NOCTTY)
            settings = termios.tcgetattr(self.port)
        except (OSError, termios.error) as error:
            raise RefusedError(f"{device}: cannot be used: {error}") from None
        # Raw: 8 bits, no parity, one stop bit, nothing changed on the way.
        settings[0] = settings[1] = settings[3] = 0
        settings[2] = termios.CS8 | termios.CREAD | termios.CLOCAL
        settings[4] = settings[5] = speed
        termios.tcsetattr(self.port, termios.TCSANOW, settings)
        # Whatever is on the line goes, and so does what the board has said before.
        termios.tcflush(self.port, termios.TCIOFLUSH)
        self.send(b"\x03")
        self.until(CANCELLED)

    def send(self, data: bytes) -> None:
        """Type it."""
        while data:
            data = data[os.write(self.port, data) :]

    def until(self, last: bytes) -> str:
        """Everything up to `last`."""
        text, end = b"", time.monotonic() + self.timeout
        while not text.endswith(last):
            if not select.select([self.port], [], [], max(0, end - time.monotonic()))[0]:
                raise RefusedError(f"no answer within {self.timeout:g} s")
            text += os.read(self.port, 4096)
            end = time.monotonic() + self.timeout
        return text.decode("ascii", "replace")

    def pair(self, numbers: list[int]) -> list[int]:
        """The coefficients of a pairing."""
        self.send(("p " + " ".join(f"{number:x}" for number in numbers) + "\r").encode())
        for line in self.until(PROMPT).splitlines():
            if line.startswith("= "):
                return [int(word, 16) for word in line[2:].split()]
            if line.startswith("? "):
                raise RefusedError(f"the board says: {line[2:]}")
        raise RefusedError("the board gave no result")


def flat(value: Any) -> list[int]:
    """The numbers of a case, as deep as they may stand."""
    if isinstance(value, list):
        return [number for part in value for number in flat(part)]
    return [int(value, 16)]


def run(arguments: argparse.Namespace) -> int:
    """Do what the arguments ask for; the exit status."""
    board = Board(arguments.device, arguments.baud, arguments.timeout)
    if not arguments.vectors:
        print(" ".join(f"0x{number:x}" for number in board.pair(flat(arguments.numbers))))
        return 0
    cases = json.loads(Path(arguments.vectors).read_text(encoding="utf-8"))["cases"]
    wrong = 0
    for i, case in enumerate(cases):
        found = board.pair(flat(case["P"]) + flat(case["Q"]))
        right = "e" not in case or flat(case["e"]) == found
        wrong += not right
        outcome = ("right" if right else "WRONG") if "e" in case else ""
        print(f"{i}: {' '.join(f'0x{number:x}' for number in found)} {outcome}".rstrip())
    print(f"{len(cases)} pairings, {wrong} wrong")
    return 1 if wrong else 0


def main() -> int:
    """The program."""
    parser = argparse.ArgumentParser(description="Talks to a board with a Pairforge core.")
    parser.add_argument("device", help="the serial device, as /dev/ttyUSB0")
    parser.add_argument("numbers", nargs="*", help="coordinates of P and Q, in hexadecimal")
    parser.add_argument("--vectors", help="a file of cases, as pairforge pair reads and writes them")
    parser.add_argument("--baud", type=int, default=115200)
    parser.add_argument("--timeout", type=float, default=5.0, help="seconds without an answer")
    arguments = parser.parse_intermixed_args()
    if bool(arguments.numbers) == bool(arguments.vectors):
        parser.error("give the numbers of a pairing, or --vectors FILE")
    try:
        return run(arguments)
    except RefusedError as error:
        print(f"uart.py: {error}", file=sys.stderr)
    except (OSError, ValueError, KeyError) as error:
        print(f"uart.py: {type(error).__name__}: {error}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
