"""`whose name contains`: the name of what stands before it, where that is a name by itself."""

from dataclasses import replace

from pipeline.rules.items import Item, Run
from pipeline.rules.parts import Test

_NAMES = frozenset(("name", "names"))
_CONTAINS = "contains"
_OWNED = 2


def of_its_name(run: Run) -> Item | None:
    """`publishers whose name contains Penguin`, where a column holds publishers."""
    named = run.before[-2]
    if not _is_name(run["name"], named):
        return None
    run["name"].candidates = named.candidates
    meant = replace(named)
    if len(run.before) > _OWNED and run.before[-3].letter in "py":
        # `books by a publisher whose ...`: it is only said whose they are.
        named.letter = "p"
    return meant


def text_of_its_name(run: Run) -> Item | None:
    """`publishers that have Penguin in their names`."""
    named = run.before[-1]
    if not _is_name(run["name"], named) or run["l"].payload not in (_CONTAINS, None):
        return None
    run["name"].candidates = named.candidates
    values = (f"%{run['v'].text}%",)
    test = Test(operator="like", column=named, values=values, words=run.text, first=run.first)
    return Item("f", run.first, run.last, payload=test)


def _is_name(name: Item, of: Item) -> bool:
    return name.text.lower() in _NAMES and of.payload == ""


def of_themselves(run: Run) -> Item | None:
    """`friends of friends` are not the friends: the second step stays unexplained."""
    same = run["c"].text.lower() == run["again"].text.lower()
    return Item("x", run.first, run.last) if same else None
