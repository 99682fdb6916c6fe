"""How sure the planner is: by the words it explained, the links it made and the shape it read."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from knowledge.catalog import Kind
from pipeline.intent import AnyOf, Compared, Condition, Intent
from pipeline.rules.asking.called_elsewhere import told_elsewhere
from pipeline.rules.asking.kept_numbers import by_kept_number
from pipeline.rules.asking.senseless import senseless
from pipeline.rules.building.build import Builder
from pipeline.rules.building.counted_up import counts_up
from pipeline.rules.drafting.assembly import Assembled
from pipeline.rules.linking.clause_reading import tables_of
from pipeline.rules.linking.dates_of_deeds import (
    ANY_EVENT,
    dates_of,
    forms_of_all,
    is_called_after,
    is_date_of,
)
from pipeline.rules.schema.holding import holds_years
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.roles import LEADING
from pipeline.rules.schema.standing import contradicts_itself
from pipeline.rules.schema.state_columns import STATE
from pipeline.rules.tagging.tag import Tagged
from pipeline.rules.text.words import is_past, lemma_of, name_words, stem_of

_SURE = 0.7
_ASKABLE = 0.55
_RISK = 0.3
_MANY_WORDS, _MANY_MORE_WORDS = 30, 40
_FAR_WORDS = 26
_TWO_STEPS = 3
_TWO_TABLES, _CLOSE_FIT, _CLOSER_FIT = 2, 0.945, 0.96
_MANY_TABLES = 4
# What tells how far rows have come; a `state` may be a part of a country too.
_PROGRESS = STATE - {"state", "result"}
_PUNCTUATION = "&|.pwrhy"


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdict on one reading; `careful` where only a look before it is taken is missing."""

    confidence: float
    sure: bool
    careful: bool
    askable: bool
    readable: bool


def judged(tags: Tagged, made: Assembled, builder: Builder) -> Judged:
    """How far a reading may be trusted."""
    content = [item for item in tags.items if item.letter not in _PUNCTUATION]
    lost = sum(len(text.split()) for text in made.failed)
    explained = 1.0 - lost / max(len(content) + len(tags.verbs) * 0.5, 1.0)
    weakest = min(made.scores, default=1.0)
    risks = {*made.risks, *_risks(tags, made.intent, builder)}
    fit = max(explained, 0.0) * (0.6 + 0.4 * min(weakest, 1.0))
    if _tells_state_of_others(tags, made, builder.known):
        risks.add("a state of other rows")
    far = not builder.known.described and _is_far_fetched(fit, made.intent, builder)
    far = far and not _names_both_sides(made, builder)
    far = far and not counts_up(made.intent, builder)
    confidence = fit - _RISK * (len(risks) + far)
    fits = fit >= _SURE and not risks
    return Judged(
        confidence=round(max(confidence, 0.0), 3),
        sure=fits and not far,
        careful=fits and far,
        askable=explained >= _ASKABLE and any(item.letter in "TCM" for item in tags.items),
        readable=made.intent is not None and not made.failed,
    )


def _is_far_fetched(fit: float, intent: Intent | None, builder: Builder) -> bool:
    """Whether tables are tied together on names alone, where two of three such readings are right.

    What people wrote of their data, metrics above all, says which rows belong together.
    """
    certified = intent is None or _is_certified(intent, builder.known)
    tables = len(builder.reached)
    # What rows are tied to is told once more where some of them are picked.
    close = _CLOSE_FIT if intent is None or intent.filters else _CLOSER_FIT
    return not certified and (tables > _TWO_TABLES or (tables == _TWO_TABLES and fit < close))


def _names_both_sides(made: Assembled, builder: Builder) -> bool:
    """`whose savings balance is above their checking balance`: every table is spoken of."""
    clauses = made.intent.filters if made.intent is not None else ()
    own = any(isinstance(clause, Compared) and clause.function == "own" for clause in clauses)
    return own and builder.reached <= set(made.named)


