"""Whole readings of a question that is open: one card instead of one question after another."""

import heapq
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from knowledge.sentences import capital
from pipeline.checkpoint import Option
from pipeline.intent import Intent
from pipeline.rules.asking.ask import LEFT_OUT, told_apart
from pipeline.rules.asking.moves import Move, moves_from, other_meanings
from pipeline.rules.asking.named_only import ALSO
from pipeline.rules.asking.senseless import adds_keys, counts_one
from pipeline.rules.asking.still_asked import still_asked
from pipeline.rules.asking.variants import READ_AS
from pipeline.rules.linking.offers import is_near
from pipeline.rules.outcomes import Ask, Outcome, Planned
from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.stored_words import IGNORED
from pipeline.rules.tagging.tag import Tagged
from pipeline.rules.tagging.translating import LANGUAGE, language_of
from pipeline.rules.telling.wording import read_as

READINGS = "readings"
NONE = "none"
_MOST, _MOST_TRIES, _DEEPEST = 4, 12, 3
# A long question takes as much longer to read each time: in all it is read about as many words.
_MOST_WORDS, _FEWEST_TRIES = 280, 6
_MOST_UNKNOWN = 3
_COSTLIEST = 3.2
_LONGEST_ID = 190
_PAIR, _IS = "|", "→"
_AS_READ = f"reading{_IS}{READ_AS}"
# Points of their own: what they ask is plainer than a list of readings, if one answer is enough.
_PLAIN_POINTS = frozenset(
    (
        "column",
        "table",
        "time",
        "value",
        "where",
        "metric",
        "by",
        "extent",
        "itself",
        "direction",
        "aggregate",
        "word",
        "way",
    )
)
_WORD = "word:"
# Measured on many databases: beside a word that is not known nobody meant these.
_ASIDE = frozenset(
    ("with-key", "with-filter", "with-number", "without-number", "whole-list", "shorter")
)
Attempt = Callable[[Mapping[str, str]], tuple[Outcome, Tagged]]


@dataclass(frozen=True, slots=True)
class _Found:
    moves: tuple[Move, ...]
    planned: Planned


def spelled_out(choices: Mapping[str, str]) -> dict[str, str]:
    """The choices, with what the chosen reading stands for."""
    spelled = dict(choices)
    for key, picked in choices.items():
        if _IS not in picked:
            continue
        first, *pairs = picked.split(_PAIR)
        pairs += [first] if _IS in first else []
        spelled |= {key: first} if _IS not in first else {}
        spelled |= {one: to for one, _, to in (pair.partition(_IS) for pair in pairs)}
    return spelled


def several(outcome: Outcome, attempt: Attempt, about: Known) -> Ask | None:
    """The likeliest whole readings as one question; None where the open point is better asked."""
    if isinstance(outcome, Ask) and _is_enough(outcome, attempt):
        if not outcome.id.startswith(_WORD):
            return None
        return _with_more(_told_by_sql(outcome, attempt), attempt, about)
    if not _says_enough(attempt({})[1], about):
        return _next_question(outcome, attempt)
    found = _searched(attempt, about)
    options = [_option(each) for each in found]
    kept = [option for option in options if len(option.id) <= _LONGEST_ID]
    if not kept or (isinstance(outcome, Ask) and [each.id for each in kept] == [_AS_READ]):
        return _next_question(outcome, attempt)
    none = Option(id=NONE, label="None of these")
    careful = isinstance(outcome, Ask) and outcome.careful and kept[0].id == _AS_READ
    return Ask(
        id=READINGS, kind="clarification", prompt="How do you mean it?",
        options=told_apart((*kept, none)), default=_AS_READ if careful else "",
    )  # fmt: skip


def _next_question(outcome: Outcome, attempt: Attempt) -> Ask | None:
    """Where words can only be left out: what is asked then, without a card for that alone."""
    if not isinstance(outcome, Ask) or outcome.id != LEFT_OUT:
        return None
    asked = attempt({LEFT_OUT: IGNORED})[0]
    if not isinstance(asked, Ask) or asked.id.partition(":")[0] not in _PLAIN_POINTS:
        return None
    options = [
        replace(option, id=f"{LEFT_OUT}{_IS}{IGNORED}{_PAIR}{asked.id}{_IS}{option.id}")
        for option in asked.options[:_MOST]
    ]
    kept = [option for option in options if len(option.id) <= _LONGEST_ID]
    none = Option(id=NONE, label="None of these")
    return Ask(
        id=READINGS, kind="clarification", prompt=f"{outcome.prompt} {asked.prompt}",
        options=told_apart((*kept, none)), default="",
    ) if kept else None  # fmt: skip


def foreign(question: str, attempt: Attempt) -> Ask | None:
    """What a question in another language may mean, read word by word; nothing is taken for it.

    No word of it is left out: nobody knows which ones say the opposite, or another amount.
    """
    language = language_of(question)
    outcome = attempt({LANGUAGE: language})[0] if language else None
    answers: list[dict[str, str]] = [{}] if isinstance(outcome, Planned) else []
    if isinstance(outcome, Ask) and not outcome.id.startswith(_WORD):
        answers = [{outcome.id: option.id} for option in outcome.options[:_MOST]]
    options = []
    for answer in answers:
        planned = attempt({LANGUAGE: language, **answer})[0]
        chosen = _PAIR.join((language, *(f"{key}{_IS}{to}" for key, to in answer.items())))
        if not isinstance(planned, Planned) or planned.left_out:
            continue
        if len(chosen) <= _LONGEST_ID:
            options.append(Option(id=chosen, label=_told(planned)))
    if not options:
        return None
    prompt = f"I read English, and of {language} only single words. Did you mean this?"
    none = Option(id=NONE, label="None of these")
    return Ask(
        id=LANGUAGE, kind="clarification", prompt=prompt,
        options=told_apart((*options, none)), default="",
    )  # fmt: skip


