"""The app's two icons, drawn as PNG: a check mark, on a ground and in outline."""

import struct
import zlib
from collections.abc import Callable
from typing import Final, TypeAlias

Pixel: TypeAlias = tuple[int, int, int, int]

_GROUND: Final = (47, 111, 222, 255)
_WHITE: Final = (255, 255, 255, 255)
_CLEAR: Final = (255, 255, 255, 0)
# The check mark's two strokes, in a square of side one.
_STROKES: Final = (((0.26, 0.53), (0.43, 0.70)), ((0.43, 0.70), (0.75, 0.33)))
_THICK: Final = 0.062


def colour_icon(side: int = 192) -> bytes:
    """White on the app's colour; Teams asks for 192 by 192."""
    return _png(side, lambda x, y: _WHITE if _on_mark(x, y) else _GROUND)


def outline_icon(side: int = 32) -> bytes:
    """White on nothing; Teams asks for 32 by 32."""
    return _png(side, lambda x, y: _WHITE if _on_mark(x, y) else _CLEAR)


def _on_mark(x: float, y: float) -> bool:
    return any(_distance(x, y, start, end) <= _THICK for start, end in _STROKES)


def _distance(x: float, y: float, start: tuple[float, float], end: tuple[float, float]) -> float:
    """From a point to a line between two points."""
    width, height = end[0] - start[0], end[1] - start[1]
    along = ((x - start[0]) * width + (y - start[1]) * height) / (width**2 + height**2)
    kept = min(max(along, 0.0), 1.0)
    return float(((x - start[0] - kept * width) ** 2 + (y - start[1] - kept * height) ** 2) ** 0.5)


def _png(side: int, pixel: Callable[[float, float], Pixel]) -> bytes:
    rows = bytearray()
    for row in range(side):
        rows.append(0)  # each row of a PNG begins with its filter: none
        for column in range(side):
            rows += bytes(pixel((column + 0.5) / side, (row + 0.5) / side))
    head = struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0)
    parts = (_part(b"IHDR", head), _part(b"IDAT", zlib.compress(rows)), _part(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def _part(kind: bytes, content: bytes) -> bytes:
    check = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)
