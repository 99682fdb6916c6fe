"""Orders the readings of a business question, and tells how sure the first is."""

import datetime as dt
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import TypeAdapter

from knowledge.catalog import Catalog
from knowledge.semantics import MeasureKind, SemanticModel
from knowledge.semantics.scoring import score, softmax
from knowledge.values import ValueIndex
from pipeline.reader.business.candidates import Candidate, candidates_of
from pipeline.reader.business.intent import BusinessIntent, Form
from pipeline.reader.business.linking import LinkedBusiness, link
from pipeline.reader.business.sql import UnreachableError, query_of

MOST_OFFERED = 4
MOST_FORMS = 4
_MOST_BUILT = 12
Features = Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class BusinessWeights:
    """Everything learned: word pairs, forms, order and certainty. `told` says from what."""

    pairs: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    forms: Mapping[str, float] = field(default_factory=dict)
    order: Mapping[str, float] = field(default_factory=dict)
    certainty: Mapping[str, float] = field(default_factory=dict)
    told: Mapping[str, str] = field(default_factory=dict)


WEIGHTS: TypeAdapter[BusinessWeights] = TypeAdapter(BusinessWeights)


@dataclass(frozen=True, slots=True)
class BusinessCandidate:
    """A reading and its query. `unexplained` are the content words that it leaves."""

    intent: BusinessIntent
    sql: str
    probability: float
    unexplained: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BusinessReading:
    """The readings, best first; `confidence` is that the first is right."""

    candidates: tuple[BusinessCandidate, ...]
    confidence: float


def read(
    question: str, today: dt.date, model: SemanticModel, catalog: Catalog, values: ValueIndex,
    weights: BusinessWeights,
) -> BusinessReading:  # fmt: skip
    """Read a question. Runs no query."""
    linked = link(question, today, model, catalog, values, weights.pairs)
    forms = form_scores(linked, weights)
    likely = sorted(forms, key=lambda form: -forms[form])[:MOST_FORMS]
    found = candidates_of(linked, likely, model, catalog)
    rows = [features_of(linked, each, forms, model) for each in found]
    shares = softmax([score(row, weights.order) for row in rows])
    order = sorted(range(len(found)), key=lambda n: -shares[n])
    offered: dict[str, BusinessCandidate] = {}
    for n in order[:_MOST_BUILT]:
        try:
            sql = query_of(found[n].intent, model, catalog).sql(dialect=catalog.dialect)
        except UnreachableError:
            continue
        offered.setdefault(
            sql, BusinessCandidate(found[n].intent, sql, shares[n], unexplained(linked, found[n]))
        )
        if len(offered) == MOST_OFFERED:
            break
    best = tuple(offered.values())
    if not best:
        return BusinessReading((), 0.0)
    sign = certainty_features(best, rows[order[0]])
    return BusinessReading(best, 1 / (1 + math.exp(-score(sign, weights.certainty))))


def form_features(linked: LinkedBusiness) -> dict[str, float]:
    """What tells the form of a question: its words and word pairs, and what else it holds."""
    stems = [word.stem for word in linked.words if not word.dated]
    explained = {n for each in (*linked.tables, *linked.columns[:4]) for n in each.words}
    plain = [
        w.stem if n not in explained else "*" for n, w in enumerate(linked.words) if not w.dated
    ]
    return {
        "bias": 1.0,
        **{f"w {one}": 1.0 for one in stems},
        **{f"b {one} {two}": 1.0 for one, two in zip(["^", *plain], [*plain, "$"], strict=True)},
        "number": float(bool(linked.numbers)),
        "period": float(bool(linked.ranges)),
        "two periods": float(linked.compared or len(linked.ranges) > 1),
        "grain": float(bool(linked.grain)),
    }


def form_scores(linked: LinkedBusiness, weights: BusinessWeights) -> dict[Form, float]:
    """How likely each form is."""
    features = form_features(linked)
    forms = list(Form)
    scores = [
        sum(weights.forms.get(f"{form} {name}", 0.0) * value for name, value in features.items())
        for form in forms
    ]
    return dict(zip(forms, softmax(scores), strict=True))


def features_of(
    linked: LinkedBusiness, candidate: Candidate, forms: Mapping[Form, float], model: SemanticModel
) -> dict[str, float]:
    """Features of a whole reading."""
    intent, content = candidate.intent, linked.content
    left = content - candidate.words
    kind = f"{intent.form}"
    plain = [linked.words[n].stem for n in left]
    meaning = model.table(intent.base)
    counts = intent.kind is MeasureKind.COUNT and intent.measure == "COUNT(*)"
    said = [w.stem for w in linked.words if not w.dated]
    others = {each.table for each in intent.dimensions} | {each.table for each in intent.filters}
    return {
        "form": math.log(forms.get(intent.form, 0.0) + 1e-4),
        "left": float(len(left)),
        "left share": len(left) / max(len(content), 1),
        **{f"left {word}": 1.0 for word in plain},
        "target": candidate.target,
        "prior": candidate.prior,
        f"prior {intent.kind}": candidate.prior,
        f"kind {intent.kind} {kind}": 1.0,
        "dimension": candidate.dimension,
        "no dimension": float(not intent.dimensions),
        f"no dimension {kind}": float(not intent.dimensions),
        "filters": candidate.filters,
        "filter count": float(len(intent.filters)),
        "other date": float(not candidate.own_date),
        "period dropped": float(bool(linked.ranges) and not intent.periods),
        "number dropped": float(bool(linked.numbers) and kind in ("value", "list", "share")),
        "thing name": float(any(each.keys for each in intent.dimensions)),
        **{f"{intent.kind} {word}": 1.0 for word in said if not counts},
        **{f"rows {word}": 1.0 for word in said if counts and intent.form is Form.VALUE},
        **{f"counted {intent.counted} {word}": 1.0 for word in said if intent.edge},
        **{f"down {intent.descending} {word}": 1.0 for word in said if intent.form is Form.EXTREME},
        f"event {kind}": float(meaning is not None and meaning.event_date is not None),
        "joins": float(len(others - {intent.base})),
        "overlap": candidate.target * candidate.dimension,
    }


def unexplained(linked: LinkedBusiness, candidate: Candidate) -> tuple[str, ...]:
    """The content words of a question that a reading leaves out, as written by their stems."""
    return tuple(linked.words[n].stem for n in sorted(linked.content - candidate.words))


def certainty_features(offered: Sequence[BusinessCandidate], row: Features) -> dict[str, float]:
    """What the certainty of the first reading is judged by."""
    first = offered[0].probability
    second = offered[1].probability if len(offered) > 1 else 0.0
    return {
        "bias": 1.0,
        "first": first,
        "log": math.log(first + 1e-6),
        "gap": first - second,
        "form": row["form"],
        "left": row["left"],
        "left share": row["left share"],
        "target": row["target"],
        "all explained": float(row["left"] == 0),
        "period dropped": row["period dropped"],
    }
