"""Measures the drafted semantic model: python -m benchmarks.semantics --part dev.

The business schemas state dates, names, measures, durations, states and keys. Prints, by kind of
element, how many of them the draft has right, how many it has wrong (another one, or one too many)
and how many it misses. `--undeclared` drops the declared keys first. `--train` fits the weights
to the train schemas. `--databases FOLDER` drafts every SQLite file: the time, and whether it fails.
"""

import argparse
import json
import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import sqlglot
from sqlglot import exp

from benchmarks.business.golds import expand
from benchmarks.business.model import Model, names_of_schemas
from benchmarks.business.rows import fill_database
from knowledge.adapters.introspection import read_catalog
from knowledge.catalog import Catalog, Table
from knowledge.semantics import MeasureKind, RowKind, SemanticModel, draft
from knowledge.semantics.drafting import LEARNED_KINDS, duration_features
from knowledge.semantics.features import Seen
from knowledge.semantics.model import ColumnRef, DateChoice
from knowledge.semantics.scoring import Features
from knowledge.semantics.states import candidates

WEIGHTS = Path(draft.__code__.co_filename).parent / "weights.json"
_LIKELY = 0.5
_ROUNDS, _RATE, _DECAY = 1500, 0.3, 0.003
Ref = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Example:
    """Exclusive choices, and which of them are right."""

    choices: tuple[Features, ...]
    right: frozenset[int]


class Gold:
    """What a schema file states, by table and column."""

    def __init__(self, model: Model) -> None:
        self.model = model

    def trees(self, compact: str) -> list[exp.Expr]:
        return [sqlglot.parse_one(sql, read="sqlite") for sql in expand(compact, self.model.show)]

    def refs(self, tree: exp.Expr) -> frozenset[Ref]:
        columns = tree.find_all(exp.Column)
        return frozenset((self._table(c.table), c.name.lower()) for c in columns if c.table)

    def _table(self, alias: str) -> str:
        return self.model.tables.get(alias, alias).lower()

    def tables(self) -> Iterator[tuple[str, str]]:
        """Each alias that the schema has words for, and its table; a table once."""
        known: set[str] = set()
        for alias in self.model.bases:
            table = self.model.tables[alias]
            if table not in known:
                known.add(table)
                yield alias, table

    def dates(self, alias: str) -> frozenset[Ref]:
        date = self.model.bases[alias].get("date")
        trees = self.trees(str(date)) if date else []
        return frozenset(ref for tree in trees for ref in self.refs(tree))

    def names(self, alias: str) -> list[frozenset[Ref]]:
        forms = self.model.spec["show"].get(alias, ())
        return [self.refs(sqlglot.parse_one(f"SELECT {form}", read="sqlite")) for form in forms]

    def measures(self) -> list[tuple[str, frozenset[Ref], exp.Expr]]:
        found = []
        for words, spec in self.model.spec.get("measures", {}).items():
            tree = self.trees(spec["sql"])[0]
            if self.refs(tree):
                found.append((words, self.refs(tree), tree))
        return found

    def summed(self) -> frozenset[Ref]:
        """The columns that some sum adds up as they are."""
        trees = [tree for *_, tree in self.measures()]
        for ratio in self.model["ratios"]:
            trees += [self.trees(str(text))[0] for text in ratio[2:]]
        found: set[Ref] = set()
        for tree in trees:
            for call in tree.find_all(exp.Sum):
                for column in call.find_all(exp.Column):
                    above = column.find_ancestor(exp.Mul)
                    if above is None or len(self.refs(above)) == 1:
                        found |= self.refs(column)
        return frozenset(found)

    def compared(self) -> frozenset[Ref]:
        """The columns by which things are compared."""
        found = [self.refs(self.trees(str(attr[1]))[0]) for attr in self.model["attrs"]]
        return frozenset(ref for refs in found for ref in refs if len(refs) == 1)

    def durations(self) -> frozenset[tuple[Ref, Ref]]:
        found: set[tuple[Ref, Ref]] = set()
        for _, _, start, end, *_ in self.model["durations"]:
            for one in self.trees(str(start)):
                for other in self.trees(str(end)):
                    found |= {(a, b) for a in self.refs(one) for b in self.refs(other)}
        return frozenset(found)

    def states(self) -> list[frozenset[str]]:
        """Each state's conditions; any of them is right."""
        found = []
        for alias in self.model.spec.get("states", {}):
            for _, condition in self.model.states(alias):
                forms = (self.told(tree) for tree in self.trees(str(condition)))
                found.append(frozenset(form for form in forms if form))
        return [forms for forms in found if forms]

    def left_out(self) -> frozenset[str]:
        """The states that may be left out: the opposite of what may be kept."""
        found: set[str] = set()
        for base in self.model.bases.values():
            for text in base.get("accept", ()):
                for tree in self.trees(str(text)):
                    parts = tree.flatten() if isinstance(tree, exp.And) else [tree]
                    for part in parts:
                        found |= self._opposites(part)
        return frozenset(found)

    def _opposites(self, tree: exp.Expr) -> set[str]:
        if isinstance(tree, exp.Is):
            return {self.told(exp.Not(this=tree.copy()))}
        if isinstance(tree, exp.Not) and isinstance(tree.this, exp.In):
            values = tree.this.expressions
            return {
                self.told(exp.EQ(this=tree.this.this.copy(), expression=v.copy())) for v in values
            }
        if isinstance(tree, exp.NEQ):
            return {self.told(exp.EQ(this=tree.this.copy(), expression=tree.expression.copy()))}
        if isinstance(tree, exp.EQ) and tree.expression.name in ("0", "1"):
            other = exp.Literal.number(1 - int(tree.expression.name))
            return {self.told(exp.EQ(this=tree.this.copy(), expression=other))}
        return set()

    def told(self, tree: exp.Expr) -> str:
        """A condition over one column in one form; empty where it has several."""
        if len(self.refs(tree)) != 1:
            return ""
        return told(tree, {alias: self._table(alias) for alias in self.model.tables})

    def keys(self) -> frozenset[tuple[Ref, Ref]]:
        found: set[tuple[Ref, Ref]] = set()
        for edge in self.model.edges:
            tree = sqlglot.parse_one(edge.condition, read="sqlite")
            found |= {(a, b) for a in self.refs(tree.this) for b in self.refs(tree.expression)}
        return frozenset(found)


