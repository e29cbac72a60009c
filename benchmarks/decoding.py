"""Keys and signatures of BLS decoded together and one by one, from Python: `python -m benchmarks.decoding`.

Prints a table of milliseconds on the processor, each the least of some runs, on one thread.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable

from pairforge import engine
from pairforge.engine.groups import Group
from pairforge.engine.protocols import Bls
from pairforge.errors import CheckError

_RUNS = 7


Row = tuple[str, Callable[[], bool], Callable[[], bool] | None]
"""What is done, together, and one by one where there is such a way; each says whether it went right."""


def least(work: Callable[[], bool]) -> float:
    """Milliseconds on the processor, the least of some runs (CheckError where one goes wrong)."""

    def once() -> float:
        began = time.process_time()
        if not work():
            raise CheckError("a signature does not verify")
        return 1000 * (time.process_time() - began)

    return min(once() for _ in range(_RUNS))


def rows(number: int) -> list[Row]:
    """What is done with so many keys and signatures."""
    curve, bls = engine.pairing("ate-bls12-381"), Bls("possession")
    secrets = [bls.generate(i.to_bytes(32)) for i in range(number)]
    keys = [bls.public_key(secret) for secret in secrets]
    one, many = [b"message"] * number, [i.to_bytes(4) for i in range(number)]
    same, differ = (list(map(bls.sign, secrets, messages)) for messages in (one, many))
    whole = bls.aggregate(same)

    def decoded(what: str, group: Group, encodings: list[bytes]) -> Row:
        return (
            f"decode {what}",
            lambda: len(group.decode_all(encodings)) == number,
            lambda: len([*map(group.decode, encodings)]) == number,
        )

    def verified(what: str, messages: list[bytes], signatures: list[bytes]) -> Row:
        return (
            f"`verify_batch` of {what}",
            lambda: bls.verify_batch(keys, messages, signatures),
            lambda: all(map(bls.verify, keys, messages, signatures)),
        )

    return [
        decoded("keys", curve.G1, keys),
        decoded("signatures", curve.G2, same),
        ("`fast_aggregate_verify`", lambda: bls.fast_aggregate_verify(keys, one[0], whole), None),
        ("`aggregate`", lambda: bls.aggregate(same) == whole, None),
        verified("one message", one, same),
        verified("messages that differ", many, differ),
    ]


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.decoding")
    parser.add_argument("--signatures", type=int, default=512, metavar="N", help="by default 512")
    number = parser.parse_args().signatures
    if number < 1:
        print(f"--signatures {number}: must be 1 or more", file=sys.stderr)
        sys.exit(2)
    print(f"| {number} signatures, {engine.cpu()} | together, ms | one by one |\n|---|---|---|")
    for what, together, alone in rows(number):
        print(f"| {what} | {least(together):.1f} | {'' if alone is None else f'{least(alone):.1f}'} |")


if __name__ == "__main__":
    main()
