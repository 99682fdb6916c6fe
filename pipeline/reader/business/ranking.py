"""Orders the readings of a business question, and tells how sure the first is."""

import datetime as dt
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from pydantic import TypeAdapter

from knowledge.catalog import Catalog
from knowledge.semantics import SemanticModel
from knowledge.semantics.scoring import score, softmax
from knowledge.values import ValueIndex
from pipeline.reader.business.candidates import candidates_of
from pipeline.reader.business.features import (
    Features,
    features_of,
    form_choices,
    left_words,
)
from pipeline.reader.business.intent import BusinessIntent, Form
from pipeline.reader.business.linking import LinkedBusiness, link
from pipeline.reader.business.sql import UnreachableError, query_of

MOST_OFFERED = 4
MOST_FORMS = 5
_MOST_BUILT = 14


@dataclass(frozen=True, slots=True, kw_only=True)
class BusinessWeights:
    """Everything learned: word pairs, forms, order and certainty. `told` says from what.

    `beside` is the certainty where another reader has read the question too.
    """

    pairs: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    forms: Mapping[str, float] = field(default_factory=dict)
    order: Mapping[str, float] = field(default_factory=dict)
    certainty: Mapping[str, float] = field(default_factory=dict)
    beside: Mapping[str, float] = field(default_factory=dict)
    told: Mapping[str, str] = field(default_factory=dict)


class Beside(StrEnum):
    """How the first reading stands to those of another reader. The names stand in the weights."""

    FIRST = "first"
    AMONG = "among"
    APART = "apart"


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
    """The readings, best first; `confidence` is that the first is right, judged by `signs`."""

    candidates: tuple[BusinessCandidate, ...]
    confidence: float
    signs: Features = field(default_factory=dict)


def read(
    question: str, today: dt.date, model: SemanticModel, catalog: Catalog, values: ValueIndex,
    weights: BusinessWeights,
) -> BusinessReading:  # fmt: skip
    """Read a question. Runs no query."""
    linked = link(question, today, model, catalog, values, weights.pairs)
    forms = form_scores(linked, weights)
    found = candidates_of(linked, likely_forms(forms), model, catalog)
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
            sql, BusinessCandidate(found[n].intent, sql, shares[n], left_words(linked, found[n]))
        )
        if len(offered) == MOST_OFFERED:
            break
    best = tuple(offered.values())
    if not best:
        return BusinessReading((), 0.0)
    sign = certainty_features(best, rows[order[0]])
    return BusinessReading(best, certainty(sign, weights), sign)


def certainty(signs: Features, weights: BusinessWeights, beside: Beside | None = None) -> float:
    """How probably the first reading is right, with or without what another reader says."""
    learned = weights.certainty if beside is None else weights.beside
    told = signs if beside is None else {**signs, f"beside {beside}": 1.0}
    return 1 / (1 + math.exp(-score(told, learned)))


def likely_forms(forms: Mapping[Form, float]) -> list[Form]:
    """The forms that are tried."""
    return sorted(forms, key=lambda form: -forms[form])[:MOST_FORMS]


def form_scores(linked: LinkedBusiness, weights: BusinessWeights) -> dict[Form, float]:
    """How likely each form is."""
    choices = form_choices(linked)
    shares = softmax([score(each, weights.forms) for each in choices.values()])
    return dict(zip(choices, shares, strict=True))


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
        "missing": row["missing"],
        "target": row["target"],
        "weakest": row["weakest"],
        "prior": row["prior"],
        "all explained": float(row["left"] == 0),
        "other date": row["other date"],
        "period dropped": row["period dropped"],
        f"form {offered[0].intent.form}": 1.0,
    }
