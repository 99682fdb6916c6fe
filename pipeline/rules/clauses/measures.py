"""Numbers that are asked for: `how many singers`, `average and maximum age`."""

from dataclasses import replace

from knowledge.glossary import Metric
from pipeline.rules.clauses.adding import is_called_amount
from pipeline.rules.clauses.comparisons import is_measured
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.parts import Count
from pipeline.rules.text.words import is_plural, lemmas_of
from pipeline.rules.vocabulary.nouns import is_money

_OF_THEM = "how many of"
_NUMBER, _NAMED = frozenset(("number", "count", "total number")), 0.95
# Numbers that say which one: nobody adds them up where several of them are asked for.
_LEVELS = frozenset(("grade", "level", "rank", "class", "year", "rating", "score"))


def measures(stream: Stream) -> None:
    """Reduce every count and aggregate to a measure."""
    stream.rewrite(r"(?P<t>T)(?P<k>k)(?=[yegfDO.&p]|$)", _count_behind)
    stream.rewrite(r"(?P<list>a(?:[&|]+a)+)(?P<k>k)?u?p?(?P<t>T)?(?P<c>C)", _aggregates)
    stream.rewrite(r"(?P<a>a)[&|]+(?P<k>k)p?(?P<c>C)", _aggregate_and_total)
    stream.rewrite(r"(?P<n>[Ckx])&(?P<a>a)p?(?P<c>C)(?P<p>p)(?P<t>T)", _number_and_aggregate)
    stream.rewrite(r"(?P<a>a)p?(?P<list>C(?:&C)+)(?![c#bV])", _aggregate_each)
    stream.rewrite(r"(?P<k>k)?(?P<a>a)p?u?(?P<c>C)", _aggregate)
    stream.rewrite(r"(?P<a>a)(?P<t>T)(?P<c>C)", _aggregate_of)
    stream.rewrite(r"(?P<a>a)kT(?P<c>C)", _average_number)
    stream.rewrite(
        r"(?P<a>a)k(?P<c>C)", lambda run: _aggregate(run) if is_measured(run["c"]) else None
    )
    stream.rewrite(r"(?P<a>[ak])?(?P<m>M)", _metric)
    stream.rewrite(r"k*(?P<k>k)(?P<u>u)?(?P<t>T)(?P<c>C)(?!f|h|[py]?e)", _count_column_of)
    stream.rewrite(r"k*(?P<k>k)(?P<u>u)?(?P<list>C(?:&C)*)", _count_columns)
    stream.rewrite(r"k*(?P<k>k)(?P<u>u)?(?P<t>T)", _count)
    stream.rewrite(r"(?P<k>a)(?P<t>T)(?!C)", _total_rows)
    stream.rewrite(r"(?P<k>k)h?(?P<f>f)(?=[.]|$)", _part_of_them)
    stream.rewrite(r"(?P<k>k)(?=[hr.&]|e[TC]|$)", _count_anything)


def told_again(stream: Stream) -> None:
    """Reduce what says again which number is meant: `with that average`, `..., by email`."""
    stream.rewrite(r"&?hr(?P<a>[ak])(?=[.]|$)", _of_condition)
    stream.rewrite(r"(?<=mg)&?y(?P<c>C)(?=[.]|$)", _told_apart_by)


def _of_condition(run: Run) -> Item | None:
    """`industries where the average exceeds 150, with that average`."""
    found = [item.payload.measure for item in run.before if item.letter == "H"]
    asked = run["a"].payload if run["a"].letter == "a" else "count"
    if len(found) != 1 or found[0].function != asked:
        return None
    return _item(run, found)


def _told_apart_by(run: Run) -> Item | None:
    """`distinct buyers per channel, by email`: those of one email are one."""
    counts = run.before[-2].payload
    if len(counts) != 1 or counts[0].function != "count" or not counts[0].distinct:
        return None
    counted = counts[0].column or counts[0].table
    tables = {each.table for each in counted.candidates} if counted is not None else set()
    found = [candidate for candidate in run["c"].candidates if candidate.table in tables]
    if not found:
        return None
    run["c"].candidates = found
    run.before[-2].payload = [Count(function="count", column=run["c"], distinct=True)]
    return Item("p", run.first, run.last)


