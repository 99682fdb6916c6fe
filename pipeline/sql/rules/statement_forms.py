"""The reads that are not queries: EXPLAIN, SHOW, DESCRIBE, SUMMARIZE and the harmless PRAGMAs."""

import re
from dataclasses import dataclass


def _form(pattern: str) -> re.Pattern[str]:
    """A pattern in which a blank stands for blanks and a tilde for blanks or nothing."""
    spaced = pattern.replace(" ", r"[ \t\r\n]+").replace("~", r"[ \t\r\n]*")
    return re.compile(spaced, re.IGNORECASE | re.ASCII)


_NAME = r"(?:[a-z_][\w$]*|\"[\w$.-]+\"|`[\w$.-]+`)"
_DOTTED = rf"{_NAME}(?:~\.~{_NAME}){{0,2}}"
_TEXT = r"'[\w%\x20.-]*'"
_SHOWN = (
    "TABLES|VIEWS|COLUMNS|FIELDS|DATABASES|SCHEMAS|CATALOGS|INDEX|INDEXES|KEYS|OBJECTS"
    "|PRIMARY KEYS|IMPORTED KEYS|EXPORTED KEYS|UNIQUE KEYS|PARTITIONS|TBLPROPERTIES|STATS"
    "|CREATE TABLE|CREATE VIEW"
    "|TABLE STATUS|TABLE EXTENDED|FUNCTIONS|MATERIALIZED VIEWS|DYNAMIC TABLES|WARNINGS|COLLATION"
    "|CHARACTER SET|ENGINES|STATS FOR|VARIABLES|STATUS|WAREHOUSES|TRIGGERS"
)
_SHOW = _form(
    r"SHOW(?: (?:FULL|EXTENDED|TERSE|ALL|USER|SYSTEM|GLOBAL|SESSION))?"
    rf"(?: (?:{_SHOWN}))(?: LIKE {_TEXT})?"
    rf"(?: (?:FROM|IN|FOR))?(?: (?:TABLE|SCHEMA|DATABASE|ACCOUNT|VIEW))?(?: {_DOTTED})?"
    rf"(?: (?:FROM|IN)(?: (?:TABLE|SCHEMA|DATABASE))? {_DOTTED})?"
    rf"(?: I?LIKE {_TEXT})?(?: STARTS WITH {_TEXT})?(?: LIMIT \d+)?"
)
_DESCRIBE = _form(
    rf"DESC(?:RIBE)?(?: (?:TABLE|VIEW|EXTENDED|FORMATTED|TABLE EXTENDED))? (?P<table>{_DOTTED})"
)
_SUMMARIZE = _form(rf"SUMMARIZE (?P<table>{_DOTTED})")
_PRAGMA = _form(
    rf"PRAGMA (?:table_info|table_xinfo|index_list|index_info|index_xinfo|foreign_key_list)"
    rf"~\(~(?:(?P<table>{_NAME})|'\w+')~\)|PRAGMA (?:table_list|database_list|collation_list"
    r"|function_list|show_tables|version|compile_options)"
)
_QUERY_NEXT = r"(?= (?:SELECT|WITH|FROM|VALUES|TABLE|PIVOT|UNPIVOT)\b|~\()"
_EXPLAIN = _form(
    r"(?:EXPLAIN|DESCRIBE|DESC)(?: (?:ANALYZE|VERBOSE|EXTENDED|FORMATTED|COST|CODEGEN|LOGICAL"
    r"|QUERY PLAN|PLAN FOR|USING (?:TEXT|JSON|TABULAR)|FORMAT~=~\w+)"
    rf"|~\([\w\s,]+\))*{_QUERY_NEXT}"
)
_SUMMARIZE_QUERY = _form(rf"SUMMARIZE{_QUERY_NEXT}")
_FULL = frozenset({"sqlite", "duckdb", "postgres", "mysql", "snowflake", "databricks", "trino"})
_PREFIXES = {"explain": (_EXPLAIN, _FULL), "summarize": (_SUMMARIZE_QUERY, frozenset({"duckdb"}))}
_FORMS = {
    "show": (_SHOW, _FULL - {"sqlite", "postgres"}),
    "describe": (_DESCRIBE, _FULL - {"sqlite", "postgres"}),
    "summarize": (_SUMMARIZE, frozenset({"duckdb"})),
    "pragma": (_PRAGMA, frozenset({"sqlite", "duckdb"})),
}


_REPLACE = _form(r"~REPLACE(?= INTO )")


def insert_of_replace(sql: str, dialect: str) -> str | None:
    """`REPLACE INTO ...` as an INSERT, which the parser can read; None for anything else."""
    found = _REPLACE.match(sql) if dialect in {"mysql", "sqlite"} else None
    return f"INSERT{sql[found.end() :]}" if found else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowForm:
    """A read of names and shapes."""

    kind: str
    text: str
    table: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainForm:
    """A prefix such as EXPLAIN and the query that it explains."""

    kind: str
    prefix: str
    query: str


def statement_form(sql: str, dialect: str) -> ShowForm | ExplainForm | None:
    """The statement as one of these forms; None when it is something else."""
    text = sql.strip(" \t\r\n").removesuffix(";").rstrip(" \t\r\n")
    shown = _show_form(text, dialect)
    if shown is not None:
        return shown
    for kind, (pattern, served) in _PREFIXES.items():
        found = pattern.match(text)
        if found and dialect in served:
            prefix = " ".join(found[0].upper().split())
            return ExplainForm(kind=kind, prefix=prefix, query=text[found.end() :])
    return None


def _show_form(text: str, dialect: str) -> ShowForm | None:
    for kind, (pattern, served) in _FORMS.items():
        found = pattern.fullmatch(text)
        if found and dialect in served:
            return ShowForm(kind=kind, text=text, table=found.groupdict().get("table"))
    return None
