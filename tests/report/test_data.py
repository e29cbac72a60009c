"""The report's data: what is accepted, and what the errors say."""

import copy
import json
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest
import report_sample

from pairforge.errors import UserError
from pairforge.report.data import SCHEMA, json_schema, validate, validate_stage


@pytest.fixture(scope="module")
def good() -> dict[str, Any]:
    return report_sample.data()


def test_the_sample_is_valid_and_survives_json(good: dict[str, Any]) -> None:
    validate(good)
    validate(json.loads(json.dumps(good)))
    for stage in good["stages"]:
        validate_stage(stage)


def test_the_schema_is_a_json_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(json_schema())
    assert json_schema()["properties"]["schema"] == {"const": SCHEMA}


def test_area_timing_and_verification_may_be_absent(good: dict[str, Any]) -> None:
    data = copy.deepcopy(good)
    data["result"] |= {"area": None, "timing": None, "verified": None}
    data |= {"area_by_unit": [], "published": [], "verification": []}
    validate(data)


def _set(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        *steps, last = [int(step) if step.isdigit() else step for step in path.split("/")]
        at: Any = data
        for step in steps:
            at = at[step]
        at[last] = value

    return change


def _drop(name: str) -> Callable[[dict[str, Any]], None]:
    return lambda data: data.pop(name)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_set("schema", 2), "report data: schema: 2 is not known; this version reads schema 1"),
        (_drop("title"), "report data: 'title' is a required property"),
        (_set("stages/0/length", "long"), "report data: stages[0].length: 'long' is not of type 'integer'"),
        (
            _set("stages/0/operations/3/unit", "mull"),
            "report data: stages[0].operations[3].unit: 'mull' is no unit instance; "
            "known: in, mul, sum0, sum1, sqrt, sq, out",
        ),
        (
            _set("stages/0/operations/3/block", "loop"),
            "report data: stages[0].operations[3].block: 'loop' is no block; known: load, main, store",
        ),
        (
            _set("stages/0/operations/3/duration", 0),
            "report data: stages[0].operations[3].duration: 0 must be at least 1",
        ),
        (
            _set("stages/0/operations/9/operands/0/producer", "m9"),
            "report data: stages[0].operations[9].operands[0].producer: 'm9' is no operation of this stage",
        ),
        (
            _set("stages/0/operations/1/id", "in0"),
            "report data: stages[0].operations: operation 'in0' appears twice; names must differ",
        ),
        (
            _set("stages/0/blocks/1/interval", None),
            "report data: stages[0].blocks[1].count: 120 passes need an `interval`",
        ),
        (
            _set("stages/0/values/0/end", -5),
            "report data: stages[0].values[0].end: -5 lies before its start, 1",
        ),
        (
            _set("stages/1/datapath/links/0/target", "rom"),
            "report data: stages[1].datapath.links[0].target: 'rom' is no node of the datapath",
        ),
        (
            _set("area_by_unit/0/stage", "loop"),
            "report data: area_by_unit[0].stage: 'loop' is no stage; known: miller, final",
        ),
        (
            _set("published/1/ours", True),
            "report data: published: 2 rows are marked `ours`; exactly 1 must be",
        ),
        (
            _set("published/1/slices/kind", "guessed"),
            "report data: published[1].slices.kind: 'guessed' is not one of "
            "['measured', 'scheduled', 'modelled', 'published', 'estimated', 'proved']",
        ),
        (
            _set("result/timing/kind", "guessed"),
            "report data: result.timing.kind: 'guessed' is not one of ['routed', 'estimated']",
        ),
    ],
)
def test_an_error_names_the_place_and_what_would_be_right(
    good: dict[str, Any], change: Callable[[dict[str, Any]], None], message: str
) -> None:
    data = copy.deepcopy(good)
    change(data)
    with pytest.raises(UserError) as caught:
        validate(data)
    assert str(caught.value) == message
