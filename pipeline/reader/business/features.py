"""Features of the form of a question and of whole readings."""

import math
from collections.abc import Mapping

from knowledge.semantics import SemanticModel
from pipeline.reader.business.candidates import Candidate
from pipeline.reader.business.cues import OF_FORM
from pipeline.reader.business.intent import Aggregate, Form
from pipeline.reader.business.linking import Link, LinkedBusiness, written

Features = Mapping[str, float]
_STRONG = (
    "average", "distinct", "top", "bottom", "share", "growth", "compare", "never", "running",
    "sort", "over", "under",
)  # fmt: skip
_OF_VALUES = (
    "average", "distinct", "first", "last", "maximum", "minimum", "duration", "count", "sum",
)  # fmt: skip
_COMPARING = (Form.MORE, Form.ABOVE_AVERAGE)
_NEAR = 3
_GROUPED = (Form.TOP, Form.BOTTOM, Form.TOP_IN_GROUP, Form.MORE, Form.PER_THING)


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
        "grain": float(linked.grain is not None),
        "stored": float(any(each.kind == "stored" for each in linked.states)),
    }


def form_choices(linked: LinkedBusiness) -> dict[Form, dict[str, float]]:
    """The features of each form: its own, and those that all forms share."""
    own = form_features(linked)
    found = {}
    for form in Form:
        expected = OF_FORM.get(form, ())
        if form is Form.VALUE:
            expected = tuple(name for name in _OF_VALUES if linked.cues[name])
        if form in _COMPARING:
            expected = (*expected, "over" if linked.cues["over"] else "under")
        missing = sum(not linked.cues[name] for name in expected)
        covered = {name for name in expected if linked.cues[name]}
        unused = [name for name in _STRONG if linked.cues[name] and name not in covered]
        found[form] = {
            **{f"{form} {name}": value for name, value in own.items()},
            "expected": float(len(covered)),
            "missing": float(missing),
            "all expected": float(bool(expected) and not missing and form is not Form.VALUE),
            **{f"unused {name}": 1.0 for name in unused},
        }
    return found


def features_of(
    linked: LinkedBusiness, candidate: Candidate, forms: Mapping[Form, float], model: SemanticModel
) -> dict[str, float]:
    """Features of a whole reading."""
    intent, content = candidate.intent, linked.content
    left = content - candidate.words
    form, kind = f"{intent.form}", f"{intent.kind}"
    meaning = model.table(intent.base)
    counts = intent.kind is Aggregate.COUNT
    said = [w.stem for w in linked.words if not w.dated]
    others = {each.table for each in intent.dimensions} | {each.table for each in intent.filters}
    missing = [name for name in candidate.expected if not linked.cues[name]]
    target = candidate.target
    listed = intent.form in (Form.LIST, Form.HAS, Form.NEVER, Form.MORE)
    scores = [target.score, *(each.score for each in (*candidate.groups, *candidate.filters))]
    found = {
        "form": math.log(forms.get(intent.form, 0.0) + 1e-4),
        "left": float(len(left)),
        "left share": len(left) / max(len(content), 1),
        **{f"left {linked.words[n].stem}": 1.0 for n in left},
        "missing": float(len(missing)),
        **{f"missing {name}": 1.0 for name in missing},
        "target": target.score,
        "target words": float(len(target.words & content)),
        "target unnamed": float(not target.words),
        "weakest": min(scores),
        "prior": target.prior,
        f"prior {kind}": target.prior,
        f"kind {kind}": 1.0,
        f"kind {kind} {form}": 1.0,
        "dimension": sum(each.score for each in candidate.groups),
        "filters": sum(each.score for each in candidate.filters),
        "filter count": float(len(candidate.filters)),
        "date": candidate.date if intent.periods else 0.0,
        "other date": float(candidate.date < 0),
        "later date": float(0 < candidate.date < 0.5),
        "period dropped": float(bool(linked.ranges) and not intent.periods),
        "number dropped": float(
            bool(linked.numbers) and not any(at in candidate.words for at, _ in linked.numbers)
        ),
        "each unused": float(bool(linked.cues["each"] - candidate.words) and not intent.dimensions),
        "thing name": float(any(each.keys for each in intent.dimensions)),
        **{f"{kind} {word}": 1.0 for word in said if not counts},
        **{f"rows {word}": 1.0 for word in said if counts and intent.form is Form.VALUE},
        **{f"counted {intent.counted} {word}": 1.0 for word in said if listed},
        **{f"down {intent.descending} {word}": 1.0 for word in said if candidate.column},
        f"event {form}": float(meaning is not None and meaning.event_date is not None),
        "joins": float(len(others - {intent.base})),
        "overlap": target.score * sum(each.score for each in candidate.groups),
        **_of_column(candidate),
        **_of_measure(candidate),
        **_of_dates(candidate),
    }
    for each in candidate.filters:
        found[f"filter {each.kind}"] = found.get(f"filter {each.kind}", 0.0) + 1.0
        _add(found, linked, each, "filter")
        if each.kind == "set" and each.words:
            before = linked.words[min(each.words) - 1].stem if min(each.words) else "^"
            found[f"set after {before}"] = 1.0
    group = "grouped" if intent.form in _GROUPED else "group"
    for each in candidate.groups:
        _add(found, linked, each, group)
        found[f"{group} column"] = found.get(f"{group} column", 0.0) + float(bool(each.column))
        found[f"{group} without a sign"] = found.get(f"{group} without a sign", 0.0) + float(
            not _is_signed(linked, each)
        )
        found["group filtered"] = found.get("group filtered", 0.0) + float(
            any(each.words & one.words for one in candidate.filters)
        )
    _add(found, linked, target, "target")
    return found


