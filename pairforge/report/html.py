"""One self-contained HTML page for one build. Text, tables and datapath are written here, the schedule there.

The page loads nothing: style and script stand in `assets/` as files of their own and are put inside.
Everything that can be read is in the HTML itself; the script adds the schedule's picture and what moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from pairforge.report.data import validate
from pairforge.report.fragments import area_html, security_class, security_html, stage_html
from pairforge.report.jobs import jobs_html, word_of
from pairforge.report.pieces import asset, duration, embedded, fill, math, number, percent, table, tag
from pairforge.report.timing import timing_html
from pairforge.synth.family import too_large

_SCRIPTS = ("dom.js", "theme.js", "schedule.js", "datapath.js", "page.js")


def render(data: Mapping[str, Any]) -> str:
    """Return the page for a report's data (`data.as_data`). Same data, same bytes; errors as `validate`."""
    validate(data)
    stages, jobs = data["stages"], data["result"].get("jobs", ())
    parts = {
        "title": escape(data["title"]),
        "style": asset("page.css"),
        "script": "\n".join(asset(name) for name in _SCRIPTS),
        "data": embedded({"stages": stages}),
        "header": _header(data),
        "navigation": _navigation(data),
        "security": security_html(data["security"]),
        "worth": security_class(data["security"]),
        "figures": _figures(data),
        "jobs": jobs_html(jobs),
        "pipeline": "" if len(jobs) > 1 else _pipeline(data["result"]["cycles"], word_of(jobs)),
        "stages": "\n".join(
            stage_html(stage, str(index), _stage_title(stage, index, len(stages)), jobs)
            for index, stage in enumerate(stages)
        ),
        "area": _area(data),
        "timing": timing_html(data["result"]["timing"] or {}),
        "published": _published(data["published"]),
        "evidence": _evidence(data),
        "reproduce": _reproduce(data),
    }
    return fill("page.html", parts)


def _stage_title(stage: Mapping[str, Any], index: int, count: int) -> str:
    return f"Stage {index + 1}: {stage['name']}" if count > 1 else f"Stage {stage['name']}"


def _area(data: Mapping[str, Any]) -> str:
    rows, result = data["area_by_unit"], data["result"]
    if not rows:
        missing = "broken down by unit" if result["area"] else "synthesized"
        return f'<p class="lead-in">Not {missing} in this build.</p>'
    return area_html(rows, [stage["name"] for stage in data["stages"]], result["target"])


# -- head of the page --------------------------------


def _header(data: Mapping[str, Any]) -> str:
    result = data["result"]
    jobs = result.get("jobs", ())
    computed = [("jobs", ", ".join(job["name"] for job in jobs if job["takes"]))] if jobs else []
    facts = [
        *(computed or [("pairing", result["pairing"])]),
        ("field", data["field"]),
        ("target", result["target"]),
    ]
    facts += [("paper", result["paper"]), ("Pairforge", data["version"])]
    listed = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{math(str(value))}</dd></div>" for name, value in facts if value
    )
    return (
        f'<h1>{escape(data["title"])}</h1><p class="subtitle">{math(data["subtitle"])}</p><dl '
        f'class="facts">{listed}</dl>'
    )


def _navigation(data: Mapping[str, Any]) -> str:
    entries = [("figures", "Figures"), *([("jobs", "Jobs")] if data["result"].get("jobs") else [])]
    entries += [
        (f"stage-{index}", f"Stage {index + 1}: {stage['name']}")
        for index, stage in enumerate(data["stages"])
    ]
    entries += [("area", "Area")]
    entries += [("timing", "Timing")] if (data["result"]["timing"] or {}).get("paths") else []
    entries += [("published", "Published")] if data["published"] else []
    entries += [("evidence", "Evidence"), ("reproduce", "Reproduce")]
    return "".join(f'<a href="#{target}">{escape(text)}</a>' for target, text in entries)


def _figures(data: Mapping[str, Any]) -> str:
    result = data["result"]
    counted = "measured" if result["verified"] else "scheduled"  # measured only where it was simulated
    cards = (
        *_cycle_cards(data, counted),
        _verified_card(result["verified"], word_of(result.get("jobs", ()))),
        *_area_cards(result),
        *_clock_cards(result),
    )
    return "".join(cards)


