"""Words that change a whole reading: running totals, growth, the second highest."""

from dataclasses import dataclass, field, replace

from pipeline.rules.clauses.adding import adds_up
from pipeline.rules.schema.items import Item, Stream
from pipeline.rules.schema.parts import Also

_GROWTH = frozenset(("growth", "increase"))
_AS = {"sum": "a", "count": "k"}


@dataclass(slots=True)
class Marks:
    """What such words ask for: they take no part in the rules that follow."""

    running: bool = False
    beside: bool = False
    grown: bool = False
    change: str = ""
    grain: str = ""
    place: int = 0
    # Whether all that tie are asked for, and up to which place.
    ties: bool = False
    places: int | None = None
    dated: Item | None = None
    # Where the one number that moves is named, if it is one of several.
    moved: int | None = None
    also: list[Also] = field(default_factory=list)


def marked(stream: Stream) -> Marks:
    """Take such words out of a stream, and tell what they ask for."""
    marks = Marks()
    _take_remarks(stream, marks)
    _take_one_moving(stream, marks)
    items, grows = stream.items, _grows(stream)
    stream.items = [
        kept for at in range(len(items)) for kept in _kept(items, at, marks, grows=grows)
    ]
    if marks.change or marks.running:
        stream.items = _what_moves([i for i in stream.items if not _only_asks(i)])
    return marks


def _take_remarks(stream: Stream, marks: Marks) -> None:
    """Remarks on ties, with the joint before them."""
    kept: list[Item] = []
    for item in stream.items:
        if item.letter != "B":
            kept.append(item)
            continue
        marks.ties = marks.ties or item.payload.ties
        marks.places = marks.places or item.payload.places
        if kept and kept[-1].letter == "&":
            kept.pop()
    stream.items = kept


def _take_one_moving(stream: Stream, marks: Marks) -> None:
    """`price and number by month, and the change in price since the month before`: of that one."""
    items = stream.items
    at = next((n for n, item in enumerate(items) if item.letter == "X"), len(items))
    first = at + 1 + (at + 1 < len(items) and items[at + 1].letter == "p")
    last = first
    while last < len(items) and items[last].letter in "akCTM":
        last += 1
    named = _named(items[first:last])
    before = [n for n in range(at) if named and _named(items[n : n + last - first]) == named]
    if len(before) != 1 or not items[at].payload[1]:
        return
    marks.grain, marks.change = items[at].payload
    marks.moved = items[before[0] + last - first - 1].first
    joint = at - 1 if items[at - 1].letter in "&ph" else at
    stream.items = [*items[:joint], *items[last:]]


def _named(items: list[Item]) -> list[tuple[str, str]]:
    """A number as it is named; nothing where it is a bare column or the name of rows."""
    plain = len(items) < 2 and not any(item.letter == "M" for item in items)  # noqa: PLR2004
    return [] if plain else [(item.letter, item.text.lower()) for item in items]


def _only_asks(item: Item) -> bool:
    return item.letter == "x" and item.text.lower() == "how"


def _what_moves(items: list[Item]) -> list[Item]:
    """`revenue month over month` is about its total in each month."""
    moved = next((item for item in items if item.letter in "CT"), None)
    counting = {item.letter for item in items} & set("akM%s")
    if moved is None or counting or moved.letter == "T" or not adds_up(moved):
        return items
    at = items.index(moved)
    total = Item("a", moved.first, moved.first, "total", "sum")
    return [*items[:at], total, *items[at:]]


def _kept(items: list[Item], at: int, marks: Marks, *, grows: bool) -> list[Item]:
    """What stays of the item at that place, after the marks took note of it."""
    item, behind = items[at], items[at + 1 :]
    if item.letter == "U":
        return _what_runs(items[:at], item, behind, marks)
    if item.letter == "X" and not marks.grain:
        marks.grain, way = item.payload
        marks.change = way or ("percent" if grows else "difference")
        return []
    if grows and item.text.lower() in _GROWTH:
        marks.change = marks.change or "percent"
        return _what_grows(item, behind)
    if item.letter in "@^":
        marks.grown = marks.grown or item.letter == "^"
        marks.dated = item if item.letter == "@" else marks.dated
        return []
    if item.letter == "Z":
        return _in_order(item, behind, marks)
    joint = item.letter == "p" and at > 0 and _is_change(items[at - 1], grows=grows)
    return [] if joint else [item]


def _what_runs(before: list[Item], item: Item, behind: list[Item], marks: Marks) -> list[Item]:
    """What a running total is of: a number named behind it, or the one before it."""
    marks.running = True
    if _beside(before, item, behind, marks):
        return []
    return _counted(item) + _rows_again(before, item, behind, marks)


def _beside(before: list[Item], item: Item, behind: list[Item], marks: Marks) -> bool:
    """`how many joined, and the running total of members`: the number itself is shown as well."""
    counts = [n for n, one in enumerate(before) if one.letter in "ak"]
    number = next((one for n in counts[-1:] for one in before[n + 1 :] if one.letter in "TC"), None)
    if number is None or not item.payload:
        return False
    named = next((one for one in behind if one.letter not in "p"), None)
    if named is not None and named.letter in "TCM":
        if named.letter != number.letter or named.candidates[:1] != number.candidates[:1]:
            return False
        named.letter = "p"
    marks.beside = True
    return True


def _rows_again(before: list[Item], item: Item, behind: list[Item], marks: Marks) -> list[Item]:
    """`repairs per month, with a running total`: of their number."""
    rows = [one for one in before if one.letter == "T"]
    numbers = any(one.letter in "akM" for one in before)
    if numbers or not rows or any(one.letter in "TCMx" for one in behind) or not item.payload:
        return []
    marks.beside = True
    return [replace(rows[0], first=item.first, last=item.last)]


def _in_order(item: Item, behind: list[Item], marks: Marks) -> list[Item]:
    """`the second highest`; without a superlative behind it the word stays unexplained."""
    if behind and behind[0].letter == "s":
        marks.place = int(item.payload)
        return []
    item.letter = "x"
    return [item]


def _grows(stream: Stream) -> bool:
    """Whether `growth of X` says from which period to which."""
    said = any(item.letter == "x" and item.text.lower() in _GROWTH for item in stream.items)
    return said and any(item.letter in "XG" for item in stream.items)


def _what_grows(item: Item, behind: list[Item]) -> list[Item]:
    """`growth of visits` is of their number, `growth of the amount` of the total."""
    named = [one.letter for one in behind if one.letter != "p"]
    whole = named[:1] == ["C"] or named[:2] == ["T", "C"]
    if whole:
        return [Item("a", item.first, item.first, item.text, "sum")]
    return [Item("k", item.first, item.first, item.text)] if named[:1] == ["T"] else []


def _is_change(item: Item, *, grows: bool) -> bool:
    return item.letter == "X" or (grows and item.text.lower() in _GROWTH)


def _counted(item: Item) -> list[Item]:
    """`running total of` also says that something is added up."""
    if not item.payload:
        return []
    return [Item(_AS[item.payload], item.first, item.last, item.text, item.payload)]
