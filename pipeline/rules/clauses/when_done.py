"""When something was done: `the date they joined`, `the year it opened`, `in order of when`."""

from pipeline.rules.schema.holding import holds_years
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import lemma_of

_DATES = frozenset(("date", "dates", "day"))
_YEARS = frozenset(("year", "years"))
_KEPT = ("date", "year")


def when_done(stream: Stream, known: Known) -> None:
    """Leave the verb alone: it names the date of the rows themselves, whatever else is a year."""
    stream.rewrite(r"(?P<d>[CxG])[rp]*(?P<c>C)(?!c?#)", lambda run: _named_by(run, known))
    stream.rewrite(r"(?<=[oy])(?P<d>r)(?P<c>C)(?!c?#)", lambda run: _named_by(run, known))
    stream.rewrite(r"(?P<c>C)(?P<d>C)", lambda run: _before_year(run, known))


def _named_by(run: Run, known: Known) -> Item | None:
    said, deed = run["d"], run["c"]
    dated = deed.payload in _KEPT or _holds_years(deed, known)
    if not dated or not _is_done(deed):
        return None
    sorted_by = bool(run.before) and run.before[-1].letter == "o"
    if said.letter == "G" and not sorted_by:
        return None  # `per year joined` groups
    word = said.text.lower()
    if word in _YEARS and not (sorted_by or _holds_years(deed, known)):
        return None
    return _deed(run) if word in _DATES | _YEARS or said.letter == "r" else None


def _before_year(run: Run, known: Known) -> Item | None:
    """`the opening year of churches`, where another table has a year."""
    said, deed = run["d"], run["c"]
    rows = {c.table for item in (*run.before, *run.after) if item.letter == "T"
            for c in item.candidates[:1]}  # fmt: skip
    apart = said.candidates[0].table not in rows and deed.candidates[0].table in rows
    if not apart or said.text.lower() not in _YEARS or said.first != deed.last:
        return None
    doing = deed.text.lower().endswith("ing") or _is_done(deed)
    return _deed(run) if doing and _holds_years(deed, known) else None


def _is_done(item: Item) -> bool:
    said = item.text.lower()
    irregular = lemma_of(said) != said and not said.endswith("s")
    return item.verb or irregular or said.endswith("ed")


def _holds_years(item: Item, known: Known) -> bool:
    return item.payload == "year" or holds_years(known.column(item.candidates[0].ref))


def _deed(run: Run) -> Item:
    run["d"].verb, run["c"].verb = True, False
    return run["c"]
