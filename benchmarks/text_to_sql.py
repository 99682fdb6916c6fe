"""Measures the reading of questions with gold SQL: right on answered, coverage, asked back.

By the rules, by the learned reader, or by both together (`--reader`).

A click is one by somebody who knows what is right: it counts if one of the first four options
of the first card leads straight to the right answer. An offer to an unanswerable question is no
answer.

Some questions come with a hint (`evidence`): what a company's people would have in their glossary.
All questions are read twice, without hints and with the definitions that a hint writes down
(`hints.py`: "ASP = average sale price"), as definitions of a glossary of that question alone. The
figures are those without hints; `with_hints` holds the others. With `--hints` the predictions and
the details are those with hints.
"""

import argparse
import itertools
import json
import re
import sqlite3
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from benchmarks.executed import ran, ran_with_names, same_but_for_more_columns, same_rows
from benchmarks.hints import definitions_in
from benchmarks.reader.measure import LearnedBench, Read, detail_line, figures, today
from benchmarks.typed import MANNERS
from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.value_index import read_values
from knowledge.glossary import Glossary
from pipeline.dates import Calendar, read_times
from pipeline.hazards import guarded
from pipeline.messages.courtesies import without_courtesies
from pipeline.reader.beside import PRECISION, FirstOutcome
from pipeline.reader.shipped import shipped
from pipeline.reader.weights import load_weights
from pipeline.rules.defining.named import first_named
from pipeline.rules.outcomes import Ask, Cannot, Outcome, Planned
from pipeline.rules.plan import plan
from pipeline.rules.schema.known import Known
from pipeline.times.reading import spans
from pipeline.times.values import TimeSpan

# Half of the shared databases, to develop on; of the others only the score is looked at.
DEVELOPED_ON = frozenset((
    "concert_singer", "employee_hire_evaluation", "museum_visit", "poker_player", "tvshow",
    "academic", "broker", "car_dealership", "restaurants", "yelp", "world_1",
))  # fmt: skip
# What stands behind these on a card is not counted: nobody reads on and on.
MOST_OFFERED = 4
_OF_HINTS = (
    "answered", "coverage", "right_on_answered", "right_after_one_click", "unanswerable_answered",
)  # fmt: skip


@dataclass(slots=True)
class Score:
    """What was counted over all questions."""

    n: int = 0
    answered: int = 0
    right: int = 0
    asked: int = 0
    clicked: int = 0
    unanswerable: int = 0
    unanswerable_answered: int = 0
    unanswerable_asked: int = 0
    milliseconds: list[float] = field(default_factory=list)
    details: list[dict[str, Any]] = field(default_factory=list)


class Bench:
    """The databases and gold results of one question file."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._known: dict[str, Known] = {}
        self._gold: dict[tuple[str, str], Any] = {}

    def known(self, db: str) -> Known:
        if db not in self._known:
            url = f"sqlite:///{self.root / db}"
            catalog = read_catalog(url, workspace=Path(db).stem)
            self._known[db] = Known(catalog, Glossary(), read_values(url, catalog))
            _ = self._known[db].lexicon, self._known[db].joins
        return self._known[db]

    def right(self, item: dict[str, Any], sql: str) -> bool:
        path = self.root / item["db"]
        try:
            rows, names = ran_with_names(path, sql, item.get("now"))
        except sqlite3.Error:
            return False
        return any(self._same(item, path, gold, rows, names) for gold in item["gold"])

    def more_than_gold(self, item: dict[str, Any], sql: str) -> tuple[str, ...]:
        """The columns that its question names beside those of the gold, the rows being the same.

        Empty where the gold has them all, or gives other rows.
        """
        path = self.root / item["db"]
        try:
            rows, names = ran_with_names(path, sql, item.get("now"))
            gold = ran(path, item["gold"][0], item.get("now"))
        except sqlite3.Error:
            return ()
        said = re.findall(r"[a-z]+", item["question"].lower())
        width = len(gold[0]) if gold else len(names)
        for left in itertools.combinations(range(len(names)), max(len(names) - width, 0)):
            kept = [tuple(c for n, c in enumerate(row) if n not in left) for row in rows]
            further = tuple(names[place] for place in left)
            if further and same_rows(gold, kept, item["gold"][0]) and _are_said(further, said):
                return further
        return ()

    def differs(self, item: dict[str, Any], sql: str, other: str) -> bool:
        """Whether both statements run, and give different rows."""
        path = self.root / item["db"]
        try:
            rows, others = ran(path, sql, item.get("now")), ran(path, other, item.get("now"))
        except sqlite3.Error:
            return False
        return not same_rows(rows, others, sql)

    def _same(
        self, item: dict[str, Any], path: Path, gold: str, rows: Sequence[Any], names: Sequence[str]
    ) -> bool:
        key = (item["db"], gold)
        if key not in self._gold:
            try:
                self._gold[key] = ran(path, gold, item.get("now"))
            except sqlite3.Error:
                self._gold[key] = None
        wanted = self._gold[key]
        if wanted is None:
            return False
        if not item.get("more_columns"):
            return same_rows(wanted, rows, gold)
        tables = self.known(item["db"]).catalog.tables
        columns = {column.name.lower() for table in tables for column in table.columns}
        return same_but_for_more_columns(wanted, rows, names, gold, columns)

    def ask(self, item: dict[str, Any], choices: dict[str, str], *, hints: bool = False) -> Outcome:
        """The rules' outcome; with `hints`, by the definitions in the hint of the question."""
        known = self.known(item["db"])
        told = definitions_in(item.get("evidence") or "") if hints else ()
        known = known.explaining(told) if told else known
        question = without_courtesies(item["question"])
        times = _times(question, item)

        def read(about: Known) -> Outcome:
            return plan(question, about, times=times, choices=choices)

        return guarded(question, known, choices, read, times=times)

    def is_explained(self, item: dict[str, Any]) -> bool:
        """Whether the hint of a question defines a name that it uses."""
        told, question = definitions_in(item.get("evidence") or ""), item["question"]
        return bool(told) and first_named(question, told, _times(question, item)) is not None


