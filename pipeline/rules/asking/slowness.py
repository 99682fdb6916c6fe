"""`Which carrier is the slowest?`: by the days between two dates, if a person says so."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from knowledge.sentences import capital
from pipeline.checkpoint import Option
from pipeline.rules.outcomes import Ask, Outcome, Planned
from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.tag import tagged
from pipeline.rules.text.words import name_words
from pipeline.times.values import TimeSpan

TOOK = "took"
_NONE = "none"
_SPEEDS = {"slow": "highest", "fast": "lowest", "quick": "lowest"}
_MOST_DATES = 3
_BOOKKEEPING = frozenset(("created", "updated", "deleted", "modified", "loaded", "inserted"))


@dataclass(frozen=True, slots=True)
class Worded:
    """A question in other words, with its times where they stand now."""

    question: str
    times: tuple[TimeSpan, ...]


def tells_speed(question: str) -> bool:
    """Whether a question may ask who is the slowest or the fastest."""
    return any(speed in question.lower() for speed in _SPEEDS)


def by_duration(
    question: str, about: Known, times: Sequence[TimeSpan], choices: Mapping[str, str]
) -> Worded | None:
    """The question as one for the days between two dates, once somebody chose them."""
    chosen = choices.get(TOOK, "")
    found = dict(_wordings(question, about, times))
    return found.get(chosen)


def question_of_duration(
    question: str, about: Known, times: Sequence[TimeSpan], read: Callable[[Worded], Outcome]
) -> Ask | None:
    """Which two dates tell how long it takes; None where no words ask for that."""
    options = []
    for key, worded in _wordings(question, about, times):
        first, _, last = key.partition("|")
        if isinstance(read(worded), Planned):
            told = f"average days from {_plain(first)} to {_plain(last)}"
            options.append(Option(id=key, label=capital(told)))
    if not options:
        return None
    word = next(w for w in _superlatives(question, about, times))
    none = Option(id=_NONE, label="None of these")
    prompt = f"By what is “{word}” to be told?"
    return Ask(id=TOOK, kind="columns", prompt=prompt, options=(*options, none), default="")


def _superlatives(question: str, about: Known, times: Sequence[TimeSpan]) -> Iterator[str]:
    for item in tagged(question, about, times, {}).items:
        if item.letter == "s" and isinstance(item.payload, tuple) and item.payload[1] in _SPEEDS:
            yield item.text


def _wordings(
    question: str, about: Known, times: Sequence[TimeSpan]
) -> Iterator[tuple[str, Worded]]:
    tags = tagged(question, about, times, {})
    if [item.letter for item in tags.items[:3]] != ["w", "C", "s"]:
        return
    _, group, most = tags.items[:3]
    speed = _SPEEDS.get(most.payload[1], "") if isinstance(most.payload, tuple) else ""
    if not speed or most.payload[0] != "desc":
        return
    until = tags.words[most.last - 1].until
    for first, last in _pairs(group.candidates[0].table, about):
        between = f"average days between {_plain(first)} and {_plain(last)} by {group.text}"
        rest, order = question[until:].rstrip(" ?."), ", lowest first" if speed == "lowest" else ""
        moved = len(between) - until
        shifted = tuple(replace(s, at=s.at + moved, until=s.until + moved) for s in times)
        yield f"{first}|{last}", Worded(f"{between}{rest}{order}", shifted)


def _pairs(table: str, about: Known) -> list[tuple[str, str]]:
    """The dates of the rows that may be a beginning and an end, as the table has them."""
    dated = [
        column.name for column in about.table(table).columns
        if column.kind.is_dated and not _BOOKKEEPING & set(name_words(column.name))
    ]  # fmt: skip
    return list(combinations(dated, 2)) if len(dated) <= _MOST_DATES else []


def _plain(column: str) -> str:
    return " ".join(name_words(column))
