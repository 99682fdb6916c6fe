"""What matching trusts and offers, and how often that is wrong.

    python -m benchmarks.matching FILE [--databases FOLDER ...] [--split dev|held-out] [--every N]

FILE holds one object a line: `store` (db, question, sql), `query` (db, question, gold, type, cat),
`values` (column, values) and `schema` (columns). A database of that name (without `spider_`) in one
of the folders is used; else a small one is made of the columns and values. Questions are split by
database: develop on `dev`, and look at `held-out` only for its score. Readings are those of the
rules and of the learned reader, no model. `--every N` takes every Nth question of each database.
"""

import argparse
import datetime as dt
import hashlib
import json
import math
import re
import sqlite3
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from knowledge.adapters.introspection import read_catalog
from knowledge.adapters.onnx_embeddings import OnnxEmbedder
from knowledge.adapters.value_index import read_values
from knowledge.embeddings import Embedder
from knowledge.glossary import Glossary
from knowledge.matching import (
    Pair,
    QuestionStore,
    Thresholds,
    ValueIndex,
    judged,
    nearest,
    schema_of_columns,
)
from knowledge.validated.query import ValidatedQuery
from knowledge.validated.workspace import ValidatedMatch
from pipeline.approved.answers import as_span, found_of
from pipeline.approved.stored_times import stored_spans
from pipeline.dates import Calendar, read_times
from pipeline.matching.decision import Reading, decide
from pipeline.matching.reading import reading_of
from pipeline.messages.courtesies import without_courtesies
from pipeline.reader.proposals import Sought, proposals_of, readers_of
from pipeline.result import Trust
from pipeline.rules.plan import plan
from pipeline.rules.schema.known import Known
from pipeline.times.reading import spans
from pipeline.times.values import TimeSpan
from pipeline.workspace import Found

TODAY = dt.date(2026, 11, 18)
DIALECT = "sqlite"
NEGATIVES = ("value", "operator", "near_miss", "oos")
PARAPHRASES = ("para", "syn")
TRUSTED, OFFERED = 0.88, 0.70
LOWEST = 0.55
THRESHOLDS = (0.55, 0.60, 0.65, 0.70, 0.75, 0.80, 0.88)
# What a category of the cases says differs, by a part of its name; the first that fits.
KINDS = {
    "aggregate": ("aggregate", "distinct"),
    "comparator": ("comparator", "comparison"),
    "negation": ("negat", "logic"),
    "grouping": ("dimension", "group"),
    "time": ("date", "fiscal", "time"),
    "column": ("measure", "column", "unit"),
    "entity": ("entity", "status", "role", "value"),
    "order": ("superlative", "order", "topn", "sort"),
}
_NUMBERS = re.compile(
    r"price|total|amount|salary|\bage\b|number|qty|quantity|discount|paid|returned|weight|cost"
    r"|year|tax|net|rate|score|height|population"
)


