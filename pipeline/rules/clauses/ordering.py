"""Orders: `sorted by age from old to young`, `in descending order of capacity`."""

import re

from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.parts import Count, Extreme, Ordering
from pipeline.rules.text.words import is_plural, name_words
from pipeline.rules.vocabulary import ADJECTIVES

# `alphabetically` and `highest first` go down or up; `cheapest first` by what makes it cheap.
_DOWN = "desc"
# Of a single one, `by` may as well name what it is the largest of each of.
_SEVERAL = 2
# Numbers of which the least may as well come first.
_LOW_FIRST = frozenset(
    ("rank", "ranking", "place", "position", "order", "number", "no", "time", "seconds", "minutes",
     "duration", "age")
)  # fmt: skip
# What stands between keys of which each has its own direction.
_THEN = "then"


def orderings(stream: Stream) -> None:
    """Reduce every order to one item."""
    stream.rewrite(r"[&r]*(?P<o>o)[py]?(?P<end>t)(?=[.&]|$)", _from_an_end)
    stream.rewrite(r"(?<=o)(?P<c>C)(?P<again>C)", _said_twice)
    stream.rewrite(r"(?<=d)(?P<t>T)(?P<c>C)", _owned)
    keys = r"(?P<o>o)[py]*(?P<keys>[Cm](?:&?d)?(?:&[Cm](?:&?d)?)+)(?=[.&]|$)"
    stream.rewrite(r"[&r]*" + keys, _order_each)
    stream.rewrite(r"(?P<o>o)(?P<what>[TC][TCpf&S]*)y(?P<by>[Cm])p?(?P<d>d)?", _sort_these)
    stream.rewrite(r"(?P<o>o)(?P<what>[TC][TCpf&S]*)(?P<d>d)T?(?P<by>[Cm])", _sort_these)
    listed = r"(?:^|(?<=\.))(?P<o>o)p?(?P<what>[TC][TCpf&S]*)(?P<d>d)"
    stream.rewrite(listed + r"T?(?P<by>[Cm])", _sort_these)
    stream.rewrite(listed + r"(?=\.|$)", _sort_themselves)
    stream.rewrite(
        r"[&r]*(?P<o>o)[py]*(?P<d0>d)?[py]?T?(?P<by>[Cm](?:&[Cm](?=d|\.|$|&d))*)[p]?(?:T(?=d|\.|$))?p?(?:&(?=d(?:[.&]|$)))?(?P<d>d)?",
        _order,
    )
    stream.rewrite(r"[&r]*o?(?P<d0>d)[py]?(?P<by>[Cm](?:&[Cm](?=\.|$))*)", _order)
    # `average price by genre, highest first` is of each genre.
    joint = "p?" if set("mMka") & set(stream.code) else "[p&]*"
    stream.rewrite(r"y(?P<by>C)" + joint + r"(?P<d>d)", _order)
    stream.rewrite(r"[&r]*o?(?P<d0>d)e(?P<by>C)", _order_per_unit)
    # `in descending order of what they earn` is told by more than the direction.
    stream.rewrite(r"[&r]*(?P<o>o)?[yp]?(?P<d0>d)(?![wr])", _order_plain)
    stream.rewrite(r"[&r]*(?P<o>o)[yp]?(?P<by>S)t?(?:pS)?", _order_by_extreme)


def ranked_by(stream: Stream, known: Known) -> None:
    """Reduce what a top list is ranked by: `top 5 customers by total amount`."""
    if "L" in stream.code:
        stream.rewrite(r"(?<=Ty)(?P<by>T)(?=D*(?:[.&]|$))", lambda run: _how_many(run, known))
    stream.rewrite(r"(?<=[Tf])y(?P<by>C)(?=[.&]|$)", _extreme_by)
    if "L" in stream.code:
        stream.rewrite(r"(?<=[TCf])y(?P<by>[Cm])", _ranked)


def _ranked(run: Run) -> Item:
    top = next(item for item in (*run.before, *run.after) if item.letter == "L")
    orders = _orders([run["by"]], None)
    for order in orders:
        order.descending = top.payload[1] == "top"
        order.shown = True
    return Item("O", run.first, run.last, payload=orders)


def _how_many(run: Run, known: Known) -> Item | None:
    """`top 3 products by returns`: by how many there are of each."""
    named, by = run.before[-2].best(table=True), run["by"].best(table=True)
    many = is_plural(run["by"].text.lower().split()[-1])
    if named is None or by is None or not many or not known.joins.has_many(named.table, by.table):
        return None
    return Item("m", run.first, run.last, payload=[Count(function="count", table=run["by"])])


