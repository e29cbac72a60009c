"""The survey of proofs (docs: reference/proven.md): answers, what is tried again, runs out of time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks import proofs
from benchmarks.proofs import Answer, answer_of, survey


def part(name: str, failure: str = "", **facts: int) -> dict[str, Any]:
    return {"name": name, "proven": not failure, "failure": failure, "facts": facts}


def test_a_design_is_proven_by_the_command(tmp_path: Path) -> None:
    (answer,) = survey(["small-f2-5"], 300, tmp_path / "answers.jsonl")
    assert answer.proven
    assert (answer.units, answer.depth, answer.definition, answer.failures) == (4, None, True, {})


def test_what_a_certificate_says_in_short() -> None:
    parts = [part("control"), part("unit a"), part("unit b", "no proof"), part("handshakes", depth=107)]
    proof = {"design": "some", "proven": False, "parts": [*parts, part("definition")]}
    assert answer_of(proof, 1.5) == Answer("some", False, 1.5, 2, 107, True, {"unit b": "no proof"})


def test_only_what_has_no_answer_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, asked = tmp_path / "answers.jsonl", list[str]()

    def found(name: str, limit_s: float) -> Answer:
        asked.append(name)
        return Answer(name, True if name == "first" or limit_s > 5 else None, limit_s)

    monkeypatch.setattr(proofs, "prove", found)
    assert [each.proven for each in survey(["first", "second"], 5, out)] == [True, None]
    assert [each.proven for each in survey(["second", "first"], 10, out)] == [True, True]
    assert asked == ["first", "second", "second"]
    assert [json.loads(line)["seconds"] for line in out.read_text().splitlines()] == [5, 5, 10]


def test_what_runs_out_of_time_or_is_refused_has_no_answer() -> None:
    assert proofs.prove("ate-bls12-381-m1", 0.1).failures == {"": "out of time"}
    refused = proofs.prove("no-such-design", 60)
    assert refused.proven is None
    assert refused.failures is not None
    assert "no-such-design" in refused.failures[""]
