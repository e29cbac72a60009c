"""A core with `faults = "detect"` in which a word that comes in always spoils one of the two cores."""

from collections.abc import Mapping

_TAKEN = "in_data_late <= in_data;"


def spoilt(rtl: Mapping[str, str], name: str, word: int) -> dict[str, str]:
    """The files, changed: the second core sees another bit 0 of each input word that is `word`."""
    text = rtl[f"{name}.v"]
    assert text.count(_TAKEN) == 1
    seen = f"in_data_late <= in_data ^ {{31'd0, in_data == 32'd{word}}};"
    return {**rtl, f"{name}.v": text.replace(_TAKEN, seen)}
