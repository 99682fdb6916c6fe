"""Random databases with questions whose meaning is known: python -m benchmarks.generated.

Each case is a seed: an engine, a schema and rows of the shapes that databases have, typed questions
and questions in words from templates. Answers are compared with those of our own code over the very
rows. A wrong answer with no card asked and no word named as unused is *wrong in silence*; each is
printed with its seed. `--case SEED` replays one case with all that it asks. Last is a JSON line.
"""

import argparse
import datetime as dt
import itertools
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from benchmarks.shapes import servers
from tests.shapes.engines import ENGINES, Servers
from tests.shapes.model import Made, Row, Sense, Typed, answer, ties
from tests.shapes.running import (
    BADLY,
    CRASHED,
    RIGHT,
    WRONG,
    Marks,
    Opened,
    judged,
    open_shape,
)
from tests.shapes.shapes import Names, Shape, steps
from tests.shapes.words import told

_ENGINES = ("sqlite", "sqlite", "sqlite", "duckdb", "postgres")
_PARTIES = (("customer", "customers"), ("member", "members"), ("supplier", "suppliers"),
            ("patient", "patients"), ("driver", "drivers"), ("author", "authors"))  # fmt: skip
_EVENTS = (("order", "orders"), ("visit", "visits"), ("delivery", "deliveries"),
           ("invoice", "invoices"), ("trip", "trips"), ("booking", "bookings"))  # fmt: skip
_KINDS = {
    "status": ("open", "closed", "on hold", "cancelled"),
    "channel": ("web", "phone", "shop"),
    "priority": ("low", "normal", "urgent"),
    "carrier": ("Posta", "Kurier Nord", "DHX", "O'Hara & Sons"),
}
_MANY = {"status": "statuses", "priority": "priorities"}
_PLACES = {
    "city": ("Madrid", "Porto", "Lyon", "Graz", "Malmö"),
    "segment": ("retail", "wholesale", "public"),
}
_NUMBERS = {"quantity": "int", "weight": "float", "amount": "money", "distance": "int"}
_DAYS = ("day", "ordered_on", "created_at", "start_date")
_FIRST = dt.date(2023, 11, 1)
_PERIODS = (("March 2024", dt.date(2024, 3, 1), dt.date(2024, 4, 1)),
            ("2023", dt.date(2023, 1, 1), dt.date(2024, 1, 1)),
            ("January 2024", dt.date(2024, 1, 1), dt.date(2024, 2, 1)))  # fmt: skip
_TYPED, _WORDED = 6, 4


def _camel(word: str) -> str:
    return "".join(part.title() for part in word.split("_"))


