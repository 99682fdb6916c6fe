"""The forms in which people wish for changes of the schema, and for what never runs."""

import re

from pipeline.writes.wishes.kinds import (
    AddColumn,
    AddIndex,
    ChangeWish,
    Destroy,
    OutOfReach,
    Rename,
)
from pipeline.writes.wishes.parts import IDENT, NAME, Form, bare, form, part

_TYPE = (
    r"text|string|varchar(?:\(\d+\))?|char(?:\(\d+\))?|integer|int|bigint|whole number|number|"
    r"numeric(?:\(\d+,\s*\d+\))?|decimal(?:\(\d+,\s*\d+\))?|float|double|money|boolean|bool|"
    r"yes/no|flag|date|timestamp|datetime|date and time|time|json"
)


def _destroy(match: re.Match[str]) -> ChangeWish:
    kind = part(match, "kind").lower() or "table"
    return Destroy(kind=kind, what=bare(part(match, "what")))


def _add_index(match: re.Match[str]) -> ChangeWish:
    return AddIndex(
        columns=part(match, "columns"),
        table=bare(part(match, "table")),
        unique=bool(part(match, "unique")),
    )


def _add_column(match: re.Match[str]) -> ChangeWish:
    kind = next((part(match, n) for n in ("type", "type2", "type3") if part(match, n)), "")
    return AddColumn(
        name=bare(part(match, "name")),
        table=bare(part(match, "table")),
        type=kind,
        default=part(match, "default"),
    )


def _rename(match: re.Match[str]) -> ChangeWish:
    return Rename(
        what=bare(part(match, "what")),
        to=part(match, "to"),
        table=bare(part(match, "table")),
        kind=part(match, "kind").lower(),
    )


def _out_of_reach(match: re.Match[str]) -> ChangeWish:
    return OutOfReach(what=match[0].split("\n")[0][:60])


