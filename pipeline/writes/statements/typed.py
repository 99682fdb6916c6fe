"""Statements that people wrote themselves: found in their words, checked, made a proposal."""

import re

from knowledge.catalog import Catalog
from pipeline.sql import Inspection, Policy, Tier, apply_policy, inspect
from pipeline.sql.names.grants import table_in_catalog
from pipeline.sql.stored_times import not_written_as_stored
from pipeline.sql.text.inspected import StatementRefusedError
from pipeline.writes.explaining.sentences import explained
from pipeline.writes.values import Impossible, Proposal

_BLOCK = re.compile(r"```(?:\w+[ \t]*\n|[ \t]*\n?)?(?P<sql>.*?)```", re.DOTALL)
_QUOTED = re.compile(r"`(?P<sql>[^`]+)`")
_INTRODUCED = re.compile(
    r"^\s*(?:please\s+|can you\s+|could you\s+|would you\s+)?"
    r"(?:run|execute|apply|do)\s+(?:this|the following|that)?"
    r"(?:\s+(?:sql|statement|query|command|update|change|script))?"
    r"(?:\s+(?:for me|please|now|on \w+))?\s*[:\n,-]?\s*(?P<sql>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
_STATEMENT = re.compile(
    r"\s*(?:"
    r"update\s+(?:only\s+)?\S+(?:\s+(?:as\s+)?\w+)?\s+set\s+\S+\s*=|update\s+.+?\bset\s+\S+\s*=|"
    r"insert\s+(?:or\s+\w+\s+|ignore\s+)?into\s+\S+\s*[(\w]|replace\s+into\s|"
    r"delete\s+from\s+\S+\s*(?:;?\s*$|where\b|using\b|as\b|limit\b|returning\b)|"
    r"delete\s+\w+\s+from\s+\w+\s+(?:(?:inner\s+|left\s+)?join|where\s+\S+\s*[=<>])|"
    r"merge\s+into\s|"
    r"alter\s+(?:table|view|index|database|user|role|schema|sequence)\s+\S+\s+\S+|"
    r"create\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+)?(?:materialized\s+)?(?:unique\s+)?"
    r"(?:index|table|view|schema|trigger|function|procedure|user|role|database)\b\s+"
    r"(?:if\s+not\s+exists\s+|concurrently\s+)?\S+(?:\s+on\s+\S+)?\s*(?:\(|as\b|on\b|like\b|$|;)|"
    r"create\s+(?:unique\s+)?index\s+on\s+\S+?\s*\(|"
    r"drop\s+(?:table|view|index|database|schema|user|role|trigger|function|column)\s+"
    r"(?:if\s+exists\s+)?[\w.\"`\[\]]+\s*(?:cascade|restrict)?\s*;?\s*$|"
    r"truncate\s+(?:table\s+)?[\w.\"`]+\s*(?:cascade)?\s*;?\s*$|"
    r"(?:grant|revoke)\s+.+?\b(?:on|to|from)\s|"
    r"with\s+.+?\)\s*(?:update|insert|delete|merge)\b|"
    r"(?:vacuum|reindex|analyze|attach|detach|pragma|copy|call|exec|execute|begin|commit|"
    r"rollback|set\s+\w+\s*=|load\s+data|lock\s+tables?)\b[^?]*;\s*$"
    r")",
    re.IGNORECASE | re.DOTALL,
)


def statement_in(words: str) -> str:
    """The statement that somebody wants run, as they wrote it; empty where there is none."""
    for pattern in (_BLOCK, _QUOTED):
        found = pattern.search(words)
        if found and _STATEMENT.match(found["sql"]):
            return found["sql"].strip()
    introduced = _INTRODUCED.match(words)
    if introduced and _STATEMENT.match(introduced["sql"]):
        return introduced["sql"].strip()
    return words.strip() if _STATEMENT.match(words) else ""


def statement_proposed(
    sql: str, catalog: Catalog, policy: Policy, *, words: str = ""
) -> Proposal | Impossible:
    """The statement, regenerated and checked; why it may not be run where that is so."""
    found = inspect(sql, catalog.dialect, policy.extra_functions)
    text = found.regenerated
    if found.tier == Tier.T3 or text is None:
        reason = found.reason or "This statement is not run."
        return Impossible(
            reason=f"{_what(sql)}{reason}",
            next_step="Nobody can approve it here. Please ask the owner of the database.",
        )
    if found.tier == Tier.T0:
        return Impossible(
            reason="This statement only reads: there is nothing to approve.",
            next_step="Ask for the data in a question.",
        )
    keys = _keys(found, catalog)
    try:
        outcome = apply_policy(text, catalog.dialect, catalog, policy)
        blocking = [finding.sentence for finding in outcome.findings if finding.blocks]
        blocking += not_written_as_stored(text, catalog, keys)
    except StatementRefusedError as error:
        return Impossible(
            reason=f"This statement is not run: {error.reason}.",
            next_step="Write it in another form, such as a plain INSERT, UPDATE or DELETE.",
        )
    if blocking:
        return Impossible(reason=" ".join(blocking), next_step="Say which rows are meant.")
    return Proposal(
        sql=text,
        dialect=catalog.dialect,
        tier=found.tier,
        kind=found.kind,
        tables=keys,
        explanation=explained(text, catalog.dialect),
        words=words,
    )


def _keys(found: Inspection, catalog: Catalog) -> tuple[str, ...]:
    tables = [(name, table_in_catalog(name, catalog, catalog.dialect)) for name in found.tables]
    return tuple(dict.fromkeys(table.key if table else name for name, table in tables))


_DESTRUCTIVE = re.compile(r"\s*(drop|truncate)\s+(\w+)?", re.IGNORECASE)


def _what(sql: str) -> str:
    """What is lost for good by a destructive statement, before the rule is named."""
    found = _DESTRUCTIVE.match(sql)
    if found is None:
        return ""
    verb = found[1].upper()
    return f"{verb} destroys what is there, and no approval makes up for that. "
