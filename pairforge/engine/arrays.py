"""NumPy arrays of coefficients: as bytes, or as 64-bit words."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


class Layout:
    """How arrays hold values: uint8 [n, COUNT * WIDTH], or uint64 [n, COUNT, WORDS], little-endian both."""

    def __init__(self, like: NDArray[Any], width: int) -> None:
        """The layout of `like`, an array of points whose coefficients take `width` bytes."""
        self.dtype: np.dtype[Any] = like.dtype
        """uint8 or little-endian uint64."""
        self.pitch = width if like.dtype == np.uint8 else 8 * -(-width // 8)
        """Bytes from one coefficient to the next."""
        if like.dtype not in (np.dtype(np.uint8), np.dtype("<u8")):
            raise ValueError(f"P: an array of {like.dtype}; give uint8 or little-endian uint64")

    def _shape(self, number: int, count: int) -> tuple[int, ...]:
        return (number, count * self.pitch) if self.dtype == np.uint8 else (number, count, self.pitch // 8)

    def bytes_of(self, which: str, array: NDArray[Any], count: int) -> NDArray[np.uint8]:
        """The array as bytes in a row, in place where it is contiguous; ValueError for another layout."""
        if array.dtype != self.dtype:
            raise ValueError(f"{which}: an array of {array.dtype} beside one of {self.dtype}")
        expected = self._shape(len(array), count)
        if array.shape != expected:
            raise ValueError(f"{which}: an array of shape {array.shape}; give {expected} for {self.dtype}")
        return np.ascontiguousarray(array).reshape(-1).view(np.uint8)

    def empty(self, number: int, count: int) -> NDArray[Any]:
        """Room for values of `count` coefficients."""
        return np.empty(self._shape(number, count), self.dtype)
