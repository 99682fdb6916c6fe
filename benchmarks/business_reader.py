"""Trains and measures the reading of business questions over the semantic model.

    python -m benchmarks.business_reader FOLDER --train --part dev

FOLDER is what `benchmarks.business.build` made. A question is right as `benchmarks.text_to_sql`
says. The weights are fitted to the train part only; certainty by schemas left out in turn.
"""

import argparse
import dataclasses
import json
import math
import sqlite3
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import sqlglot
from sqlglot import exp

from benchmarks.executed import ran
from benchmarks.reader.measure import today
from benchmarks.text_to_sql import Bench
from knowledge.catalog import Catalog
from knowledge.matching.stem import stem
from knowledge.semantics import SemanticModel, draft
from knowledge.semantics.scoring import score
from knowledge.semantics.words import concepts_of, stems_of
from knowledge.values import ValueIndex
from pipeline.dates import Calendar, read_times
from pipeline.reader.business import ranking
from pipeline.reader.business.candidates import candidates_of
from pipeline.reader.business.conversion import Spoken, converted
from pipeline.reader.business.elements import elements_of
from pipeline.reader.business.features import features_of, form_choices
from pipeline.reader.business.intent import BusinessIntent, Form
from pipeline.reader.business.linking import Asked, link
from pipeline.reader.business.ranking import (
    BusinessReader,
    BusinessWeights,
    RankedBusiness,
    certainty,
    signs_of,
)
from pipeline.reader.proposals import Sought, planned_by_default
from pipeline.reader.reader import MOST_OFFERED
from pipeline.reader.words import is_function_word
from pipeline.reading_by_rules import Alternative
from pipeline.rules.outcomes import Planned
from pipeline.times.reading import spans

WEIGHTS = Path(ranking.__file__).parent / "weights.json"
PRECISION = 0.93
_MOST_TRIED, _MOST_FORMS, _MOST_GOLDS = 45, 5, 3
FOLDS = 3
FORMS = {
    "value": "count_all count_period count_state count_by_dim count_by_dim_period count_by_month "
    "count_other_date thing_value measure_period measure_by_dim measure_by_dim_period "
    "measure_total measure_by_month measure_filter_period average_amount sum_in_state "
    "extreme_value distinct_things ratio duration duration_over churn age stock_value mrr_now "
    "state_as_of overdue_sum open_age unpaid_sum current_state late by_now",
    "top": "top_n which_most best_average",
    "bottom": "bottom_n",
    "top_in_group": "top_in_group",
    "compare": "compare_periods",
    "growth": "growth",
    "share": "share_state share_state_by_dim rate",
    "share_of_total": "share_of_total",
    "list": "list_state list_period list_other_date list_over late_open still_open",
    "lookup": "lookup",
    "sorted": "sorted_list",
    "has": "has_in_period count_has_in_period",
    "never": "never count_never not_in_period not_seen",
    "more": "more_than_n count_more_than_n measure_over",
    "extreme": "extreme_thing who_extreme margin",
    "per_thing": "average_per_thing",
}
FORM_OF = {name: form for form, names in FORMS.items() for name in names.split()}


