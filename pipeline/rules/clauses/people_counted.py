"""`The number of people injured`, where rows keep that number: it is theirs, no people counted."""

from pipeline.rules.schema.holding import switch_values
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.vocabulary.nouns import PEOPLE

_WERE = 2  # `people were killed`, `people have been killed`


def people_counted(stream: Stream, known: Known) -> None:
    """Take `people` out between a number and the participle that the number is kept under."""
    stream.rewrite(r"(?<=[k#s])(?P<t>[Tx])(?P<c>C)", lambda run: _kept(run, known))


def _kept(run: Run, known: Known) -> Item | None:
    rows, number = run["t"], run["c"]
    beside = number.first - rows.last <= _WERE
    done = number.text.lower().endswith("ed") and beside
    if rows.text.lower() not in PEOPLE or not done or number.payload != "number":
        return None
    column = known.column(number.candidates[0].ref)
    if not column.kind.is_number or switch_values(column) is not None:
        return None
    rows.letter, number.verb = "p", False  # no rows of a table are meant
    number.text = f"{rows.text} {number.text}"
    return number