def _are_said(columns: Sequence[str], words: Sequence[str]) -> bool:
    parts = [part for name in columns for part in re.findall(r"[a-z]+", name.lower())]
    return all(any(word.startswith(part) for word in words) for part in parts)


def _times(question: str, item: dict[str, Any]) -> tuple[TimeSpan, ...]:
    return spans(read_times(question, today(item), Calendar()).ranges)


def measured(bench: Bench, items: Sequence[dict[str, Any]]) -> tuple[Score, Score]:
    """The scores without and with hints; a question that no hint explains is read once."""
    plain, hinted = Score(), Score()
    for item in items:
        detail = judged(bench, item, hints=False)
        _count(plain, detail)
        _count(hinted, judged(bench, item, hints=True) if bench.is_explained(item) else detail)
    return plain, hinted


def judged(bench: Bench, item: dict[str, Any], *, hints: bool = False) -> dict[str, Any]:
    """What became of a question, whether it is right, and how long the planning took."""
    bench.known(item["db"])
    begin = time.process_time()
    outcome = bench.ask(item, {}, hints=hints)
    detail = {
        "id": item["id"],
        "db": item["db_id"],
        "question": item["question"],
        "gold": item["gold"][:1],
        "outcome": type(outcome).__name__,
        "cpu_ms": round((time.process_time() - begin) * 1000, 2),
    }
    if item.get("unanswerable"):
        return {**detail, "unanswerable": True}
    if isinstance(outcome, Planned):
        good = bench.right(item, outcome.sql)
        return {**detail, "sql": outcome.sql, "right": good, "confidence": outcome.confidence}
    if isinstance(outcome, Cannot):
        return {**detail, "reason": outcome.reason}
    offered = outcome.options[:MOST_OFFERED]
    tries = [bench.ask(item, {outcome.id: option.id}, hints=hints) for option in offered]
    fits = [isinstance(t, Planned) and bench.right(item, t.sql) for t in tries]
    return {
        **detail,
        "ask": f"{outcome.id} {[o.id for o in offered]}",
        "right": any(fits),
        "fits": fits,
        "labels": [f"{o.label} ({o.detail})" for o in offered],
        "sql": [getattr(t, "sql", repr(t)[:200]) for t in tries],
    }


def _count(score: Score, detail: dict[str, Any]) -> None:
    score.details.append(detail)
    score.milliseconds.append(detail["cpu_ms"])
    answered, asked = (detail["outcome"] == each.__name__ for each in (Planned, Ask))
    if detail.get("unanswerable"):
        score.unanswerable += 1
        score.unanswerable_answered += answered
        score.unanswerable_asked += asked
        return
    score.n += 1
    score.answered += answered
    score.asked += asked
    score.right += answered and detail["right"]
    score.clicked += asked and detail["right"]


def read_beside(
    bench: Bench,
    items: Sequence[dict[str, Any]],
    learned: LearnedBench,
    *,
    rules: bool,
    must_agree: bool = False,
    threshold: float = PRECISION,
) -> list[Read]:
    """The questions by the learned reading alone, or by all together with the rules.

    An answer that the rules do not give needs the probability `threshold`.
    """
    return [
        _read(bench, item, learned, together=must_agree if rules else None, threshold=threshold)
        for item in items
    ]


def _read(
    bench: Bench,
    item: dict[str, Any],
    learned: LearnedBench,
    *,
    together: bool | None,
    threshold: float,
) -> Read:
    known, times = bench.known(item["db"]), _times(item["question"], item)
    begin = time.process_time()
    if together is None:
        both = learned.alone(item, known, times, threshold)
    else:
        first = first_outcome(bench, item)
        both = learned.together(item, known, times, first, must_agree=together, precision=threshold)
    spent = (time.process_time() - begin) * 1000
    hopeless = bool(item.get("unanswerable"))
    right, shown = (
        tuple(not hopeless and bench.right(item, sql) for sql in statements)
        for statements in (both.offered, both.shown)
    )
    return Read(item=item, both=both, right=right, shown_right=shown, cpu_ms=spent)


