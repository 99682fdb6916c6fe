"""The dates that words for a deed may mean: `signed up`, `their registration`, `being claimed`."""

from collections.abc import Sequence

from pipeline.rules.linking.dates_of_deeds import is_date_of
from pipeline.rules.linking.ends_of_rows import are_people, opened_dates
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.people import keeps_people
from pipeline.rules.tagging.ends_of_lengths import dates_of_word
from pipeline.rules.text.words import Word, words_of

# What stands beside the deed itself.
_BESIDE = frozenset(
    ("up", "in", "on", "was", "were", "is", "are", "be", "being", "been", "got", "had", "have",
     "has", "date", "day", "time", "of", "first", "their", "its", "the", "an", "a", "account",
     "originally")
)  # fmt: skip
_JOINED = frozenset(
    ("joined", "joining", "registered", "registering", "registration", "signed", "signing",
     "signup", "sign", "sign-up", "enrolled", "enrolment", "enrollment", "onboarded")
)  # fmt: skip


def dates_said(deed: str, tables: Sequence[str], about: Known) -> list[str]:
    """The dates of these tables that the words may mean."""
    told = [word for word in words_of(deed) if word.lower not in _BESIDE]
    deeds = [word for word in told if not _names_rows(word, tables, about)] or told
    if not deeds:
        return []
    dates = [c for c in _called(deeds, about) if c.table in tables]
    # `joining` is `joined_on` before it is the day on which others were hired.
    so = [c for c in dates if all(is_date_of(word.lower, c.column) for word in deeds)]
    found = [c.ref for c in so or dates]
    named = [table for table in tables if any(_names_rows(word, [table], about) for word in told)]
    return found or _joined(deeds, named or tables, about)


def _called(deeds: Sequence[Word], about: Known) -> list[Candidate]:
    """The dates that every one of the words may tell of."""
    first, *others = (dates_of_word(word, about) for word in deeds)
    return [c for c in first if all(c in more for more in others)]


def _joined(deeds: Sequence[Word], tables: Sequence[str], about: Known) -> list[str]:
    """`signed up`, where people have no date of that name, but one on which they came."""
    if not {word.lower for word in deeds} & _JOINED:
        return []
    opened = [(table, opened_dates(about.table(table))) for table in tables]
    people = [
        f"{table}.{names[0]}" for table, names in opened
        if len(names) == 1 and are_people([Candidate(table, names[0], 1.0)])
    ]  # fmt: skip
    if not people:
        # Of people that only have a date on which they were entered, it is that.
        people = [
            f"{table}.{names[0]}" for table, names in opened
            if len(names) == 1 and keeps_people(about.table(table))
        ]  # fmt: skip
    return people


def _names_rows(word: Word, tables: Sequence[str], about: Known) -> bool:
    fits = about.lexicon.find([word])[:1]
    return any(not c.column and c.table in tables for c in fits)