class World:
    """The databases of a folder, each with its model."""

    def __init__(self, folder: Path) -> None:
        self.bench = Bench(folder)
        self._models: dict[str, SemanticModel] = {}
        self._conditions: dict[str, frozenset[str]] = {}
        self._keys: dict[str, frozenset[str]] = {}
        self._golds: dict[str, list[tuple[str, int, int]]] = {}
        self.judged: dict[tuple[str, str], bool] = {}

    def of(self, item: Mapping[str, Any]) -> tuple[SemanticModel, Catalog, ValueIndex]:
        known = self.bench.known(item["db"])
        if item["db"] not in self._models:
            self._models[item["db"]] = draft(known.catalog)
        return self._models[item["db"]], known.catalog, known.values

    def asked(self, item: Mapping[str, Any]) -> Asked:
        """A question as the product hands it to the reader."""
        day = today(item)
        times = spans(read_times(item["question"], day, Calendar()).ranges)
        return Sought(item["question"], day, times).asked

    def written(self, item: Mapping[str, Any], intent: BusinessIntent) -> str:
        """The statement of a reading as the product writes it; empty where it does not."""
        model, catalog, _ = self.of(item)
        asked = self.asked(item)
        meant = converted(intent, Spoken(model, catalog, asked.today))
        if meant is None:
            return ""
        known = self.bench.known(item["db"])
        alternative = Alternative(id="", intent=meant)
        sought = Sought(item["question"], asked.today, asked.times)
        outcome, _ = planned_by_default(alternative, sought, known)
        return outcome.sql if isinstance(outcome, Planned) else ""

    def right(self, item: Mapping[str, Any], sql: str) -> bool:
        """Whether a query gives an accepted answer."""
        key = (item["id"], sql)
        if key not in self.judged:
            self.judged[key] = self._judge(dict(item), sql)
        return self.judged[key]

    def _judge(self, item: dict[str, Any], sql: str) -> bool:
        """The verdict of the bench, asked only for golds with as many rows."""
        path = self.bench.root / item["db"]
        try:
            rows = ran(path, sql, item["now"])
        except sqlite3.Error:
            return False
        if item["id"] not in self._golds:
            found = {gold: ran(path, gold, item["now"]) for gold in item["gold"]}
            self._golds[item["id"]] = [
                (gold, len(each), len(each[0]) if each else 0) for gold, each in found.items()
            ]
        width = len(rows[0]) if rows else 0
        golds = [
            gold for gold, count, columns in self._golds[item["id"]]
            if count == len(rows) and columns <= width
        ]  # fmt: skip
        return bool(golds) and self.bench.right({**item, "gold": golds}, sql)

    def keys(self, item: Mapping[str, Any]) -> frozenset[str]:
        """The stems and concepts of the names in the gold of a question, and its conditions."""
        if item["id"] not in self._keys:
            model, catalog, _ = self.of(item)
            tree = sqlglot.parse_one(item["gold"][0], read="sqlite")
            names = [t.name for t in tree.find_all(exp.Table)]
            names += [c.name for c in tree.find_all(exp.Column)]
            found = {k for n in names for k in (*stems_of(n), *(f"#{c}" for c in concepts_of(n)))}
            known = self.conditions(item)
            for each in elements_of(model, catalog, today(item)).conditions:
                if _spelled_text(each.sql) in known:
                    found |= set(each.keys)
            self._keys[item["id"]] = frozenset(found)
        return self._keys[item["id"]]

    def conditions(self, item: Mapping[str, Any]) -> frozenset[str]:
        """The conditions of the first accepted queries of a question, in one spelling."""
        if item["id"] not in self._conditions:
            found = {part for gold in item["gold"][:_MOST_GOLDS] for part in _conditions(gold)}
            self._conditions[item["id"]] = frozenset(found)
        return self._conditions[item["id"]]


def _conditions(sql: str) -> set[str]:
    """The conditions of a query, with the names of tables in place of their aliases."""
    tree = sqlglot.parse_one(sql, read="sqlite")
    names = {t.alias_or_name.lower(): t.name for t in tree.find_all(exp.Table)}
    for column in tree.find_all(exp.Column):
        short = column.table.lower() or (next(iter(names)) if len(names) == 1 else "")
        column.set("table", exp.to_identifier(names.get(short, short)))
    found = set()
    for where in tree.find_all(exp.Where):
        found |= {_spelled(part) for part in where.this.flatten()} | {_spelled(where.this)}
    for call in tree.find_all(exp.Sum):
        found.add(_spelled(call.this))
    return found


@lru_cache(20_000)
def _spelled_text(sql: str) -> str:
    return _spelled(sqlglot.parse_one(sql, read="sqlite"))


def _spelled(node: exp.Expr) -> str:
    text = node.unnest().sql(dialect="sqlite").replace('"', "").lower()
    return text.replace(" is not null", " is null").replace("not ", "!") if "not" in text else text