@dataclass
class Database:
    """One database's stored questions, questions to answer, and what it tells of itself."""

    name: str
    store: list[dict[str, str]] = field(default_factory=list)
    queries: list[dict[str, Any]] = field(default_factory=list)
    values: dict[str, list[str]] = field(default_factory=dict)
    schema: list[str] = field(default_factory=list)

    @property
    def is_held_out(self) -> bool:
        digest = hashlib.md5(self.name.encode(), usedforsecurity=False).hexdigest()
        return self.name != "biz-dev" and int(digest, 16) % 2 == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of a question: `similarity` is that of the nearest stored one."""

    set: str
    type: str
    kind: str
    tier: str
    right: bool
    similarity: float
    milliseconds: float
    told: str = ""


def loaded(path: Path) -> list[Database]:
    """The databases of a file."""
    found: dict[str, Database] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        database = found.setdefault(row["db"], Database(row["db"]))
        if row["kind"] == "store":
            sql = row["sql"] if "'" in row["sql"] else row["sql"].replace('"', "'")
            database.store.append({"question": row["question"], "sql": sql})
        elif row["kind"] == "query":
            database.queries.append(row)
        elif row["kind"] == "values":
            database.values[row["column"]] = row["values"]
        else:
            database.schema = row["columns"]
    return list(found.values())


def database_file(database: Database, folders: Sequence[Path], made: Path) -> Path:
    """The database's own file, or a small one made of its columns and values."""
    name = f"{database.name.removeprefix('spider_')}.sqlite"
    own = next((folder / name for folder in folders if (folder / name).exists()), None)
    if own is not None:
        return own
    path = made / name
    tables: dict[str, list[str]] = defaultdict(list)
    for each in database.schema:
        table, _, column = each.rpartition(".")
        if table not in ("", "*"):
            tables[table].append(column)
    known: dict[tuple[str, str], list[str]] = {}
    for each, values in database.values.items():
        table, _, column = each.rpartition(".")
        known[table, column] = values
        known.setdefault(("", column), values)
    with sqlite3.connect(path) as connection:
        for table, columns in tables.items():
            held = [known.get((table, c)) or known.get(("", c)) or [] for c in columns]
            types = [_type(c, v) for c, v in zip(columns, held, strict=True)]
            rows = zip(columns, types, strict=True)
            written = ", ".join(f'"{c}" {t}{_key(c, table, tables)}' for c, t in rows)
            connection.execute(f'CREATE TABLE "{table}" ({written})')
            marks = ",".join("?" * len(columns))
            for n in range(6):
                row = [_cell(n, *each) for each in zip(columns, types, held, strict=True)]
                connection.execute(f'INSERT INTO "{table}" VALUES ({marks})', row)
    return path


def _type(column: str, values: Sequence[str]) -> str:
    low = column.lower()
    if values:
        return "TEXT"
    if low == "id" or low.endswith("id"):
        return "INTEGER"
    if re.search(r"date|_at$|day$", low):
        return "DATE"
    return "REAL" if _NUMBERS.search(low) else "TEXT"


def _key(column: str, table: str, tables: Mapping[str, Sequence[str]]) -> str:
    low = column.lower()
    if low == "id":
        return " PRIMARY KEY"
    if low == "manager_id":
        return f' REFERENCES "{table}"(id)'
    base = low.removesuffix("_id")
    owner = next((t for t in tables if t.lower() in (base, f"{base}s", f"{base}es")), None)
    keyed = owner is not None and base != low and "id" in {c.lower() for c in tables[owner]}
    return f' REFERENCES "{owner}"(id)' if keyed else ""


def _cell(n: int, column: str, kind: str, values: Sequence[str]) -> object:
    match kind:
        case "INTEGER":
            return n + 1
        case "DATE":
            return f"202{3 + n // 3}-0{1 + n}-1{n}"
        case "REAL":
            return 10.5 * (n + 1)
        case _:
            return values[n % len(values)] if values else f"{column} {chr(65 + n)}"


class Matcher:
    """The product's own matching over one database."""

    def __init__(self, database: Database, path: Path, embedder: Embedder) -> None:
        url = f"sqlite:///{path}"
        self.catalog = read_catalog(url, workspace="cases")
        self.known = Known(self.catalog, Glossary(), read_values(url, self.catalog))
        self._readings: dict[str, Reading] = {}
        pairs = [
            Pair(id=str(n), question=row["question"], sql=row["sql"], dialect=DIALECT,
                 spans=tuple(map(as_span, _stored(row["question"], row["sql"]))))
            for n, row in enumerate(database.store)
        ]  # fmt: skip
        self.store = QuestionStore(
            pairs,
            embedder,
            schema=schema_of_columns(database.schema),
            values=ValueIndex(database.values),
        )

    def near(self, question: str) -> tuple[tuple[Found, ...], float]:
        """The approved queries that nothing contradicts, and the similarity of the nearest."""
        times = tuple(map(as_span, _times(question)))
        seen = nearest(self.store, question, spans=times)
        limits = Thresholds(trusted=TRUSTED, review=LOWEST)
        found = []
        for match in judged(self.store, seen, thresholds=limits):
            pair = match.candidate
            if pair is None:
                continue
            query = ValidatedQuery(
                id=pair.id, workspace="cases", question=pair.question, sql=pair.sql, dialect=DIALECT
            )
            one = found_of(ValidatedMatch(match=match, query=query), dt.UTC, limits)
            found += [one] if one is not None else []
        return tuple(found), max(seen.similar, default=0.0)

    def decided(self, question: str, near: Sequence[Found], offered: float) -> Found | None:
        """What is offered at a threshold."""
        near = [each for each in near if each.similarity >= offered]
        if not near or near[0].trust is Trust.TRUSTED:
            return near[0] if near else None
        return decide(near, self.read(question), self.read, self.catalog)

    def read(self, question: str) -> Reading:
        if question not in self._readings:
            plain, times = without_courtesies(question), _times(question)
            sought, readers = Sought(plain, TODAY, times), readers_of(self.known)
            self._readings[question] = reading_of(
                lambda choices: plan(plain, self.known, times=times, choices=choices),
                lambda: proposals_of(sought, self.known, readers),
            )
        return self._readings[question]