SCHEMA_FORMS: tuple[Form, ...] = (
    # The schema.
    (
        form(
            rf"(?:add|create|build|make|put)\s+(?:an?\s+|the\s+|new\s+)*(?P<unique>unique\s+)?"
            rf"index(?:\s+(?:called|named)\s+{IDENT})?\s+(?:on|for|to|over)\s+"
            rf"(?:the\s+)?(?:table\s+)?(?P<table>{NAME})\s*"
            r"(?:\((?P<columns>[^)]+)\))"
        ),
        _add_index,
    ),
    (
        form(
            r"(?:add|create|build|make|put)\s+(?:an?\s+|the\s+|new\s+)*(?P<unique>unique\s+)?"
            rf"index(?:\s+(?:called|named)\s+{IDENT})?\s+(?:on|for|to|over)\s+"
            r"(?P<columns>.+?)\s+(?:of|in|on|from)\s+(?:the\s+)?(?P<table>.+?)(?:\s+table)?"
        ),
        _add_index,
    ),
    (
        form(
            r"(?:add|create|build|make|put)\s+(?:an?\s+|the\s+|new\s+)*(?P<unique>unique\s+)?"
            r"index\s+(?:on|for|to|over)\s+(?P<columns>.+)"
        ),
        _add_index,
    ),
    (
        form(
            r"index\s+(?:the\s+)?(?P<table>.+?)(?:\s+table)?\s+(?:by|on)\s+(?:the\s+)?(?P<columns>.+)"
        ),
        _add_index,
    ),
    (
        form(r"index\s+(?:the\s+)?(?P<columns>.+?)\s+(?:of|in)\s+(?:the\s+)?(?P<table>.+)"),
        _add_index,
    ),
    (
        form(
            rf"(?:add|create)\s+(?:an?\s+|the\s+|new\s+|another\s+)*(?:(?P<type>{_TYPE})\s+)?"
            rf"(?:column|field)\s+(?:called\s+|named\s+)?(?P<name>{IDENT})"
            rf"(?:\s+(?:of type\s+|as\s+|\()?(?P<type2>{_TYPE})\)?)?"
            rf"\s+(?:to|in|on)\s+(?:the\s+)?(?P<table>{NAME}?)(?:\s+table)?"
            rf"(?:[\s,]+(?:of type\s+|as\s+(?:an?\s+)?|\()(?P<type3>{_TYPE})\)?)?"
            r"(?:[\s,]+(?:with\s+)?(?:the\s+|a\s+)?default(?:\s+value)?(?:\s+of)?\s+(?P<default>.+))?"
        ),
        _add_column,
    ),
    (
        form(
            rf"(?:add|create)\s+(?:an?\s+)?(?P<name>{IDENT})\s+(?:column|field)"
            rf"(?:\s*\((?P<type2>{_TYPE})\))?\s+(?:to|in|on)\s+(?:the\s+)?(?P<table>{NAME}?)"
            rf"(?:\s+table)?(?:[\s,]+(?:of type\s+|as\s+(?:an?\s+)?|\()(?P<type3>{_TYPE})\)?)?"
            r"(?:[\s,]+(?:with\s+)?(?:the\s+|a\s+)?default(?:\s+value)?(?:\s+of)?\s+(?P<default>.+))?"
        ),
        _add_column,
    ),
    (
        form(
            rf"rename\s+(?:the\s+)?(?P<kind>column|field)\s+(?P<what>{IDENT}(?:\.{IDENT})?)"
            rf"(?:\s+(?:of|in|on|from)\s+(?:the\s+)?(?P<table>{NAME}?)(?:\s+table)?)?"
            rf"\s+(?:to|as|into)\s+(?P<to>{IDENT})"
        ),
        _rename,
    ),
    (
        form(
            rf"rename\s+(?:the\s+)?(?P<what>{NAME}?)\s+(?P<kind>column|field)"
            rf"(?:\s+(?:of|in|on|from)\s+(?:the\s+)?(?P<table>{NAME}?)(?:\s+table)?)?"
            rf"\s+(?:to|as|into)\s+(?P<to>{IDENT})"
        ),
        _rename,
    ),
    (
        form(
            rf"rename\s+(?:the\s+)?(?:(?P<kind>table)\s+)(?P<what>{NAME}?)\s+(?:to|as|into)\s+"
            rf"(?P<to>{IDENT})"
        ),
        _rename,
    ),
    (
        form(
            rf"rename\s+(?:the\s+)?(?P<what>{NAME}?)\s+(?P<kind>table)\s+(?:to|as|into)\s+"
            rf"(?P<to>{IDENT})"
        ),
        _rename,
    ),
    (
        form(
            rf"rename\s+(?:the\s+)?(?P<kind>column|field)\s+(?P<what>{IDENT})\s+(?:to|as|into)\s+"
            rf"(?P<to>{IDENT})\s+(?:of|in|on|from)\s+(?:the\s+)?(?P<table>{NAME})"
        ),
        _rename,
    ),
    (form(r"rename\s+(?:the\s+)?(?P<what>.+?)\s+(?:to|as|into)\s+(?P<to>.+)"), _rename),
    # What never runs.
    (
        form(
            r"(?:drop|delete|remove|destroy|get rid of|kill)\s+(?:the\s+|an?\s+)?"
            r"(?P<kind>table|column|field|index|view|schema|database|user|role|trigger|constraint)"
            r"\s+(?P<what>.+)"
        ),
        _destroy,
    ),
    (
        form(
            r"(?:drop|delete|remove|destroy|get rid of|kill)\s+(?:the\s+|an?\s+|our\s+|whole\s+|"
            r"entire\s+)*(?P<what>.+?)\s+(?P<kind>table|column|field|index|view|schema|database|"
            r"user|role|trigger|constraint)(?P<rest>\s+(?:of|from|in|on)\s+.+)?"
        ),
        _destroy,
    ),
    (form(r"(?:drop|destroy)\s+(?:the\s+|all\s+)*(?P<what>.+)"), _destroy),
    (form(r"truncate\s+(?:the\s+)?(?:table\s+)?(?P<what>.+?)(?:\s+table)?"), _destroy),
    (
        form(
            r"(?:grant|revoke)\s+.+\s+(?:to|from|on)\s+.+|"
            r"(?:create|add)\s+(?:an?\s+|new\s+)*(?:database|db)?\s*"
            r"(?:user|role|login|trigger|stored procedure|procedure|function)\s+"
            r"(?:called|named|account|for the database|on|that)\b.*|"
            r"(?:backup|back up|restore|vacuum|reindex|shut\s?down|restart)\s+(?:the\s+)?"
            r"(?:database|db|server|table|index)\b.*"
        ),
        _out_of_reach,
    ),
)
