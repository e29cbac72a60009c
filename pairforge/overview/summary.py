"""Builds, curves and security in a few lines of text for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pairforge.evidence.proof.part import in_words
from pairforge.synth.family import too_large


def security_line(bits: int | None, note: str) -> str:
    """What the security of a pairing's curve is worth, in one line."""
    worth = "not assessed" if bits is None else f"about {bits} bits today"
    return f"security: {worth}; {note}"


def proof_lines(proof: Mapping[str, Any]) -> Iterator[str]:
    """What is proven of a design, by what and under which assumptions, a line each."""
    yield f"{proof['design']}: {'proven' if proof['proven'] else 'NOT proven'}"
    for part in proof["parts"]:
        word = "proven" if part["proven"] else "no proof found" if part.get("undecided") else "NOT proven"
        facts = ", ".join(f"{value:,} {key}" for key, value in part["facts"].items())
        yield f"  {part['name']:<10} {word}: {part['what']}"
        yield f"             by {part['method']}, {part['seconds']:.1f} s; {facts}"
        yield from (f"             assumes: {each}" for each in part["assumes"])
        if not part["proven"]:
            yield f"             {part['failure']}"


def build_lines(result: Mapping[str, Any], folder: Path) -> Iterator[str]:
    """What a person wants to know of a build, a line each."""
    cycles, verified, area, timing = (result[key] for key in ("cycles", "verified", "area", "timing"))
    stages = cycles["stages"]
    slowest = max(stages, key=lambda stage: stage["interval"])
    what = "jobs" if "jobs" in result else "pairings"
    yield f"{result['design']}: {result['pairing']} on {result['target']}"
    if len(jobs := result.get("jobs", ())) > 1:
        for job in jobs:
            yield f"  {job['name']}: interval {job['interval']}, latency {job['latency']} cycles, measured"
    else:
        yield (
            f"  interval   {cycles['interval']} cycles between results, measured; lower bound "
            f"{slowest['lower_bound']} (stage {slowest['name']})"
        )
        yield f"  latency    {cycles['latency']} cycles, measured"
    for stage in stages:
        busy = ", ".join(f"{name} {unit['busy']:.1%}" for name, unit in stage["units"].items())
        word = "proven least" if stage["optimal"] else "not proven least"
        yield (
            f"  stage {stage['name']}: interval {stage['interval']}, bound {stage['lower_bound']}, "
            f"loops and blocks {word}; busy: {busy}"
        )
    yield (
        f"  verified   {verified['pairings']} random {what}, {verified['mismatches']} mismatches "
        f"({verified['simulator']}, {verified['seconds']:.1f} s)"
    )
    if (proof := result["proof"]) is not None:
        parts = in_words(proof["parts"])
        word = "proven     " if proof["proven"] else "not proven "
        yield f"  {word}for every input: {parts} ({proof['seconds']:.1f} s); proof.json"
    if (netlist := result["netlist"]) is not None:
        yield (
            f"  netlist    {netlist['pairings']} random {what}, {netlist['mismatches']} mismatches: "
            f"{netlist['cells']:,} cells, simulated with their models ({netlist['seconds']:.1f} s)"
        )
    if area is not None:
        slices = ""
        if area["slices"] is not None:
            slices = f", at least {area['slices']} slices"
        if area["slices_calibrated"] is not None:
            slices += f", about {area['slices_calibrated']} after packing (calibrated)"
        yield (
            f"  area       {area['lut']} LUT, {area['ff']} FF, {area['dsp']} DSP, {area['bram']} block RAM"
            f"{_shift_registers(area)}{slices}; synthesized, not placed"
        )
        if (warning := too_large(area["fits"])) is not None:
            yield f"  warning    {warning}"
    if (chip := result["asic"]) is not None:
        yield (
            f"  area       {chip['um2']:,.0f} um2, {chip['gate_equivalents']:,} gate equivalents, of which "
            f"{chip['flip_flops']:,} flip-flops take {chip['flip_flops_um2'] / chip['um2']:.0%}; "
            f"{chip['levels']} cells on the longest path; {chip['library']}, estimated before placement"
        )
    if timing is not None:
        yield from _timing_lines(timing, cycles)
    if result["route"] is not None:
        yield from _route_lines(result["route"])
    if (published := result["published"]) is not None:
        units = {"cycles": "cycles", "slices": "slices", "mhz": "MHz", "us": "us"}
        figures = ", ".join(f"{published[k]} {unit}" for k, unit in units.items() if published[k] is not None)
        yield f"  published  {figures} (paper {result['paper']})"
    yield f"  report     {folder / 'report.html'}"
    yield f"  {security_line(result['security']['bits_today'], result['security']['note'])}"


def _shift_registers(area: Mapping[str, Any]) -> str:
    return f", {area['srl']} of the LUT shift registers" if area["srl"] else ""


