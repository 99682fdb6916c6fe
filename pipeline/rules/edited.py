"""The words of a further question as those of an edit of the one before."""

from dataclasses import replace

from pipeline.rules.schema.items import Item
from pipeline.rules.tagging.tag import Tagged

_SAME = frozenset(("same", "instead", "again", "rather"))


def as_edit(tags: Tagged) -> Tagged:
    """The items with what only says that this is an edit left out, and `by` read as a grouping."""
    items = [item for item in tags.items if item.text.lower() not in _SAME]
    found = []
    for at, item in enumerate(items):
        after = items[at + 1].letter if at + 1 < len(items) else ""
        before = {one.letter for one in items[:at]}
        groups = item.letter == "y" and after in "TCG" and after and not before & set("ot")
        found.append(replace(item, letter="e") if groups else item)
        if item.letter == "k" and _counts_those(items[at + 1 : at + 2]):
            found.append(Item("&", item.last, item.last, "and"))
    return replace(tags, items=found)


def _counts_those(behind: list[Item]) -> bool:
    """`how many of them are in Bonn`, `how many urgent ones`: of the rows that were shown."""
    done = [item for item in behind if item.letter == "C" and item.text.lower().endswith("ed")]
    return bool(done) or any(item.letter in "pVFfDn" for item in behind)