def _times(question: str) -> tuple[TimeSpan, ...]:
    return spans(read_times(question, TODAY, Calendar()).ranges)


def _stored(question: str, sql: str) -> tuple[TimeSpan, ...]:
    return stored_spans(question, sql, (), TODAY, Calendar()) or ()


def plain_sql(sql: str) -> str:
    """A statement without what does not change it: case, spacing, kind of quotes, `asc`."""
    text = re.sub(r"\basc\b", "", sql.lower().replace('"', "'").strip().rstrip("; "))
    text = re.sub(r"\s+", " ", text).strip()
    return re.sub(r"\s*([(),=<>])\s*", r"\1", text)


def kind_of(query: Mapping[str, Any]) -> str:
    """What differs, as the category of a case says."""
    said = str(query.get("cat", "")).lower()
    named = (kind for kind, parts in KINDS.items() if any(part in said for part in parts))
    return next(named, "other")


def outcomes(
    database: Database, matcher: Matcher, every: int, thresholds: Iterable[float] = THRESHOLDS
) -> Iterator[tuple[float, Outcome]]:
    """For each question and threshold, what is offered; for 0, what plain cosine would."""
    of = "business" if database.name.startswith("biz") else "public"
    rows = matcher.store.embedder.embed([row["question"] for row in database.store])
    for query in database.queries[::every]:
        start = time.process_time()
        near, similarity = matcher.near(query["question"])
        gold = {plain_sql(sql) for sql in query["gold"]}
        base = Outcome(
            set=of, type=query["type"], kind=kind_of(query), tier="none", right=False,
            similarity=similarity, milliseconds=0.0,
        )  # fmt: skip
        for threshold in thresholds:
            found = matcher.decided(query["question"], near, threshold)
            taken = 1000 * (time.process_time() - start)
            tier = "none" if found is None else found.trust.value
            right = found is not None and plain_sql(found.sql) in gold
            told = f"{query['question']} | {found.question} | {found.sql}" if found else ""
            yield threshold, replace(base, tier=tier, right=right, milliseconds=taken, told=told)
        scores = rows @ matcher.store.embedder.embed([query["question"]])[0]
        best = int(scores.argmax())
        score = float(scores[best])
        tier = "trusted" if score >= TRUSTED else "semi-trusted" if score >= OFFERED else "none"
        right = plain_sql(database.store[best]["sql"]) in gold
        yield 0.0, replace(base, tier=tier, right=right)


def upper_bound(wrong: int, total: int) -> float:
    """The one-sided 95% upper bound of a share (Clopper-Pearson)."""
    if wrong >= total:
        return 1.0
    low, high = wrong / total, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if _at_most(wrong, total, middle) > 0.05:
            low = middle
        else:
            high = middle
    return high


def _at_most(wrong: int, total: int, share: float) -> float:
    return sum(
        math.exp(
            math.lgamma(total + 1)
            - math.lgamma(k + 1)
            - math.lgamma(total - k + 1)
            + k * math.log(share)
            + (total - k) * math.log1p(-share)
        )
        for k in range(wrong + 1)
    )


