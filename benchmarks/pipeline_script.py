"""What the model on loopback says: the gold SQL, in the form that is asked for, or with a fault."""

import random
from collections.abc import Callable, Sequence
from typing import TypeAlias

from benchmarks.pipeline_faults import BROKEN, broken, spelled, wrong
from benchmarks.pipeline_other_forms import other_forms
from benchmarks.pipeline_questions import Item
from pipeline.rules.schema.known import Known
from tests.pipeline.agents.loopback_replies import Answered, Reply, Request

RATE = 0.2
# What asks for a sentence on a result, and not for SQL.
_TELLS = "You say in one or two plain sentences"
IsRight: TypeAlias = Callable[[Item, str], bool]


class Scripted:
    """Gold for the question that is asked, with one of these kinds of fault in a fifth of tries.

    A fault depends on the question and the number of the try alone: whatever road a question
    takes, its n-th try fails in the same way, so that roads compare. Where a check refuses the gold
    for its form, it says another one that gives the same rows, as `is_right` knows.
    """

    def __init__(self, is_right: IsRight, kinds: Sequence[str] = ()) -> None:
        self.kinds = tuple(kinds)
        self._is_right = is_right
        self.faults = 0
        self.last_faulty = False
        self._item: Item = {"id": ""}
        self._known: Known | None = None
        self._gold = self._form = ""
        self._said_gold = False
        self._dated: tuple[str, ...] = ()
        self._tries = 0

    def begins(self, item: Item, gold: str, dated: tuple[str, ...], known: Known) -> None:
        """That question is asked now."""
        self._item, self._known = item, known
        self._gold, self._form, self._dated = gold, gold, dated
        self._tries, self.last_faulty, self._said_gold = 0, False, False

    def __call__(self, request: Request) -> Reply:
        if _TELLS in request.text:
            return self._answer(self._gold)
        made = self._fault(self._item["id"], self._gold, self._tries)
        self._tries += 1
        self.last_faulty = made is not None
        self.faults += made is not None
        if made is not None:
            return made
        if self._said_gold:
            self._turn(request.text)
        self._said_gold = True
        return self._answer(self._form)

    def _turn(self, said: str) -> None:
        """Say from now on what the findings on the gold ask for, where it gives the same rows."""
        forms = other_forms(self._gold, said)
        form = next((each for each in forms if self._is_right(self._item, each)), None)
        if form is not None and self._known is not None:
            self._form, self._dated = spelled(form, self._known)

    def errs(self, item: str, gold: str, tries: int) -> bool:
        """Whether one of the first tries at a question has a fault."""
        return any(self._fault(item, gold, each) is not None for each in range(tries))

    def _answer(self, sql: str) -> Reply:
        dated = list(self._dated)
        return Answered({"sql": sql, "reading": "as asked", "date_columns": dated})

    def _fault(self, item: str, gold: str, tries: int) -> Reply | None:
        if not self.kinds:
            return None
        dice = random.Random(f"{item}|{tries}")  # noqa: S311 - no secret
        if dice.random() >= RATE:
            return None
        kind = dice.choice(self.kinds)
        if kind in BROKEN:
            return broken(gold, kind)
        turned = wrong(gold, kind, dice)
        return None if turned is None else self._answer(turned)