def told(tree: exp.Expr, tables: Mapping[str, str]) -> str:
    """A condition in one form, its columns called `table.column` in lower case."""
    copy = tree.copy()
    for column in list(copy.find_all(exp.Column)):
        table = tables.get(column.table, column.table).lower()
        column.replace(exp.column(column.name.lower(), table=table))
    text = copy.sql(dialect="sqlite")
    return re.sub(r"^(NOT )?(.*?) IS (NOT )?NULL$", _null, text)


def _null(found: re.Match[str]) -> str:
    return f"{found[2]} {'set' if found[1] or found[3] else 'unset'}"


# -------------------------------------------------------------------- counting


def counted(gold: Gold, model: SemanticModel, catalog: Catalog) -> dict[str, Counter[str]]:
    """Right, wrong and missed elements, by kind."""
    found: dict[str, Counter[str]] = {}
    for alias, table in gold.tables():
        meaning = model.table(table)
        if meaning is None:
            continue
        date = meaning.event_date
        drafted = {(date.at.table.lower(), date.at.column.lower())} if date else set()
        _count(found, "event date", gold.dates(alias), drafted)
        names = gold.names(alias)
        if names:
            shown = frozenset((table.lower(), name.lower()) for name in meaning.name)
            keyed = {(table.lower(), k.lower()) for k in _table(catalog, table).primary_key}
            right = shown in names or (not shown and any(form <= keyed for form in names))
            verdict = "right" if right else "wrong" if shown else "missed"
            found.setdefault("name", Counter())[verdict] += 1
        kind = "event" if meaning.kind in (RowKind.EVENT, RowKind.LINE) else "thing"
        verdict = "right" if kind == ("thing" if is_thing(gold, alias) else "event") else "wrong"
        found.setdefault("event or thing", Counter())[verdict] += 1
    based = {table.lower() for _, table in gold.tables()}
    meanings = [table for table in model.tables if table.table.lower() in based]
    measures = [
        (m, frozenset((r.table.lower(), r.column.lower()) for r in m.refs))
        for t in model.tables
        for m in t.measures
        if m.kind is not MeasureKind.AVERAGE
    ]
    stated = {refs for _, refs, _ in gold.measures()}
    sums = {
        refs
        for m, refs in measures
        if len(refs) == 1 and m.kind is MeasureKind.SUM and m.score >= _LIKELY
    }
    tally = found.setdefault("measure", Counter())
    forms = {
        form_of(sqlglot.parse_one(m.sql, read="sqlite"), refs)
        for m, refs in measures
        if m.score >= _LIKELY
    }
    tally["right"] = sum(form_of(tree, refs) in forms for _, refs, tree in gold.measures())
    tally["missed"] = len(gold.measures()) - tally["right"]
    tally["wrong"] = len(sums - stated - {frozenset((ref,)) for ref in gold.summed()})
    spans = {((t.table.lower(), d.start.lower()), (t.table.lower(), d.end.lower()))
             for t in meanings for d in t.durations if d.score >= _LIKELY}  # fmt: skip
    own = {pair for pair in gold.durations() if pair[0][0] == pair[1][0]}
    _sets(found, "duration", own, spans)
    states = {state_told(s.condition): s for t in meanings for s in t.states}
    likely = {text for text, state in states.items() if state.score >= _LIKELY}
    tally = found.setdefault("state", Counter())
    tally["right"] = sum(bool(forms & likely) for forms in gold.states())
    tally["missed"] = len(gold.states()) - tally["right"]
    tally["unlikely"] = sum(
        bool(forms & (set(states) - likely)) and not forms & likely for forms in gold.states()
    )
    tally["wrong"] = len(
        likely - {form for forms in gold.states() for form in forms} - gold.left_out()
    )
    out = {text for text, state in states.items() if state.left_out >= _LIKELY}
    _sets(found, "left out", set(gold.left_out()), out)
    edges = {
        ((e.table.lower(), a.lower()), (e.to_table.lower(), b.lower()))
        for e in model.edges
        for a, b in zip(e.columns, e.to_columns, strict=True)
    }
    _sets(found, "key", set(gold.keys()), edges)
    return found