def learned_pairs(
    world: "World", items: Sequence[Mapping[str, Any]]
) -> dict[str, dict[str, float]]:
    """How often names, concepts and conditions stand in the gold of questions with a word."""
    words: dict[str, Counter[str]] = defaultdict(Counter)
    both: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    base: Counter[str] = Counter()
    total = 0
    for item in items:
        if not item["gold"]:
            continue
        keys = world.keys(item)
        said = {
            stem(w)
            for w in "".join(c if c.isalpha() else " " for c in item["question"].lower()).split()
        }
        total += 1
        base.update(keys)
        for word in said:
            if len(word) > 2 and not is_function_word(word):
                words[word][item["db_id"]] += 1
                for key in keys:
                    both[word, key][item["db_id"]] += 1
    found: dict[str, dict[str, float]] = {}
    for (word, key), by in both.items():
        n, seen = sum(by.values()), sum(words[word].values())
        share = n / seen
        if n >= 4 and len(by) > 1 and share >= 0.5 and share / (base[key] / total) >= 3:
            found.setdefault(word, {})[key] = round(share * min(1.0, 0.7 + 0.1 * len(by)), 3)
    return found


_Row = tuple[Sequence[Mapping[str, float]], Sequence[int]]


def fit(rows: Sequence[_Row], decay: float = 0.002, least: int = 1) -> dict[str, float]:
    """Softmax weights; each row is its choices and the right ones. Sparse stochastic steps."""
    seen = Counter(key for choices, _ in rows for key in {k for c in choices for k in c})
    place = {key: n for n, key in enumerate(k for k, count in seen.items() if count >= least)}
    made = [(_Sparse(choices, place), right) for choices, right in rows]
    w, pace = np.zeros(len(place)), np.full(len(place), 1e-6)
    random = np.random.default_rng(0)
    for _ in range(10):
        for at in random.permutation(len(made)):
            row, right = made[at]
            scores = np.bincount(row.choice, row.value * w[row.feature], minlength=row.size)
            share = np.exp(scores - scores.max())
            share /= share.sum()
            wanted = np.zeros(row.size)
            wanted[list(right)] = share[list(right)] + 1e-9
            wanted /= wanted.sum()
            slope = np.bincount(row.local, (wanted - share)[row.choice] * row.value)
            step = slope - decay * w[row.known]
            pace[row.known] += step * step
            w[row.known] += 0.2 * step / np.sqrt(pace[row.known])
    return {key: round(float(w[n]), 3) for key, n in place.items() if abs(w[n]) > 0.02}


class _Sparse:
    """The features of choices as flat arrays."""

    def __init__(self, choices: Sequence[Mapping[str, float]], place: Mapping[str, int]) -> None:
        flat = [
            (n, place[key], value)
            for n, choice in enumerate(choices)
            for key, value in choice.items()
            if value and key in place
        ]
        self.size = len(choices)
        self.choice = np.array([n for n, _, _ in flat], dtype=int)
        self.feature = np.array([at for _, at, _ in flat], dtype=int)
        self.value = np.array([value for _, _, value in flat])
        self.known, self.local = np.unique(self.feature, return_inverse=True)


def prepared(world: World, items: Sequence[Mapping[str, Any]], weights: BusinessWeights) -> Any:
    """The features of the readings of questions and which are right; and how many have none."""
    found, missing = [], []
    for item in items:
        if item.get("unanswerable"):
            continue
        model, catalog, values = world.of(item)
        linked = link(world.asked(item), model, catalog, values, weights.pairs)
        forms = ranking.form_scores(linked, weights)
        gold = FORM_OF.get(item["template"])
        likely = ranking.likely_forms(forms)
        likely = list(dict.fromkeys((*((Form(gold),) if gold else ()), *likely)))[:_MOST_FORMS]
        every = candidates_of(linked, likely, model, catalog)
        rows = [features_of(linked, each, forms, model) for each in every]
        if weights.order:
            rated = [score(row, weights.order) for row in rows]
        else:
            rated = [each.rough + math.log(forms[each.intent.form] + 1e-3) for each in every]
        tried = sorted(range(len(every)), key=lambda n: -rated[n])[:_MOST_TRIED]
        right = []
        for place, n in enumerate(tried):
            sql = world.written(item, every[n].intent)
            if sql and world.right(item, sql):
                right.append(place)
        if right:
            found.append(([rows[n] for n in tried], right))
        else:
            missing.append(item)
    return found, missing