def figures(found: Sequence[Outcome]) -> dict[str, float]:
    """The figures that a rule is judged by."""

    def share(some: Iterable[Outcome], of: Sequence[Outcome]) -> float:
        return sum(1 for _ in some) / max(len(of), 1)

    negatives = [each for each in found if each.type in NEGATIVES]
    trusted = [each for each in found if each.tier == "trusted"]
    wrong = [each for each in negatives if each.tier == "trusted" and not each.right]
    offers = [each for each in found if each.tier == "semi-trusted"]
    near = [e for e in found if e.type in PARAPHRASES and e.similarity >= OFFERED]
    figures = {
        "questions": len(found),
        "negatives": len(negatives),
        "wrong trusted on negatives": len(wrong),
        "upper 95% bound": upper_bound(len(wrong), max(len(negatives), 1)),
        "wrong trusted on others": sum(not e.right for e in trusted) - len(wrong),
        "paraphrases": sum(e.type in PARAPHRASES for e in found),
        "paraphrases from 0.70": len(near),
        "of these trusted": share((e for e in near if e.tier == "trusted" and e.right), near),
        "of these trusted or offered": share(
            (e for e in near if e.tier != "none" and e.right), near
        ),
        "offers": len(offers),
        "offers of the same question": share((e for e in offers if e.right), offers),
    }
    for kind in ("repeat", "value"):
        of = [each for each in found if each.type == kind]
        figures[f"{kind} trusted and right"] = share(
            (e for e in of if e.tier == "trusted" and e.right), of
        )
    times = sorted(each.milliseconds for each in found)
    figures["CPU ms p50"] = times[len(times) // 2] if times else 0.0
    return figures


def confusion(found: Sequence[Outcome]) -> Iterator[str]:
    """What became of questions that differ in one thing, by what that is."""
    count: Counter[tuple[str, str]] = Counter()
    for each in found:
        if each.type in ("operator", "near_miss", "value"):
            column = (
                f"{each.tier}{'' if each.tier == 'none' else ' right' if each.right else ' wrong'}"
            )
            count[each.kind, column] += 1
    columns = ("trusted right", "trusted wrong", "semi-trusted right", "semi-trusted wrong", "none")
    yield f"{'what differs':14}" + "".join(f"{column:>20}" for column in columns)
    for kind in sorted({kind for kind, _ in count}):
        yield f"{kind:14}" + "".join(f"{count[kind, column]:20d}" for column in columns)


def report(found: Mapping[float, Sequence[Outcome]]) -> Iterator[str]:
    """The tables of one run, by set."""
    for name in ("business", "public"):
        at = {key: [e for e in of if e.set == name] for key, of in found.items()}
        if not at[OFFERED]:
            continue
        ours, plain = figures(at[OFFERED]), figures(at[0.0])
        yield f"\n{name:32}{'meaning':>12}{'plain cosine':>14}"
        for label, value in ours.items():
            yield f"{label:32}{value:12.4g}{plain[label]:14.4g}"
        yield ""
        yield from confusion(at[OFFERED])
        wrong = [e.told for e in at[OFFERED] if e.tier == "trusted" and not e.right]
        yield from (f"\ntrusted, and not the gold SQL: {told}" for told in wrong)
        columns = ("trusted", "trusted or offered", "offers", "of the same", "wrong trusted")
        yield "\nthreshold" + "".join(f"{column:>20}" for column in columns)
        for threshold in THRESHOLDS:
            of = at[threshold]
            paraphrases = [e for e in of if e.type in PARAPHRASES]
            offers = [e for e in of if e.tier == "semi-trusted"]
            counts = (
                sum(e.tier == "trusted" and e.right for e in paraphrases),
                sum(e.tier != "none" and e.right for e in paraphrases),
                len(offers),
                sum(e.right for e in offers),
                sum(e.tier == "trusted" and not e.right for e in of),
            )
            yield f"{threshold:9.2f}" + "".join(f"{count:20d}" for count in counts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--databases", type=Path, nargs="*", default=())
    parser.add_argument("--split", choices=["dev", "held-out"])
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--only", nargs="*", help="names of databases")
    options = parser.parse_args()
    embedder = OnnxEmbedder(cache_size=200_000)
    found: dict[float, list[Outcome]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        for database in loaded(options.file):
            if options.split and database.is_held_out != (options.split == "held-out"):
                continue
            if options.only and database.name not in options.only:
                continue
            path = database_file(database, options.databases, Path(folder))
            matcher = Matcher(database, path, embedder)
            for threshold, outcome in outcomes(database, matcher, options.every):
                found[threshold].append(outcome)
    print("\n".join(report(found)))


if __name__ == "__main__":
    main()
