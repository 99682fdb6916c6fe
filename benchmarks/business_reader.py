"""Trains and measures the reading of business questions over the semantic model.

    python -m benchmarks.business_reader FOLDER --train --part dev

FOLDER is what `benchmarks.business.build` made. A question is right as `benchmarks.text_to_sql`
says. The weights are fitted to the train part only; certainty by schemas left out in turn.
"""

import argparse
import datetime as dt
import json
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import sqlglot
from sqlglot import exp

from benchmarks.text_to_sql import Bench
from knowledge.catalog import Catalog
from knowledge.matching.stem import stem
from knowledge.semantics import SemanticModel, draft
from knowledge.semantics.words import concepts_of, stems_of
from knowledge.values import ValueIndex
from pipeline.reader.business import ranking
from pipeline.reader.business.candidates import candidates_of
from pipeline.reader.business.intent import Form
from pipeline.reader.business.linking import link
from pipeline.reader.business.ranking import BusinessWeights
from pipeline.reader.business.sql import UnreachableError, query_of
from pipeline.reader.words import is_function_word

WEIGHTS = Path(ranking.__file__).parent / "weights.json"
PRECISION = 0.93
_MOST_TRIED = 40
FOLDS = 3
FORMS = {
    "value": "count_all count_period count_state count_by_dim count_by_dim_period count_by_month "
    "count_other_date thing_value measure_period measure_by_dim measure_by_dim_period "
    "measure_by_month measure_filter_period average_amount sum_in_state extreme_value "
    "distinct_things ratio",
    "top": "top_n which_most",
    "bottom": "bottom_n",
    "compare": "compare_periods",
    "growth": "growth",
    "share": "share_state share_state_by_dim rate",
    "share_of_total": "share_of_total",
    "list": "list_state list_period",
    "has": "has_in_period count_has_in_period",
    "never": "never count_never not_in_period",
    "more": "more_than_n count_more_than_n",
    "extreme": "extreme_thing",
    "duration": "duration",
    "per_thing": "average_per_thing",
}
FORM_OF = {name: form for form, names in FORMS.items() for name in names.split()}


class World:
    """The databases of a folder, each with its model."""

    def __init__(self, folder: Path) -> None:
        self.bench = Bench(folder)
        self._models: dict[str, SemanticModel] = {}

    def of(self, item: Mapping[str, Any]) -> tuple[SemanticModel, Catalog, ValueIndex]:
        known = self.bench.known(item["db"])
        if item["db"] not in self._models:
            self._models[item["db"]] = draft(known.catalog)
        return self._models[item["db"]], known.catalog, known.values


def today(item: Mapping[str, Any]) -> dt.date:
    return dt.date.fromisoformat(item["now"][:10])


def learned_pairs(items: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, float]]:
    """How often names and concepts stand in the gold of questions with a word, in most schemas."""
    words: dict[str, Counter[str]] = defaultdict(Counter)
    both: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    base: Counter[str] = Counter()
    total = 0
    for item in items:
        if not item["gold"]:
            continue
        tree = sqlglot.parse_one(item["gold"][0], read="sqlite")
        names = [t.name for t in tree.find_all(exp.Table)] + [
            c.name for c in tree.find_all(exp.Column)
        ]
        keys = {k for n in names for k in (*stems_of(n), *(f"#{c}" for c in concepts_of(n)))}
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
        if n >= 4 and share >= 0.6 and share / (base[key] / total) >= 3:
            found.setdefault(word, {})[key] = round(share * min(1.0, 0.7 + 0.1 * len(by)), 3)
    return found


def fit(
    rows: Sequence[tuple[Sequence[Mapping[str, float]], Sequence[int]]], decay: float = 0.002
) -> dict[str, float]:
    """Softmax weights; each row is its choices and the right ones. Sparse stochastic steps."""
    w: dict[str, float] = defaultdict(float)
    pace: dict[str, float] = defaultdict(float)
    random = np.random.default_rng(0)
    for _ in range(8):
        for at in random.permutation(len(rows)):
            choices, right = rows[at]
            scores = np.array([sum(w[k] * v for k, v in c.items()) for c in choices])
            share = np.exp(scores - scores.max())
            share /= share.sum()
            wanted = np.zeros(len(choices))
            wanted[list(right)] = share[list(right)] + 1e-9
            wanted /= wanted.sum()
            slope: dict[str, float] = defaultdict(float)
            for n, difference in enumerate(wanted - share):
                if abs(difference) > 1e-4:
                    for key, value in choices[n].items():
                        slope[key] += difference * value
            for key, value in slope.items():
                step = value - decay * w[key]
                pace[key] += step * step
                w[key] += 0.2 * step / np.sqrt(pace[key] + 1e-6)
    return {key: round(float(value), 3) for key, value in w.items() if abs(value) > 0.02}


