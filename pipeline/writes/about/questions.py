"""Questions about the database itself, told from questions about its data."""

import re
from dataclasses import dataclass
from typing import TypeAlias

from pipeline.rules.schema.known import Known
from pipeline.writes.building.naming import Names
from pipeline.writes.building.unsettled import UnsettledError


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTables:
    """Which tables are there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribeTable:
    """What one table (a catalog key) is made of."""

    table: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchMetadata:
    """Where something is stored."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainPlan:
    """How a query runs: `sql` or `question` name it, neither means the one before."""

    sql: str = ""
    question: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestIndex:
    """Which index would help a query: `sql` or `question` name it, neither the one before."""

    sql: str = ""
    question: str = ""


AdminQuestion: TypeAlias = ListTables | DescribeTable | SearchMetadata | ExplainPlan | SuggestIndex

_TABLES = re.compile(
    r"(?:(?:which|what)\s+(?:kind of\s+)?(?:tables|data|views)\s+(?:are|is)\s+(?:there|available)|"
    r"(?:which|what)\s+(?:tables|views|data)\s+(?:do\s+(?:you|we)\s+have|exist|"
    r"can\s+i\s+\w+(?:\s+about)?|"
    r"does\s+(?:the|this)\s+database\s+have)|"
    r"(?:list|show)\s+(?:me\s+)?(?:all\s+)?(?:the\s+|your\s+|our\s+)?(?:tables|views)|"
    r"what\s+can\s+i\s+ask(?:\s+(?:you|here))?(?:\s+about)?|"
    r"what(?:'s|\s+is)\s+in\s+(?:the|this|your)\s+database|how\s+is\s+the\s+database\s+built)"
    r"(?:\s+(?:in|of|does)\s+(?:the|this|your)\s+(?:database|workspace|schema)(?:\s+have)?|\s+there)?",
    re.IGNORECASE,
)
_DESCRIBE = (
    r"(?:describe|explain)\s+(?:the\s+)?(?:table\s+)?(?P<table>.+?)(?:\s+table)?",
    r"(?:which|what)\s+(?:columns|fields)\s+(?:does\s+)?(?:the\s+)?(?:table\s+)?(?P<table>.+?)"
    r"(?:\s+table)?\s+ha(?:ve|s)",
    r"(?:which|what)\s+(?:columns|fields)\s+are\s+(?:there\s+)?in\s+(?:the\s+)?(?P<table>.+?)"
    r"(?:\s+table)?",
    r"(?:show|list|give)\s+(?:me\s+)?(?:all\s+)?(?:the\s+)?(?:columns|fields|schema|structure|"
    r"definition)\s+(?:of|in|for)\s+(?:the\s+)?(?:table\s+)?(?P<table>.+?)(?:\s+table)?",
    r"(?:what\s+is\s+the\s+)?(?:columns|schema|structure|definition)\s+of\s+(?:the\s+)?"
    r"(?P<table>.+?)(?:\s+table)?",
    r"how\s+is\s+(?:the\s+)?(?:table\s+)?(?P<table>.+?)(?:\s+table)?\s+(?:built|structured|defined)",
    r"what(?:'s|\s+is)\s+in\s+(?:the\s+)?(?:table\s+(?P<table>.+)|(?P<named>.+?)\s+table)",
)
_SEARCH = (
    r"where\s+(?:is|are)\s+(?:the\s+)?(?P<text>.+?)\s+(?:stored|kept|saved|recorded)",
    r"where\s+do\s+(?:we|you)\s+(?:store|keep|save|record)\s+(?:the\s+)?(?P<text>.+)",
    r"(?:which|what)\s+(?:tables?|columns?)\s+(?:holds?|contains?|stores?|keeps?|ha(?:s|ve)(?:\s+an?"
    r"\s+column)?|is\s+about|are\s+about)\s+(?:an?\s+|the\s+)?(?:column\s+)?(?P<text>.+)",
    r"(?:find|search)\s+(?:the\s+)?(?:tables?|columns?)\s+(?:with|for|about|named)\s+(?P<text>.+)",
)
_SLOW = (
    r"why\s+(?:is|was|does|did)\s+(?P<what>.+?)\s+(?:so\s+|this\s+|that\s+)?(?:slow|take\s+(?:so\s+)?"
    r"long|taking\s+(?:so\s+)?long)(?:\s+to\s+run)?",
    r"(?:explain|show)\s+(?:me\s+)?(?:the\s+)?(?:query\s+)?plan(?:\s+(?:of|for)\s+(?P<what>.+))?",
    r"how\s+(?:does|will)\s+(?P<what>.+?)\s+(?:run|get\s+executed)",
    r"explain\s+(?:analyze\s+)?(?P<what>(?:select|with)\b.+)",
)
_INDEX = (
    r"(?:which|what)\s+ind(?:ex|exes|ices)\s+(?:would|could|should|might|can|will)\s+(?:i\s+|we\s+)?"
    r"(?:help|speed\s+up|make|add|create|use)\s*(?:with|for|to\s+speed\s+up)?\s*(?P<what>.*?)"
    r"(?:\s+(?:be\s+)?(?:faster|quicker))?",
    r"(?:suggest|recommend|propose)\s+(?:me\s+)?(?:an?\s+|some\s+)?ind(?:ex|exes|ices)"
    r"(?:\s+(?:for|to\s+speed\s+up)\s+(?P<what>.+))?",
    r"(?:do|would)\s+(?:we|i)\s+need\s+an\s+index\s+(?:for|on)\s+(?P<what>.+)",
    r"how\s+(?:can|could|do|would)\s+(?:i|we|you)\s+(?:speed\s+up|make)\s+(?P<what>.+?)"
    r"(?:\s+(?:faster|quicker|run\s+faster))?",
)
_THIS = re.compile(
    r"(?:this|that|it|the|my|last|previous|query|question|answer|report|one|so|\s)*", re.IGNORECASE
)
_SQL = re.compile(r"\s*(?:select|with)\b", re.IGNORECASE)


