"""Questions and SQL as other tools keep them, as plain pairs: CSV, JSON and YAML of any of them."""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from typing import TypeAlias

import yaml

from knowledge.validated.saved_questions import saved_questions

Row: TypeAlias = Mapping[str, object]

_LISTS = ("queries", "verified_queries", "pairs", "sql_pairs", "training_data", "data")
# Where dbt keeps the SQL of a metric or a saved query: in the meta of the node, or of its config.
_DBT_SQL = ("sql", "query", "compiled_code", "compiled_sql")
_DBT_QUESTION = ("question", "label", "description", "name")
_DBT_KINDS = ("exposures", "metrics", "saved_queries")


class NotReadableError(Exception):
    """The text is neither CSV, JSON nor YAML with a list of questions in it."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


def rows_of(text: str) -> Iterator[Row]:
    """The rows of the text, whatever tool wrote it. Raises NotReadableError."""
    text = text.lstrip("\ufeff")
    if _is_csv(text):
        yield from _of_csv(text)
        return
    data = _data(text)
    saved = saved_questions(data)
    if saved is not None:
        if not saved.rows:
            reason = f"no saved question in it can be taken. {' '.join(saved.left_out)}"
            raise NotReadableError(reason.rstrip("."))
        yield from saved.rows
        return
    if isinstance(data, dict) and any(kind in data for kind in _DBT_KINDS) and "nodes" in data:
        yield from _of_dbt(data)
        return
    if isinstance(data, dict):
        data = next((data[key] for key in _LISTS if isinstance(data.get(key), list)), None)
    if not isinstance(data, list):
        reason = "there is no list of queries in it"
        raise NotReadableError(reason)
    yield from (row for row in data if isinstance(row, dict))


def not_taken(text: str) -> tuple[str, ...]:
    """Sentences on the saved questions of another tool that `rows_of` leaves out."""
    if _is_csv(text):
        return ()
    saved = saved_questions(_data(text.lstrip("\ufeff")))
    return saved.left_out if saved is not None else ()


def _is_csv(text: str) -> bool:
    head = text.partition("\n")[0].lower()
    names = {part.strip().strip('"') for part in head.split(",")}
    return len(names) > 1 and "question" in names and bool(names & {"sql", "query"})


def _of_csv(text: str) -> Iterator[Row]:
    """The rows under their columns' names, however a person wrote these."""
    for row in csv.DictReader(io.StringIO(text)):
        yield {str(name).strip().lower(): value for name, value in row.items() if name is not None}


def _data(text: str) -> object:
    try:
        # A manifest is large, and JSON is read much faster as what it is.
        return json.loads(text) if text.lstrip().startswith(("{", "[")) else yaml.safe_load(text)
    except ValueError as error:
        raise NotReadableError(str(error)) from error
    except yaml.YAMLError as error:
        raise NotReadableError(str(error)) from error


def _of_dbt(manifest: Row) -> Iterator[Row]:
    """Exposures and metrics as questions, where SQL is kept with them."""
    for kind in _DBT_KINDS:
        nodes = manifest.get(kind)
        for node in nodes.values() if isinstance(nodes, dict) else ():
            if isinstance(node, dict):
                places = _places(node)
                question = _text(places, _DBT_QUESTION)
                sql = _text(places, _DBT_SQL)
                if question and sql:
                    yield {"question": question, "sql": sql}


def _places(node: Row) -> list[Row]:
    config = node.get("config")
    inner = config.get("meta") if isinstance(config, dict) else None
    return [place for place in (node.get("meta"), inner, node) if isinstance(place, dict)]


def _text(places: list[Row], keys: tuple[str, ...]) -> str:
    for place in places:
        for key in keys:
            value = place.get(key)
            if isinstance(value, str) and value.strip():
                return value.strip()
    return ""