def first_outcome(bench: Bench, item: dict[str, Any]) -> FirstOutcome:
    """What the rules make of a question, and what the first options of their card lead to."""
    outcome = bench.ask(item, {})
    if not isinstance(outcome, Ask):
        return FirstOutcome(outcome=outcome, options={})
    offered = outcome.options[:MOST_OFFERED]
    led = {each.id: bench.ask(item, {outcome.id: each.id}) for each in offered}
    return FirstOutcome(outcome=outcome, options=led)


def _show_beside(
    bench: Bench, items: Sequence[dict[str, Any]], options: argparse.Namespace
) -> None:
    weights = shipped()
    if options.weights:
        weights = replace(weights, public=load_weights(options.weights))
    learned = LearnedBench(bench.root, weights, run=options.run == "local files")
    rules, precision = options.reader == "both", options.precision
    read = read_beside(
        bench, items, learned, rules=rules, must_agree=options.must_agree,
        threshold=precision if rules else weights.public.threshold(precision),
    )  # fmt: skip
    for source in sorted({item["source"] for item in items}):
        part = [each for each in read if each.item["source"] == source]
        print(source, json.dumps(figures(part)))
    if options.details:
        options.details.write_text("".join(detail_line(each) + "\n" for each in read), "utf8")
    print("all", json.dumps(figures(read)))


def _prediction(detail: dict[str, Any]) -> dict[str, Any]:
    sql = detail.get("sql", "") if detail["outcome"] == Planned.__name__ else ""
    return {"id": detail["id"], "sql": sql, "abstain": not sql}


def summary(score: Score) -> dict[str, Any]:
    times = sorted(score.milliseconds)
    n = max(score.n, 1)
    return {
        "n": score.n,
        "answered": score.answered,
        "coverage": round(score.answered / n, 4),
        "right_on_answered": round(score.right / max(score.answered, 1), 4),
        "asked_back": round(score.asked / n, 4),
        "right_after_one_click": round(score.clicked / n, 4),
        "right_at_once": round(score.right / n, 4),
        "wrong_at_once": round((score.answered - score.right) / n, 4),
        "within_one_click": round((score.right + score.clicked) / n, 4),
        "cards_without_right_option": round(1 - score.clicked / max(score.asked, 1), 4),
        "unanswerable": score.unanswerable,
        "unanswerable_answered": score.unanswerable_answered,
        "unanswerable_asked": score.unanswerable_asked,
        "p50_cpu_ms": round(times[len(times) // 2], 2) if times else None,
        "p99_cpu_ms": round(times[int(len(times) * 0.99)], 2) if times else None,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tier", choices=["rules"], default="rules")
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--db-root", type=Path)
    parser.add_argument("--split", choices=["dev", "held-out"])
    parser.add_argument(
        "--part", choices=["train", "dev", "test", "closed"], help="of business questions"
    )
    parser.add_argument("--details", type=Path)
    parser.add_argument("--source")
    parser.add_argument("--hints", action="store_true", help="write what is read with hints")
    parser.add_argument("--typed", choices=[*MANNERS], help="the questions as people type them")
    parser.add_argument("--reader", choices=["rules", "learned", "both"], default="rules")
    parser.add_argument("--run", choices=["never", "local files"], default="local files")
    parser.add_argument(
        "--precision", type=float, default=0.93, help="of what the rules do not answer"
    )
    parser.add_argument(
        "--must-agree", action="store_true", help="ask where only the rules read so"
    )
    parser.add_argument("--weights", type=Path, help="instead of those of the product")
    options = parser.parse_args()
    items = [
        json.loads(line)
        for line in options.questions.read_text("utf8").splitlines()
        if line.strip()
    ]
    if options.split:
        items = [i for i in items if (i["db_id"] in DEVELOPED_ON) == (options.split == "dev")]
    if options.part:
        items = [i for i in items if i["split"] == options.part]
    if options.source:
        items = [i for i in items if i["source"] in options.source.split(",")]
    if options.typed:
        typed = MANNERS[options.typed]
        items = [{**item, "question": typed(item["question"])} for item in items]
    bench = Bench(options.db_root or options.questions.parent)
    if options.reader != "rules":
        _show_beside(bench, items, options)
        return
    plain, hinted = measured(bench, items)
    details = (hinted if options.hints else plain).details
    if options.out:
        predictions = map(_prediction, details)
        options.out.write_text("".join(json.dumps(p) + "\n" for p in predictions), "utf8")
    if options.details:
        options.details.write_text("".join(json.dumps(d) + "\n" for d in details), "utf8")
    for source, counted in sorted(Counter(i["source"] for i in items).items()):
        print(f"{source}: {counted} questions")
    told = summary(hinted)
    print(json.dumps({**summary(plain), "with_hints": {key: told[key] for key in _OF_HINTS}}))


if __name__ == "__main__":
    main()
