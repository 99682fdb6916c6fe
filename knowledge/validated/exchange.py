"""Questions and their SQL, to and from other tools. What is read is never active."""

import hashlib
from collections.abc import Iterable, Iterator

import yaml

from knowledge.validated.foreign import NotReadableError, Row, rows_of
from knowledge.validated.query import Status, ValidatedQuery

WAITING = "imported: waits for a reviewer"
_QUESTION_KEYS = ("question", "name", "nl", "prompt", "title")
_SQL_KEYS = ("sql", "query", "statement")


class UnreadableExchangeError(Exception):
    """The text holds no list of questions and SQL."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"This is not a list of questions and SQL: {reason}")


def exported(queries: Iterable[ValidatedQuery]) -> str:
    """Queries as YAML, for people and version control."""
    rows = [
        {
            "id": query.id,
            "question": query.question,
            "paraphrases": list(query.paraphrases),
            "proposed": list(query.proposed),
            "sql": query.sql,
            "dialect": query.dialect,
            "parameters": [
                {"name": item.name, "kind": item.kind.value, "default": item.default}
                for item in query.parameters
            ],
            "status": query.status.value,
            "approved_by": query.approved_by,
            "approved_at": query.approved_at.isoformat() if query.approved_at else None,
        }
        for query in queries
    ]
    return yaml.safe_dump({"queries": rows}, sort_keys=False, allow_unicode=True, width=100)


def imported(text: str, *, workspace: str, dialect: str) -> tuple[ValidatedQuery, ...]:
    """The pairs of a file as queries that wait for a reviewer; raises UnreadableExchangeError.

    Reads this product's own YAML, verified queries of a semantic model, a dbt manifest, and plain
    pairs as YAML, JSON or CSV.
    """
    found: dict[str, ValidatedQuery] = {}
    for row in _rows(text):
        question, sql = _first(row, _QUESTION_KEYS), _first(row, _SQL_KEYS)
        if question and sql:
            query = _waiting(question, sql, row, workspace, dialect)
            found.setdefault(query.id, query)
    return tuple(found.values())


def _rows(text: str) -> Iterator[Row]:
    try:
        yield from rows_of(text)
    except NotReadableError as error:
        raise UnreadableExchangeError(error.reason) from error


def _first(row: Row, keys: tuple[str, ...]) -> str:
    for key in keys:
        value = row.get(key)
        if isinstance(value, str) and value.strip():
            return value.strip()
    return ""


def _waiting(question: str, sql: str, row: Row, workspace: str, dialect: str) -> ValidatedQuery:
    said = row.get("paraphrases")
    paraphrases = tuple(str(item) for item in said) if isinstance(said, list) else ()
    written = row.get("dialect")
    digest = hashlib.sha256(f"{workspace}\n{question}\n{sql}".encode()).hexdigest()[:16]
    return ValidatedQuery(
        id=f"import-{digest}",
        workspace=workspace,
        question=question,
        paraphrases=paraphrases,
        sql=sql,
        dialect=written if isinstance(written, str) and written else dialect,
        status=Status.DEMOTED,
        status_reason=WAITING,
    )