_STYLES: tuple[Callable[[str], str], ...] = (
    lambda word: word, lambda word: word, lambda word: word, str.upper, _camel,
    lambda word: word.replace("_", " ").title(), lambda word: word.replace("_", "-"),
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question: typed, and in words where it has some; any of `right` is what it means."""

    right: tuple[Typed, ...]
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One random database, and what is asked of it."""

    seed: int
    engine: str
    shape: Shape
    tables: dict[str, Made]
    questions: tuple[Asked, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """What a random database is about: its words, in one and in many."""

    party: tuple[str, str]
    event: tuple[str, str]
    kind: str
    place: str
    number: str
    other: str
    day: str


def made_case(seed: int, engines: Sequence[str] = _ENGINES) -> Case:
    """The case of a seed."""
    # The engine is chosen apart: a case is the same database whichever engines there are.
    engine = random.Random(seed).choice(engines)  # noqa: S311 - no secret
    dice = random.Random(seed)  # noqa: S311
    number, other = dice.sample(sorted(_NUMBERS), 2)
    topic = Topic(
        party=dice.choice(_PARTIES), event=dice.choice(_EVENTS), kind=dice.choice(sorted(_KINDS)),
        place=dice.choice(sorted(_PLACES)), number=number, other=other, day=dice.choice(_DAYS),
    )  # fmt: skip
    tables = _tables(topic, dice)
    style, singular = dice.choice(_STYLES), dice.random() < 0.3
    called = {topic.party[1]: topic.party[0], topic.event[1]: topic.event[0]} if singular else {}
    shape = Shape(
        name=f"seed {seed}",
        call=lambda word: style(called.get(word, word)),
        schema=dice.choice(("", "", "sales", "Main Data")),
        keys=dice.random() < 0.7,
        after=_beside(topic, dice),
        asked=("*",),
        refused=("*",),
    )
    sense = Sense(same=ENGINES[engine].same, day=_day)
    questions = _questions(topic, tables, sense, dice)
    return Case(seed=seed, engine=engine, shape=shape, tables=tables, questions=questions)


def _day(value: Any) -> dt.date:
    return value.date() if isinstance(value, dt.datetime) else value


def _tables(topic: Topic, dice: random.Random) -> dict[str, Made]:
    key = f"{topic.party[0]}_id"
    parties = [
        {"id": n, "name": f"Name {n}", topic.place: _text(dice, _PLACES[topic.place], n)}
        for n in range(1, dice.choice((1, 4, 9)) + 1)
    ]
    moments = dice.random() < 0.3
    count = dice.choice((0, 1, 5, 20, 60))
    missing = dice.choice((0.0, 0.0, 0.15))
    events = [_event(topic, n, len(parties), dice, missing, moments=moments)
              for n in range(1, count + 1)]  # fmt: skip
    _spoil(events, topic.kind, dice)
    return {
        topic.party[1]: Made(
            columns={"id": "int", "name": "text", topic.place: "text"}, rows=tuple(parties)
        ),
        topic.event[1]: Made(
            columns={
                "id": "int", key: "int", topic.kind: "text",
                topic.day: "moment" if moments else "date",
                topic.number: _NUMBERS[topic.number], topic.other: _NUMBERS[topic.other],
            },
            links={(key,): (topic.party[1], ("id",))},
            rows=tuple(events),
        ),
    }  # fmt: skip


def _event(
    topic: Topic, number: int, parties: int, dice: random.Random, missing: float, *, moments: bool
) -> Row:
    day: dt.date = _FIRST + dt.timedelta(days=dice.randrange(160))
    if moments:
        day = dt.datetime.combine(day, dt.time(dice.choice((0, 12, 23)), dice.choice((0, 59))))
    row = {
        "id": number, f"{topic.party[0]}_id": dice.randint(1, max(1, parties - 1)),
        topic.kind: _text(dice, _KINDS[topic.kind], number), topic.day: day,
        topic.number: _value(topic.number, dice), topic.other: _value(topic.other, dice),
    }  # fmt: skip
    for name in (topic.kind, topic.number, topic.day):
        if dice.random() < missing:
            row[name] = None
    return row


def _value(name: str, dice: random.Random) -> Any:
    whole = dice.randint(0, 2_000)
    return {"int": whole, "float": whole / 8, "money": Decimal(whole) / 100}[_NUMBERS[name]]


def _text(dice: random.Random, values: Sequence[str], number: int) -> str:
    """Every value is there before one comes again."""
    return values[number - 1] if number <= len(values) else dice.choice(values)


def _spoil(rows: list[Row], name: str, dice: random.Random) -> None:
    """Some of the texts become what people type: another case, a blank, None."""
    spoilt = dice.choice(("", "", "case", "blank", "none"))
    for row in rows if spoilt else ():
        if row[name] is not None and dice.random() < 0.3:
            row[name] = {"case": row[name].upper(), "blank": f"{row[name]} ", "none": "None"}[
                spoilt
            ]


def _beside(topic: Topic, dice: random.Random) -> Callable[[Names], Iterable[str]]:
    """What stands beside the tables: a raw copy, an archive, a view of some, one with both keys."""
    kinds = ("copy", "archive", "view", "returns")
    chosen = [kind for kind in kinds if dice.random() < 0.2]

    def made(names: Names) -> Iterable[str]:
        event, key = names(topic.event[1]), names(f"{topic.event[1]}.{topic.party[0]}_id")
        number = names(f"{topic.event[1]}.id")
        called = {
            "copy": f"raw_{topic.event[1]}", "archive": f"{topic.event[1]}_archive",
            "view": f"open_{topic.event[1]}", "returns": f"{topic.event[0]}_returns",
        }  # fmt: skip
        for kind in chosen:
            name = names.engine.quoted(names.shape.call(called[kind]))
            what = "VIEW" if kind == "view" else "TABLE"
            shown = f"{key}, {number} AS {topic.event[0]}_id" if kind == "returns" else "*"
            yield f"CREATE {what} {name} AS SELECT {shown} FROM {event} WHERE {number} % 3 = 0"

    return made


# ---------------------------------------------------------------- questions


def _questions(
    topic: Topic, tables: dict[str, Made], sense: Sense, dice: random.Random
) -> tuple[Asked, ...]:
    typed = [Asked(right=(_any_typed(topic, tables, dice),)) for _ in range(_TYPED)]
    worded = list(_worded(topic, tables, dice))
    chosen = [*typed, *dice.sample(worded, min(_WORDED, len(worded)))]
    return tuple(
        asked
        for asked in chosen
        if not any(right.top and ties(right, tables, sense) for right in asked.right)
    )


def _any_typed(topic: Topic, tables: dict[str, Made], dice: random.Random) -> Typed:
    """A measure, by something, with filters, in a period: any of each."""
    events, where = topic.event[1], []
    if dice.random() < 0.3:
        values = [r[topic.kind] for r in tables[events].rows if r[topic.kind] is not None]
        if values:
            where.append((topic.kind, dice.choice(("=", "!=")), dice.choice(values)))
    if dice.random() < 0.2:
        where.append((topic.number, dice.choice((">", "<=")), dice.randint(0, 2_000)))
    if dice.random() < 0.15:
        has = dice.random() < 0.5
        return Typed(
            kind="typed", table=topic.party[1], has=events if has else "",
            has_no="" if has else events,
        )  # fmt: skip
    number = dice.choice(("count", "sum", "avg", "max", "distinct", "sum"))
    of = {"count": (), "distinct": (topic.kind,)}.get(number, (topic.number,))
    if number == "sum" and dice.random() < 0.4:
        of = (topic.number, topic.other)
    period = (topic.day, *dice.choice(_PERIODS)[1:]) if dice.random() < 0.3 else None
    by, grain = dice.choice((
        ("", ""), (topic.kind, ""), (f"{topic.party[1]}.{topic.place}", ""), (topic.day, "month"),
        (topic.day, "day"),
    ))  # fmt: skip
    top = dice.choice((0, 0, 2)) if by == topic.kind and number in ("count", "sum") else 0
    return Typed(
        kind="typed", table=events, number=number, of=of, by=by, grain=grain, where=tuple(where),
        period=period, top=top,
    )  # fmt: skip


def _worded(topic: Topic, tables: dict[str, Made], dice: random.Random) -> Iterator[Asked]:
    """Questions in words over what a case has; what has two meanings is not asked."""
    (_, parties), (_, events) = topic.party, topic.event
    number, kind = topic.number.replace("_", " "), topic.kind
    base = Typed(kind="words", table=events)
    total = replace(base, number="sum", of=(topic.number,))

    def asked(words: str, *right: Typed) -> Asked:
        return Asked(words=words, right=right)

    yield asked(f"How many {events} are there?", base)
    yield asked(f"What is the total {number} of the {events}?", total)
    yield asked(f"What is the average {number} of the {events}?", replace(total, number="avg"))
    yield asked(f"What is the highest {number} of the {events}?", replace(total, number="max"))
    yield asked(f"total {number} per {topic.place}", replace(total, by=f"{parties}.{topic.place}"))
    yield asked(f"number of {events} by month", replace(base, by=topic.day, grain="month"))
    yield asked(f"How many {parties} have {events}?", replace(base, table=parties, has=events))
    have_none = replace(base, table=parties, has_no=events)
    yield asked(f"How many {parties} have no {events}?", have_none)
    said, start, end = dice.choice(_PERIODS)
    in_it = replace(base, period=(topic.day, start, end))
    yield asked(f"How many {events} were there in {said}?", in_it)
    values = [row[kind] for row in tables[events].rows if row[kind] is not None]
    plain = {value.strip().casefold() for value in values}
    if values:
        value = dice.choice(values).strip()
        alike = tuple({v for v in values if v.strip().casefold() == value.casefold()})
        of_them = ((kind, "in", alike),)
        said = f"How many {events} have the {kind} {value}?"
        yield asked(said, replace(base, where=of_them))
        said = f"What is the total {number} of {events} with {kind} {value}?"
        yield asked(said, replace(total, where=of_them))
    if len(plain) == len(set(values)):
        yield asked(f"total {number} by {kind}", replace(total, by=kind))
        yield asked(f"Which 2 {_MANY.get(kind, f'{kind}s')} have the highest total {number}?",
                    replace(total, by=kind, top=2))  # fmt: skip
    if "none" not in plain:
        without = replace(base, where=((kind, "is null", None),))
        yield asked(f"How many {events} have no {kind}?", without)


# ---------------------------------------------------------------- running


def run_case(case: Case, where: Servers) -> Iterator[tuple[Asked, Marks]]:
    """Every question of a case, with what came of it."""
    engine = ENGINES[case.engine]
    with engine.fresh(where) as url:
        engine.run(url, steps(case.shape, engine, case.tables))
        try:
            one = open_shape(case.shape, engine, url, case.tables)
        except Exception as error:  # noqa: BLE001 - whatever is raised is a crash
            yield Asked(right=(), words="the catalog"), (CRASHED, repr(error))
            return
        for asked in case.questions:
            yield asked, _came_of(one, asked)


def _came_of(one: Opened, asked: Asked) -> Marks:
    if not asked.words:
        return judged(one, asked.right[0])
    wanted = [answer(right, one.tables, one.sense) for right in asked.right]
    return told(one, asked.words, asked.right, wanted)


def _said(asked: Asked) -> str:
    return asked.words or f"{asked.right[0]}"


def replay(case: Case, where: Servers) -> int:
    """Print the database of a case, and all that is asked of it."""
    for sql, rows in steps(case.shape, ENGINES[case.engine], case.tables):
        print(f"{sql};" if rows is None else f"{sql}; -- {len(rows)} rows, like {rows[0]}")
    bad = 0
    for asked, (verdict, said) in run_case(case, where):
        print(f"\n{verdict}: {_said(asked)}\n    {said}")
        bad += verdict in (WRONG, CRASHED)
    return int(bool(bad))


def main(arguments: Sequence[str]) -> int:
    """Run cases for so long, or so many."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="begin no case after these")
    parser.add_argument("--cases", type=int, default=0, help="so many cases, however long")
    parser.add_argument("--seed", type=int, default=1, help="the first case")
    parser.add_argument("--case", type=int, help="replay this seed alone")
    parser.add_argument("--engine", action="append", choices=_ENGINES, help="only this engine")
    chosen = parser.parse_args(arguments)
    engines = tuple(chosen.engine or _ENGINES)
    with servers(postgres="postgres" in engines) as where:
        if chosen.case is not None:
            return replay(made_case(chosen.case, engines), where)
        until = time.monotonic() + chosen.seconds
        seeds = (
            range(chosen.seed, chosen.seed + chosen.cases) if chosen.cases
            else itertools.takewhile(lambda _: time.monotonic() < until,
                                     itertools.count(chosen.seed))
        )  # fmt: skip
        return _measured((made_case(seed, engines) for seed in seeds), where)


def _measured(cases: Iterable[Case], where: Servers) -> int:
    typed, worded, bad, last = Counter[str](), Counter[str](), [], None
    for case in cases:
        last = case
        for asked, (verdict, said) in run_case(case, where):
            (worded if asked.words else typed)[verdict] += 1
            if verdict in (WRONG, CRASHED) or (verdict == BADLY and not asked.words):
                print(f"--case {case.seed} ({case.engine}): {verdict}: {_said(asked)}\n    {said}",
                      flush=True)  # fmt: skip
            if verdict in (WRONG, CRASHED):
                bad.append(case.seed)
    line = {
        "last_seed": last.seed if last else None,
        "typed": dict(typed), "words": dict(worded),
        "right_pct": round(100 * (typed + worded)[RIGHT] / max(1, (typed + worded).total()), 1),
        "wrong_in_silence": typed[WRONG] + worded[WRONG],
        "crashed": typed[CRASHED] + worded[CRASHED],
        "seeds": sorted(set(bad)),
    }  # fmt: skip
    print(json.dumps(line))
    return int(bool(bad))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