def prepared(
    world: World, items: Sequence[Mapping[str, Any]], weights: BusinessWeights
) -> list[Any]:
    """Linked questions, with the features of their readings and which are right."""
    found = []
    for item in items:
        if item.get("unanswerable"):
            continue
        model, catalog, values = world.of(item)
        linked = link(item["question"], today(item), model, catalog, values, weights.pairs)
        forms = ranking.form_scores(linked, weights)
        likely = sorted(forms, key=lambda form: -forms[form])[:2]
        gold = FORM_OF.get(item["template"])
        if gold is None:
            continue
        likely = list(dict.fromkeys((Form(gold), *likely)))[:3]
        every = candidates_of(linked, likely, model, catalog)
        rows = [ranking.features_of(linked, each, forms, model) for each in every]
        tried = sorted(range(len(every)), key=lambda n: rows[n]["left"] - rows[n]["form"])[
            :_MOST_TRIED
        ]
        right = []
        for place, n in enumerate(tried):
            try:
                sql = query_of(every[n].intent, model, catalog).sql(dialect="sqlite")
            except UnreachableError:
                continue
            if world.bench.right(dict(item), sql):
                right.append(place)
        if right:
            found.append(([rows[n] for n in tried], right))
    return found


def train(
    world: World, items: Sequence[Mapping[str, Any]], *, quietly: bool = False
) -> BusinessWeights:
    """The order is fitted to readings by pairs and forms that other schemas gave."""
    schemas = sorted({item["db_id"] for item in items})
    made = []
    for n in range(FOLDS):
        held = set(schemas[n::FOLDS])
        others = words_and_forms(world, [item for item in items if item["db_id"] not in held])
        made += prepared(world, [item for item in items if item["db_id"] in held], others)
    if not quietly:
        print(f"{len(made)} of {len(items)} questions have a right reading among those tried")
    last = words_and_forms(world, items)
    return BusinessWeights(pairs=last.pairs, forms=last.forms, order=fit(made))


def words_and_forms(world: World, items: Sequence[Mapping[str, Any]]) -> BusinessWeights:
    """The word pairs and the forms that these questions teach."""
    pairs = learned_pairs(items)
    rows = []
    for item in items:
        form = FORM_OF.get(item["template"])
        if form is not None:
            model, catalog, values = world.of(item)
            linked = link(item["question"], today(item), model, catalog, values, pairs)
            features = ranking.form_features(linked)
            choices = [{f"{each} {k}": v for k, v in features.items()} for each in Form]
            rows.append((choices, [list(Form).index(Form(form))]))
    return BusinessWeights(pairs=pairs, forms=fit(rows))


def with_certainty(
    world: World, items: Sequence[Mapping[str, Any]], final: BusinessWeights
) -> BusinessWeights:
    """The certainty, fitted to schemas that the other weights have not seen."""
    schemas = sorted({item["db_id"] for item in items})
    held = set(schemas[::3])
    other = train(world, [i for i in items if i["db_id"] not in held], quietly=True)
    rows = []
    for item in [i for i in items if i["db_id"] in held]:
        sign, good = sign_of(world, item, other)
        if sign is not None:
            rows.append(([sign, {}], [0 if good else 1]))
    return BusinessWeights(
        pairs=final.pairs, forms=final.forms, order=final.order, certainty=fit(rows),
        told={"trained on": f"{len(items)} questions of {len(schemas)} schemas"},
    )  # fmt: skip


def sign_of(world: World, item: Mapping[str, Any], weights: BusinessWeights) -> tuple[Any, bool]:
    """What the certainty of the first reading is judged by, and whether that reading is right."""
    model, catalog, values = world.of(item)
    linked = link(item["question"], today(item), model, catalog, values, weights.pairs)
    forms = ranking.form_scores(linked, weights)
    reading = ranking.read(item["question"], today(item), model, catalog, values, weights)
    if not reading.candidates:
        return None, False
    first = reading.candidates[0]
    every = candidates_of(linked, [first.intent.form], model, catalog)
    same = next((each for each in every if each.intent == first.intent), None)
    if same is None:
        return None, False
    row = ranking.features_of(linked, same, forms, model)
    good = not item.get("unanswerable") and world.bench.right(dict(item), first.sql)
    return ranking.certainty_features(reading.candidates, row), good


def measured(
    world: World, items: Sequence[Mapping[str, Any]], weights: BusinessWeights, threshold: float
) -> None:
    told, times, by = [], [], defaultdict(list)
    unanswerable: list[bool] = []
    for item in items:
        model, catalog, values = world.of(item)
        began = time.process_time()
        reading = ranking.read(item["question"], today(item), model, catalog, values, weights)
        times.append((time.process_time() - began) * 1000)
        if item.get("unanswerable"):
            unanswerable.append(reading.confidence >= threshold)
            continue
        good = [world.bench.right(dict(item), each.sql) for each in reading.candidates]
        told.append((reading.confidence, good))
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
        model, catalog, values = world.of(item)
        reading = ranking.read(item["question"], today(item), model, catalog, values, weights)
        if reading.candidates:
            good = not item.get("unanswerable") and world.bench.right(
                dict(item), reading.candidates[0].sql
            )
            told.append((reading.confidence, good))
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
        weights = with_certainty(world, some, train(world, some))
        WEIGHTS.write_bytes(ranking.WEIGHTS.dump_json(weights, indent=0) + b"\n")
    weights = ranking.WEIGHTS.validate_json(WEIGHTS.read_bytes())
    dev = [item for item in items if item["split"] == "dev"]
    threshold = options.threshold or chosen_threshold(world, dev, weights)
    measured(world, [item for item in items if item["split"] == options.part], weights, threshold)


if __name__ == "__main__":
    main()