def _told(planned: Planned) -> str:
    return capital(read_as(planned.intent).rstrip("."))


def _with_more(ask: Ask, attempt: Attempt, about: Known) -> Ask:
    """What one word means, also where the rest is then read in another way."""
    more: list[Option] = []
    for found in _searched(attempt, about, _ASIDE, apart=False):
        first = found.moves[0] if found.moves else None
        if first is not None and first.key == ask.id and len(found.moves) > 1:
            told = _option(found)
            more.append(replace(told, id=told.id.removeprefix(f"{ask.id}{_IS}")))
    few = [option for option in more if len(option.id) <= _LONGEST_ID]
    kept = ask.options[:_MOST]
    return replace(ask, options=told_apart((*kept, *few[: _MOST - len(kept)])))


def _told_by_sql(ask: Ask, attempt: Attempt) -> Ask:
    """The meanings of a word that each come to something else."""
    found: dict[str, Option] = {}
    for option in ask.options:
        outcome = attempt({ask.id: option.id})[0]
        if isinstance(outcome, Planned):
            found.setdefault(outcome.sql, option)
    return replace(ask, options=tuple(found.values()))


def _says_enough(tags: Tagged, about: Known) -> bool:
    """Whether most of what was said is known here: else every reading would be a guess.

    A word that a name is short for is as good as known.
    """
    letters = [item.letter for item in tags.items]
    words = [item.text for item in tags.items if item.letter == "x"]
    near = sum(is_near(word, about) for word in words)
    known = sum(letter in "TCVMFD" for letter in letters) + near
    if not known:
        return False
    named = near > 0 or any(letter in "TCM" for letter in letters)
    return named and known >= len(words) - near and len(words) <= _MOST_UNKNOWN


def _is_enough(ask: Ask, attempt: Attempt) -> bool:
    """Whether every answer to a plain point leads to the end."""
    if ask.id.partition(":")[0] not in _PLAIN_POINTS:
        return False
    return all(
        isinstance(attempt({ask.id: option.id})[0], Planned) for option in ask.options[:_MOST]
    )


def _searched(
    attempt: Attempt, about: Known, aside: Collection[str] = (), *, apart: bool = True
) -> list[_Found]:
    """Readings with the fewest and likeliest assumptions first, each SQL once."""
    order = count()
    queue: list[tuple[float, int, tuple[Move, ...]]] = [(0.0, next(order), ())]
    found: dict[str, _Found] = {}
    tries, words = 0, len(attempt({})[1].words)
    most = min(_MOST_TRIES, max(_FEWEST_TRIES, _MOST_WORDS // max(words, 1)))
    told = _told_apart if apart else list[_Found]
    while queue and tries < most and len(told(found.values())) < _MOST:
        cost, _, moves = heapq.heappop(queue)
        tries += 1
        outcome, tags = attempt({move.key: move.to for move in moves})
        if isinstance(outcome, Planned) and _is_meant(outcome, about):
            found.setdefault(outcome.sql, _Found(moves, outcome))
        for move in _next(outcome, tags, moves, about):
            if cost + move.cost <= _COSTLIEST and move.to not in aside:
                heapq.heappush(queue, (cost + move.cost, next(order), (*moves, move)))
    return told(found.values())


def _told_apart(found: Iterable[_Found]) -> list[_Found]:
    """Without those that only show other columns of rows that the same conditions pick.

    They are a choice where nothing else is open. What is shown of one more table is not the same.
    """
    every = list(found)
    first: dict[tuple[Intent, bool], _Found] = {}
    for one in every:
        more = any(move.to.startswith(ALSO) for move in one.moves)
        same = replace(one.planned.intent, outputs=(), distinct=False)
        first.setdefault((same, more), one)
    picks = any(one.planned.intent.filters for one in every)
    return list(first.values()) if picks and len(first) > 1 else every


def _is_meant(planned: Planned, about: Known) -> bool:
    """Whether somebody may mean a reading at all."""
    intent = planned.intent
    if any(counts_one(one, intent, about) or adds_keys(one, about) for one in intent.measures):
        return False
    return still_asked(intent, planned.left_out)


def _next(outcome: Outcome, tags: Tagged, moves: Sequence[Move], about: Known) -> Iterator[Move]:
    if len(moves) >= _DEEPEST:
        return
    taken = {move.key for move in moves}
    yield from (m for m in moves_from(outcome, tags, about) if m.key not in taken)
    if not any(move.other for move in moves):
        yield from (m for m in other_meanings(tags) if m.key not in taken)


def _option(found: _Found) -> Option:
    told = ", ".join(move.told for move in found.moves if move.told)
    chosen = _PAIR.join(f"{move.key}{_IS}{move.to}" for move in found.moves)
    return Option(id=chosen, label=_told(found.planned), detail=told)
