"""A period that another one takes in or leaves out: `the last 7 days, inclusive of today`."""

import datetime as dt
import re
from dataclasses import replace

from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.parts import Test
from pipeline.times.values import TimeSpan

_TO = frozenset(("to", "through", "until", "till", "up to"))
_IN = frozenset(("inclusive", "including", "included", "include", "incl"))
_ENDS = frozenset(("of", "both", "start", "end", "and", "dates", "date", "days", "day", "the"))
_OUT = frozenset(("exclusive", "excluding", "excluded", "exclude", "without", "not"))


def bounds(stream: Stream) -> None:
    """Reduce two periods, of which one bounds the other, to one."""
    _from_to(stream)
    stream.rewrite(r"(?P<c>c)(?=p?D)", _during)
    stream.rewrite(r"(?P<d>D)[.,&]?(?P<w>[xn])(?P<p>[xp])*(?P<d2>D)", _bounded)
    _whole(stream)
    stream.rewrite(r"(?P<d>D)(?P<k>K)(?P<d2>D)", _outside)


def _from_to(stream: Stream) -> None:
    """`built from 1885 to 1889`, `priced from 10 to 20`: between the two."""
    for match in re.finditer(r"p#p#", stream.code):
        begin, _, end, _ = stream.items[match.start() : match.end()]
        if begin.text.lower() == "from" and end.text.lower() in _TO:
            begin.letter, end.letter = "b", "&"


def _during(run: Run) -> Item | None:
    """`over the last 30 days` compares nothing."""
    said = run["c"].text.lower() == "over"
    return Item("p", run.first, run.last, run["c"].text) if said else None


def _words(run: Run, group: str) -> set[str]:
    return set(run[group].text.lower().split())


def _bounded(run: Run) -> Item | None:
    one, other = run["d"].payload, run["d2"].payload
    if one.comparison is not None or other.comparison is not None:
        return None
    # `not including today` leaves today out, whatever word it is said with.
    denied = run["w"].letter == "n"
    if not denied and _IN & _words(run, "w"):
        return _item(run, replace(one, start=_least(one, other), end=_most(one, other)))
    if (denied or _OUT & _words(run, "w")) and _apart(one, other):
        return _item(run, one)
    return None


def _whole(stream: Stream) -> None:
    """`(both inclusive)`, `(inclusive of start and end dates)`: periods hold both ends anyway."""
    items = stream.items
    for at, item in enumerate(items):
        if item.letter == "D" and _IN & set(item.text.lower().split()):
            # `between 1 May and 3 May (inclusive of start and end dates)`: the span has the word.
            del items[at + 1 : _behind_ends(items, at + 1)]
            return
        if item.letter != "x" or item.text.lower() != "inclusive":
            continue
        first = at
        while first and items[first - 1].letter in "2&.":
            first -= 1
        if first and items[first - 1].letter in "D#":
            del items[first : _behind_ends(items, at + 1)]
            return


def _behind_ends(items: list[Item], at: int) -> int:
    """The place behind `of both start and end dates`, or the same where that is not said."""
    until = at
    while until < len(items) and set(items[until].text.lower().split()) <= _ENDS:
        until += 1
    return until


def _item(run: Run, span: TimeSpan) -> Item:
    return Item("D", run.first, run.last, run.text, span)


def _outside(run: Run) -> Item | None:
    """`before May 2020 or after June 2021`: one of both is enough."""
    one, other = run["d"].payload, run["d2"].payload
    later, earlier = run["k"].text.lower() == "or after", run["k"].text.lower() == "or before"
    if later and one.start is None and other.end is not None:
        other = replace(other, start=other.end, end=None)
    elif earlier and one.end is None and other.start is not None:
        other = replace(other, start=None, end=other.start)
    else:
        return None
    spans = [Test(span=span, words=run.text, first=run.first) for span in (one, other)]
    test = Test(any_of=spans, words=run.text, first=run.first)
    return Item("f", run.first, run.last, payload=test)


def _least(one: TimeSpan, other: TimeSpan) -> dt.date | None:
    return None if one.start is None or other.start is None else min(one.start, other.start)


def _most(one: TimeSpan, other: TimeSpan) -> dt.date | None:
    return None if one.end is None or other.end is None else max(one.end, other.end)


def _apart(one: TimeSpan, other: TimeSpan) -> bool:
    """Whether the first has no day of the second, so that leaving it out changes nothing."""
    ends = one.end is not None and other.start is not None and one.end <= other.start
    return ends or (one.start is not None and other.end is not None and other.end <= one.start)
