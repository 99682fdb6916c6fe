"""Words that join to rows what is to be shown beside them: `along with their`, `, showing the`."""

from collections.abc import Mapping

OWNERS = frozenset(("their", "its", "his", "her"))
_SHOWING = ("show", "list", "display", "give")
_BESIDE = ("along with", "together with", "alongside", "as well as", "plus", "in addition to",
           "and also")  # fmt: skip
_LEADS = ("and", ", and", ",")


def _phrases() -> frozenset[str]:
    showing = {f"and {verb}" for verb in _SHOWING} | {f"and also {verb}" for verb in _SHOWING}
    doing = {f"{verb}ing".replace("giveing", "giving") for verb in _SHOWING}
    beside = {*_BESIDE, *showing, *(f", {verb}" for verb in doing)}
    owned = {f"{joint} {owner}" for joint in (*beside, "with") for owner in OWNERS}
    owned |= {f"{lead} {owner}" for lead in _LEADS[:2] for owner in OWNERS}
    plain = {f"{joint} the" for joint in beside}
    found = beside | owned | plain
    return frozenset(found | {f", {joint}" for joint in found if joint[0] != ","})


# Joints behind which columns of the rows before them are named.
BESIDE = _phrases()


def joints() -> Mapping[str, tuple[str, object]]:
    """Phrase -> (letter, nothing): each joins."""
    return dict.fromkeys(BESIDE, ("&", None)) | {"with the": ("h", None)}