def _item(run: Run, payload: object, letter: str = "m") -> Item:
    return Item(letter, run.first, run.last, payload=payload)


def _aggregates(run: Run) -> Item | None:
    if run.match.group("k") and not is_measured(run["c"]):
        return None
    owner = run.get("t")
    if owner is not None:
        owners = {candidate.table for candidate in owner.candidates if not candidate.column}
        found = [c for c in run["c"].candidates if c.table in owners]
        if not is_measured(run["c"]) or not found:
            return None
        run["c"].candidates = found
    functions = [item.payload for item in run.all("list", "a")]
    return _item(run, [Count(function=one, column=run["c"], table=owner) for one in functions])


def _aggregate_and_total(run: Run) -> Item | None:
    """`maximum and total number of seats`: the number is kept in a column."""
    if not run["k"].text.lower().startswith("total") or not is_measured(run["c"]):
        return None
    functions = (run["a"].payload, "sum")
    return _item(run, [Count(function=one, column=run["c"]) for one in functions])


def _number_and_aggregate(run: Run) -> Item | None:
    """`the number and average age of guests`: how many there are, and their age."""
    named, rows = run["n"], run["t"]
    owners = {c.table for c in rows.candidates[:1] if not c.column}
    own = named.letter == "C" and named.candidates[0].score >= _NAMED
    if named.text.lower() not in _NUMBER or own or run["p"].text.lower().split()[:1] != ["of"]:
        return None
    found = [c for c in run["c"].candidates if c.table in owners]
    if not is_measured(run["c"]) or not found:
        return None
    run["c"].candidates, named.verb = found, True
    counted = Count(function="count", table=rows)
    return _item(run, [counted, Count(function=run["a"].payload, column=run["c"])])


def _aggregate_each(run: Run) -> Item | None:
    """`the maximum price and score`: of both, where both are numbers."""
    columns = run.all("list", "C")
    if not all(is_measured(column) for column in columns):
        return None
    return _item(run, [Count(function=run["a"].payload, column=column) for column in columns])


def _aggregate(run: Run) -> Item | None:
    named = is_measured(run["c"]) or is_called_amount(run["c"])
    if run["a"].payload == "sum" and not named and run["c"].payload != "year":
        return _item(run, [Count(function="count", column=run["c"], distinct=True)])
    return _item(run, [Count(function=run["a"].payload, column=run["c"])])


def _average_number(run: Run) -> Item | None:
    """`average number of people injured`: the number is kept in a column."""
    return _aggregate(run) if is_measured(run["c"]) else None


def _aggregate_of(run: Run) -> Item | None:
    """`total transaction amount`: the amount of the transactions."""
    owners = {candidate.table for candidate in run["t"].candidates if not candidate.column}
    found = [c for c in run["c"].candidates if c.table in owners]
    if not is_measured(run["c"]) or not found:
        return None
    run["c"].candidates = found
    return _item(run, [Count(function=run["a"].payload, column=run["c"], table=run["t"])])


def _metric(run: Run) -> Item | None:
    """A number of the glossary; the median of it is none, and stays unexplained."""
    asked = run.get("a")
    function = asked.payload if asked is not None and asked.letter == "a" else "sum"
    if function != "sum" and not all(_is_by(function, metric) for metric in run["m"].payload):
        return None
    return _item(run, [Count(function="metric", metrics=run["m"].payload)])


def _is_by(function: str, metric: Metric) -> bool:
    """Whether an expression is that aggregate itself: `average rating` as `avg(score)`."""
    return metric.expression.lower().lstrip().startswith(f"{function}(")


