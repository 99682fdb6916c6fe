"""Words for the parts that rows play for each other, as they are said and as keys shorten them."""

from collections.abc import Mapping

_BOSSES = (
    "manager", "boss", "supervisor", "superior", "line manager", "direct manager",
    "direct supervisor",
)  # fmt: skip
#: What a row above another is called, by the word that its key may have for it.
SUPERIORS: Mapping[str, tuple[str, ...]] = {
    "manager": _BOSSES,
    "boss": ("boss", *(noun for noun in _BOSSES if noun != "boss")),
    "supervisor": ("supervisor", *(noun for noun in _BOSSES if noun != "supervisor")),
    "superior": ("superior", *(noun for noun in _BOSSES if noun != "superior")),
    "mentor": ("mentor",),
    "parent": ("parent",),
}
#: How keys shorten what they are named after.
PARTS_IN_FULL: Mapping[str, str] = {
    "orig": "origin", "prereq": "prerequisite", "arr": "arrival", "dst": "destination",
    "ldr": "leader", "mgr": "manager", "superv": "supervisor",
}  # fmt: skip
#: What somebody who is called so has done, where that does not end like it.
DEEDS: Mapping[str, str] = {
    "leader": "led", "mentor": "mentored", "coach": "coached", "captain": "captained",
}  # fmt: skip