def _card(label: str, value: str, unit: str, kind: str, note: str, css: str = "") -> str:
    """One figure: what it is of, its value and unit, where it comes from, and a note."""
    return (
        f'<div class="figure {css}"><dt>{escape(label)}</dt><dd><span class="value">{value}</span> '
        f'<span class="unit">{escape(unit)}</span></dd><dd class="note">'
        f"{tag(kind) if kind else ''} {escape(note)}</dd></div>"
    )


def _cycle_cards(data: Mapping[str, Any], counted: str) -> Iterator[str]:
    """Interval, latency, a bound of the first stage, and its primary units."""
    cycles, jobs = data["result"]["cycles"], data["result"].get("jobs", ())
    several = len(jobs) > 1
    published = data["result"].get("published") or {}
    note = ""
    if cycles["stages"] and not several:
        slowest = max(cycles["stages"], key=lambda stage: stage["lower_bound"])
        note = f"stage {slowest['name']} cannot do better than {number(slowest['lower_bound'])}"
    if published.get("cycles"):
        note += f"; published {number(published['cycles'])}"
    label = f"Interval of {jobs[0]['name']}" if several else "Interval between results"
    yield _card(label, number(cycles["interval"]), "cycles", counted, note, "lead")
    note = "first word in to last word out"
    what = jobs[0]["name"] if several else f"one {word_of(jobs)}"
    yield _card(f"Latency of {what}", number(cycles["latency"]), "cycles", counted, note)
    for stage in data["stages"][:1]:
        for bound in _bound_of_interval(stage["bounds"]):
            kind = "proved" if bound["optimal"] else counted
            status = "none smaller exists" if bound["optimal"] else f"bound {bound['bound']}"
            what = bound["what"][:1].upper() + bound["what"][1:]
            yield _card(what, number(bound["got"]), "cycles", kind, f"{status}: {bound['reason']}")
        for unit in stage["units"]:
            if unit["primary"] and unit["busy"] is not None:
                busy = percent(unit["busy"]).removesuffix(" %")
                yield _card(f"{unit['name']} busy", busy, "%", "scheduled", "in the steady state")