def train(
    world: World, items: Sequence[Mapping[str, Any]], *, quietly: bool = False
) -> BusinessWeights:
    """Everything is fitted to readings by what other schemas gave: order first, certainty last."""
    schemas = sorted({item["db_id"] for item in items})
    folds = [frozenset(schemas[n::FOLDS]) for n in range(FOLDS)]
    held = [[i for i in items if i["db_id"] in fold] for fold in folds]
    others = [
        words_and_forms(world, [i for i in items if i["db_id"] not in fold]) for fold in folds
    ]
    rough = [prepared(world, some[::3], known)[0] for some, known in zip(held, others, strict=True)]
    order = fit([row for rows in rough for row in rows], least=3)
    made = [
        prepared(world, some, dataclasses.replace(known, order=order))[0]
        for some, known in zip(held, others, strict=True)
    ]
    if not quietly:
        print(f"{sum(map(len, made))} of {len(items)} questions have a right reading among those "
              "tried")  # fmt: skip
    signs: list[Sign] = []
    for n, (some, known) in enumerate(zip(held, others, strict=True)):
        rest = fit([row for m, rows in enumerate(made) if m != n for row in rows], least=3)
        weights = dataclasses.replace(known, order=rest)
        found = (sign_of(world, item, weights, n) for item in some)
        signs += [each for each in found if each is not None]
    if not quietly:
        _tell(signs, len(items))
    last = words_and_forms(world, items)
    return BusinessWeights(
        pairs=last.pairs, forms=last.forms,
        order=fit([row for rows in made for row in rows], least=3),
        certainty=fit_certainty(signs),
        told={"trained on": f"{len(items)} questions of {len(schemas)} schemas"},
    )  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Sign:
    """What the certainty of a first reading is judged by, and whether the reading is right."""

    fold: int
    signs: Mapping[str, float]
    good: bool


def fit_certainty(signs: Sequence[Sign]) -> dict[str, float]:
    """The certainty of first readings that schemas of other folds gave."""
    return fit([([each.signs, {}], [0 if each.good else 1]) for each in signs])


def _tell(signs: Sequence[Sign], n: int) -> None:
    """The certainty by schemas left out in turn."""
    told = []
    for fold in range(FOLDS):
        learned = fit_certainty([each for each in signs if each.fold != fold])
        weights = BusinessWeights(certainty=learned)
        told += [(certainty(e.signs, weights), [e.good]) for e in signs if e.fold == fold]
    right = sum(each.good for each in signs) / max(len(signs), 1)
    print("train, schemas left out in turn:",
          f"{len(signs)} of {n}, first right {right:.4f}, precision", curve(told))  # fmt: skip


def words_and_forms(world: World, items: Sequence[Mapping[str, Any]]) -> BusinessWeights:
    """The word pairs and the forms that these questions teach."""
    pairs = learned_pairs(world, items)
    rows = []
    known = {Form(FORM_OF[i["template"]]) for i in items if i["template"] in FORM_OF}
    every = list(Form)
    for item in items:
        form = FORM_OF.get(item["template"])
        if form is not None:
            model, catalog, values = world.of(item)
            linked = link(world.asked(item), model, catalog, values, pairs)
            choices = form_choices(linked)
            own = [choices[each] if each in known else {} for each in every]
            rows.append((own, [every.index(Form(form))]))
    return BusinessWeights(pairs=pairs, forms=fit(rows, least=2))


def offered(
    world: World, item: Mapping[str, Any], weights: BusinessWeights
) -> list[tuple[RankedBusiness, str]]:
    """The first readings that the product writes, each statement once."""
    model, catalog, values = world.of(item)
    found: dict[str, RankedBusiness] = {}
    for each in BusinessReader(model, catalog, values, weights).ranked(world.asked(item)):
        sql = world.written(item, each.intent)
        if sql:
            found.setdefault(sql, each)
        if len(found) == MOST_OFFERED:
            break
    return [(each, sql) for sql, each in found.items()]


def sign_of(
    world: World, item: Mapping[str, Any], weights: BusinessWeights, fold: int = 0
) -> Sign | None:
    """The signs of the first reading."""
    found = offered(world, item, weights)
    if not found:
        return None
    good = not item.get("unanswerable") and world.right(item, found[0][1])
    return Sign(fold, signs_of([each for each, _ in found]), good)


def read_with_certainty(
    world: World, item: Mapping[str, Any], weights: BusinessWeights
) -> tuple[list[str], float, float]:
    """The statements of a question, the certainty of the first, and the time in ms."""
    world.of(item)
    began = time.process_time()
    found = offered(world, item, weights)
    spent = (time.process_time() - began) * 1000
    sure = certainty(signs_of([each for each, _ in found]), weights) if found else 0.0
    return [sql for _, sql in found], sure, spent