def form_of(tree: exp.Expr, refs: frozenset[Ref]) -> tuple[frozenset[Ref], str]:
    """The columns of a measure and what is done with them, but for a unit of hundredths."""
    kinds = (exp.Add, exp.Sub, exp.Mul, exp.Sum, exp.Count, exp.Distinct, exp.Case)
    calls = sorted(type(node).__name__ for node in tree.find_all(*kinds))
    return refs, " ".join(calls)


def state_told(condition: str) -> str:
    """A drafted condition in the form of the gold ones."""
    return told(sqlglot.parse_one(condition, read="sqlite"), {})


def is_thing(gold: Gold, alias: str) -> bool:
    """Whether the rows last, or have no date of their own."""
    return gold.model.is_lasting(alias) or not gold.dates(alias)


def _count(
    found: dict[str, Counter[str]], kind: str, gold: frozenset[Ref], drafted: set[Ref]
) -> None:
    right = bool(gold & drafted) or (not gold and not drafted)
    verdict = "right" if right else "wrong" if drafted else "missed"
    found.setdefault(kind, Counter())[verdict] += 1


def _sets(found: dict[str, Counter[str]], kind: str, gold: set, drafted: set) -> None:  # type: ignore[type-arg]
    tally = found.setdefault(kind, Counter())
    tally["right"] += len(gold & drafted)
    tally["missed"] += len(gold - drafted)
    tally["wrong"] += len(drafted - gold)


def _table(catalog: Catalog, key: str) -> Table:
    table = catalog.table(key)
    if table is None:
        raise LookupError(key)
    return table


