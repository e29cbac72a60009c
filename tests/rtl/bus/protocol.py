"""An independent checker of AXI4-Lite and AXI4-Stream at the pins: one call a cycle, violations counted.

Rules by the AMBA specifications (IHI 0022, IHI 0051): a valid signal stays until ready, its payload is
stable, valid signals of the wrapper are low in reset, nothing is unknown, responses follow requests and are
one each.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

PATIENCE = 64
"""Cycles after which an answer that nothing holds up counts as missing."""

OKAY, SLVERR = 0, 2


@dataclass(frozen=True)
class Beat:
    """What is on a channel in a cycle; None: unknown. `payload` is looked at where valid only."""

    valid: int | None
    ready: int | None
    payload: tuple[Any, ...] = ()


@dataclass
class Channel:
    """One handshake. `ours`: the wrapper drives valid."""

    name: str
    ours: bool
    waiting: tuple[Any, ...] | None = None

    def cycle(self, beat: Beat, in_reset: bool, found: Counter[str]) -> bool:
        """Count what is wrong; whether something is transferred."""
        if in_reset:
            self.waiting = None
            if self.ours and beat.valid != 0:
                found[f"{self.name}: valid in reset"] += 1
            if not self.ours and beat.ready != 0:
                found[f"{self.name}: ready in reset"] += 1
            return False
        if beat.valid is None or beat.ready is None:
            found[f"{self.name}: a handshake signal is unknown"] += 1
            return False
        if beat.valid and None in beat.payload:
            found[f"{self.name}: the payload is unknown"] += 1
        if self.waiting is not None:
            if not beat.valid:
                found[f"{self.name}: valid was taken back"] += 1
            elif beat.payload != self.waiting:
                found[f"{self.name}: the payload changed"] += 1
        self.waiting = beat.payload if beat.valid and not beat.ready else None
        return bool(beat.valid and beat.ready)


@dataclass
class Pending:
    """Requests not answered, and for how long the oldest has waited with nothing in its way."""

    name: str
    requests: int = 0
    waited: int = 0

    def cycle(self, asked: bool, offered: bool, answered: bool, found: Counter[str]) -> None:
        """`offered` and `answered` of a cycle against requests of the cycles before."""
        if offered and not self.requests:
            found[f"{self.name}: an answer to no request"] += 1
        self.waited = self.waited + 1 if self.requests and not offered else 0
        if self.waited == PATIENCE:
            found[f"{self.name}: no answer"] += 1
        self.requests += asked - (answered and self.requests > 0)


@dataclass
class Checker:
    """All channels of a wrapper. `violations`: what the wrapper did; `faults`: what the bench did."""

    words_out: int
    violations: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.channels = {
            name: Channel(name, name in ("b", "r", "m")) for name in ("aw", "w", "b", "ar", "r", "s", "m")
        }
        self.restart()

    def restart(self) -> None:
        self.writes, self.reads = Pending("b"), Pending("r")
        self.addresses = self.data = self.place = 0
        self.marks: int | None = None

    def cycle(self, beats: dict[str, Beat], in_reset: bool) -> dict[str, bool]:
        """One cycle; by channel, whether something is transferred."""
        moved = {
            name: channel.cycle(
                beats[name], in_reset, self.violations if channel.ours or in_reset else self.faults
            )
            for name, channel in self.channels.items()
        }
        if in_reset:
            self.restart()
            return moved
        pairs = min(self.addresses, self.data)
        self.addresses += moved["aw"]
        self.data += moved["w"]
        more = min(self.addresses, self.data) - pairs
        self.writes.cycle(more > 0, bool(beats["b"].valid), moved["b"], self.violations)
        self.reads.cycle(moved["ar"], bool(beats["r"].valid), moved["r"], self.violations)
        for name, at in (("b", 0), ("r", 1)):
            if moved[name] and beats[name].payload[at] not in (OKAY, SLVERR):
                self.violations[f"{name}: response {beats[name].payload[at]}"] += 1
        if moved["m"]:
            self._packet(*beats["m"].payload)
        return moved

    def _packet(self, _data: int, last: int, user: int) -> None:
        """A result is a packet: so many words, marked alike, or broken off by a word that says so."""
        self.place += 1
        broken = user >> 1 & 1
        if broken and (not last or self.place == 1 or user != 2):
            self.violations["m: a packet is broken off in a wrong way"] += 1
        if not broken and bool(last) != (self.place == self.words_out):
            self.violations["m: tlast in the wrong place"] += 1
        if not broken and self.marks not in (None, user):
            self.violations["m: tuser changes within a packet"] += 1
        self.marks = None if last else user
        self.place = 0 if last else self.place
