"""Dates that say whether something happened: `churned accounts`, `tickets that are not closed`."""

from pipeline.rules.items import Item, Run, Stream
from pipeline.rules.known import Known
from pipeline.rules.parts import Test


def happened(stream: Stream, known: Known) -> None:
    """Reduce the participle of a date that may be missing to whether it is there."""

    def told(run: Run) -> Item | None:
        return _told(run, known)

    stream.rewrite(r"(?<=T)(?P<c>C)(?=p?[23]?V)", _relates)
    stream.rewrite(r"(?P<c>C)(?=T)", told)
    stream.rewrite(r"(?<=T)[&hr]*(?P<n>n)[hr]*(?P<c>C)(?=[.&e]|$)", told)
    stream.rewrite(r"(?<=T)[hr]*(?P<c>C)(?=[.&e]|$)", told)
    stream.rewrite(r"(?<=f)&?(?P<n>n)[hr]*(?P<c>C)(?=[.&e]|$)", told)


def _relates(run: Run) -> Item | None:
    """`students enrolled in Algebra`: the participle ties rows together, and asks for no date."""
    item, value = run["c"], next(one for one in run.after if one.letter == "V")
    owners = {f"{hit.table}.{hit.column}" for hit in value.payload}
    done = item.payload == "date" and item.text.lower().endswith("ed")
    if not done or not owners or owners & {c.ref for c in item.candidates}:
        return None
    item.verb = True
    return Item("p", run.first, run.last)


def _told(run: Run, known: Known) -> Item | None:
    item = run["c"]
    column = known.column(item.candidates[0].ref)
    done = item.payload == "date" and item.text.isalpha() and item.text.lower().endswith("ed")
    if not done or not column.null_share:
        return None
    denied = bool(run.match.groupdict().get("n"))
    test = Test(
        operator="is null" if denied else "is not null", column=item, words=run.text,
        first=run.first,
    )  # fmt: skip
    return Item("f", run.first, run.last, payload=test)