def _of_measure(candidate: Candidate) -> dict[str, float]:
    """The concepts of the columns of the number that is asked for."""
    quantity = candidate.target.quantity
    if quantity is None:
        return {}
    concepts = {key for key in quantity.keys if key.startswith("#")}
    return {
        **{f"target {concept}": 1.0 for concept in concepts},
        "target computed": float(not quantity.column),
        f"unit {candidate.intent.unit}": float(quantity.timed),
    }


def _of_dates(candidate: Candidate) -> dict[str, float]:
    """Whether the date of a period is of another table, and what is done beside it."""
    periods = candidate.intent.periods
    if not periods:
        return {}
    at, named = periods[0].at, candidate.date < 0
    done = [each for each in candidate.filters if each.kind == "set" and each.column != at.column]
    return {
        "done beside period": float(bool(done)),
        "date elsewhere": float(at.table != candidate.intent.base and not named),
    }


def _of_column(candidate: Candidate) -> dict[str, float]:
    if candidate.column is None:
        return {}
    return {
        "column": candidate.column.score,
        "column named": float(bool(candidate.column.words)),
        f"column named {candidate.intent.form}": float(bool(candidate.column.words)),
    }


def _add(found: dict[str, float], linked: LinkedBusiness, link: Link, role: str) -> None:
    """The word before a link, and whether its words stand together."""
    if not link.words:
        return
    first, last = min(link.words), max(link.words)
    before = linked.words[first - 1].stem if first else "^"
    name = f"{role} after {before}"
    found[name] = found.get(name, 0.0) + 1.0
    apart = float(last - first + 1 - len(link.words))
    found[f"{role} apart"] = found.get(f"{role} apart", 0.0) + apart


def _is_signed(linked: LinkedBusiness, link: Link) -> bool:
    """Whether a word such as "per" stands closely before what is grouped by."""
    near = {n - back for n in link.words for back in range(1, _NEAR + 1)}
    return bool(near & linked.cues["each"])


def left_words(linked: LinkedBusiness, candidate: Candidate) -> tuple[str, ...]:
    """What a reading leaves out of a question: content words, numbers, the grain of time."""
    numbers = frozenset(at for at, _ in linked.numbers)
    left = sorted((linked.content | numbers) - candidate.words)
    grain = linked.grain
    grains = {each.grain for each in candidate.intent.dimensions}
    dropped = (grain.words,) if grain is not None and grain.grain not in grains else ()
    return (*(written(linked, n) for n in left), *dropped)
