"""Orders the readings of a business question, and tells how sure the first is."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

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
from pipeline.reader.business.linking import Asked, LinkedBusiness, link

MOST_FORMS = 5
# How many are looked at: after these hardly one is right.
MOST_RANKED = 14
_DATA = "pipeline.reader.business"


@dataclass(frozen=True, slots=True, kw_only=True)
class BusinessWeights:
    """Everything learned: word pairs, forms, order and certainty. `told` says from what."""

    pairs: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    forms: Mapping[str, float] = field(default_factory=dict)
    order: Mapping[str, float] = field(default_factory=dict)
    certainty: Mapping[str, float] = field(default_factory=dict)
    told: Mapping[str, str] = field(default_factory=dict)


WEIGHTS: TypeAdapter[BusinessWeights] = TypeAdapter(BusinessWeights)


@cache
def shipped_business_weights() -> BusinessWeights:
    """The weights that come with the product."""
    return WEIGHTS.validate_json(files(_DATA).joinpath("weights.json").read_bytes())


@dataclass(frozen=True, slots=True)
class RankedBusiness:
    """A reading, how probable it is among the others, and the words that it leaves out."""

    intent: BusinessIntent
    probability: float
    unexplained: tuple[str, ...]
    features: Features


class BusinessReader:
    """Reads business questions about one database, over its semantic model."""

    def __init__(
        self,
        model: SemanticModel,
        catalog: Catalog,
        values: ValueIndex,
        weights: BusinessWeights,
    ) -> None:
        self.model, self.catalog = model, catalog
        self._values, self._weights = values, weights

    def ranked(self, asked: Asked) -> list[RankedBusiness]:
        """The likeliest readings of a question, best first."""
        linked = link(asked, self.model, self.catalog, self._values, self._weights.pairs)
        forms = form_scores(linked, self._weights)
        found = candidates_of(linked, likely_forms(forms), self.model, self.catalog)
        rows = [features_of(linked, each, forms, self.model) for each in found]
        shares = softmax([score(row, self._weights.order) for row in rows])
        order = sorted(range(len(found)), key=lambda n: -shares[n])
        return [
            RankedBusiness(found[n].intent, shares[n], left_words(linked, found[n]), rows[n])
            for n in order[:MOST_RANKED]
        ]


def certainty(signs: Features, weights: BusinessWeights) -> float:
    """How probably the first reading is right."""
    return 1 / (1 + math.exp(-score(signs, weights.certainty)))


def likely_forms(forms: Mapping[Form, float]) -> list[Form]:
    """The forms that are tried."""
    return sorted(forms, key=lambda form: -forms[form])[:MOST_FORMS]


def form_scores(linked: LinkedBusiness, weights: BusinessWeights) -> dict[Form, float]:
    """How likely each form is."""
    choices = form_choices(linked)
    shares = softmax([score(each, weights.forms) for each in choices.values()])
    return dict(zip(choices, shares, strict=True))


def signs_of(offered: Sequence[RankedBusiness]) -> dict[str, float]:
    """What the certainty of the first of some readings is judged by."""
    if not offered:
        return {}
    first, row = offered[0].probability, offered[0].features
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
