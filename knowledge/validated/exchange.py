"""Questions and their SQL, to and from other tools. What is read is never active."""

import csv
import hashlib
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

import yaml
from pydantic import JsonValue, TypeAdapter

from knowledge.validated.foreign import NotReadableError, Row, rows_of
from knowledge.validated.pairs import pairs_of
from knowledge.validated.parameters import ParameterError, bind
from knowledge.validated.query import Parameter, Status, ValidatedQuery

WAITING = "imported: waits for a reviewer"
_BEFORE = "{status} before it was imported"
_MISFIT = "; the values that may change did not fit its SQL, so they are found anew"
_QUESTION_KEYS = ("question", "name", "nl", "prompt", "title")
_SQL_KEYS = ("sql", "query", "statement")
# What said no elsewhere says no here; what said yes waits.
_OUT_OF_USE: Final = {status.value: status for status in (Status.RETIRED, Status.NEVER_REUSE)}
_CONTRACT: TypeAdapter[Mapping[str, object]] = TypeAdapter(Mapping[str, object])
_PARAMETERS: TypeAdapter[tuple[Parameter, ...]] = TypeAdapter(tuple[Parameter, ...])


class UnreadableExchangeError(Exception):
    """The text holds no list of questions and SQL."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"This is not a list of questions and SQL: {reason}")


def exported(queries: Iterable[ValidatedQuery]) -> str:
    """Queries as YAML, for people and version control."""
    rows = [_row(query) for query in queries]
    return yaml.safe_dump({"queries": rows}, sort_keys=False, allow_unicode=True, width=100)


def exported_csv(queries: Iterable[ValidatedQuery]) -> str:
    """The same as CSV: what is a list or has parts is JSON in its cell."""
    out = io.StringIO()
    rows = [_row(query) for query in queries]
    columns = dict.fromkeys(("question", "sql", *(name for row in rows for name in row)))
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _cell(value) for name, value in row.items()} for row in rows)
    return out.getvalue()


def imported(text: str, *, workspace: str, dialect: str) -> tuple[ValidatedQuery, ...]:
    """The pairs of a file as queries that wait for a reviewer; raises UnreadableExchangeError.

    Reads this product's own YAML and CSV, verified queries of a semantic model, a dbt manifest, and
    plain pairs as YAML, JSON or CSV.
    """
    found: dict[str, ValidatedQuery] = {}
    for row in _rows(text):
        question, sql = _first(row, _QUESTION_KEYS), _first(row, _SQL_KEYS)
        if question and sql:
            query = _waiting(question, sql, row, workspace, dialect)
            found.setdefault(query.id, query)
    return tuple(found.values())


def _row(query: ValidatedQuery) -> dict[str, JsonValue]:
    """All that an approval elsewhere needs; what the database there looked like stays behind."""
    contract = {name: value for name, value in query.contract.items() if value}
    return {
        "id": query.id,
        "question": query.question,
        "untitled": query.untitled,
        "paraphrases": list(query.paraphrases),
        "proposed": list(query.proposed),
        "hard_negatives": list(query.hard_negatives),
        "sql": query.sql,
        "dialect": query.dialect,
        "parameters": _PARAMETERS.dump_python(query.parameters, mode="json", exclude_defaults=True),
        "contract": _CONTRACT.dump_python(contract, mode="json"),
        "note": query.note,
        "status": query.status.value,
        "reason": query.status_reason,
        "approved_by": query.approved_by,
        "approved_at": query.approved_at.isoformat() if query.approved_at else None,
    }


def _cell(value: JsonValue) -> str:
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False) if value else ""


def _rows(text: str) -> Iterator[Row]:
    try:
        yield from rows_of(text)
    except NotReadableError as error:
        raise UnreadableExchangeError(error.reason) from error


def _first(row: Row, keys: tuple[str, ...]) -> str:
    return next((said for key in keys if (said := _text(row, key))), "")


def _text(row: Row, key: str) -> str:
    value = row.get(key)
    return value.strip() if isinstance(value, str) else ""


def _waiting(question: str, sql: str, row: Row, workspace: str, dialect: str) -> ValidatedQuery:
    digest = hashlib.sha256(f"{workspace}\n{question}\n{sql}".encode()).hexdigest()[:16]
    status = _OUT_OF_USE.get(_text(row, "status"), Status.DEMOTED)
    before = _text(row, "reason") or _BEFORE.format(status=status.value.replace("_", " "))
    contract = _parts(row, "contract")
    query = ValidatedQuery(
        id=f"import-{digest}",
        workspace=workspace,
        question=question,
        untitled=_parts(row, "untitled") is True,
        paraphrases=_texts(row, "paraphrases"),
        proposed=_texts(row, "proposed"),
        hard_negatives=_texts(row, "hard_negatives"),
        sql=sql,
        dialect=_text(row, "dialect") or dialect,
        contract=contract if isinstance(contract, dict) else {},
        note=_text(row, "note"),
        status=status,
        status_reason=WAITING if status is Status.DEMOTED else before,
    )
    return _with_parameters(query, _parts(row, "parameters"))


def _parts(row: Row, key: str) -> object:
    """A list, or what has parts: as it is, or as JSON in the cell of a table."""
    value = row.get(key)
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return None


def _texts(row: Row, key: str) -> tuple[str, ...]:
    said = _parts(row, key)
    return tuple(str(item) for item in said) if isinstance(said, list) else ()


def _with_parameters(query: ValidatedQuery, said: object) -> ValidatedQuery:
    """The query with its values that may change; those of other tools are found anew."""
    if not isinstance(said, list) or not any(
        isinstance(item, dict) and "literals" in item for item in said
    ):
        return query
    try:
        whole = replace(query, parameters=_PARAMETERS.validate_python(said))
        bind(whole, {item.name: item.default for item in whole.parameters})
        pairs_of(whole)
    except (ParameterError, ValueError):
        # Somebody changed the SQL in the file, or the values: nobody may have others put in.
        return replace(query, status_reason=f"{query.status_reason}{_MISFIT}")
    return whole