def _bound_of_interval(bounds: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    """The bound that says most: of the only loop, else of the whole interval, else the first."""
    loops = [bound for bound in bounds if bound["what"].startswith("initiation interval")]
    whole = [bound for bound in bounds if "interval" in bound["what"] and bound not in loops]
    return ((loops if len(loops) == 1 else []) or whole or loops or bounds)[:1]


def _verified_card(verified: Mapping[str, Any] | None, word: str) -> str:
    """How many pairings or jobs were simulated, and how many of them were wrong."""
    label = f"{word.capitalize()}s verified"
    if not verified:
        return _card(label, "–", "", "", "not simulated in this build")
    bad = verified["mismatches"]
    simulator = f", {verified['simulator']}" if verified.get("simulator") else ""
    note = f"{number(bad)} mismatches{simulator}"
    css = "bad" if bad else "good"
    return _card(label, number(verified["pairings"]), "", "measured", note, css)


def _area_cards(result: Mapping[str, Any]) -> Iterator[str]:
    """Area on an FPGA, as a chip, or that there is none."""
    area, chip = result["area"], result.get("asic")
    if area:
        blocks = (("dsp", "DSP blocks"), ("bram", "block RAMs"))
        rest = "".join(f", {number(area[key])} {name}" for key, name in blocks if area[key])
        note = f"after synthesis{rest}"
        yield _card("Look-up tables", number(area["lut"]), "LUT", "measured", note)
        yield _card("Flip-flops", number(area["ff"]), "FF", "measured", "after synthesis")
        if (warning := too_large(area.get("fits", {}))) is not None:
            share = max(next(iter(area["fits"].values())).values())
            yield _card("Largest share of the part", f"{share:.0%}", "", "measured", warning, "bad")
        if area["slices_calibrated"] is not None:
            note = f"{number(area['slices'])} if packed without loss"
            if published := (result.get("published") or {}).get("slices"):
                ratio = area["slices_calibrated"] / published
                note += f"; {ratio:.2f} times the published {number(published)}"
            yield _card("Slices, like for like", number(area["slices_calibrated"]), "", "estimated", note)
    elif chip:
        note = f"{chip['library']}, before placement; memories as flip-flops"
        yield _card("Area as a chip", number(round(chip["um2"])), "µm²", "estimated", note)
        note = "area in NAND gates of two inputs, before placement"
        yield _card("Gate equivalents", number(chip["gate_equivalents"]), "GE", "estimated", note)
        yield _card("Flip-flops", number(chip["flip_flops"]), "FF", "estimated", "before placement")
    else:
        yield _card("Area", "–", "", "", "not synthesized in this build")


def _clock_cards(result: Mapping[str, Any]) -> Iterator[str]:
    """The clock, and the time between results at that clock."""
    timing = result["timing"]
    if not timing:
        return
    is_routed = timing["kind"] == "routed"
    kind = "measured" if is_routed else "estimated"
    note = "placed and routed" if is_routed else "of the slowest path, before placement"
    if route := result.get("route"):
        note = _routed(route)
    yield _card("Clock", number(timing["fmax_mhz"]), "MHz", kind, note)
    if timing["fmax_mhz"] > 0:
        us = number(result["cycles"]["interval"] / timing["fmax_mhz"], 2)
        yield _card("Between results", us, "µs", kind, "interval divided by clock")


def _routed(route: Mapping[str, Any]) -> str:
    """Part, seeds and utilization in a line."""
    tried = len(route["seeds"])
    use = ", ".join(
        f"{use['used'] / use['available']:.0%} of {kind.upper()}"
        for kind, use in route["utilization"].items()
        if use["used"] and kind != "io"
    )
    asked = "" if route["asked_mhz"] is None else f", {route['asked_mhz']:g} MHz asked for"
    return f"placed and routed on {route['part']}, best of {tried} seed{'s' * (tried > 1)}{asked}; uses {use}"


def _pipeline(cycles: Mapping[str, Any], word: str) -> str:
    """How successive pairings, or jobs, pass through the stages."""
    stages = cycles["stages"]
    if not stages:
        return ""
    shown = 4
    interval = cycles["interval"]
    offsets = [sum(stage["latency"] for stage in stages[:index]) for index in range(len(stages))]
    span = (shown - 1) * interval + offsets[-1] + stages[-1]["latency"]
    rows = []
    for stage, offset in zip(stages, offsets, strict=True):
        bars = []
        for run in range(shown):
            left = 100 * (run * interval + offset) / span
            width = 100 * min(stage["latency"], interval) / span
            bars.append(
                f'<span class="bar p{run}" style="left:{left:.2f}%;width:{width:.2f}%">{run + 1}</span>'
            )
        rows.append(
            f'<div class="lane"><span class="lane-name">{escape(stage["name"])}</span><div '
            f'class="track">{"".join(bars)}</div></div>'
        )
    end, last = 100 * interval / span, 100 * (offsets[-1] + stages[-1]["latency"]) / span
    rows.append(
        '<div class="lane"><span class="lane-name"></span><div class="track rule">'
        f'<span class="span" style="left:0;width:{end:.2f}%">interval {number(interval)}</span></div></div>'
        '<div class="lane"><span class="lane-name"></span><div class="track rule">'
        f'<span class="span" style="left:0;width:{last:.2f}%">one {word} through the stages '
        f"{number(offsets[-1] + stages[-1]['latency'])}</span></div></div>"
    )
    caption = f"Successive {word}s, numbered, on their way through the stages; time runs to the right."
    return (
        f'<figure class="pipeline"><div role="img" aria-label="{caption}">{"".join(rows)}</div>'
        f"<figcaption>{caption}</figcaption></figure>"
    )


def _published(rows_data: Sequence[Mapping[str, Any]]) -> str:
    if not rows_data:
        return ""
    ours = next(row for row in rows_data if row["ours"])
    columns = [("cycles", "cycles"), ("slices", "slices"), ("mhz", "MHz"), ("us", "µs")]

    def cell(row: Mapping[str, Any], key: str) -> str:
        figure = row[key]
        if figure is None:
            return "–"
        ratio = ""
        if row is not ours and ours[key] is not None and figure["value"]:
            ratio = f'<span class="ratio">ours {ours[key]["value"] / figure["value"]:.2f}×</span>'
        return f'<span class="number">{number(figure["value"])}</span>{ratio}{tag(figure["kind"])}'

    rows = []
    for row in sorted(rows_data, key=lambda item: not item["ours"]):
        name = (
            f'<strong class="mine">{escape(row["source"])}</strong>' if row["ours"] else escape(row["source"])
        )
        note = f'<span class="path">{escape(row["note"])}</span>' if row["note"] else ""
        rows.append([name + note, escape(row["device"]), *(cell(row, key) for key, _ in columns)])
    head = [("source", ""), ("device", ""), *((title, "n") for _, title in columns)]
    shown = table("Published designs and this one", head, rows, "published")
    return (
        '<section id="published" aria-labelledby="published-title"><h2 '
        'id="published-title">Published figures beside ours</h2>'
        f'<p class="lead-in">“ours 1.08×”: our figure is 1.08 times the one above it.</p>{shown}</section>'
    )


def _evidence(data: Mapping[str, Any]) -> str:
    checks = data["verification"]
    if not checks:
        return '<p class="lead-in">Nothing was checked in this build.</p>'
    rows = []
    for check in checks:
        if check["failures"]:
            status = f'<span class="outcome bad">{number(check["failures"])} wrong</span>'
        else:
            status = '<span class="outcome good">none wrong</span>'
        detail = f'<span class="path">{escape(check["detail"])}</span>' if check["detail"] else ""
        rows.append(
            [
                math(check["what"]) + detail,
                f"{number(check['count'])} {escape(check['unit'])}",
                status,
                escape(check["tool"]) or "–",
                duration(check["seconds"]),
            ]
        )
    head = [("what was run", ""), ("how many", "n"), ("result", ""), ("with", ""), ("time", "n")]
    return table("Checks run on this build", head, rows) + _proof(data)


def _proof(data: Mapping[str, Any]) -> str:
    """What is proven, where something is."""
    if not data["proof"]:
        return ""
    rows = []
    for part in data["proof"]:
        facts = ", ".join(f"{number(value)} {key}" for key, value in part["facts"].items())
        rows.append(
            [
                math(part["what"]) + f'<span class="path">{escape(facts)}</span>',
                escape(part["method"]),
                "<br>".join(map(escape, part["assumes"])),
                duration(part["seconds"]),
            ]
        )
    head = [("what is proven", ""), ("by", ""), ("assuming", ""), ("time", "n")]
    again = escape(data["command"].replace("build", "prove", 1).split(" --target")[0])
    return (
        '<p class="lead-in">For every input, not for those alone that were tried. The certificate is '
        f"<code>proof.json</code>; <code>{again} --rtl rtl</code>, here, makes it again.</p>"
        + table("Proven of this core", head, rows)
    )


def _reproduce(data: Mapping[str, Any]) -> str:
    tools = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(version)}</dd></div>"
        for name, version in data["tools"].items()
    )
    seconds = data["result"].get("seconds") or {}
    spent = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{duration(value)}</dd></div>"
        for name, value in seconds.items()
        if isinstance(value, int | float)
    )
    return (
        f'<div class="command"><code>{escape(data["command"])}</code>'
        '<button type="button" class="copy" hidden>Copy</button></div>'
        f'<p class="lead-in">Pairforge {escape(data["version"])}; same design and same versions give '
        f"the same bytes.</p>"
        '<div class="pair">'
        + (f'<div><h3>Tools</h3><dl class="facts">{tools}</dl></div>' if tools else "")
        + (f'<div><h3>Time spent</h3><dl class="facts">{spent}</dl></div>' if spent else "")
        + "</div>"
    )
