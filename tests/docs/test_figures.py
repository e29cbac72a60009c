"""Figures of the pages are those that are stored, with the command that made them."""

import re
from typing import Any

import pytest

from pairforge.papers.base import stored

from .pages import DOCS, ROOT

README = (ROOT / "README.md").read_text()
PAYS = (DOCS / "explanation" / "when-hardware-pays.md").read_text()
DEVICES = (DOCS / "howto" / "choose-a-device.md").read_text()
XC7K325T = {"lut": 203_800, "ff": 407_600, "dsp": 840, "bram": 890}
"""What the part has (DS180); block RAM of 18 kbit."""


def built(paper: str, name: str) -> dict[str, Any]:
    result: dict[str, Any] = stored(paper)["builds"][name]["result"]
    return result


def row(text: str, start: str) -> str:
    """The row of a table that starts with these words, without what Markdown adds."""
    line: str
    (line,) = re.findall(rf"^\| {re.escape(start)} \|.*$", text, re.MULTILINE)
    return line.replace("*", "")


def test_readme_says_what_a_user_of_bls12_381_gets() -> None:
    result = built("brinci", "ate-bls12-381-m1 xc7")
    area, cycles, mhz = result["area"], result["cycles"], result["timing"]["fmax_mhz"]
    counts = "{lut:,} LUT, {ff:,} FF, {dsp} DSP, {bram} block RAM".format(**area)
    assert counts in row(README, "area")
    share = {key: f"{round(100 * area[key] / most)}%" for key, most in XC7K325T.items()}
    words = "{lut} LUT, {ff} FF, {dsp} DSP, {bram} block RAM".format(**share)
    assert words in row(README, "share of the device")
    assert f"{mhz:.0f} MHz" in row(README, "clock") and result["timing"]["kind"] == "estimated"
    rate = round(mhz * 1e6 / cycles["interval"])
    assert f"{cycles['interval']:,} cycles: {rate:,} pairings a second" in row(README, "interval")
    latency = cycles["latency"]
    assert f"{latency:,} cycles: {latency / mhz / 1000:.2f} ms" in row(README, "latency")
    assert f"{result['verified']['pairings']} random pairings, 0 differ" in row(README, "checked")


def test_readme_has_the_figures_of_the_faithful_design() -> None:
    result = built("beuchat", "beuchat-f2-239 xc4v")
    area, cycles = result["area"], result["cycles"]
    interval = row(README, "cycles between results")
    assert f"| {cycles['interval']} |" in interval
    assert f"lower bound {cycles['stages'][0]['lower_bound']} |" in interval
    assert f"| {cycles['latency']:,} cycles |" in row(README, "latency of one pairing")
    assert f"| {area['lut']:,}, {area['ff']:,} |" in row(README, "look-up tables, flip-flops")
    assert f"| {area['slices_calibrated']:,} |" in row(README, "slices")
    verified = result["verified"]
    assert verified["mismatches"] == 0
    assert f"| {verified['pairings']:,} |" in row(README, "random pairings simulated")


@pytest.mark.parametrize("curve", ["bls12-381", "bn254"])
def test_hardware_beside_software_has_the_stored_cycles(curve: str) -> None:
    result = built("brinci", f"ate-{curve}-m1 xc7")
    cycles, mhz = result["cycles"], result["timing"]["fmax_mhz"]
    found = row(PAYS, f"`ate-{curve}-m1`, one core")
    assert f"| {cycles['interval'] / mhz:.0f} us | {cycles['latency'] / mhz / 1000:.2f} ms |" in found


def test_hardware_beside_software_says_the_ratios_of_its_table() -> None:
    table = PAYS.split("## Curves in use")[1].split("## ")[0]
    rows = re.findall(r"^\| (.+?), (one core|.+?) \| (\d+) us \| ([\d.]+) (us|ms) \|", table, re.MULTILINE)
    throughput: list[float] = []
    latency: list[float] = []
    hardware = (0.0, 0.0)
    for _, where, interval, time, unit in rows:
        here = float(interval), float(time) * (1000 if unit == "ms" else 1)
        if where == "one core":
            hardware = here
        else:
            throughput.append(here[0] / hardware[0])
            latency.append(hardware[1] / here[1])
    assert len(throughput) == 5
    assert f"the throughput of {min(throughput):.1f} to {max(throughput):.1f} processor cores" in PAYS
    assert f"{min(latency):.0f} to {max(latency):.0f} times the latency" in PAYS


def parts() -> dict[str, list[int]]:
    """What each part of the page of devices has: LUT, FF, DSP and block RAM."""
    rows = re.findall(r"^\| (XC\w+) \| [\w-]+ \|(.*)\|$", DEVICES, re.MULTILINE)
    return {name: [int(cell.replace(",", "")) for cell in cells.split("|")] for name, cells in rows}


@pytest.mark.parametrize("curve", ["bls12-381", "bn254"])
def test_shares_of_devices_are_those_of_the_stored_areas(curve: str) -> None:
    area = built("brinci", f"ate-{curve}-m1 xc7")["area"]
    counts = [area[key] for key in ("lut", "ff", "dsp", "bram")]
    own, shares = re.findall(rf"^\| `ate-{curve}-m1` \|(.*)\|$", DEVICES, re.MULTILINE)
    assert own == " " + " | ".join(f"{count:,}" for count in counts) + " "
    expected = [max(100 * n / most for n, most in zip(counts, has, strict=True)) for has in parts().values()]
    found = [float(share.strip().rstrip("%")) for share in shares.split("|")]
    assert found == pytest.approx(expected, abs=0.5)
    assert [share > 100 for share in found] == [share > 100 for share in expected]
    assert parts()["XC7K325T"] == list(XC7K325T.values())
