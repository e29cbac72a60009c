"""Streams carry elements whole and in order, whatever the pace of either side, and start afresh on reset."""

import random
from pathlib import Path

import pytest

from pairforge.rtl.stream import ElementChain, InputCollector, Legal, OutputStream, lanes

from .bench import Bench, lint

SHAPES = [(5, 1), (5, 2), (32, 3), (33, 2), (64, 1), (239, 4)]
LEGAL = [2, 29, 3, (1 << 33) - 9, (1 << 64) - 59, 2]  # characteristics
COLLECTORS = [InputCollector(w, n, Legal(p)) for (w, n), p in zip(SHAPES, LEGAL, strict=True)]
SENDERS = [OutputStream(w, n) for w, n in SHAPES]
CHAINS = [ElementChain(w, n) for w, n in SHAPES]
PARTS = [*COLLECTORS, *SENDERS, *CHAINS, *(InputCollector(w, n) for w, n in SHAPES)]
PARTS.append(InputCollector(33, 2, Legal(LEGAL[3], loadable=True)))


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory, objects: list[Path]) -> Bench:
    """A collector, a chain and a sender of every shape, side by side."""
    modules = [p.module() for row in zip(COLLECTORS, CHAINS, SENDERS, strict=True) for p in row]
    return Bench(modules, tmp_path_factory.mktemp("stream"), objects)


class Line:
    """Collector, chain and sender of one shape in a row, with the controller that moves elements on."""

    def __init__(self, width: int, count: int, p: int, rng: random.Random) -> None:
        self.width, self.count, self.p, self.rng = width, count, p, rng
        self.pace = rng.choice([0.2, 0.6, 1.0])
        self.words: list[int] = []
        self.sent: list[tuple[int, bool]] = []
        self.received: list[int] = []
        self.invalid: list[int] = []
        self.idle()

    def idle(self) -> None:
        """Forget what is on its way: after a reset."""
        self.moved = self.handed = 0
        self.words, self.sent, self.received, self.invalid = [], [], [], []
        self.offered: int | None = None

    def set(self) -> None:
        """Queue a set of elements, some of which are none, in bits that are kept or in those above them."""
        bits = lanes(self.width)
        for _ in range(self.count):
            whole, is_one = self.drawn(32 * len(bits))
            self.words += [whole >> 32 * j & 0xFFFFFFFF for j in range(len(bits))]
            self.sent.append((whole & (1 << self.width) - 1, not is_one))

    def drawn(self, most: int) -> tuple[int, bool]:
        """A number of at most so many bits, and whether it is an element."""
        p, spoilt = self.p, self.rng.random() < 0.2
        if p > 3:
            edge = self.rng.choice((self.rng.randrange(p, 1 << most), p, (1 << most) - 1))
            whole = edge if spoilt else self.rng.choice((self.rng.randrange(p), p - 1, 0))
            return whole, whole < p
        digit = p - 1
        digits = [self.rng.randrange(p) for _ in range(self.width // digit)]
        if spoilt and p == 3:
            digits[self.rng.randrange(len(digits))] = 3
        whole = sum(d << digit * i for i, d in enumerate(digits))
        if spoilt and p == 2 and self.width < most:
            whole |= 1 << self.rng.randrange(self.width, most)
        return whole, all(d < p for d in digits) and whole >> self.width == 0

    def inputs(self, seen: list[dict[str, int]]) -> list[dict[str, int]]:
        """Inputs for a cycle whose registered outputs are these."""
        collect, chain, send = seen
        move = bool(collect["full"]) and not chain["full"] and self.rng.random() < self.pace
        hand = bool(chain["full"]) and (send["empty"] or self.handed) and self.rng.random() < self.pace
        if self.offered is None and self.words and self.rng.random() < self.pace:
            self.offered = self.words[0]
        ready = self.rng.random() < self.pace
        if move:
            self.invalid.append(collect["invalid"])
        if hand:
            self.handed = (self.handed + 1) % self.count
        if send["out_valid"] and ready:
            self.received.append(send["out_data"])
        valid = self.offered is not None
        inputs = [
            {"in_data": self.offered or 0, "in_valid": int(valid), "pop": int(move)},
            {"push": int(move), "d": collect["y"], "pop": int(hand)},
            {"push": int(hand), "d": chain["y"], "out_ready": int(ready)},
        ]
        if valid and collect["in_ready"]:
            self.words.pop(0)
            self.offered = None
        return inputs

    def check(self) -> None:
        """All that was sent came out."""
        words = [e >> 32 * j & 0xFFFFFFFF for e, _ in self.sent for j in range(len(lanes(self.width)))]
        assert self.received == words
        by_set = [
            any(s for _, s in self.sent[i : i + self.count]) for i in range(0, len(self.sent), self.count)
        ]
        assert self.invalid == [int(s) for s in by_set for _ in range(self.count)]


@pytest.mark.parametrize("seed", range(3))
def test_elements_pass_whole_and_in_order_also_after_a_reset_in_the_middle(bench: Bench, seed: int) -> None:
    rng = random.Random(seed)
    lines = [Line(w, n, p, rng) for (w, n), p in zip(SHAPES, LEGAL, strict=True)]
    with bench.session() as session:
        for cut_short in (True, True, False):
            reset = [{"rst": 1}] * len(bench.modules)
            session.clock(reset)
            for line in lines:
                line.idle()
                for _ in range(4):
                    line.set()
            for _ in range(rng.randrange(10, 200) if cut_short else 2500):
                seen = session.look([{}] * len(bench.modules))
                cycle = [i for k, line in enumerate(lines) for i in line.inputs(seen[3 * k : 3 * k + 3])]
                session.clock(cycle)
    for line in lines:
        line.check()


@pytest.mark.parametrize("part", PARTS, ids=lambda p: p.module().name)
def test_lint_clean(tmp_path: Path, part: InputCollector | OutputStream | ElementChain) -> None:
    lint(part.module(), tmp_path)


def test_lanes() -> None:
    assert lanes(239) == [32] * 7 + [15]
    assert lanes(32) == [32]
    assert lanes(5) == [5]
