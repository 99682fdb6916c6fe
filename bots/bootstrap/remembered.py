"""Standing answers of the terminal, in a file of the state folder."""

import datetime as dt
import json
import os
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

from pipeline.remembered.standing import StandingAnswer
from review.settings import Clock

_KEY = ("workspace", "person", "question")


class StandingFile:
    """The Standing port over a JSON file, written whole or not at all."""

    def __init__(self, path: Path, clock: Clock) -> None:
        self._path = path
        self._clock = clock

    async def of(self, workspace: str, person: str) -> Sequence[StandingAnswer]:
        found = [
            each
            for each in self._read()
            if each.workspace in ("", workspace) and each.person in ("", person)
        ]
        return sorted(found, key=lambda each: (each.person != "", each.question))

    async def keep(self, answer: StandingAnswer) -> None:
        self._write([*self._others(answer), replace(answer, at=self._clock())])

    async def forget(self, answer: StandingAnswer) -> None:
        self._write(self._others(answer))

    def _others(self, answer: StandingAnswer) -> list[StandingAnswer]:
        return [each for each in self._read() if _key(each) != _key(answer)]

    def _read(self) -> list[StandingAnswer]:
        """What is kept; a file that cannot be read keeps nothing, so that people are asked."""
        try:
            rows = json.loads(self._path.read_text(encoding="utf-8"))
            return [StandingAnswer(**{**row, "at": _moment(row["at"])}) for row in rows]
        except (OSError, ValueError, TypeError, KeyError):
            return []

    def _write(self, answers: list[StandingAnswer]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        aside = self._path.with_suffix(f".{os.getpid()}.tmp")
        rows = [asdict(each) for each in answers]
        aside.write_text(json.dumps(rows, default=str, ensure_ascii=False), encoding="utf-8")
        aside.replace(self._path)


def _moment(text: str | None) -> dt.datetime | None:
    return dt.datetime.fromisoformat(text) if text else None


def _key(answer: StandingAnswer) -> tuple[str, str, str]:
    return answer.workspace, answer.person, answer.question