def _count_column_of(run: Run) -> Item | None:
    happened = run["c"].payload == "date" and run["c"].text.lower().endswith("ed")
    if is_measured(run["c"]) or happened or run["c"].first > run["t"].last + 1:
        return None
    return _item(run, [Count(function="count", column=run["c"], table=run["t"], distinct=True)])


def _count_columns(run: Run) -> Item | None:
    columns = run.all("list", "C")
    counted = len(columns) == 1 and not run.match.group("u")
    if counted and is_measured(columns[0]) and not _are_levels(columns[0]):
        return _number_itself(run, columns[0])
    if len(columns) > 1 and not run.match.group("u"):
        return _numbers_themselves(run, columns)
    return _item(run, [Count(function="count", column=column, distinct=True) for column in columns])


def _are_levels(column: Item) -> bool:
    """`the number of grades`, of a column that says which grade: how many there are of them."""
    named = lemmas_of(column.candidates[0].column)[-1:]
    several = is_plural(column.text.lower().split()[-1])
    return several and bool(_LEVELS & set(named))


def _number_itself(run: Run, column: Item) -> Item:
    """The number of products, where the table keeps that number in a column."""
    grouped = any(item.letter == "e" for item in (*run.before, *run.after))
    if not grouped and any(item.letter == "d" for item in run.after):
        return replace(column)  # one sum has no order, the numbers of the rows have
    beside = "".join(item.letter for item in run.before[-2:])
    # `ids and number of hours`: an id may stand in many rows; `total hours and number of games`.
    summed = beside == "C&" and run.before[-2].payload == "code" and not run.after[1:]
    summed = summed or (beside == "m&" and run.before[-2].payload[-1].function == "sum")
    if summed or grouped or "total" in run.text.lower() or run.text.lower().startswith("how many"):
        return _item(run, [Count(function="sum", column=column)])
    return replace(column)


def _numbers_themselves(run: Run, columns: list[Item]) -> Item | None:
    """`the total number of seats and guests`, both of which are kept as numbers."""
    added = "total" in run.text.lower() or run.text.lower().startswith("how many")
    if not added or not all(is_measured(column) for column in columns):
        return None
    return _item(run, [Count(function="sum", column=column) for column in columns])


def _count(run: Run) -> Item | None:
    distinct = bool(run.match.group("u"))
    return _item(run, [Count(function="count", table=run["t"], distinct=distinct)])


def _total_rows(run: Run) -> Item | None:
    """`total orders` is their number; `how much shipping` asks for an amount of it.

    `total payments` are so many, or so much.
    """
    said = run["k"].text.lower()
    if said == "summed" and any(item.letter == "m" for item in run.before):
        return Item("p", run.first, run.last)  # `the amount, summed across all claims`
    if run["k"].payload != "sum" or said in ("how much", "summed"):
        return None
    unsure = said == "totals" or is_money(run["t"].text.lower().split())
    return _item(run, [Count(function="count", table=run["t"], unsure=unsure)])


def _count_behind(run: Run) -> Item | None:
    """`customer count by country`."""
    if run["k"].text.lower() not in ("count", "counts"):
        return None
    return _item(run, [Count(function="count", table=run["t"])])


def _part_of_them(run: Run) -> Item | None:
    """`how many orders are there, and how many of them are open`: some of those, beside all."""
    counted = [item.payload for item in run.before if item.letter == "m"]
    whole = counted[0][0] if len(counted) == 1 and len(counted[0]) == 1 else None
    joined = bool(run.before) and run.before[-1].letter == "&"
    if whole is None or whole != Count(function="count", table=whole.table) or not joined:
        return None
    if run["k"].text.lower() != _OF_THEM and any(item.letter == "f" for item in run.before):
        return None  # `how many are male and how many are female`: the second are none of the first
    test = run["f"].payload
    return _item(run, [replace(whole, where=[test])]) if not test.span and not test.year else None


def _count_anything(run: Run) -> Item:
    return _item(run, [Count(function="count")])
