"""Parts of the calendar: `on weekends`, `per month of the order date`, `which weekday`."""

from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.parts import Grouping, Test


def calendar_conditions(stream: Stream) -> None:
    """Reduce days of the week that rows fall on to a condition."""
    stream.rewrite(r"(?P<c>C)?[py]*(?P<w>W)", _on_days)


def calendar_groups(stream: Stream) -> None:
    """Reduce a part of a named date, or the part that a superlative asks for, to a grouping."""
    stream.rewrite(r"[py&]*(?P<e>[ey])(?P<g>G)p(?P<c>C)", _of_date)
    stream.rewrite(r"(?:p?w|r)(?P<g>G)(?=.*[SH])", _asked)
    stream.rewrite(r"(?<=L)(?P<g>G)", _asked)
    stream.rewrite(r"(?:(?<=[.])|^)(?P<g>G)(?=[hrp]*S)", _asked)


def dated_groups(run: Run) -> Item | None:
    """`opened in each month`: the verb names the date."""
    done = run["c"].text.lower().split()[0].endswith("ed")
    return _of_date(run) if run["c"].verb or done else None


def _on_days(run: Run) -> Item | None:
    done = run.get("c")
    if done is not None and done.payload != "date":
        return None
    days = tuple(int(day) for day in str(run["w"].payload).split(","))
    test = Test(
        operator="weekday", column=done, values=days, words=run["w"].text, first=run.first
    )  # fmt: skip
    return Item("f", run.first, run.last, payload=test)


def _of_date(run: Run) -> Item | None:
    if run["c"].payload != "date":
        return None
    grouping = Grouping(item=run["c"], grain=run["g"].payload)
    return Item("g", run.first, run.last, payload=[grouping])


def _asked(run: Run) -> Item:
    return Item("g", run.first, run.last, payload=[Grouping(grain=run["g"].payload)])
