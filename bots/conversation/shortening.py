"""Labels that stand side by side, cut so that no two of them read the same."""

from collections.abc import Sequence
from typing import Final

_CUT: Final = "…"


def cut_apart(labels: Sequence[str], most: int) -> tuple[str, ...]:
    """The labels, none longer than `most` characters; those cut alike show where they differ."""
    cut = [_short(label, most) for label in labels]
    for at, label in enumerate(labels):
        if len(label) <= most:
            continue
        alike = [
            other
            for place, other in enumerate(labels)
            if other != label and _short(other, most) == _short(label, most)
        ]
        if alike:
            cut[at] = _from_difference(label, alike, most)
    return tuple(cut)


def _short(label: str, most: int) -> str:
    return label if len(label) <= most else label[: most - len(_CUT)] + _CUT


def _from_difference(label: str, others: Sequence[str], most: int) -> str:
    """How it begins, and what stands from the first place where it is another than those."""
    at = min(_same(label, other) for other in others)
    word = label.rfind(" ", 0, at) + 1
    head = label[: most // 3].rstrip()
    room = most - len(head) - len(_CUT)
    rest = label[max(word, len(head)) :]
    last = max(_same(label, other) for other in others)
    if len(rest) > room and last - max(word, len(head)) >= room:
        # One of them differs too far behind for both: what tells it from that one counts.
        rest = label[max(last - room // 2, 0) :]
    return f"{head}{_CUT}{_short(rest, room)}"


def _same(one: str, other: str) -> int:
    """How many characters two texts have in common at their beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
