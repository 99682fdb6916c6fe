"""More tables than a card can offer share a word of the question: which one is asked at once."""

from collections.abc import Mapping, Sequence

from pipeline.checkpoint import Option
from pipeline.hazards.kinds import CROWD
from pipeline.hazards.reading import stems_of_name
from pipeline.made_once import made_once
from pipeline.rules.outcomes import Ask
from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import Word, name_words, stem_of, words_of
from pipeline.rules.vocabulary import FILLERS

MOST_TABLES = 20


def crowd(question: str, about: Known, choices: Mapping[str, str], typed: str = "") -> Ask | None:
    """The card where a word is in the names of too many tables, and names none of them whole.

    `typed` is what a person wrote to find the table; only the tables with these words are offered.
    """
    if len(about.allowed) <= MOST_TABLES:
        return None
    words = words_of(question)
    by_stem = _tables_by_stem(about)
    for word in words:
        tables = by_stem.get(word.stem, ())
        key = f"{CROWD}:{word.lemma}"
        if len(tables) <= MOST_TABLES or key in choices or word.lower in FILLERS:
            continue
        if not _is_settled(word, tables, words, about):
            return _which_table(key, word, tables, about, typed)
    return None


def chosen_of_crowds(about: Known, choices: Mapping[str, str]) -> set[str]:
    """The tables of a crowd that were not chosen."""
    gone: set[str] = set()
    for key, chosen in choices.items():
        if key.startswith(f"{CROWD}:") and chosen in about.allowed:
            said = stem_of(key.partition(":")[2])
            gone |= {table for table in _tables_by_stem(about).get(said, ()) if table != chosen}
    return gone


def typed_name(question_id: str) -> str:
    """The id of the input in which the name of a table is typed."""
    return f"{question_id}-name"


def _tables_by_stem(about: Known) -> Mapping[str, tuple[str, ...]]:
    """The tables by the words of their names."""
    return made_once(about, "tables by stem", lambda: _by_stem(about))


def _by_stem(about: Known) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for key in sorted(about.allowed):
        for part in _stems(key):
            found.setdefault(part, []).append(key)
    return {part: tuple(keys) for part, keys in found.items()}


def _stems(key: str) -> set[str]:
    return set(stems_of_name(key.rpartition(".")[2]))


def _is_settled(word: Word, tables: Sequence[str], words: Sequence[Word], about: Known) -> bool:
    """Whether the question says all of the name of one of them, or means a column or a number."""
    said = {each.stem for each in words}
    whole = [key for key in tables if _stems(key) <= said]
    if 0 < len(whole) <= MOST_TABLES:
        return True
    named = [key for stem in said for key in _tables_by_stem(about).get(stem, ())]
    owners = [about.table(key) for key in dict.fromkeys(named) if _stems(key) <= said]
    columns = (column.name for table in owners[:MOST_TABLES] for column in table.columns)
    told = about.glossary
    names = [name for metric in told.metrics for name in (metric.name, *metric.synonyms)]
    names += [name for term in told.terms for name in (term.name, *term.synonyms)]
    names += [synonym for note in told.tables for synonym in note.synonyms]
    names += columns
    return any(word.stem in {stem_of(p.lower()) for p in name_words(n)} for n in names)


def _which_table(key: str, word: Word, tables: Sequence[str], about: Known, typed: str) -> Ask:
    wanted = [part.lower() for part in name_words(typed)]
    fitting = [t for t in tables if all(part in t.lower() for part in wanted)] if wanted else []
    exact = [table for table in fitting if table.lower() == typed.strip().lower()]
    shown = (exact or fitting or list(tables))[:MOST_TABLES]
    rows = {table: about.shown_rows(about.table(table)) for table in shown}
    missing = f"No table is called “{typed.strip()}”. " if typed and not fitting else ""
    return Ask(
        id=key,
        kind="tables",
        prompt=(
            f"{missing}{len(tables):,} tables have “{word.lemma}” in their names. "
            "Which one do you mean?"
        ),
        options=tuple(
            Option(id=t, label=t, detail="" if rows[t] is None else f"{rows[t]:,} rows")
            for t in shown
        ),
        default="",
    )