def _extreme_by(run: Run) -> Item | None:
    """`the 5 largest projects by size`: what makes them large."""
    found = re.search(r"S(?=Tf*$)", "".join(item.letter for item in run.before))
    extreme = run.before[found.start()].payload if found else None
    if not isinstance(extreme, Extreme) or extreme.limit < _SEVERAL:
        return None
    of = extreme.adjective in ("", *ADJECTIVES) and run["by"].payload == "number"
    if not of or extreme.column is not None or extreme.measure is not None:
        return None
    words = set(name_words(run["by"].candidates[0].column))
    less = [sign for word, sign in ADJECTIVES.get(extreme.adjective, ()) if word in words] == [-1]
    extreme.column, extreme.adjective = run["by"], ""
    extreme.descending = extreme.descending != less
    return Item("p", run.first, run.last)


def _orders(items: list[Item], falling: Item | None) -> list[Ordering]:
    down, adjective = _direction(falling)
    found = []
    for item in items:
        if item.letter == "C":
            found.append(Ordering(descending=down, column=item, adjective=adjective))
        elif item.letter == "m":
            found += [
                Ordering(descending=down, measure=count, adjective=adjective)
                for count in item.payload
            ]
    return found


def _direction(item: Item | None) -> tuple[bool, str]:
    """Whether an order goes down, and the adjective that it goes by."""
    if item is None or not isinstance(item.payload, tuple):
        return item is not None and item.payload == _DOWN, ""
    return item.payload[0] == _DOWN, str(item.payload[1])


def _order(run: Run) -> Item | None:
    groups = run.match.groupdict()
    falling = (run.get("d") if groups.get("d") else None) or (
        run.get("d0") if groups.get("d0") else None
    )
    orders = _orders(run.all("by", "Cm"), falling)
    orders = _ranked_down(run, orders) if groups.get("o") else orders
    return Item("O", run.first, run.last, payload=orders)


def _order_each(run: Run) -> Item | None:
    """`by city descending and name ascending`, `by city, then spend descending`: each its own."""
    keys, joints = run.all("keys", "Cmd"), run.all("keys", "&")
    directed = [at for at, item in enumerate(keys) if item.letter == "d"]
    then = any(_THEN in joint.text.lower().split() for joint in joints)
    if not directed or (directed == [len(keys) - 1] and not then):
        return None
    orders: list[Ordering] = []
    for item in keys:
        if item.letter == "d":
            orders[-1].descending, orders[-1].adjective = _direction(item)
        else:
            orders += _orders([item], None)
    return Item("O", run.first, run.last, payload=orders)


def _order_per_unit(run: Run) -> Item | None:
    """`from the cheapest to the most expensive per unit`: by the price of a unit."""
    _, adjective = _direction(run["d0"])
    told = {word for word, _ in ADJECTIVES.get(adjective, ())}
    named = set(name_words(run["by"].candidates[0].column))
    return _order(run) if run["by"].payload == "number" and told & named else None


def _sort_these(run: Run) -> Item | None:
    """`Sort employee names by age`: what is sorted is what is shown."""
    orders = _ranked_down(run, _orders(run.all("by"), run.get("d")))
    return Item("O", run.first, run.last, payload=orders, candidates=[], other=_kept(run))


def _ranked_down(run: Run, orders: list[Ordering]) -> list[Ordering]:
    """`rank the shops by revenue`: the highest number has the first rank."""
    told = "d" in {item.letter for item in run.items[run.match.start() : run.match.end()]}
    for order in orders if run["o"].text.lower().startswith("rank") and not told else ():
        order.descending = order.measure is not None or _is_high_best(order.column)
    return orders


def _is_high_best(column: Item | None) -> bool:
    """Whether the most of a number has the first rank: not of places, and not of times."""
    if column is None or column.payload != "number":
        return False
    return not _LOW_FIRST & set(name_words(column.candidates[0].column))


def _sort_themselves(run: Run) -> Item | None:
    """`Sort the first names in alphabetical order`: they are what is shown, too."""
    if len(run["o"].text.split()) > 1:
        return None
    order = _order_plain(run, "d")
    order.other = _kept(run)
    return order


def _owned(run: Run) -> Item | None:
    """`in descending order of building height`: the height of the buildings."""
    owners = {c.table for c in run["t"].candidates if not c.column}
    return run["c"] if run["c"].candidates[0].table in owners else None


def _said_twice(run: Run) -> Item | None:
    """`by year they were built`: two words for one column."""
    refs = {run[name].candidates[0].ref for name in ("c", "again")}
    return run["c"] if len(refs) == 1 else None


def _kept(run: Run) -> Item:
    return Item("&", run.first, run.last, payload=run.all("what"))


def _order_plain(run: Run, name: str = "d0") -> Item:
    down, adjective = _direction(run[name])
    return Item("O", run.first, run.last, payload=[Ordering(descending=down, adjective=adjective)])


def _from_an_end(run: Run) -> Item:
    """`starting from the top`."""
    order = Ordering(descending=run["end"].payload == "top")
    return Item("O", run.first, run.last, payload=[order])


def _order_by_extreme(run: Run) -> Item | None:
    extreme = run["by"].payload
    order = Ordering(
        descending=extreme.descending,
        column=extreme.column,
        measure=extreme.measure,
        adjective=extreme.adjective if extreme.column is None else "",
    )
    return Item("O", run.first, run.last, payload=[order])