# -------------------------------------------------------------------- learning


def examples(gold: Gold, catalog: Catalog) -> Iterator[tuple[str, Example]]:
    """What the weights are learned from, by element."""
    seen = Seen(catalog)
    states = {form for forms in gold.states() for form in forms} | gold.left_out()
    for alias, key in gold.tables():
        table = _table(catalog, key)
        paths, right = seen.date_paths(table), gold.dates(alias)
        places = [(p.table.key.lower(), p.column.name.lower()) for p in paths]
        fits = frozenset(n + 1 for n, place in enumerate(places) if place in right)
        if fits or not right:
            every = (seen.of_no_date(table), *(seen.of_date(table, path) for path in paths))
            yield "date", Example(every, fits or frozenset((0,)))
            if fits and gold.model.is_lasting(alias):
                # What lasts has no other event date where the right one is not there.
                others = tuple(each for n, each in enumerate(every) if n not in fits)
                yield "date", Example(others, frozenset((0,)))
        yield from _name_examples(gold, seen, table, alias)
        kind = RowKind.THING if is_thing(gold, alias) else RowKind.EVENT
        if kind is RowKind.EVENT and not any(t == key.lower() for t, _ in right):
            kind = RowKind.LINE
        features = seen.of_table(table)
        every = tuple({f"{k} {n}": v for n, v in features.items()} for k in LEARNED_KINDS)
        yield "kind", Example(every, frozenset((LEARNED_KINDS.index(kind),)))
        for column in seen.numbers(table):
            ref = (key.lower(), column.name.lower())
            yield "sum", yes_or_no(seen.of_number(table, column), is_right=ref in gold.summed())
            yield (
                "average",
                yes_or_no(seen.of_number(table, column), is_right=ref in gold.compared()),
            )
        for column in table.columns if gold.model.states(alias) else ():
            for _, condition, state in candidates(table, column):
                form = told(condition, {})
                yield "state", yes_or_no(state, is_right=form in states)
                yield "left_out", yes_or_no(state, is_right=form in gold.left_out())
        event = next((p for p, place in zip(paths, places, strict=True) if place in right), None)
        at = None
        if event is not None:
            place_of = ColumnRef(table=event.table.key, column=event.column.name)
            at = DateChoice(at=place_of, score=1.0)
        dated = seen.dated(table)
        for one in dated:
            for other in dated:
                pair = ((key.lower(), one.name.lower()), (key.lower(), other.name.lower()))
                if one is not other:
                    good = pair in gold.durations()
                    yield (
                        "duration",
                        yes_or_no(duration_features(table, one, other, at), is_right=good),
                    )


def _name_examples(
    gold: Gold, seen: Seen, table: Table, alias: str
) -> Iterator[tuple[str, Example]]:
    forms, key = gold.names(alias), table.key.lower()
    every = seen.name_choices(table)
    shown = [frozenset((key, c.name.lower()) for c in columns) for columns in every]
    fits = frozenset(n + 1 for n, form in enumerate(shown) if form in forms)
    if forms:
        features = (seen.of_no_name(table), *(seen.of_name(table, columns) for columns in every))
        yield "name", Example(features, fits or frozenset((0,)))


def yes_or_no(features: Features, *, is_right: bool) -> Example:
    return Example((features, {}), frozenset((0 if is_right else 1,)))


def fitted(every: Sequence[Example]) -> dict[str, float]:
    """Weights of the largest likelihood, held near zero."""
    names = sorted({name for each in every for choice in each.choices for name in choice})
    place = {name: n for n, name in enumerate(names)}
    rows = [(n, choice) for n, each in enumerate(every) for choice in each.choices]
    x = np.zeros((len(rows), len(names)))
    for row, (_, choice) in enumerate(rows):
        for name, value in choice.items():
            x[row, place[name]] = value
    group = np.array([n for n, _ in rows])
    good = np.array([float(i in each.right) for each in every for i in range(len(each.choices))])
    w, pace = np.zeros(len(names)), np.zeros(len(names))
    for _ in range(_ROUNDS):
        scores = x @ w
        scores = np.exp(
            scores - np.maximum.reduceat(scores, np.searchsorted(group, range(len(every))))[group]
        )
        share = scores / np.bincount(group, scores)[group]
        right = share * good
        wanted = right / np.bincount(group, right)[group]
        slope = x.T @ (wanted - share) / len(every) - _DECAY * w
        pace += slope**2
        w += _RATE * slope / np.sqrt(pace + 1e-9)
    return {name: round(float(w[n]), 4) for n, name in enumerate(names) if abs(w[n]) > 0.005}


