"""What people saved to the glossary with a click, as entries of the glossary itself."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from knowledge.glossary import Glossary, TableNote, Term


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """The saved answer to a question such as `metric:net/gross` or `table:sales`.

    `said` is it in plain words, `saved` who saved it and when.
    """

    question: str
    answer: str
    said: str = ""
    saved: str = ""


def with_meanings(
    glossary: Glossary, meanings: Mapping[str, Meaning]
) -> tuple[Glossary, tuple[Meaning, ...]]:
    """The glossary as people answered it, and what of the answers no entry can hold."""
    left: list[Meaning] = []
    for meaning in meanings.values():
        kind, _, words = meaning.question.partition(":")
        changed = _CHANGES[kind](glossary, words, meaning) if kind in _CHANGES else None
        if changed is None:
            left.append(meaning)
        else:
            glossary = changed
    return glossary, tuple(left)


def _metric(glossary: Glossary, words: str, meaning: Meaning) -> Glossary | None:
    """The word that several metrics share belongs to the chosen one."""
    names = words.split("/")
    chosen = next((m for m in glossary.metrics if m.name == meaning.answer), None)
    if chosen is None or chosen.name not in names:
        return None
    rivals = [m for m in glossary.metrics if m.name in names and m is not chosen]
    own = {word.lower() for word in (chosen.name, *chosen.synonyms)}
    metrics = tuple(
        replace(m, synonyms=tuple(word for word in m.synonyms if word.lower() not in own))
        if m in rivals
        else m
        for m in glossary.metrics
    )
    return replace(glossary, metrics=metrics)


def _name(glossary: Glossary, words: str, meaning: Meaning) -> Glossary | None:
    """A word for a table or a column."""
    if not words or not meaning.answer:
        return None
    others = tuple(term for term in glossary.terms if term.name.lower() != words)
    told = meaning.saved
    term = Term(name=words, means=meaning.answer, description=told)
    return replace(glossary, terms=(*others, term))


def _time(glossary: Glossary, table: str, meaning: Meaning) -> Glossary | None:
    """The date that counts for a table."""
    note = glossary.note(table)
    told = replace(note or TableNote(table=table), time_column=meaning.answer)
    if note is None:
        return replace(glossary, tables=(*glossary.tables, told))
    tables = tuple(told if each is note else each for each in glossary.tables)
    return replace(glossary, tables=tables)


_CHANGES = {"metric": _metric, "table": _name, "column": _name, "time": _time}