def _tells_state_of_others(tags: Tagged, made: Assembled, known: Known) -> bool:
    """`closed orders`, where it is members that are closed: nothing says that theirs are meant."""
    said = {c.table for item in tags.items if item.letter in "TC" for c in item.candidates[:1]}
    said |= set(made.named)
    clauses = made.intent.filters if made.intent is not None else ()
    beside = {
        hit.table
        for value, rows in pairwise(tags.items)
        if value.letter == "V" and rows.letter == "T" and value.last == rows.first
        for hit in value.payload or ()
        if all(hit.table != candidate.table for candidate in rows.candidates)
    }  # `closed orders per member`
    named = any(item.letter == "T" for item in tags.items)  # a further question may name none
    return named and any(
        isinstance(clause, Condition)
        and clause.column.rpartition(".")[0] not in said - beside
        and clause.column in {f"{t}.{c.name}" for t, of in known.states.items() for c in of}
        and _PROGRESS & set(name_words(clause.column.rpartition(".")[2]))
        for clause in clauses
    )


def _is_certified(intent: Intent, about: Known) -> bool:
    """Whether people wrote down what a number is."""
    return any(measure.expression or measure.name in about.divided for measure in intent.measures)


def _risks(tags: Tagged, intent: Intent | None, builder: Builder) -> Iterator[str]:
    """Shapes that were often read wrongly on databases nobody had tuned for."""
    if intent is None:
        return
    told = _says_outputs(tags)
    remarks = sum(item.last - item.first for item in tags.items if item.letter == "B")
    if len(tags.words) - remarks > (_MANY_MORE_WORDS if told else _MANY_WORDS):
        yield "a long question"
    certified = _is_certified(intent, builder.known)
    if len(builder.reached) >= _MANY_TABLES and not (certified or counts_up(intent, builder)):
        yield "many tables"
    far = len(builder.reached) > _TWO_STEPS or len(tags.words) > _FAR_WORDS
    if builder.inferred and far and not certified:
        yield "keys that nobody declared"
    if _is_doubtful_alternative(intent):
        yield "an alternative"
    if _of_some_only(tags, intent):
        yield "what is said of not all, or of the first, of other rows"
    yield from _doubtful_shapes(tags, intent, builder)
    if not (told and intent.order and isinstance(intent.order[0].by, int)):
        yield from _ranking_risks(intent, builder)


def _doubtful_shapes(tags: Tagged, intent: Intent, builder: Builder) -> Iterator[str]:
    if _contradicts(intent) or contradicts_itself(intent, builder.known):
        yield "one column is to have two values"
    if _who_is_missing(tags, intent, builder.known):
        yield "nobody is named that `who` may ask for"
    if _groups_by_numbers(intent, builder):
        yield "a number beside a total"
    if by_kept_number(intent, builder.known) is not None:
        yield "a count of rows, or the number that others keep of them"
    elsewhen = (_happened_at_another_time, _is_year_of_another_deed)
    if any(said(tags, intent, builder.known) for said in elsewhen):
        yield "a verb beside a date of something else"
    if _names_a_superior(intent) and not _says_who_leads(tags, builder.known):
        yield "a name of the same rows, and no verb for what ties them"
    if _is_told_elsewhere(tags, builder):
        yield "a verb that a key of other rows is named after"
    yield from senseless(tags, intent, builder.known)
    yield from told_elsewhere(tags, intent, builder.reached, builder.known)


def _is_doubtful_alternative(intent: Intent) -> bool:
    """Whether what `or` ties together may be read in two ways."""
    alternatives = [clause for clause in intent.filters if isinstance(clause, AnyOf)]
    tables = {table for one in alternatives for table in tables_of(one)}
    return bool(alternatives) and (len(intent.filters) > 1 or len(tables) > 1)


def _groups_by_numbers(intent: Intent, builder: Builder) -> bool:
    """Whether amounts are listed one by one beside what is counted or added up."""
    kinds = [builder.known.column(d.column).kind for d in intent.dimensions if not d.grain]
    return bool(intent.measures) and Kind.NUMBER in kinds


def _says_outputs(tags: Tagged) -> bool:
    """`...? Return their name and total amount.`: a second sentence lists what is shown."""
    letters = "".join(item.letter for item in tags.items)
    return re.search(r".\.[Tp]?[Cka].*", letters) is not None


def _contradicts(intent: Intent) -> bool:
    equal = [c.column for c in intent.filters if isinstance(c, Condition) and c.operator == "="]
    return len(equal) != len(set(equal))