def _timing_lines(timing: Mapping[str, Any], cycles: Mapping[str, Any]) -> Iterator[str]:
    """The clock, by what model, and the slowest paths."""
    kind = "estimate" if timing["kind"] == "estimated" else timing["kind"]
    if timing["fmax_mhz"]:
        yield (
            f"  timing     {timing['fmax_mhz']} MHz ({kind}): {cycles['interval_us']:.2f} us between results"
            f", {cycles['latency_us']:.2f} us for one ({kind})"
        )
    yield f"             {timing['model']}; {_off(timing)}"
    if (asked := timing["asked_mhz"]) is not None and timing["fmax_mhz"] < asked:
        path = timing["paths"][0]
        yield f"  warning    {asked} MHz asked for; in the way: {path['from']} -> {path['to']}"
    if timing["paths"]:
        kinds = " ".join(f"{name:>6}" for name in ("ns", *timing["paths"][0]["ns"]))
        yield f"  paths      {kinds}  from -> to"
    for path in timing["paths"]:
        parts = " ".join(f"{ns:6.2f}" for ns in path["ns"].values())
        yield f"             {path['total_ns']:6.2f} {parts}  {path['from']} -> {path['to']}"


def _off(timing: Mapping[str, Any]) -> str:
    """How far the model is off, in words."""
    error = timing["model_error"]
    if error is None:
        return "its error is not known, as nothing open routes this family"
    if timing["kind"] == "routed":
        return f"the estimate before routing is {error:+.0%} off"
    return f"off by {error:.0%} at most on nine of ten routed cores"


def board_lines(result: Mapping[str, Any], folder: Path) -> Iterator[str]:
    """What a person wants to know of a design on a board, a line each."""
    verified = result["verified"]
    yield f"{result['design']}: {result['pairing']} on {result['board']} ({result['part']})"
    yield f"  serial     {result['baud']} baud, clock {result['clock_mhz']:g} MHz"
    yield (
        f"  verified   {verified['pairings']} random pairings, {verified['mismatches']} mismatches "
        f"({verified['simulator']})"
    )
    if result["route"] is not None:
        yield from _route_lines(result["route"])
    yield f"  files      {folder}; how to use them: {folder / 'README.md'}"


def _route_lines(route: Mapping[str, Any]) -> Iterator[str]:
    seeds = ", ".join(f"{run['seed']}: {run['fmax_mhz']}" for run in route["seeds"])
    use = ", ".join(
        f"{use['used'] / use['available']:.0%} of {kind.upper()}"
        for kind, use in route["utilization"].items()
        if use["used"] and kind != "io"
    )
    yield f"  routed     {route['part']}, by seed {seeds} MHz; {use}"
    path = route["critical_path"]
    yield (
        f"  slowest    {path['start']} to {path['end']}: {path['ns']} ns, of them {path['routing_ns']} in "
        f"wires, through {path['levels']} cells"
    )


def unit_lines(result: Mapping[str, Any], folder: Path) -> Iterator[str]:
    """What a person wants to know of a unit, a line each."""
    verified, model = result["verified"], result["model"]
    field = result["field"]
    yield (
        f"{result['module']}: {result['unit']} over {field['label']}, "
        f"{field['polynomial'] or field['definition']}"
    )
    for entry in result["cycles"]:
        what = "" if entry["constant"] is None else f" (constant {entry['constant']})"
        yield f"  cycles     latency {entry['latency']}, interval {entry['interval']}{what}"
    yield (
        f"  verified   {verified['operations']} operations, {verified['corner_cases']} of them corner cases, "
        f"{verified['mismatches']} mismatches "
        f"({verified['simulator']}, {verified['seconds']:.1f} s)"
    )
    yield f"  model      {model['lut']} LUT4, {model['ff']} FF"
    for target, found in result["targets"].items():
        area = found["area"]
        yield (
            f"  {target:<10} {area['lut']} LUT, {area['ff']} FF; {found['levels']} levels, "
            f"{found['timing']['fmax_mhz']} MHz (estimate); synthesized, not placed"
        )
        for path in found["timing"]["paths"][:3]:
            yield f"             {path['total_ns']:6.2f} ns  {path['from']} -> {path['to']}"
    yield f"  files      {folder}"


def curve_lines(found: Mapping[str, Any]) -> Iterator[str]:
    """The object of `curve_object`, a line each."""
    security, factors = found["security"], found["factors"]
    yield f"{found['curve']}: {found['equation']} over {found['field']}"
    yield f"  order             {found['order']}"
    powers = Counter(factors)
    words = " * ".join(f"{factor}^{n}" if n > 1 else factor for factor, n in powers.items())
    words = "prime" if len(factors) == 1 else words
    yield f"  factors           {words}{'' if found['factors_are_prime'] else ' (not all prime)'}"
    yield f"  subgroup          {found['subgroup_order']} ({found['subgroup_bits']} bits)"
    yield f"  cofactor          {found['cofactor']}"
    degree = found["embedding_degree"]
    yield f"  embedding degree  {degree}, pairing values in a field of {found['mov_bits']} bits"
    for point in found["generators"]:
        yield f"  generator         ({', '.join(point)})"
    published = security["published_bits"]
    yield (
        f"  published as      {'not rated' if published is None else f'{published} bits'} ({found['source']})"
    )
    yield f"  {security_line(security['bits_today'], security['note'])}"
    for reference in security["references"]:
        yield f"    {reference}"