def train(schemas: Sequence[str], folder: Path) -> None:
    """Write the weights fitted to these schemas, with and without their declared keys."""
    found: dict[str, list[Example]] = {}
    for name in schemas:
        gold = Gold(Model(name))
        catalog = built(gold.model, folder, undeclared=False)
        for element, example in examples(gold, catalog):
            found.setdefault(element, []).append(example)
    weights = {element: fitted(every) for element, every in sorted(found.items())}
    told = {"trained_on": list(schemas), "weights": weights}
    WEIGHTS.write_text(json.dumps(told, indent=0, sort_keys=True) + "\n", "utf8")


# -------------------------------------------------------------------- running


def built(model: Model, folder: Path, *, undeclared: bool) -> Catalog:
    """The catalog of a database of the schema, made where it is not there."""
    path = folder / f"{model.name}{'-undeclared' if undeclared else ''}.sqlite"
    if not path.exists():
        script = (
            re.sub(r" REFERENCES \S+?\(\w+\)", "", model.script) if undeclared else model.script
        )
        fill_database(path, script, model.name, model.today.isoformat())
    return read_catalog(f"sqlite:///{path}", workspace=model.name)


def measured(
    schemas: Sequence[str], folder: Path, *, undeclared: bool, verbose: bool
) -> dict[str, Counter[str]]:
    total: dict[str, Counter[str]] = {}
    for name in schemas:
        gold = Gold(Model(name))
        catalog = built(gold.model, folder, undeclared=undeclared)
        found = counted(gold, draft(catalog), catalog)
        for kind, tally in found.items():
            total.setdefault(kind, Counter()).update(tally)
        if verbose:
            print(name, {kind: dict(tally) for kind, tally in found.items()})
    return total


def all_databases(folder: Path) -> None:
    """Draft each database of a folder; print how long it took, or how it failed."""
    times, failed = [], 0
    for path in sorted(folder.rglob("*.sqlite")):
        try:
            catalog = read_catalog(f"sqlite:///{path}", workspace=path.stem)
            began = time.process_time()
            draft(catalog)
        except Exception as error:  # noqa: BLE001 - what fails is what is measured
            failed += 1
            print(f"{path.name}: {error!r}")
        else:
            times.append(((time.process_time() - began) * 1000, len(catalog.tables), path.name))
    times.sort()
    middle, slowest = times[len(times) // 2][0], times[-1]
    line = {"databases": len(times), "failed": failed, "p50_ms": round(middle, 1)}
    print(json.dumps({**line, "slowest": [round(slowest[0], 1), *slowest[1:]]}))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", choices=["train", "dev", "test"], default="dev")
    parser.add_argument("--undeclared", action="store_true")
    parser.add_argument("--train", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--databases", type=Path)
    options = parser.parse_args()
    if options.databases:
        all_databases(options.databases)
        return
    parts = {name: Model(name).split for name in names_of_schemas()}
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        if options.train:
            train([name for name, part in parts.items() if part == "train"], folder)
        chosen = [name for name, part in parts.items() if part == options.part]
        found = measured(chosen, folder, undeclared=options.undeclared, verbose=options.verbose)
    print(f"{'':16}{'right':>7}{'wrong':>7}{'missed':>7}{'of these drafted as unlikely':>30}")
    for kind, tally in found.items():
        print(
            f"{kind:16}{tally['right']:>7}{tally['wrong']:>7}{tally['missed']:>7}{tally['unlikely']:>30}"
        )


if __name__ == "__main__":
    main()
