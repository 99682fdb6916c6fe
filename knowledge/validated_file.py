"""Reads a workspace's file of approved questions: `times` words stand for dates in their SQL."""

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from knowledge.errors import KnowledgeError

_PLACE = re.compile(r"\{(start|end)(\d?)\}")
_EXAMPLE = '{question: "Orders last week", times: [last week], sql: "SELECT ... >= {start} ..."}'


class ValidatedFileError(KnowledgeError):
    """A file of approved questions that cannot be used."""

    def __init__(self, path: Path, problem: str) -> None:
        self.path = path
        super().__init__(f"{path}: {problem}. Example of one query: {_EXAMPLE}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovedQuestion:
    """A question and its SQL; `{start}`, `{end}` are of the first of `times`, `{start2}` next.

    `approved_by` is the name of who answers for it, empty where the file says nobody.
    """

    question: str
    sql: str
    times: tuple[str, ...] = ()
    paraphrases: tuple[str, ...] = ()
    approved_by: str = ""

    def dated(self, ranges: Sequence[tuple[dt.date, dt.date]]) -> str:
        """The SQL with the half-open ranges that the times stand for, as ISO date literals."""

        def date(place: re.Match[str]) -> str:
            start, end = ranges[int(place[2] or 1) - 1]
            return f"'{(start if place[1] == 'start' else end).isoformat()}'"

        return _PLACE.sub(date, self.sql)


class _Query(BaseModel):
    model_config = ConfigDict(extra="forbid")
    question: str
    sql: str
    times: tuple[str, ...] = ()
    paraphrases: tuple[str, ...] = ()
    approved_by: str = ""


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")
    approved_by: str = ""
    queries: tuple[_Query, ...]


def read_validated(path: Path) -> tuple[ApprovedQuestion, ...]:
    """The approved questions of the file. Raises `ValidatedFileError`."""
    try:
        read = _File.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise ValidatedFileError(path, f"cannot be read: {error.strerror}") from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f" at line {mark.line + 1}" if mark else ""
        raise ValidatedFileError(path, f"is not YAML{line}") from error
    except UnicodeDecodeError as error:
        raise ValidatedFileError(path, "is not UTF-8 text") from error
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        raise ValidatedFileError(path, f"{key}: {first['msg']}") from error
    except ValueError as error:
        raise ValidatedFileError(path, f"has a value to be put in quotes ({error})") from error
    named = [
        query.model_copy(update={"approved_by": query.approved_by or read.approved_by})
        for query in read.queries
    ]
    found = tuple(ApprovedQuestion(**query.model_dump()) for query in named)
    for query in found:
        if any(int(place[2] or 1) > len(query.times) for place in _PLACE.finditer(query.sql)):
            problem = f"{query.question!r} has more dates in its SQL than in times"
            raise ValidatedFileError(path, problem)
    return found