def _who_is_missing(tags: Tagged, intent: Intent, known: Known) -> bool:
    """`who borrowed the most books` must not show the books."""
    asks = bool(tags.words) and tags.words[0].lower in ("who", "whom")
    counted = {measure.table for measure in intent.measures}
    columns = [o for o in intent.outputs if isinstance(o, str)]
    shown = {column.rpartition(".")[0] for column in columns}
    keys = {f"{t}.{name}" for t in shown for name in known.table(t).primary_key}
    listed = any(item.letter == "C" for item in tags.items)
    # `who earns the least` is nobody where only the number is shown.
    return asks and (bool(counted & shown) or not columns or (not listed and set(columns) <= keys))


def _happened_at_another_time(tags: Tagged, intent: Intent, known: Known) -> bool:
    """`products we sold last month` must not be those that were launched then."""
    said = {stem_of(lemma_of(verb.lower())) for verb in tags.verbs} - ANY_EVENT
    if not said or any(measure.expression for measure in intent.measures):
        return False
    dated = [
        clause.column
        for clause in intent.filters
        if isinstance(clause, Condition) and known.column(clause.column).kind.is_dated
    ]
    names = [{stem_of(lemma_of(word)) for word in name_words(column)} for column in dated]
    told = [any(name.startswith(verb) for verb in said for name in words) for words in names]
    told = [
        known_so or any(is_date_of(verb.lower(), column) for verb in tags.verbs)
        for known_so, column in zip(told, dated, strict=True)
    ]
    return not all(told)


def _is_year_of_another_deed(tags: Tagged, intent: Intent, known: Known) -> bool:
    """`in which year were most vases bought` must not be the year when they were made."""
    deeds = [word.lower for word in tags.words if is_past(word.lower)]
    shown = {output for output in intent.outputs if isinstance(output, str)}
    shown |= {dimension.column for dimension in intent.dimensions}
    # That it was done at all says nothing of when.
    told = (c for c in intent.filters if isinstance(c, Condition) and c.operator != "is not null")
    kept = {clause.column for clause in told}
    for ref in shown if deeds else ():
        table, _, name = ref.rpartition(".")
        if holds_years(known.column(ref)) and not is_called_after(name, forms_of_all(deeds)):
            dates = {f"{table}.{date}" for date in dates_of(deeds, known.table(table))}
            if dates and not dates & (shown | kept):
                return True
    return False


def _names_a_superior(intent: Intent) -> bool:
    """Whether a name picks those whose own key leads to it: `who report to Ana`."""
    return any(
        isinstance(clause, Compared)
        and clause.function == "value"
        and clause.of != clause.column
        and clause.of.rpartition(".")[0] == clause.column.rpartition(".")[0]
        for clause in intent.filters
    )


def _says_who_leads(tags: Tagged, known: Known) -> bool:
    """Whether a word tells what ties rows of one table, or what one is called: `the sire of`."""
    nouns = {stem_of(noun) for role in known.roles if role.itself for noun in role.nouns}
    return bool((LEADING | nouns) & {stem_of(word.lower) for word in tags.words})


def _of_some_only(tags: Tagged, intent: Intent) -> bool:
    """`not all of whose loans were late`, `whose first loan was late` of each of them."""
    pairs = {(one.lower, other.lower) for one, other in pairwise(tags.words)}
    first = any(one == "whose" and other in _ENDS for one, other in pairs)
    not_all = any(("not", word) in pairs for word in ("all", "every", "each"))
    return (not_all or (first and intent.limit == 1)) and bool(intent.filters)


_ENDS = frozenset(("first", "last", "latest", "earliest", "newest", "oldest"))


def _is_told_elsewhere(tags: Tagged, builder: Builder) -> bool:
    """`staff who are assigned to it`: not those that another key ties to it."""
    verbs = [item for item in tags.items if item.letter == "C" and item.verb]
    keys = [
        verb.candidates[0] for verb in verbs
        if not any(candidate.table in builder.reached for candidate in verb.candidates)
    ]  # fmt: skip
    return any(
        edge.right in builder.reached
        for key in keys
        for edge in builder.known.joins.edges(key.table)
        if not edge.multiplies and key.column in (left for left, _ in edge.pairs)
    )


def _ranking_risks(intent: Intent, builder: Builder) -> Iterator[str]:
    if intent.limit is None or not intent.order or any(m.expression for m in intent.measures):
        return
    by_number = isinstance(intent.order[0].by, int)
    if by_number and len(builder.joined) > _TWO_STEPS and not counts_up(intent, builder):
        yield "a ranking over joined tables"
    if not by_number and intent.limit == 1 and any(isinstance(c, Compared) for c in intent.filters):
        yield "an extreme under a comparison"
