"""What each template asks, as a compact gold: one function a template, words in `phrases.yaml`.

A function fills the slots of its phrases and writes the gold. It raises `Unfit` where a schema has
nothing for it. Whether the gold gives rows, and no tie at a cut, is checked by `generate`.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from benchmarks.business import periods
from benchmarks.business.model import Dimension, Measure, Model, Noun, with_state
from benchmarks.business.periods import Period

_T = TypeVar("_T")


class Unfit(Exception):
    """The schema has nothing that this template could ask."""


@dataclass(frozen=True, slots=True)
class Draft:
    """Slots for the words, the gold, and queries of which both must have the same rows."""

    slots: Mapping[str, str]
    gold: str
    cut: tuple[str, int] | None = None
    # What a threshold or a filter has to leave something of, and not all.
    whole: str | None = None


Template = Callable[[Model, random.Random], Draft]
TEMPLATES: dict[str, Template] = {}


def template(function: Template) -> Template:
    TEMPLATES[function.__name__] = function
    return function


def _some(pick: random.Random, choices: list[_T]) -> _T:
    if not choices:
        raise Unfit
    return pick.choice(choices)


def _dated(model: Model, pick: random.Random) -> str:
    return _some(pick, model.dated())


def _dim(model: Model, pick: random.Random, alias: str, *, things: bool | None = None) -> Dimension:
    found = [d for d in model.dims_of(alias) if things is None or d.is_thing == things]
    return _some(pick, found)


def _keep_apart(dim: Dimension, conditions: Sequence[str]) -> None:
    """No grouping by what a filter holds at one value."""
    text = " ".join(conditions)
    if dim.group in text or (dim.is_thing and f"{dim.alias}." in text):
        raise Unfit


def _measure(model: Model, pick: random.Random) -> Measure:
    return _some(pick, model.measures)


def _say(pick: random.Random, measure: Measure) -> str:
    return measure.words[0] if pick.random() < 0.6 else pick.choice(measure.words)


def _words(pick: random.Random, measure: Measure) -> dict[str, str]:
    """The words of a measure; `mm` stands where only money is asked for: "how much ..."."""
    said = _say(pick, measure)
    return {"m": said, "mm": said if measure.money else ""}


def _value(sql: str) -> str:
    whole = sql == "COUNT(*)" or not ("*" in sql or "/" in sql)
    return sql if whole else f"@r({sql})"


def _period(model: Model, pick: random.Random) -> Period:
    return periods.any_period(pick, model.today)


def _filter(model: Model, pick: random.Random, alias: str) -> tuple[str, str]:
    return _some(pick, model.wheres(alias))


def _state(model: Model, pick: random.Random, alias: str) -> tuple[str, str, str]:
    words, condition = _some(pick, model.states(alias))
    return pick.choice(words.lstrip("+").split("|")), condition, words


def _adjectives(model: Model, alias: str) -> list[tuple[str, str]]:
    return [state for state in model.states(alias) if not state[0].startswith("+")]


def _link(model: Model, pick: random.Random) -> tuple[str, str, str, str]:
    who, event, key, did = _some(pick, list(model["links"]))
    return who, event, key, did


def _never(did: str) -> str:
    if did.startswith(("were ", "was ", "have ", "are ")):
        first, _, rest = did.partition(" ")
        return f"{first} never {rest}"
    return f"never {did}"


_PARTICIPLES = {"drove": "driven", "took": "taken", "gave": "given", "began": "begun"}


def _not(did: str) -> str:
    if did.startswith("were "):
        return f"have not been {did[5:]}"
    first, _, rest = did.partition(" ")
    return f"have not {_PARTICIPLES.get(first, first)} {rest}"


def _shown(model: Model, alias: str) -> str:
    return f"@show({alias})" if alias in model.show else model.key(alias)


def _happened(model: Model, alias: str) -> str:
    """What the rows of a base did on their date; "new contracts were signed" says it twice."""
    return "" if model.is_lasting(alias) else str(model.bases[alias].get("happened", ""))


def _noun_of(model: Model, pick: random.Random, alias: str) -> str:
    return model.plural(pick, alias)


def _event(model: Model, key: str, event: str, conditions: list[str], behind: str = "") -> str:
    """A nested query for the keys of things that have an event."""
    needed = f"{key.removeprefix('DISTINCT ')} IS NOT NULL"
    return model.query(event, key, [needed, *conditions], behind=behind)


# ------------------------------------------------------------------ counts


@template
def count_all(model: Model, pick: random.Random) -> Draft:
    alias = _some(pick, list(model.bases))
    noun = model.noun(pick, alias, filtered=0.55)
    return Draft({"np": noun.text}, model.query(alias, "COUNT(*)", noun.conditions))


@template
def count_state(model: Model, pick: random.Random) -> Draft:
    alias = _some(pick, [a for a in model.bases if model.states(a)])
    state, condition, words = _state(model, pick, alias)
    noun = with_state(_noun_of(model, pick, alias), state, words)
    return Draft({"np": noun}, model.query(alias, "COUNT(*)", [condition]))


@template
def count_period(model: Model, pick: random.Random) -> Draft:
    alias = _dated(model, pick)
    noun, period = model.begun(pick, alias, filtered=0.4), _period(model, pick)
    conditions = [*noun.conditions, period.condition(model.date(alias))]
    slots = {"np": noun.text, "p": period.text, "did": _happened(model, alias)}
    return Draft(slots, model.query(alias, "COUNT(*)", conditions))


@template
def count_other_date(model: Model, pick: random.Random) -> Draft:
    alias, verb, date = _some(pick, list(model["dates"]))
    period = _period(model, pick)
    slots = {"things": _noun_of(model, pick, alias), "verb": verb, "p": period.text}
    return Draft(slots, model.query(alias, "COUNT(*)", [period.condition(date)]))


@template
def count_by_dim(model: Model, pick: random.Random) -> Draft:
    alias = _some(pick, [a for a in model.bases if model.dims_of(a)])
    noun, dim = model.noun(pick, alias, filtered=0.3), _dim(model, pick, alias)
    _keep_apart(dim, noun.conditions)
    gold = model.query(alias, f"{dim.shown}, COUNT(*)", noun.conditions, grouped=[dim])
    return Draft({"np": noun.text, "d": dim.one, "ds": dim.many}, gold)


@template
def count_by_dim_period(model: Model, pick: random.Random) -> Draft:
    alias = _dated(model, pick)
    noun, dim = model.begun(pick, alias, filtered=0.2), _dim(model, pick, alias)
    period = _period(model, pick)
    conditions = [*noun.conditions, period.condition(model.date(alias))]
    _keep_apart(dim, noun.conditions)
    gold = model.query(alias, f"{dim.shown}, COUNT(*)", conditions, grouped=[dim])
    return Draft({"np": noun.text, "d": dim.one, "ds": dim.many, "p": period.text}, gold)


@template
def count_by_month(model: Model, pick: random.Random) -> Draft:
    alias = _dated(model, pick)
    noun, period = model.begun(pick, alias, filtered=0.3), periods.with_months(pick, model.today)
    return _by_month(model, alias, "COUNT(*)", noun, period)


@template
def measure_by_month(model: Model, pick: random.Random) -> Draft:
    measure, period = _measure(model, pick), periods.with_months(pick, model.today)
    noun = Noun(_say(pick, measure))
    return _by_month(model, measure.of, _value(measure.sql), noun, period, measure.date)


def _by_month(
    model: Model, alias: str, value: str, noun: Noun, period: Period, date: str = ""
) -> Draft:
    date = date or model.date(alias)
    conditions = [*noun.conditions, period.condition(date)]
    behind = f" GROUP BY strftime('%Y-%m', {date})"
    gold = model.query(alias, f"@month1({date}), {value}", conditions, behind=behind)
    return Draft({"np": noun.text, "m": noun.text, "p": period.text}, gold)


@template
def measure_by_quarter(model: Model, pick: random.Random) -> Draft:
    measure = _measure(model, pick)
    by = pick.choice(["quarter", "year", "quarter"])
    form = "%Y" if by == "year" else ""
    date = measure.date
    group = (
        f"strftime('{form}', {date})"
        if form
        else f"strftime('%Y', {date}), (strftime('%m', {date}) + 2) / 3"
    )
    gold = model.query(
        measure.of, f"@{by}({date}), {_value(measure.sql)}", behind=f" GROUP BY {group}"
    )
    return Draft({"m": _say(pick, measure), "unit": by}, gold)


@template
def busiest_time(model: Model, pick: random.Random) -> Draft:
    alias = _dated(model, pick)
    date, noun = model.date(alias), model.begun(pick, alias, filtered=0).text
    period = pick.choice((periods.year, periods.last_year))(pick, model.today)
    shown, group = f"@month1({date})", f"strftime('%Y-%m', {date})"
    behind = f" GROUP BY {group} ORDER BY COUNT(*) DESC LIMIT 1"
    columns = "{a: SHOWN, COUNT(*) ~ SHOWN}"
    gold = model.query(alias, columns, [period.condition(date)], behind=behind)
    cut = model.query(
        alias, "COUNT(*)", [period.condition(date)],
        behind=f" GROUP BY {group} ORDER BY COUNT(*) DESC LIMIT 2",
    )  # fmt: skip
    return Draft({"np": noun, "p": period.text}, _with_shown(gold, shown), (cut, 1))


def _with_shown(gold: str, shown: str) -> str:
    """Put a macro into both arms of a named group."""
    return gold.replace("SHOWN", shown)


# ------------------------------------------------------------------ measures


@template
def measure_total(model: Model, pick: random.Random) -> Draft:
    measure = _measure(model, pick)
    return Draft({"m": _say(pick, measure)}, model.query(measure.of, _value(measure.sql)))


@template
def measure_period(model: Model, pick: random.Random) -> Draft:
    measure, period = _measure(model, pick), _period(model, pick)
    gold = model.query(measure.of, _value(measure.sql), [period.condition(measure.date)])
    return Draft({**_words(pick, measure), "p": period.text}, gold)


@template
def measure_filter_period(model: Model, pick: random.Random) -> Draft:
    measure, period = _measure(model, pick), _period(model, pick)
    words, condition = _filter(model, pick, measure.of)
    conditions = [condition, period.condition(measure.date)]
    gold = model.query(measure.of, _value(measure.sql), conditions)
    return Draft({"m": _say(pick, measure), "f": words, "p": period.text}, gold)


@template
def measure_by_dim(model: Model, pick: random.Random) -> Draft:
    measure = _measure(model, pick)
    dim = _dim(model, pick, measure.of)
    gold = model.query(measure.of, f"{dim.shown}, {_value(measure.sql)}", grouped=[dim])
    return Draft({"m": _say(pick, measure), "d": dim.one, "ds": dim.many}, gold)


@template
def measure_by_dim_period(model: Model, pick: random.Random) -> Draft:
    measure, period = _measure(model, pick), _period(model, pick)
    dim = _dim(model, pick, measure.of)
    conditions = [period.condition(measure.date)]
    gold = model.query(measure.of, f"{dim.shown}, {_value(measure.sql)}", conditions, grouped=[dim])
    slots = {**_words(pick, measure), "d": dim.one, "ds": dim.many, "p": period.text}
    return Draft(slots, gold)


@template
def measure_by_two_dims(model: Model, pick: random.Random) -> Draft:
    measure = _measure(model, pick)
    one, two = _dim(model, pick, measure.of), _dim(model, pick, measure.of)
    period = periods.year(pick, model.today)
    if one == two:
        raise Unfit
    gold = model.query(
        measure.of, f"{one.shown}, {two.shown}, {_value(measure.sql)}",
        [period.condition(measure.date)], grouped=[one, two],
    )  # fmt: skip
    return Draft({"m": _say(pick, measure), "d1": one.one, "d2": two.one, "p": period.text}, gold)


def _ranked(
    model: Model, alias: str, value: str, dim: Dimension, conditions: list[str], order: str, n: int
) -> tuple[str, tuple[str, int]]:
    """The n first of a dimension by a value, and the query that shows a tie at the cut."""
    shown = "{v: SHOWN ~ SHOWN, VALUE}"
    behind = f" ORDER BY {value} {order} LIMIT {n}"
    gold = model.query(alias, shown, conditions, grouped=[dim], behind=behind)
    gold = gold.replace("VALUE", _value(value)).replace("SHOWN", dim.shown)
    cut = model.query(
        alias, value, conditions, grouped=[dim], behind=f" ORDER BY {value} {order} LIMIT {n + 1}"
    )
    return gold, (cut, n)


def _count_or_measure(model: Model, pick: random.Random) -> tuple[str, str, str, str]:
    """Words, base, value and date of something to rank or compare by."""
    if model.measures and pick.random() < 0.65:
        measure = _measure(model, pick)
        return _say(pick, measure), measure.of, measure.sql, measure.date
    alias = _dated(model, pick)
    noun = model.begun(pick, alias, filtered=0).text
    return f"number of {noun}", alias, "COUNT(*)", model.date(alias)


@template
def top_n(model: Model, pick: random.Random) -> Draft:
    words, alias, value, date = _count_or_measure(model, pick)
    dim, number = _dim(model, pick, alias, things=True), pick.choice([3, 5, 10])
    period = _period(model, pick)
    gold, cut = _ranked(model, alias, value, dim, [period.condition(date)], "DESC", number)
    return Draft({"m": words, "ds": dim.many, "n": str(number), "p": period.text}, gold, cut)


@template
def which_most(model: Model, pick: random.Random) -> Draft:
    words, alias, value, date = _count_or_measure(model, pick)
    dim, period = _dim(model, pick, alias), _period(model, pick)
    conditions = [period.condition(date)]
    if dim.nullable and not dim.is_thing:
        conditions.append(f"{dim.group} IS NOT NULL")
    gold, cut = _ranked(model, alias, value, dim, conditions, "DESC", 1)
    noun = words.removeprefix("number of ")
    most = f"most {noun}" if noun != words else f"highest {words}"
    return Draft({"most": most, "m": words, "d": dim.one, "p": period.text}, gold, cut)


@template
def bottom_n(model: Model, pick: random.Random) -> Draft:
    words, alias, value, date = _count_or_measure(model, pick)
    dim, number = _dim(model, pick, alias, things=True), pick.choice([3, 5])
    period = _period(model, pick)
    gold, cut = _ranked(model, alias, value, dim, [period.condition(date)], "ASC", number)
    return Draft({"m": words, "ds": dim.many, "n": str(number), "p": period.text}, gold, cut)


@template
def top_in_group(model: Model, pick: random.Random) -> Draft:
    number = pick.choice([2, 3, 3, 5])
    return _top_in_group(model, pick, number)


@template
def best_in_group(model: Model, pick: random.Random) -> Draft:
    return _top_in_group(model, pick, 1)


def _top_in_group(model: Model, pick: random.Random, number: int) -> Draft:
    words, alias, value, date = _count_or_measure(model, pick)
    things = [d for d in model.dims_of(alias) if d.is_thing]
    inner = _some(pick, things)
    above = model.reach(inner.alias) - {inner.alias}
    around = [
        d
        for d in model.dims_of(alias)
        if (d.group != inner.group and d.alias in above)
        or (d.alias == inner.alias and not d.is_thing)
    ]
    outer = _some(pick, [d for d in around if not d.nullable])
    period = periods.any_period(pick, model.today, short=0.1) if pick.random() < 0.6 else None
    conditions = [period.condition(date)] if period else []

    def inside(rank: str) -> str:
        place = f"{rank}() OVER (PARTITION BY {outer.group} ORDER BY {value} DESC) AS place"
        columns = f"{_as(outer.shown, 'a')}, {_as(inner.shown, 'b')}, {_value(value)} AS v, {place}"
        return model.query(alias, columns, conditions, grouped=[outer, inner])

    names = f"{_columns(outer.shown, 'a')}, {_columns(inner.shown, 'b')}"
    gold = (
        f"SELECT {{v: {names} ~ {names}, v}} FROM ({inside('ROW_NUMBER')}) WHERE place <= {number}"
    )
    ranked = f"SELECT 1 FROM ({inside('RANK')}) WHERE place <= {number}"
    slots = {
        "m": words, "ds": inner.many, "d": inner.one, "group": outer.one, "n": str(number),
        "p": period.text if period else "", "most": words.replace("number of", "most"),
    }  # fmt: skip
    return Draft(slots, gold, (f"{ranked} UNION ALL SELECT 2 FROM ({gold})", -1))


def _as(shown: str, name: str) -> str:
    return f"SHOWN{name}({shown})" if shown.startswith("@show") else f"{shown} AS {name}"


def _columns(shown: str, name: str) -> str:
    return f"COLS{name}({shown})" if shown.startswith("@show") else name


def settle_names(gold: str, model: Model) -> str:
    """Write things that a nested query shows: every column gets a name of its own."""
    for name in ("a", "b"):
        begin = gold.find(f"SHOWN{name}(")
        if begin < 0:
            continue
        alias = gold[begin:].partition("@show(")[2].partition(")")[0]
        forms = [each.split(", ") for each in model.show[alias]]
        marked = f"(@show({alias}))"
        inside = " ~ ".join(
            ", ".join(f"{part} AS {name}{place}" for place, part in enumerate(form))
            for form in forms
        )
        outside = " ~ ".join(", ".join(f"{name}{i}" for i in range(len(f))) for f in forms)
        gold = gold.replace(f"SHOWN{name}{marked}", f"{{{name}: {inside}}}")
        gold = gold.replace(f"COLS{name}{marked}", f"{{{name}: {outside}}}")
    return gold


@template
def month_by_month_growth(model: Model, pick: random.Random) -> Draft:
    measure, period = _measure(model, pick), periods.with_months(pick, model.today)
    date, value = measure.date, measure.sql
    inside = model.query(
        measure.of, f"strftime('%Y-%m', {date}) AS month, {value} AS v",
        [period.condition(date)], behind=f" GROUP BY strftime('%Y-%m', {date})",
    )  # fmt: skip
    before = "LAG(v) OVER (ORDER BY month)"
    gold = (
        f"SELECT month, {{@pct(v - {before}, {before}) ~ v, @pct(v - {before}, {before}) ~ "
        f"v - {before} ~ v, v - {before}}} FROM ({inside})"
    )
    return Draft({**_words(pick, measure), "p": period.text}, gold)


@template
def running_total(model: Model, pick: random.Random) -> Draft:
    measure, period = _measure(model, pick), periods.year(pick, model.today)
    date = measure.date
    inside = model.query(
        measure.of, f"strftime('%Y-%m', {date}) AS month, {measure.sql} AS v",
        [period.condition(date)], behind=f" GROUP BY strftime('%Y-%m', {date})",
    )  # fmt: skip
    gold = f"SELECT month, {{~ v,}} SUM(v) OVER (ORDER BY month) FROM ({inside})"
    return Draft({**_words(pick, measure), "p": period.text}, gold)


# ------------------------------------------------------------------ comparisons and shares


def _two(
    model: Model, alias: str, value: str, first: list[str], second: list[str]
) -> tuple[str, str]:
    return model.query(alias, value, first), model.query(alias, value, second)


def _compared(one: str, two: str) -> str:
    change = f"@pct(({one}) - ({two}), ({two}))"
    return (
        f"{{c: SELECT ({one}), ({two}) ~ SELECT ({one}) UNION ALL SELECT ({two}) ~ "
        f"SELECT ({one}), ({two}), ({one}) - ({two}) ~ SELECT ({one}), ({two}), CHANGE}}"
    ).replace("CHANGE", change)


@template
def compare_periods(model: Model, pick: random.Random) -> Draft:
    words, alias, value, date = _count_or_measure(model, pick)
    later, before = periods.pair(pick, model.today)
    one, two = _two(model, alias, value, [later.condition(date)], [before.condition(date)])
    slots = {"m": words, "p1": later.text, "p2": before.text}
    return Draft(slots, _compared(one, two))


@template
def growth(model: Model, pick: random.Random) -> Draft:
    words, alias, value, date = _count_or_measure(model, pick)
    later, before = periods.pair(pick, model.today)
    one, two = _two(model, alias, value, [later.condition(date)], [before.condition(date)])
    change = f"@pct(({one}) - ({two}), ({two}))"
    gold = f"{{c: SELECT {change} ~ SELECT ({two}), ({one}), {change}"
    slots = {"p1": later.text, "p2": before.text}
    if pick.random() < 0.5:
        # Asked for in percent: the difference alone is no answer.
        return Draft({**slots, "mp": words}, f"{gold}}}")
    difference = f"({one}) - ({two})"
    gold = f"{gold} ~ SELECT {difference} ~ SELECT ({two}), ({one}), {difference}}}"
    return Draft({**slots, "m": words}, gold)


@template
def growth_by_dim(model: Model, pick: random.Random) -> Draft:
    measure = _measure(model, pick)
    dim = _dim(model, pick, measure.of)
    last = model.today.year - 1
    later, before = periods.year_of(last, f"{last}"), periods.year_of(last - 1, f"{last - 1}")

    def side(period: Period) -> str:
        columns = f"{dim.group} AS k, {_as(dim.shown, 'a')}, {measure.sql} AS v"
        return model.query(measure.of, columns, [period.condition(measure.date)], grouped=[dim])

    name = _columns(dim.shown, "a")
    head = (
        f"{{c: {name}, x.v, y.v ~ {name}, CHANGE ~ {name}, x.v, y.v, CHANGE ~ {name}, x.v - y.v}}"
    )
    gold = (
        f"SELECT {head} FROM (SELECT * FROM ({side(later)})) x "
        f"{{j2: JOIN ~ LEFT JOIN}} (SELECT k, v FROM ({side(before)})) y ON y.k = x.k"
    )
    gold = gold.replace("CHANGE", "@pct(x.v - y.v, y.v)")
    return Draft(
        {"m": _say(pick, measure), "d": dim.one, "p1": later.text, "p2": before.text}, gold
    )


@template
def compare_values(model: Model, pick: random.Random) -> Draft:
    words, alias, value, date = _count_or_measure(model, pick)
    period = periods.any_period(pick, model.today, short=0.2)
    (f1, c1), (f2, c2) = _filter(model, pick, alias), _filter(model, pick, alias)
    if c1 == c2:
        raise Unfit
    when = period.condition(date)
    one, two = _two(model, alias, value, [c1, when], [c2, when])
    return Draft({"m": words, "f1": f1, "f2": f2, "p": period.text}, _compared(one, two))


@template
def share_state(model: Model, pick: random.Random) -> Draft:
    alias, state, condition, noun, conditions, period = _shared(model, pick)
    gold = model.query(alias, f"@pct(SUM({condition}), COUNT(*))", conditions, share=condition)
    return Draft({"np": noun, "state": state, "p": period}, gold)


def _shared(model: Model, pick: random.Random) -> tuple[str, str, str, str, list[str], str]:
    alias = _some(pick, [a for a in model.bases if _adjectives(model, a)])
    words, condition = _some(pick, _adjectives(model, alias))
    state = pick.choice(words.split("|"))
    conditions, period = [], ""
    if model.bases[alias].get("date") and not model.is_lasting(alias) and pick.random() < 0.6:
        chosen = periods.any_period(pick, model.today, short=0.2)
        conditions, period = [chosen.condition(model.date(alias))], chosen.text
    loose = f"({condition})" if " OR " in condition else condition
    return alias, state, loose, _noun_of(model, pick, alias), conditions, period


@template
def share_state_by_dim(model: Model, pick: random.Random) -> Draft:
    alias, state, condition, noun, conditions, period = _shared(model, pick)
    dim = _dim(model, pick, alias)
    if dim.group in condition:
        raise Unfit
    gold = model.query(
        alias, f"{dim.shown}, @pct(SUM({condition}), COUNT(*))", conditions,
        grouped=[dim], share=condition,
    )  # fmt: skip
    return Draft({"np": noun, "state": state, "p": period, "d": dim.one}, gold)


@template
def rate(model: Model, pick: random.Random) -> Draft:
    alias, words, part, whole = _some(pick, list(model["rates"]))
    conditions = [whole] if whole else []
    slots = {"rate": pick.choice(words.split("|")), "p": "", "by": ""}
    if model.bases[alias].get("date") and not model.is_lasting(alias) and pick.random() < 0.6:
        period = periods.any_period(pick, model.today, short=0.2)
        conditions.append(period.condition(model.loose_date(alias)))
        slots["p"] = period.text
    value = f"@pct(SUM({part}), COUNT(*))"
    dims = [d for d in model.dims_of(alias) if d.group not in f"{part} {whole}"]
    if dims and pick.random() < 0.6:
        dim = pick.choice(dims)
        slots["by"] = f"{pick.choice(['by', 'per', 'by'])} {dim.one}"
        gold = model.query(alias, f"{dim.shown}, {value}", conditions, grouped=[dim], share=part)
        return Draft(slots, gold)
    return Draft(slots, model.query(alias, value, conditions, share=part))


@template
def ratio(model: Model, pick: random.Random) -> Draft:
    words, alias, part, whole = _some(pick, list(model["ratios"]))
    conditions: list[str] = []
    slots = {"ratio": pick.choice(words.split("|")), "p": "", "by": ""}
    if model.bases[alias].get("date") and pick.random() < 0.5:
        period = periods.any_period(pick, model.today, short=0.2)
        conditions.append(period.condition(model.loose_date(alias)))
        slots["p"] = period.text
    value = f"@r(1.0 * {part} / {whole})"
    dims = model.dims_of(alias)
    if dims and pick.random() < 0.6:
        dim = pick.choice(dims)
        slots["by"] = f"{pick.choice(['by', 'per', 'by'])} {dim.one}"
        return Draft(slots, model.query(alias, f"{dim.shown}, {value}", conditions, grouped=[dim]))
    return Draft(slots, model.query(alias, value, conditions))


@template
def share_of_total(model: Model, pick: random.Random) -> Draft:
    words, alias, value, date = _count_or_measure(model, pick)
    dim, period = _dim(model, pick, alias), periods.any_period(pick, model.today, short=0.2)
    conditions = [period.condition(date)]
    total = f"SUM({value}) OVER ()"
    inner = f"@pct({value}, {total})"
    gold = model.query(alias, f"{dim.shown}, {{~ {value},}} {inner}", conditions, grouped=[dim])
    words = words.removeprefix("number of ")
    return Draft({"m": words, "d": dim.one, "ds": dim.many, "p": period.text}, gold)


@template
def share_of_one(model: Model, pick: random.Random) -> Draft:
    words, alias, value, date = _count_or_measure(model, pick)
    filtered, condition = _filter(model, pick, alias)
    period = periods.any_period(pick, model.today, short=0.2)
    part, whole = _two(
        model, alias, value, [condition, period.condition(date)], [period.condition(date)]
    )
    gold = f"SELECT @pct(({part}), ({whole}))"
    words = words.removeprefix("number of ")
    return Draft({"m": words, "f": filtered, "p": period.text}, gold)


# ------------------------------------------------------------------ averages and durations


@template
def average_per_thing(model: Model, pick: random.Random) -> Draft:
    who, event, key, _ = _link(model, pick)
    noun, thing = _noun_of(model, pick, event), model.single(pick, who)
    inside = _event(model, f"{key}, COUNT(*) AS n", event, []).replace(
        f"{key}, COUNT(*) AS n IS NOT NULL", f"{key} IS NOT NULL"
    )
    among = f"SELECT @r(AVG(n)) FROM ({inside} GROUP BY {key})"
    of_all = model.query(event, "COUNT(*)", [f"{key} IS NOT NULL"])
    table = f"SELECT @r(1.0 * ({of_all}) / COUNT(*)) FROM {model.tables[who]}"
    return Draft({"np": noun, "thing": thing}, f"{{c: {among} ~ {table}}}")


@template
def average_amount(model: Model, pick: random.Random) -> Draft:
    alias, column, words, *_ = _some(pick, list(model["attrs"]))
    noun = model.noun(pick, alias, filtered=0.3)
    conditions = list(noun.conditions)
    slots = {"attr": words, "np": noun.text, "by": ""}
    dims = model.dims_of(alias)
    if dims and pick.random() < 0.6:
        dim = pick.choice(dims)
        _keep_apart(dim, conditions)
        slots["by"] = f"{pick.choice(['by', 'per', 'by'])} {dim.one}"
        gold = model.query(alias, f"{dim.shown}, @r(AVG({column}))", conditions, grouped=[dim])
        return Draft(slots, gold)
    return Draft(slots, model.query(alias, f"@r(AVG({column}))", conditions))


@template
def extreme_value(model: Model, pick: random.Random) -> Draft:
    alias, column, words, *_ = _some(pick, list(model["attrs"]))
    noun = model.noun(pick, alias, filtered=0.4)
    high = pick.random() < 0.6
    conditions = list(noun.conditions)
    period = ""
    if model.bases[alias].get("date") and not model.is_lasting(alias) and pick.random() < 0.5:
        chosen = _period(model, pick)
        conditions.append(chosen.condition(model.date(alias)))
        period = chosen.text
    gold = model.query(alias, f"{'MAX' if high else 'MIN'}({column})", conditions)
    side = pick.choice(
        ["highest", "maximum", "largest"] if high else ["lowest", "minimum", "smallest"]
    )
    return Draft({"side": side, "attr": words, "np": noun.text, "p": period}, gold)


@template
def duration(model: Model, pick: random.Random) -> Draft:
    alias, words, begin, end, unit, _ = _some(pick, list(model["durations"]))
    macro = f"@{unit}({begin}, {end})"
    conditions: list[str] = []
    slots = {"what": pick.choice(words.split("|")), "unit": unit, "by": "", "p": ""}
    if model.bases[alias].get("date") and pick.random() < 0.5:
        period = periods.any_period(pick, model.today, short=0.3)
        conditions.append(period.condition(model.loose_date(alias)))
        slots["p"] = period.text
    dims = model.dims_of(alias)
    if dims and pick.random() < 0.6:
        dim = pick.choice(dims)
        slots["by"] = f"{pick.choice(['by', 'per', 'by'])} {dim.one}"
        gold = model.query(alias, f"{dim.shown}, @r(AVG({macro}))", conditions, grouped=[dim])
        return Draft(slots, gold)
    return Draft(slots, model.query(alias, f"@r(AVG({macro}))", conditions))


@template
def duration_over(model: Model, pick: random.Random) -> Draft:
    alias, _, begin, end, unit, verb = _some(pick, list(model["durations"]))
    number = pick.choice([2, 3, 5, 7, 10, 14, 30, 60] if unit == "days" else [2, 4, 8, 24, 48])
    noun = model.noun(pick, alias, filtered=0.2)
    gold = model.query(alias, "COUNT(*)", [*noun.conditions, f"@{unit}({begin}, {end}) > {number}"])
    slots = {"np": noun.text, "over": verb.replace("{n}", str(number))}
    return Draft(slots, gold, whole=model.query(alias, "COUNT(*)", noun.conditions))


# ------------------------------------------------------------------ has, has no, thresholds


@template
def has_in_period(model: Model, pick: random.Random) -> Draft:
    who, event, key, did = _link(model, pick)
    period = _period(model, pick)
    keys = _event(model, key, event, [period.condition(_date_of(model, event))])
    noun = model.noun(pick, who, filtered=0.15)
    gold = model.query(who, _shown(model, who), [*noun.conditions, f"{model.key(who)} IN ({keys})"])
    return Draft({"np": noun.text, "did": did, "p": period.text}, gold)


def _date_of(model: Model, event: str) -> str:
    date = model.bases.get(event, {}).get("date")
    if not date:
        raise Unfit
    return str(date)


@template
def count_has_in_period(model: Model, pick: random.Random) -> Draft:
    who, event, key, did = _link(model, pick)
    period = _period(model, pick)
    conditions = [period.condition(_date_of(model, event))]
    gold = model.query(event, f"COUNT(DISTINCT {key})", conditions)
    slots = {"np": _noun_of(model, pick, who), "did": did, "p": period.text}
    return Draft(slots, gold)


@template
def never(model: Model, pick: random.Random) -> Draft:
    who, event, key, did = _link(model, pick)
    noun = model.noun(pick, who, filtered=0.3)
    keys = _event(model, key, event, [])
    gold = model.query(
        who, _shown(model, who), [*noun.conditions, f"{model.key(who)} NOT IN ({keys})"]
    )
    return Draft({"np": noun.text, "never": _never(did), "not": _not(did)}, gold)


@template
def count_never(model: Model, pick: random.Random) -> Draft:
    draft = never(model, pick)
    who = draft.gold
    head = who.partition(" FROM ")[0]
    return Draft(draft.slots, who.replace(head, "SELECT COUNT(*)", 1))


@template
def not_in_period(model: Model, pick: random.Random) -> Draft:
    who, event, key, did = _link(model, pick)
    period = periods.any_period(pick, model.today, short=0.3)
    keys = _event(model, key, event, [period.condition(_date_of(model, event))])
    noun = model.noun(pick, who, filtered=0.2)
    gold = model.query(
        who, _shown(model, who), [*noun.conditions, f"{model.key(who)} NOT IN ({keys})"]
    )
    return Draft({"np": noun.text, "not": _not(did), "did": did, "p": period.text}, gold)


@template
def then_but_not_now(model: Model, pick: random.Random) -> Draft:
    who, event, key, did = _link(model, pick)
    later, before = periods.pair(pick, model.today)
    date = _date_of(model, event)
    old = _event(model, key, event, [before.condition(date)])
    new = _event(model, key, event, [later.condition(date)])
    conditions = [f"{model.key(who)} IN ({old})", f"{model.key(who)} NOT IN ({new})"]
    gold = model.query(who, _shown(model, who), conditions)
    if later.text.startswith("last") or not later.text[0].isdigit():
        raise Unfit
    slots = {"np": _noun_of(model, pick, who), "did": did, "p1": later.text, "p2": before.text}
    return Draft(slots, gold)


@template
def more_than_n(model: Model, pick: random.Random) -> Draft:
    who, key, event, slots, conditions, having = _threshold(model, pick)
    inside = _event(model, key, event, conditions, behind=f" GROUP BY {key} HAVING {having}")
    gold = model.query(who, _shown(model, who), [f"{model.key(who)} IN ({inside})"])
    return Draft(slots, gold, whole=_event(model, f"DISTINCT {key}", event, conditions))


@template
def count_more_than_n(model: Model, pick: random.Random) -> Draft:
    _, key, event, slots, conditions, having = _threshold(model, pick)
    inside = _event(model, key, event, conditions, behind=f" GROUP BY {key} HAVING {having}")
    whole = model.query(event, f"COUNT(DISTINCT {key})", conditions)
    return Draft(slots, f"SELECT COUNT(*) FROM ({inside})", whole=whole)


def _threshold(
    model: Model, pick: random.Random
) -> tuple[str, str, str, dict[str, str], list[str], str]:
    who, event, key, _ = _link(model, pick)
    number = pick.choice([1, 2, 3, 5, 10, 10, 20])
    word, sign = pick.choice([("more than", ">"), ("at least", ">="), ("more than", ">")])
    if number == 1:
        word, sign = "more than", ">"
    slots = {
        "np": _noun_of(model, pick, who), "things": _noun_of(model, pick, event),
        "cmp": f"{word} {number}" if number > 1 else "more than one", "p": "",
    }  # fmt: skip
    if number == 1 and slots["things"].endswith("s"):
        slots["things"] = model.words(event)[0][0]
    conditions = []
    lasts = event in model.bases and model.is_lasting(event)
    if model.bases.get(event, {}).get("date") and not lasts and pick.random() < 0.6:
        period = periods.any_period(pick, model.today, short=0.2)
        conditions = [period.condition(model.date(event))]
        slots["p"] = period.text
    return who, key, event, slots, conditions, f"COUNT(*) {sign} {number}"


@template
def measure_over(model: Model, pick: random.Random) -> Draft:
    measure = _measure(model, pick)
    dim = _dim(model, pick, measure.of, things=True)
    number = pick.choice([100, 500, 1000, 2000, 5000, 10000, 50000, 100000])
    conditions, slots = [], {"m": _say(pick, measure), "ds": dim.many, "p": ""}
    slots["n"] = pick.choice(
        [f"{number}", f"{number:,}", f"{number // 1000}k" if number >= 1000 else f"{number}"]
    )
    if pick.random() < 0.6:
        period = periods.any_period(pick, model.today, short=0.2)
        conditions = [period.condition(measure.date)]
        slots["p"] = period.text
    shown = f"{{v: {dim.shown} ~ {dim.shown}, VALUE}}"
    behind = f" HAVING {measure.sql} > {number}"
    gold = model.query(measure.of, shown, conditions, grouped=[dim], behind=behind)
    whole = model.query(measure.of, dim.group, conditions, grouped=[dim])
    return Draft(slots, gold.replace("VALUE", _value(measure.sql)), whole=whole)


@template
def repeat_share(model: Model, pick: random.Random) -> Draft:
    who, event, key, did = _link(model, pick)
    any_of = _event(model, f"{key}, COUNT(*) AS n", event, []).replace(
        f"{key}, COUNT(*) AS n IS NOT NULL", f"{key} IS NOT NULL"
    )
    several = _event(model, key, event, [], behind=f" GROUP BY {key} HAVING COUNT(*) > 1")
    part = f"SUM({model.key(who)} IN ({several}))"
    of_all = model.query(who, f"@pct({part}, COUNT(*))")
    among = f"SELECT @pct(SUM(n > 1), COUNT(*)) FROM ({any_of} GROUP BY {key})"
    slots = {"np": _noun_of(model, pick, who), "thing": model.words(event)[0][0], "did": did}
    return Draft(slots, f"{{c: {of_all} ~ {among}}}")


@template
def share_with_event(model: Model, pick: random.Random) -> Draft:
    who, event, key, did = _link(model, pick)
    period = periods.any_period(pick, model.today, short=0.2)
    keys = _event(model, key, event, [period.condition(_date_of(model, event))])
    part = f"SUM({model.key(who)} IN ({keys}))"
    gold = model.query(who, f"@pct({part}, COUNT(*))")
    return Draft({"np": _noun_of(model, pick, who), "did": did, "p": period.text}, gold)


@template
def first_time_by_month(model: Model, pick: random.Random) -> Draft:
    who, event, key, did = _link(model, pick)
    date, period = _date_of(model, event), periods.with_months(pick, model.today)
    inside = model.query(
        event, f"MIN({date}) AS begun", [f"{key} IS NOT NULL"], behind=f" GROUP BY {key}"
    )
    gold = (
        f"SELECT @month1(begun), COUNT(*) FROM ({inside}) WHERE {period.condition('begun')} "
        "GROUP BY strftime('%Y-%m', begun)"
    )
    return Draft({"np": _noun_of(model, pick, who), "did": did, "p": period.text}, gold)


@template
def distinct_things(model: Model, pick: random.Random) -> Draft:
    alias = _some(pick, [a for a in model.bases if model.dims_of(a)])
    dim, conditions, period = _dim(model, pick, alias), [], ""
    if not (dim.is_thing or dim.one.endswith(("city", "country", "region"))):
        raise Unfit
    if model.bases[alias].get("date") and not model.is_lasting(alias) and pick.random() < 0.6:
        chosen = _period(model, pick)
        conditions, period = [chosen.condition(model.date(alias))], chosen.text
    keys = [e for e in model.edges if e.parent == dim.alias]
    column = keys[0].key if dim.is_thing and keys else dim.group
    gold = model.query(alias, f"COUNT(DISTINCT {column})", conditions)
    return Draft({"ds": dim.many, "np": _noun_of(model, pick, alias), "p": period}, gold)


# ------------------------------------------------------------------ lists and lookups


@template
def list_state(model: Model, pick: random.Random) -> Draft:
    alias = _some(pick, [a for a in model.things() if model.states(a)])
    state, condition, words = _state(model, pick, alias)
    noun = with_state(_noun_of(model, pick, alias), state, words)
    return Draft({"np": noun}, model.query(alias, _shown(model, alias), [condition]))


@template
def list_period(model: Model, pick: random.Random) -> Draft:
    alias = _some(pick, [a for a in model.things() if model.bases[a].get("date")])
    noun, period = model.noun(pick, alias, filtered=0.3), _period(model, pick)
    conditions = [*noun.conditions, period.condition(model.date(alias))]
    slots = {"np": noun.text, "p": period.text, "did": model.bases[alias].get("happened", "")}
    return Draft(slots, model.query(alias, _shown(model, alias), conditions))


@template
def list_other_date(model: Model, pick: random.Random) -> Draft:
    alias, verb, date = _some(pick, [d for d in model["dates"] if d[0] in model.show])
    period = periods.any_period(pick, model.today, short=0.7)
    slots = {"things": _noun_of(model, pick, alias), "verb": verb, "p": period.text}
    return Draft(slots, model.query(alias, _shown(model, alias), [period.condition(date)]))


@template
def extreme_thing(model: Model, pick: random.Random) -> Draft:
    attrs = [a for a in model["attrs"] if a[0] in model.show]
    alias, column, words, high, low = _some(pick, attrs)
    noun = model.noun(pick, alias, filtered=0.25)
    side, order = pick.choice([(high, "DESC"), (low, "ASC"), (high, "DESC")])
    if side == "-":
        raise Unfit
    conditions = [*noun.conditions, f"{column} IS NOT NULL"]
    shown = f"{{v: SHOWN ~ SHOWN, {column}}}"
    behind = f" ORDER BY {column} {order} LIMIT 1"
    gold = model.query(alias, shown, conditions, behind=behind)
    gold = gold.replace("SHOWN", _shown(model, alias))
    cut = model.query(alias, column, conditions, behind=f" ORDER BY {column} {order} LIMIT 2")
    return Draft({"side": side, "np": noun.text, "attr": words}, gold, (cut, 1))


@template
def above_average(model: Model, pick: random.Random) -> Draft:
    attrs = [a for a in model["attrs"] if a[0] in model.show]
    alias, column, words, *_ = _some(pick, attrs)
    average = f"SELECT AVG({column}) FROM {model.tables[alias]} {alias}"
    shown = f"{{v: SHOWN ~ SHOWN, {column}}}"
    side, sign = pick.choice([("above", ">"), ("above", ">"), ("below", "<")])
    gold = model.query(alias, shown, [f"{column} {sign} ({average})"])
    return Draft(
        {"np": _noun_of(model, pick, alias), "attr": words, "side": side},
        gold.replace("SHOWN", _shown(model, alias)),
    )


@template
def list_over(model: Model, pick: random.Random) -> Draft:
    attrs = [a for a in model["attrs"] if a[0] in model.show]
    alias, column, words, *_ = _some(pick, attrs)
    number = pick.choice([2, 3, 4, 10, 20, 50, 100, 200, 500, 1000, 2500, 5000, 20000, 60000])
    side, sign = pick.choice([("over", ">"), ("above", ">"), ("under", "<"), ("more than", ">")])
    noun = model.noun(pick, alias, filtered=0.3)
    shown = f"{{v: SHOWN ~ SHOWN, {column}}}"
    gold = model.query(alias, shown, [*noun.conditions, f"{column} {sign} {number}"])
    return Draft(
        {"np": noun.text, "attr": words, "side": side, "n": str(number)},
        gold.replace("SHOWN", _shown(model, alias)),
        whole=model.query(alias, column, noun.conditions),
    )


@template
def sorted_list(model: Model, pick: random.Random) -> Draft:
    attrs = [a for a in model["attrs"] if a[0] in model.show]
    alias, column, words, *_ = _some(pick, attrs)
    noun = model.noun(pick, alias, filtered=0.5)
    side, order = pick.choice([("highest first", "DESC"), ("lowest first", "ASC")])
    shown = f"{{v: SHOWN, {column} ~ SHOWN}}"
    gold = model.query(alias, shown, noun.conditions, behind=f" ORDER BY {column} {order}")
    return Draft(
        {"np": noun.text, "attr": words, "side": side},
        gold.replace("SHOWN", _shown(model, alias)),
    )


@template
def latest_event(model: Model, pick: random.Random) -> Draft:
    who, event, _, _ = _link(model, pick)
    date = _date_of(model, event)
    dim = next((d for d in model.dims_of(event) if d.is_thing and d.alias == who), None)
    if dim is None:
        raise Unfit
    side, function = pick.choice([("last", "MAX"), ("most recent", "MAX"), ("first", "MIN")])
    columns = f"{dim.shown}, {{{function}({date}) ~ date({function}({date}))}}"
    gold = model.query(event, columns, grouped=[dim])
    slots = {"side": side, "thing": model.words(event)[0][0], "who": dim.one}
    return Draft(slots, gold)


@template
def thing_value(model: Model, pick: random.Random) -> Draft:
    words, alias, value, date = _count_or_measure(model, pick)
    dim = _dim(model, pick, alias, things=True)
    period = _period(model, pick) if pick.random() < 0.5 else None
    conditions = [f"VALUE_OF({dim.alias}.)", *([period.condition(date)] if period else [])]
    gold = model.query(alias, _value(value), conditions)
    slots = {"m": words, "value": dim.alias, "p": period.text if period else ""}
    return Draft(slots, gold)


@template
def lookup(model: Model, pick: random.Random) -> Draft:
    alias, column, words = _some(pick, list(model["lists"]))
    gold = model.query(
        alias, column, [f"VALUE_OF({alias}.)", f"{column} IS NOT NULL"], accepted=False
    )
    return Draft({"attr": words, "value": alias}, gold)


@template
def missing_attribute(model: Model, pick: random.Random) -> Draft:
    alias, column, words = _some(pick, [a for a in model["lists"] if a[0] in model.bases])
    gold = model.query(alias, _shown(model, alias), [f"{column} IS NULL"])
    return Draft({"np": _noun_of(model, pick, alias), "attr": words}, gold)


@template
def count_either(model: Model, pick: random.Random) -> Draft:
    alias = _some(pick, [a for a in model.bases if len(_adjectives(model, a)) > 1])
    states = _adjectives(model, alias)
    (w1, c1), (w2, c2) = _some(pick, states), _some(pick, states)
    if c1 == c2:
        raise Unfit
    slots = {"s1": w1.split("|")[0], "s2": w2.split("|")[0], "np": _noun_of(model, pick, alias)}
    return Draft(slots, model.query(alias, "COUNT(*)", [f"({c1} OR {c2})"]))


@template
def count_not_state(model: Model, pick: random.Random) -> Draft:
    alias = _some(pick, [a for a in model.bases if model.states(a)])
    states = _adjectives(model, alias)
    words, condition = _some(pick, states)
    if "NULL" in condition or "<" in condition or ">" in condition:
        raise Unfit
    slots = {"state": words.split("|")[0], "np": _noun_of(model, pick, alias)}
    return Draft(slots, model.query(alias, "COUNT(*)", [f"NOT ({condition})"]))


@template
def sum_in_state(model: Model, pick: random.Random) -> Draft:
    fitting = [m for m in model.measures if model.states(m.of)]
    measure = _some(pick, fitting)
    state, condition, words = _state(model, pick, measure.of)
    noun = with_state(_noun_of(model, pick, measure.of), state, words)
    slots, conditions = {**_words(pick, measure), "np": noun, "p": ""}, [condition]
    if pick.random() < 0.5:
        period = _period(model, pick)
        conditions.append(period.condition(measure.date))
        slots["p"] = period.text
    return Draft(slots, model.query(measure.of, _value(measure.sql), conditions))


@template
def thing_measure_state(model: Model, pick: random.Random) -> Draft:
    """Things and how much each has, with those that have nothing."""
    who, event, key, _ = _link(model, pick)
    conditions = [f"{key} = {model.key(who)}"]
    nested = model.query(event, "COUNT(*)", conditions)
    nested = nested.replace(f" JOIN {model.tables[who]} {who} ON {key} = {model.key(who)}", "")
    gold = f"SELECT @show({who}), ({nested}) FROM {model.tables[who]} {who}"
    slots = {"np": _noun_of(model, pick, who), "things": _noun_of(model, pick, event)}
    if f" {who} ON" in nested:
        raise Unfit
    return Draft(slots, gold)
