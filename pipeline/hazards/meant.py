"""Statements that hold every word of a question and may still say something else."""

import re
from dataclasses import replace

from sqlglot import exp

from knowledge.catalog import Column, Kind, Table
from knowledge.shapes import IN_DIGITS, ISO_DATES, ShapeKind, column_shapes
from pipeline.checkpoint import Option
from pipeline.hazards.kinds import COUNTED, RANKED, WIDENED
from pipeline.hazards.reading import Reading, column_of, is_among, spoken
from pipeline.intent import Condition, Dimension, Intent, Measure, Sorting
from pipeline.rules.outcomes import Ask, Cannot, Outcome
from pipeline.rules.text.words import Word, name_words

ONLY, AS_WELL, ROWS, TOTALS, SUM = "only", "as well", "rows", "totals", "sum"
# Words by which somebody wants more rows, not fewer.
_WIDER = re.compile(
    r"\b(?:includ(?:ing|es?|ed)|incl|inclusive of|plus|also for|as well as|regardless of|"
    r"whether or not|with or without|even)\b",
    re.IGNORECASE,
)
_NEAR = 4
# The form in which texts come in their order, of texts that are dates or numbers.
_COMPARES_RIGHTLY = {ShapeKind.TEXT_DATES: ISO_DATES, ShapeKind.TEXT_NUMBERS: IN_DIGITS}
_OF_ALL = re.compile(
    r"\b(?:where|whose|of which|of whom|if)\s+(?:all|every|each)\b|"
    r"\b(?:who|that|which)\s+(?:have\s+|has\s+|had\s+)?\w+\s+(?:all|every)\b",
    re.IGNORECASE,
)
_HOW_MANY = re.compile(r"\b(?:how many|number of|count of|no\.? of)\b", re.IGNORECASE)
_COUNTS = frozenset(("count", "number", "num", "cnt", "quantity"))
_LEFT_OUT = (
    "What you ask for leaves these rows out by its definition, so I cannot count them as well. Ask "
    "for a number that is defined with them, or for these rows alone."
)
_EVERY = (
    "I cannot check a condition for every one of the rows that belong together. Ask for those with "
    "one that is not so, or with none."
)
_ONE_ROW = (
    "I would add up one number and cannot take the first or the last of it. Say what to list, or "
    "what to add up by."
)
_NOT_ORDERED = "{name} is kept as text ({form}), so I cannot tell which comes first, last or next."


def ask_whether_only(reading: Reading) -> Outcome | None:
    """`including void sales`, where the statement reads void sales alone."""
    wider = _WIDER.search(reading.question)
    filters = reading.planned.intent.filters
    if wider is None:
        return None
    if _left_out_near(wider, reading):
        return Cannot(reason=_LEFT_OUT, at_once=True)
    for at, condition in enumerate(filters):
        if not isinstance(condition, Condition) or not _is_near(condition, wider, reading):
            continue
        key = f"{WIDENED}:{condition.column}"
        chosen = reading.choices.get(key)
        if chosen == ONLY:
            continue
        rest = replace(reading.planned.intent, filters=(*filters[:at], *filters[at + 1 :]))
        mended = reading.with_intent(rest, _all_count(condition))
        if mended is not None and _left_out_near(wider, replace(reading, planned=mended)):
            mended = None
        if chosen == AS_WELL and mended is not None:
            return mended
        options = [Option(id=ONLY, label="Only these", detail=reading.planned.reading)]
        if mended is not None:
            options.insert(0, Option(id=AS_WELL, label="These as well", detail=mended.reading))
        return Ask(
            id=key,
            kind="clarification",
            prompt=f"“{wider[0]}” may mean these rows alone, or all rows and these as well.",
            options=tuple(options),
            default="",
        )
    return None


def _left_out_near(wider: re.Match[str], reading: Reading) -> bool:
    """Whether the rows that somebody wants as well are those that a definition leaves out."""
    tree = reading.tree
    denied = (tree.find_all(exp.NEQ, exp.Not)) if tree is not None else ()
    texts = [literal.name for node in denied for literal in node.find_all(exp.Literal)]
    told = tuple(part.lower() for text in texts for part in text.split())
    return any(is_among(word, told) for word in _beside(wider, reading))


def _beside(wider: re.Match[str], reading: Reading) -> list[Word]:
    """The words that a widening one is said of."""
    if wider[0].lower() == "included":
        return [word for word in reading.words if word.at < wider.start()][-_NEAR:]
    return [word for word in reading.words if word.at >= wider.end()][:_NEAR]


def _all_count(condition: Condition) -> str:
    values = ", ".join(str(value) for value in condition.values)
    return f"Rows of any {spoken(_name(condition))} count, also {values or 'those without one'}."


def _is_near(condition: Condition, wider: re.Match[str], reading: Reading) -> bool:
    """Whether a condition is told by a word that stands beside the one that widens."""
    parts = [str(value) for value in condition.values] + [_name(condition), condition.words]
    told = tuple(part.lower() for text in parts for part in (*name_words(text), *text.split()))
    return any(is_among(word, told) for word in _beside(wider, reading))


def _name(condition: Condition) -> str:
    return condition.column.rpartition(".")[2]