def measured(
    world: World, items: Sequence[Mapping[str, Any]], weights: BusinessWeights, threshold: float
) -> None:
    told, times, by = [], [], defaultdict(list)
    unanswerable: list[bool] = []
    for item in items:
        statements, sure, spent = read_with_certainty(world, item, weights)
        times.append(spent)
        if item.get("unanswerable"):
            unanswerable.append(sure >= threshold)
            continue
        good = [world.right(item, sql) for sql in statements]
        told.append((sure, good))
        by[item["template"]].append((bool(good and good[0]), any(good)))
    n = len(told)
    answered = [good for sure, good in told if sure >= threshold and good]
    right = sum(good[0] for good in answered)
    within = sum(good[0] if sure >= threshold else any(good) for sure, good in told if good)
    times.sort()
    print(json.dumps({
        "n": n, "first_right": round(sum(g[0] for _, g in told if g) / n, 4),
        "among_four": round(sum(any(g) for _, g in told) / n, 4),
        "threshold": round(threshold, 3), "right_at_once": round(right / n, 4),
        "wrong_at_once": round((len(answered) - right) / n, 4),
        "precision": round(right / max(len(answered), 1), 4),
        "within_one_click": round(within / n, 4),
        "right_at_once_by_precision": curve(told),
        "unanswerable": len(unanswerable), "unanswerable_answered": sum(unanswerable),
        "p50_ms": round(times[len(times) // 2], 1),
        "p99_ms": round(times[int(len(times) * 0.99)], 1),
    }))  # fmt: skip
    for name, pairs in sorted(by.items(), key=lambda each: -len(each[1])):
        if len(pairs) > 4:
            first, four = (sum(pair[n] for pair in pairs) for n in (0, 1))
            print(f"{name:24}{len(pairs):>4} first {first:>4} four {four:>4}")


def curve(told: Sequence[tuple[float, Sequence[bool]]]) -> dict[str, float]:
    """The largest share right at once at each precision, by the best threshold of this very set."""
    order = sorted((each for each in told if each[1]), key=lambda each: -each[0])
    right = np.cumsum([good[0] for _, good in order]) if order else np.zeros(0)
    precision = right / np.arange(1, len(order) + 1)
    found: dict[str, float] = {}
    for wanted in (0.93, 0.9, 0.85, 0.8, 0.7):
        fits = right[(precision >= wanted) & (np.arange(1, len(order) + 1) >= 10)]
        found[str(wanted)] = round(float(fits.max()) / len(told), 4) if len(fits) else 0.0
    return found


def chosen_threshold(
    world: World, items: Sequence[Mapping[str, Any]], weights: BusinessWeights
) -> float:
    """The least certainty at which the first readings of these questions are right often enough."""
    told = []
    for item in items:
        statements, sure, _ = read_with_certainty(world, item, weights)
        if statements:
            good = not item.get("unanswerable") and world.right(item, statements[0])
            told.append((sure, good))
    told.sort(reverse=True)
    best, right = 1.01, 0
    for n, (sure, good) in enumerate(told, 1):
        right += good
        if right / n >= PRECISION and n >= 10:
            best = sure
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--train", action="store_true")
    parser.add_argument("--part", choices=["train", "dev", "test"], default="dev")
    parser.add_argument("--threshold", type=float, help="else the one that dev needs")
    parser.add_argument("--every", type=int, default=1, help="each n-th training question only")
    options = parser.parse_args()
    lines = (options.folder / "questions.jsonl").read_text("utf8").splitlines()
    items = [json.loads(line) for line in lines if line.strip()]
    world = World(options.folder)
    if options.train:
        some = [item for item in items if item["split"] == "train"][:: options.every]
        weights = train(world, some)
        WEIGHTS.write_bytes(ranking.WEIGHTS.dump_json(weights, indent=0) + b"\n")
    weights = ranking.WEIGHTS.validate_json(WEIGHTS.read_bytes())
    dev = [item for item in items if item["split"] == "dev"]
    threshold = options.threshold or chosen_threshold(world, dev, weights)
    some = [item for item in items if item["split"] == options.part]
    measured(world, some, weights, threshold)


if __name__ == "__main__":
    main()
