"""Words of a question that no part of the statement stands for."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from knowledge.catalog import Column, Kind, Table
from knowledge.shapes import is_part_of_date
from pipeline.accounting import is_joint, left_out
from pipeline.checkpoint import Option
from pipeline.hazards.kinds import UNUSED
from pipeline.hazards.reading import Reading, is_among, spoken, stems_of_name
from pipeline.hazards.texts import texts_for_nothing
from pipeline.intent import Condition
from pipeline.rules.outcomes import Ask, Cannot, Outcome
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import display_columns
from pipeline.rules.text.plain_words import listed
from pipeline.rules.text.words import name_words
from pipeline.rules.vocabulary.nouns import is_money

LEFT_OUT = "-"
# Points that ask what a word means.
_MEANINGS = frozenset(("region", "value"))
_MONEY = frozenset(("value", "worth"))
_PRICES = frozenset(
    ("price", "amount", "cost", "fee", "fare", "revenue", "value", "total", "bill", "salary",
     "wage", "payment", "charge", "worth", "income", "sales", "net", "gross", "budget", "paid")
)  # fmt: skip
_LEAD = re.compile(
    r"^\s*(?:which|what|list|show|find|give|get|return|display)\s+"
    r"(?:(?:me|us|all|the|of|are|different|distinct)\s+)*",
    re.IGNORECASE,
)
_NOT_WHOLE = "{name} is kept as text, and not every text is a whole date, so I cannot go by it."
_TURNED = "I would answer this without {words}, and the answer would say something else."


def ask_about_words(reading: Reading) -> Outcome | None:
    """Words that are used by nothing, or that the answer does not show: asked, never dropped."""
    told = {word.lower() for word in reading.planned.left_out} | _settled(reading.choices)
    unused = left_out(reading.question, reading.planned.sql, reading.about, reading.times)
    lost = tuple(each.word for each in unused if each.turns and each.word.lower() not in told)
    if lost:
        return Cannot(reason=_TURNED.format(words=_quoted(lost)), unexplained=lost, cited=lost)
    found = {each.word: each.why for each in unused}
    found |= {word: why for rule in _RULES for word, why in rule(reading)}
    found = {word: why for word, why in found.items() if word.lower() not in told}
    if not found:
        return None
    key = f"{UNUSED}:{', '.join(found)}"
    if reading.choices.get(key) == LEFT_OUT:
        out = tuple(dict.fromkeys((*reading.planned.left_out, *found)))
        return replace(reading.planned, left_out=out)
    label = f"Leave {_quoted(found)} out"
    reasons = " ".join(dict.fromkeys(found.values()))
    return Ask(
        id=key,
        kind="clarification",
        prompt=f"I would answer this without {_quoted(found)}. {reasons}",
        options=(Option(id=LEFT_OUT, label=label, detail=reading.planned.reading),),
        default="",
    )


def _settled(choices: Mapping[str, str]) -> set[str]:
    """The words that a person was asked about: what they mean is what was chosen."""
    keys = (key.partition(":") for key in choices)
    return {word for kind, _, words in keys if kind in _MEANINGS for word in words.lower().split()}


def _quoted(words: Iterable[str]) -> str:
    return listed(f"“{word}”" for word in words)


def refuse_deeds_without_dates(reading: Reading) -> Outcome | None:
    """`claims settled in May`, where texts of `settled_on` are no whole dates and go untested."""
    tested = {
        each.column for each in reading.planned.intent.filters
        if isinstance(each, Condition) and each.operator in ("is null", "is not null")
    }  # fmt: skip
    for table in reading.tables:
        for column in table.columns:
            parts = [part.lower() for part in name_words(column.name)]
            if column.kind is not Kind.TEXT or parts[-1] not in ("at", "on", "date"):
                continue
            if f"{table.key}.{column.name}" in tested or column.pii:
                continue
            done = any(word.lower.endswith("ed") and word.lower in parts for word in reading.words)
            said = spoken(column.name) in " ".join(word.lower for word in reading.words)
            if done and not said and _lacks_dates(column, table, reading.about):
                name = f"{spoken(column.name)} of {spoken(table.name)}"
                return Cannot(reason=_NOT_WHOLE.format(name=name), at_once=True)
    return None


def _lacks_dates(column: Column, table: Table, about: Known) -> bool:
    """Whether some texts of a column of dates stand for no date, or for a part of one."""
    parts = any(is_part_of_date(text) for text in column.values)
    return parts or bool(texts_for_nothing(table, column, about))


def _money_not_counted(reading: Reading) -> Iterator[tuple[str, str]]:
    """`stock value`, where only pieces are counted and the rows have a price."""
    used = [column for table in reading.tables for column in table.columns]
    shown = [c for c in used if c.name.lower() in reading.column_names]
    priced = [c for c in used if c not in shown and c.kind.is_number and _is_priced(c)]
    if not priced or any(_is_priced(column) for column in shown) or _is_defined(reading):
        return
    for before, word in pairwise(reading.words):
        behind = before.lower.isalpha() and not is_joint(before.lower)
        if word.lower in _MONEY and behind and not reading.is_said(word):
            yield word.text, f"The answer counts nothing in money; {spoken(priced[0].name)} does."


def _is_priced(column: Column) -> bool:
    parts = [part.lower() for part in name_words(column.name)]
    return is_money(parts) or bool(_PRICES & set(parts))


def _is_defined(reading: Reading) -> bool:
    """Whether a number of the glossary is what is shown."""
    return any(measure.expression for measure in reading.planned.intent.measures)


def _rows_not_shown(reading: Reading) -> Iterator[tuple[str, str]]:
    """`which products need to be reordered`, where the answer is a list of reorder levels."""
    intent = reading.planned.intent
    subject = reading.about.catalog.table(intent.subject)
    if subject is None or intent.measures or intent.dimensions or not _asks_for(subject, reading):
        return
    own = [o for o in intent.outputs if isinstance(o, str) and o.rpartition(".")[0] == subject.key]
    shown = [column for ref in own if (column := subject.column(ref.rpartition(".")[2]))]
    naming = {*display_columns(subject), *subject.primary_key}
    if not shown or any(c.name in naming or c.unique or _tells_rows(c, subject) for c in shown):
        return
    for column in shown:
        unsaid = [part for part in name_words(column.name) if not _says(part, reading)]
        said = [word.text for word in reading.words if is_among(word, _parts(column))]
        if unsaid and said:
            would, wanted = spoken(column.name), spoken(subject.name)
            yield said[-1], f"The answer would be {would}, and not which {wanted}."


def _asks_for(table: Table, reading: Reading) -> bool:
    """Whether the question begins with the rows of the table."""
    lead = _LEAD.match(reading.question)
    if lead is None:
        return False
    parts = stems_of_name(table.name)
    rest = [word for word in reading.words if word.at >= lead.end()]
    return [word.stem for word in rest[: len(parts)]] == parts


def _parts(column: Column) -> tuple[str, ...]:
    return tuple(part.lower() for part in name_words(column.name))


def _says(part: str, reading: Reading) -> bool:
    return any(is_among(word, (part.lower(),)) for word in reading.words)


def _tells_rows(column: Column, table: Table) -> bool:
    """Whether people tell rows apart by the column: a code or a number that none share."""
    return not column.kind.is_number and bool(table.rows) and column.distinct == table.rows


_RULES: tuple[Callable[[Reading], Iterator[tuple[str, str]]], ...] = (
    _money_not_counted, _rows_not_shown,
)  # fmt: skip