def ask_rows_or_totals(reading: Reading) -> Outcome | None:
    """`top 3 clients by amount`, where a client has several rows and each row is listed."""
    intent = reading.planned.intent
    found = _ranked(intent, reading)
    if found is None:
        return None
    shown, by = found
    key = f"{RANKED}:{shown}"
    if reading.choices.get(key) == ROWS:
        return None
    table = shown.rpartition(".")[0]
    total = Measure(function="sum", table=table, column=by)
    groups = replace(
        intent, outputs=(shown, 0), measures=(total,), dimensions=(Dimension(column=shown),),
        order=(Sorting(by=0, descending=intent.order[0].descending),), distinct=False,
        matches=False,
    )  # fmt: skip
    mended = reading.with_intent(groups)
    if mended is None or reading.choices.get(key) == TOTALS:
        return mended
    name = spoken(shown.rpartition(".")[2])
    return Ask(
        id=key,
        kind="clarification",
        prompt=f"The same {name} stands in several rows. Should the rows of each be added up?",
        options=(
            Option(id=TOTALS, label=f"Each {name} once, added up", detail=mended.reading),
            Option(id=ROWS, label="Single rows", detail=reading.planned.reading),
        ),
        default="",
    )


def _ranked(intent: Intent, reading: Reading) -> tuple[str, str] | None:
    """The column that is listed and the number that it is ranked by, where rows are listed."""
    by = intent.order[0].by if len(intent.order) == 1 else 0
    columns = [output for output in intent.outputs if isinstance(output, str)]
    shown = [output for output in columns if output != by]
    if intent.measures or intent.dimensions or intent.limit is None or not isinstance(by, str):
        return None
    if len(shown) != 1 or len(columns) != len(intent.outputs):
        return None
    named, number = column_of(shown[0], reading.about), column_of(by, reading.about)
    if named is None or number is None or named[0].key != number[0].key:
        return None
    table, column = named
    repeats = column.distinct is None or column.distinct < (table.rows or 0)
    plain = column.kind is Kind.TEXT and not column.unique and not column.primary_key
    if not (plain and repeats) or not number[1].kind.is_number or _is_key(number[1], table):
        return None
    # Who asks for the rows themselves names them: `top 3 orders by amount with their client`.
    return None if reading.is_named(table) else (shown[0], by)


def _is_key(column: Column, table: Table) -> bool:
    return column.primary_key or any(column.name in key.columns for key in table.foreign_keys)


def ask_rows_or_sum(reading: Reading) -> Outcome | None:
    """`how many words`, where the rows are words and a column of theirs is called `count`."""
    intent = reading.planned.intent
    if not _HOW_MANY.search(reading.question) or len(intent.measures) != 1:
        return None
    (measure,) = intent.measures
    name = measure.column.rpartition(".")[2]
    parts = [part.lower() for part in name_words(name)]
    if measure.function != "sum" or not set(parts) <= _COUNTS or measure.parts:
        return None
    key = f"{COUNTED}:{measure.column}"
    if reading.choices.get(key) == SUM:
        return None
    rows = replace(intent, measures=(Measure(function="count", table=measure.table),))
    mended = reading.with_intent(rows)
    if mended is None or reading.choices.get(key) == ROWS:
        return mended
    table = spoken(measure.table.rpartition(".")[2])
    return Ask(
        id=key,
        kind="clarification",
        prompt=f"{table} has a column {name}. Which number is meant?",
        options=(
            Option(id=ROWS, label="How many rows", detail=mended.reading),
            Option(id=SUM, label=f"The sum of {name}", detail=reading.planned.reading),
        ),
        default="",
    )


def refuse_what_holds_for_every_row(reading: Reading) -> Outcome | None:
    """`regions where all sales are paid`, where one paid sale would do."""
    if reading.tree is None or _OF_ALL.search(reading.question) is None:
        return None
    tree = reading.tree
    counted = tree.find(exp.Having, exp.Except, exp.Not)
    return None if counted is not None else Cannot(reason=_EVERY, at_once=True)


def refuse_an_order_of_one_row(reading: Reading) -> Outcome | None:
    """`total points of the first tasks`, where there is one sum and nothing to put in order."""
    intent = reading.planned.intent
    alone = bool(intent.measures) and not intent.dimensions and not intent.compared
    if not alone or any(isinstance(output, str) for output in intent.outputs):
        return None
    ordered = bool(intent.order) and intent.limit is not None
    return Cannot(reason=_ONE_ROW, at_once=True) if ordered else None


def refuse_texts_in_order(reading: Reading) -> Outcome | None:
    """`highest amount`, where amounts are texts such as `$1,200.50`, which compare by letters."""
    for ref in _put_in_order(reading.planned.intent):
        found = column_of(ref, reading.about)
        if found is None or found[1].kind is not Kind.TEXT or found[1].pii:
            continue
        for shape in column_shapes(*found):
            if _COMPARES_RIGHTLY.get(shape.kind, shape.detail) != shape.detail:
                name = f"{spoken(found[1].name)} of {spoken(found[0].name)}"
                reason = _NOT_ORDERED.format(name=name, form=shape.detail)
                return Cannot(reason=reason, at_once=True)
    return None


def _put_in_order(intent: Intent) -> list[str]:
    """The columns of which the highest or lowest is wanted, or that rows are put in order by."""
    ends = [m.column for m in intent.measures if m.function in ("min", "max") and m.column]
    return [*ends, *(each.by for each in intent.order if isinstance(each.by, str))]
