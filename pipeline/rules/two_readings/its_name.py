"""Names that are a column by themselves, and steps from a thing to its like."""

from pipeline.rules.schema.items import Item, Run
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import display_columns
from pipeline.rules.schema.parts import Test

_NAMES = frozenset(("name", "names"))
_CONTAINS = "contains"


def text_of_its_name(run: Run) -> Item | None:
    """`publishers that have Penguin in their names`."""
    named = run.before[-1]
    if not _is_name(run["name"], named) or run["l"].payload not in (_CONTAINS, None):
        return None
    run["name"].candidates = named.candidates
    values = (f"%{run['v'].text}%",)
    test = Test(operator="like", column=named, values=values, words=run.text, first=run.first)
    return Item("f", run.first, run.last, payload=test)


def named_by_parts(run: Run, known: Known) -> Item | None:
    """`per customer name`, where customers have a first and a last name: for each of them."""
    rows, name = run["t"], run["c"]
    table = rows.candidates[0].table
    own = max((c.score for c in name.candidates if c.table == table), default=0.0)
    whole = own >= name.candidates[0].score or not display_columns(known.table(table))
    if name.text.lower() not in _NAMES or whole:
        return None
    rows.last, rows.text = name.last, run.text
    return rows


def _is_name(name: Item, of: Item) -> bool:
    return name.text.lower() in _NAMES and of.payload == ""


def of_themselves(run: Run) -> Item | None:
    """`friends of friends` are not the friends: the second step stays unexplained."""
    same = run["c"].text.lower() == run["again"].text.lower()
    return Item("x", run.first, run.last) if same else None
