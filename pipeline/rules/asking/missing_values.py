"""Values that are not in the data: said before anything runs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from knowledge.catalog import Kind
from pipeline.checkpoint import Option
from pipeline.rules.asking.ask import Question
from pipeline.rules.asking.missing_places import missing_place
from pipeline.rules.schema.holding import name_with
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.names import display_columns
from pipeline.rules.tagging.empty_words import EMPTY
from pipeline.rules.tagging.stored_words import IGNORED
from pipeline.rules.tagging.tag import Tagged, tagged
from pipeline.rules.text.plain_words import listed
from pipeline.rules.text.words import lemma_of, name_words
from pipeline.times.values import TimeSpan

_MOST = 8
# How a value is looked for that nobody has seen.
ALL_THE_SAME = "anyway"
_NEAREST = 5
_BETWEEN = "hp"
_NAMED = ("named", "called")
_DOING = "ing"
_ARTICLES = frozenset(("the", "a", "an", "each", "every", "his", "her", "its", "their"))


def missing_value(
    question: str,
    about: Known,
    times: Sequence[TimeSpan],
    choices: Mapping[str, str],
    *,
    read: bool = False,
) -> Question | None:
    """`channel unicorn`: which of the few channels is meant, or of many, which are nearest.

    Of a question that is `read` only names are looked at: every other word found its place.
    """
    tags = tagged(question, about, times, choices)
    for place, item in enumerate(tags.items):
        if f"word:{item.text.lower()}" in choices:
            continue
        unknown = (item.letter == "x" and not read) or (item.letter == "V" and not item.payload)
        asked = _missing(tags, place, about, unknown=unknown)
        if asked is not None:
            return asked
    return None


def _missing(tags: Tagged, place: int, about: Known, *, unknown: bool) -> Question | None:
    """What is asked about one word: a place that its rows lack, or a value that no row has."""
    items, item = tags.items, tags.items[place]
    where = missing_place(items, place, about) if unknown or item.letter == "V" else None
    if (where is not None and (not unknown or item.letter == "x")) or not unknown:
        return where
    if not item.text.replace(" ", "").isalpha():
        return None
    if _is_in_names(items[place:], about) or _is_noun(item, tags) or _tells(item):
        return None
    if _is_within(items[place + 1 : place + 3]):
        return None
    if where is not None:
        return where
    before = next((one for one in reversed(items[:place]) if one.letter not in _BETWEEN), None)
    return _of_column(item, _of_rows(before, items, about), about) if before else None


def _is_within(behind: Sequence[Item]) -> bool:
    """`whose name has a “q” in it`: a part of names, and no name itself."""
    code = "".join(item.letter for item in behind)
    return code in ("p", "p.", "p&") and behind[0].text.lower().startswith("in")


def _of_rows(column: Item, items: Sequence[Item], about: Known) -> Item:
    """A column that several tables have as that of the rows right before it: `customers named`."""
    at = items.index(column)
    rows = items[at - 1].best(table=True) if at and items[at - 1].letter == "T" else None
    best = column.candidates[0].score if column.candidates else 0.0
    tied = [c for c in column.candidates if c.score == best and c.column]
    if rows is not None and column.text.lower() in _NAMED:
        # `members named Ann` is about members, whatever their names are called.
        names = display_columns(about.table(rows.table))
        tied = [Candidate(rows.table, name, best) for name in names] if len(names) == 1 else tied
    own = [c for c in tied if rows is not None and c.table == rows.table]
    return replace(column, candidates=own) if own and column.letter == "C" else column


def _is_in_names(items: Sequence[Item], about: Known) -> bool:
    """`Oslo hotels`, where the word is a part of their names."""
    behind = items[1].best(table=True) if len(items) > 1 and items[1].letter == "T" else None
    return behind is not None and bool(name_with(items[0].text, behind.table, about))


def _is_noun(item: Item, tags: Tagged) -> bool:
    """`the name of the institution`: what stands behind an article is called so by nobody."""
    plain = item.letter == "x" and not item.text[:1].isupper()
    before = [word.lower for word in tags.words[: item.first][-2:]]
    named = before[:1] in (["name"], ["names"]) and before[1:] == ["of"]
    return plain and (named or bool(_ARTICLES & set(before[-1:])))


def _tells(item: Item) -> bool:
    """`buildings housing four shops`, `the phone is missing`: nothing is called so."""
    does = item.letter == "x" and not item.text[:1].isupper() and item.text.endswith(_DOING)
    return does or item.text.lower() in EMPTY


def _of_column(item: Item, before: Item, about: Known) -> Question | None:
    """What a column that is named before holds instead; None where nobody may be shown it."""
    beside = before.last == item.first and item.text[:1].isupper()
    ref = _named(before, about) if before.letter == "C" or beside else ""
    column = about.column(ref) if ref else None
    if column is None or column.kind is not Kind.TEXT:
        return None
    table = ref.rpartition(".")[0]
    values = about.shown_values(table, column)
    if values and not any(letter.isalpha() for value in values for letter in value):
        return None  # keys, dates and numbers are no names for what a word says
    noun = not item.text[:1].isupper() and lemma_of(item.text.lower()) != item.text.lower()
    if column.complete and 0 < len(values) <= _MOST and not (noun and item.letter == "x"):
        there = "are" if len(values) > 1 else "is"
        return _question(item.text, ref, values, f"there {there} {listed(values)}.")
    # A plain word behind a name is rarely another one; a name with a capital is.
    if not item.text[:1].isupper() or about.is_hushed(table) or column.pii:
        return None
    many = f"there are {column.distinct:,} of them" if column.distinct else "there are many"
    near = about.values.near(item.text, table, column.name, limit=_NEAREST)
    like = "the nearest are offered" if near else "none that I know is similar"
    return _question(item.text, ref, near, f"{many}, and {like}.", many=True)


def _named(item: Item, about: Known) -> str:
    """The column that words name: itself, or the one that names the rows of a table."""
    best = item.candidates[0] if item.letter in "CT" and item.candidates else None
    if best is None or best.column:
        return best.ref if best is not None else ""
    names = display_columns(about.table(best.table))
    return f"{best.table}.{names[0]}" if len(names) == 1 else ""


def _question(
    word: str, ref: str, values: Sequence[str], told: str, *, many: bool = False
) -> Question:
    """Which value is meant; of many not all may be known, so the word may stand as it is."""
    named = " ".join(name_words(ref.rpartition(".")[2]))
    offered = [Option(id=f"{ref}={value}", label=value) for value in values]
    as_written = Option(id=f"{ref}={word}", label=f"Look for “{word}” {ALL_THE_SAME}")
    leave = Option(id=IGNORED, label=f"Leave “{word}” out")
    options = (*offered, *((as_written,) if many else ()), leave)
    prompt = f"I know no {named} called “{word}”" if many else f"No {named} is called “{word}”"
    return Question(f"word:{word.lower()}", "value", f"{prompt}; {told}", options, open=True)
