"""The likeliest whole readings of an open question: assumptions are tried, the cheapest first."""

import heapq
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from pipeline.intent import Intent
from pipeline.rules.asking.moves import Move, moves_from, other_meanings
from pipeline.rules.asking.named_only import ALSO
from pipeline.rules.asking.senseless import adds_keys, counts_one
from pipeline.rules.asking.still_asked import still_asked
from pipeline.rules.outcomes import Outcome, Planned
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.standing import contradicts_itself
from pipeline.rules.tagging.tag import Tagged

MOST_OFFERED = 4
_MOST_TRIES = 12
# Where none of these is an answer, it is worth as many again: a plain no helps nobody.
_LAST_TRIES = 3
# A long question takes as much longer to read each time: in all it is read about as many words.
_MOST_WORDS, _FEWEST_TRIES = 280, 6
_COSTLIEST = 3.2
Attempt = Callable[[Mapping[str, str]], tuple[Outcome, Tagged]]
Moves = tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """A reading that is answered, and what was assumed for it."""

    moves: Moves
    planned: Planned

    def begins(self, key: str) -> bool:
        """Whether the first thing assumed is an answer to that point."""
        return bool(self.moves) and self.moves[0].key == key


@dataclass(frozen=True, slots=True)
class Start:
    """What readings may begin with, and how far they may go from there.

    They begin with one of the `roots`; nobody means what is `aside`. With `apart` what only shows
    other columns of the same rows is no reading of its own.
    """

    roots: Sequence[Moves] = ((),)
    aside: Collection[str] = ()
    apart: bool = True
    deepest: int = 3


def searched(attempt: Attempt, about: Known, start: Start) -> list[Found]:
    """Readings with the fewest and likeliest assumptions first, each SQL once."""
    order = count()
    queue = [(_cost(moves), next(order), moves) for moves in start.roots]
    heapq.heapify(queue)
    found: dict[str, Found] = {}
    tries, words = 0, len(attempt({})[1].words)
    most = min(_MOST_TRIES, max(_FEWEST_TRIES, _MOST_WORDS // max(words, 1)))
    told = _told_apart if start.apart else list[Found]
    while (
        queue
        and tries < most * (1 if found else _LAST_TRIES)
        and len(told(found.values())) < MOST_OFFERED
    ):
        cost, _, moves = heapq.heappop(queue)
        tries += 1
        outcome, tags = attempt({move.key: move.to for move in moves})
        if isinstance(outcome, Planned) and is_meant(outcome, about):
            found.setdefault(outcome.sql, Found(moves, outcome))
        more = _next(outcome, tags, moves, about) if len(moves) < start.deepest else ()
        for move in more:
            meant = move.to.partition(":")[0] not in start.aside
            if meant and cost + move.cost <= _COSTLIEST:
                heapq.heappush(queue, (cost + move.cost, next(order), (*moves, move)))
    first = told(found.values())
    # Where places are left, other columns of the same rows may take them.
    rest = [one for one in found.values() if one not in first]
    return [*first, *rest][:MOST_OFFERED]


def is_meant(planned: Planned, about: Known) -> bool:
    """Whether somebody may mean a reading at all."""
    intent = planned.intent
    if any(counts_one(one, intent, about) or adds_keys(one, about) for one in intent.measures):
        return False
    return still_asked(intent, planned.left_out) and not contradicts_itself(intent, about)


def _cost(moves: Moves) -> float:
    return sum(move.cost for move in moves)


def _told_apart(found: Iterable[Found]) -> list[Found]:
    """Without those that only show other columns of rows that the same conditions pick.

    They are a choice where little else is open. What is shown of one more table is not the same.
    """
    every = list(found)
    first: dict[tuple[Intent, bool], Found] = {}
    for one in every:
        more = any(move.to.startswith(ALSO) for move in one.moves)
        same = replace(one.planned.intent, outputs=(), distinct=False)
        first.setdefault((same, more), one)
    picks = any(one.planned.intent.filters for one in every)
    return list(first.values()) if picks and len(first) > 1 else every


def _next(outcome: Outcome, tags: Tagged, moves: Moves, about: Known) -> Iterator[Move]:
    taken = {move.key for move in moves}
    yield from (m for m in moves_from(outcome, tags, about) if m.key not in taken)
    if not any(move.other for move in moves):
        yield from (m for m in other_meanings(tags) if m.key not in taken)