_STRUCTURE = re.compile(
    r"\b(?P<what>index(?:es|ed|ing)?|indices|unindexed|(?:primary|foreign|unique)\s+keys?|schema|"
    r"constraints?|triggers?|data\s+types?|column\s+types?|(?:query|execution)\s+plans?|"
    r"(?:full|table|sequential)\s+scans?|nullable|(?:which|what|how\s+many)\s+(?:tables|columns)|"
    r"database\s+size|slow\s+quer(?:y|ies))\b",
    re.IGNORECASE,
)


def asks_of_database(words: str, known: Known) -> bool:
    """Whether words that the rules cannot read are about the database's make, not its data.

    A word that is a name in this database is about its data.
    """
    found = _STRUCTURE.search(words)
    if found is None:
        return False
    tables = known.catalog.tables
    named = {table.name.lower() for table in tables}
    named |= {column.name.lower() for table in tables for column in table.columns}
    parts = {part for name in named for part in re.split(r"[\W_]+", name)}
    return not any(word in parts for word in found["what"].lower().split())


def asks_for_tables(words: str) -> bool:
    """Whether they ask for nothing but what there is to ask about."""
    return _TABLES.fullmatch(words.strip().rstrip(" ?.!")) is not None


def admin_question(words: str, known: Known) -> AdminQuestion | None:
    """What the words ask of the database itself; None for every other question."""
    text = words.strip().rstrip(" ?.!")
    if asks_for_tables(text):
        return ListTables()
    found = _first(_SLOW, text)
    if found is not None:
        sql, question = _subject(found)
        return ExplainPlan(sql=sql, question=question)
    found = _first(_INDEX, text)
    if found is not None:
        sql, question = _subject(found)
        return SuggestIndex(sql=sql, question=question)
    return _of_metadata(text, known)


def _of_metadata(text: str, known: Known) -> AdminQuestion | None:
    found = _first(_SEARCH, text)
    if found is not None:
        return SearchMetadata(text=found["text"].strip())
    names = Names(known, {})
    for pattern in _DESCRIBE:
        match = re.fullmatch(pattern, text, re.IGNORECASE | re.DOTALL)
        table = _table(names, match) if match else None
        if table:
            return DescribeTable(table=table)
    return None


def _table(names: Names, match: re.Match[str]) -> str:
    words = match.groupdict().get("table") or match.groupdict().get("named") or ""
    try:
        table = names.table_or_none(words)
    except UnsettledError:
        return ""
    return table.key if table else ""


def _first(patterns: tuple[str, ...], text: str) -> re.Match[str] | None:
    matches = (re.fullmatch(pattern, text, re.IGNORECASE | re.DOTALL) for pattern in patterns)
    return next((match for match in matches if match), None)


def _subject(match: re.Match[str]) -> tuple[str, str]:
    """The SQL, or the question, that is meant; neither for `this`."""
    what = (match.groupdict().get("what") or "").strip(" `:\n")
    if _SQL.match(what):
        return what, ""
    return ("", "") if _THIS.fullmatch(what) else ("", what)
