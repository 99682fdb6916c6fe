"""How often a trusted match is wrong: `python -m benchmarks.matching FILE`.

FILE holds one object a line: `store` (db, question, sql), `query` (db, question, gold, type),
`values` (column, values) and `schema` (columns). `match(store, question)` answers one question over
a plain list of stored ones; its attributes `set_values`, `set_schema` and `prepare` are hooks.
"""

import json
import math
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from knowledge.adapters.onnx_embeddings import OnnxEmbedder
from knowledge.matching import Pair, QuestionStore, ValueIndex, schema_of_columns
from knowledge.matching import match as found_match

# A dialect in which a text in double quotes is a text, as public data sets write it.
DIALECT = "mysql"
NEGATIVES = ("value", "operator", "near_miss", "oos")
PARAPHRASES = ("para", "syn")
COSINE_TRUSTED, COSINE_REVIEW = 0.88, 0.70

Store = Sequence[Mapping[str, str]]
Answer = dict[str, Any]

_embedder = OnnxEmbedder(cache_size=200_000)
_values: dict[int, Mapping[str, Sequence[str]]] = {}
_schemas: dict[int, Sequence[str]] = {}
_prepared: dict[int, QuestionStore] = {}


class Matcher:
    """The real matcher behind the hooks of a scorer."""

    def __call__(self, store: Store, question: str) -> Answer:
        found = found_match(self.prepare(store), question)
        return {
            "tier": found.tier.value,
            "sql": found.sql,
            "similarity": found.similarity,
            "reason": found.reason,
        }

    def prepare(self, store: Store) -> QuestionStore:
        """Read and embed a store once."""
        if id(store) not in _prepared:
            pairs = [
                Pair(question=row["question"], sql=row["sql"], dialect=DIALECT) for row in store
            ]
            _prepared[id(store)] = QuestionStore(
                pairs,
                _embedder,
                schema=schema_of_columns(_schemas.get(id(store), ())),
                values=ValueIndex(_values.get(id(store), {})),
            )
        return _prepared[id(store)]

    def set_values(self, store: Store, values: Mapping[str, Sequence[str]]) -> None:
        """The database's known text values by column."""
        _values[id(store)] = values

    def set_schema(self, store: Store, columns: Sequence[str]) -> None:
        """The database's columns as `table.column`."""
        _schemas[id(store)] = columns


match = Matcher()


def cosine(store: Store, question: str) -> Answer:
    """The rule that everyone uses: the nearest question, trusted from 0.88."""
    rows = _embedder.embed([question, *(row["question"] for row in store)])
    near = rows[1:] @ rows[0]
    best = int(near.argmax())
    score = float(near[best])
    tier = "trusted" if score >= COSINE_TRUSTED else "review" if score >= COSINE_REVIEW else "none"
    return {"tier": tier, "sql": store[best]["sql"]}


@dataclass
class Database:
    """One database's stored questions, questions to answer, and what it tells of itself."""

    store: list[dict[str, str]] = field(default_factory=list)
    queries: list[dict[str, Any]] = field(default_factory=list)
    values: dict[str, list[str]] = field(default_factory=dict)
    schema: list[str] = field(default_factory=list)


def loaded(path: Path) -> dict[str, Database]:
    """The databases of a file."""
    found: dict[str, Database] = defaultdict(Database)
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        database = found[row["db"]]
        if row["kind"] == "store":
            database.store.append({"question": row["question"], "sql": row["sql"]})
        elif row["kind"] == "query":
            database.queries.append(row)
        elif row["kind"] == "values":
            database.values[row["column"]] = row["values"]
        else:
            database.schema = row["columns"]
    return found


def plain_sql(sql: str) -> str:
    """A statement without what does not change it: case, spacing, kind of quotes, `asc`."""
    text = re.sub(r"\basc\b", "", sql.lower().replace('"', "'").strip().rstrip("; "))
    text = re.sub(r"\s+", " ", text).strip()
    return re.sub(r"\s*([(),=<>])\s*", r"\1", text)


def outcomes(
    databases: Mapping[str, Database], rule: Callable[[Store, str], Answer]
) -> Iterator[tuple[str, str, bool, float]]:
    """For each question: its type, the tier, whether the SQL is right, and the seconds taken."""
    for database in databases.values():
        match.set_values(database.store, database.values)
        match.set_schema(database.store, database.schema)
        match.prepare(database.store)
        for query in database.queries:
            start = time.perf_counter()
            answer = rule(database.store, query["question"])
            taken = time.perf_counter() - start
            right = plain_sql(answer["sql"] or "") in {plain_sql(sql) for sql in query["gold"]}
            yield _kind(query), answer["tier"], right, taken


def _kind(query: Mapping[str, Any]) -> str:
    business = "biz" in str(query.get("cat", "")) and query["type"] in NEGATIVES
    return f"{query['type']}:business" if business else str(query["type"])


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


def figures(found: Sequence[tuple[str, str, bool, float]]) -> dict[str, float]:
    """The figures that a rule is judged by."""
    count: Counter[tuple[str, str, bool]] = Counter()
    for kind, tier, right, _ in found:
        for name in {kind, kind.split(":")[0]}:
            count[name, tier, right] += 1
    times = sorted(taken for *_, taken in found)
    negatives = sum(_total(count, kind) for kind in NEGATIVES)
    wrong = sum(count[kind, "trusted", False] for kind in NEGATIVES)
    trusted = sum(1 for _, tier, *_ in found if tier == "trusted")
    business = [kind for kind, *_ in count if kind.endswith(":business")]
    return {
        "questions": len(found),
        "negatives": negatives,
        "wrong_trusted": wrong,
        "wrong_trusted_share": wrong / max(negatives, 1),
        "wrong_trusted_upper95": upper_bound(wrong, max(negatives, 1)),
        "wrong_trusted_business": sum(count[kind, "trusted", False] for kind in set(business)),
        "precision_of_trusted": sum(right for _, t, right, _ in found if t == "trusted")
        / max(trusted, 1),
        "recall_of_paraphrases": _share(count, PARAPHRASES),
        "recall_of_repeats": _share(count, ("repeat",)),
        "values_re_bound": _share(count, ("value",)),
        "ms_p50": 1e3 * times[len(times) // 2],
        "ms_p99": 1e3 * times[int(len(times) * 0.99)],
    }


def _total(count: Counter[tuple[str, str, bool]], kind: str) -> int:
    return sum(number for (name, *_), number in count.items() if name == kind)


def _share(count: Counter[tuple[str, str, bool]], kinds: Sequence[str]) -> float:
    total = sum(_total(count, kind) for kind in kinds)
    return sum(count[kind, "trusted", True] for kind in kinds) / max(total, 1)


def main(path: Path) -> None:
    databases = loaded(path)
    ours = figures(list(outcomes(databases, match)))
    plain = figures(list(outcomes(databases, cosine)))
    print(f"{'':26}{'guarded match':>16}{'cosine 0.88':>16}")
    for name, value in ours.items():
        shown = [
            f"{item:16.4f}" if item % 1 else f"{int(item):16d}" for item in (value, plain[name])
        ]
        print(f"{name:26}{''.join(shown)}")
    print(json.dumps({"guarded": ours, "cosine": plain}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
