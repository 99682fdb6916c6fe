"""SQL broken into lines for people to read; nothing but white space changes."""

import re
from collections.abc import Iterator

_CLAUSE = re.compile(
    r"(?<!LEFT)(?<!RIGHT)(?<!FULL)(?<!INNER)(?<!CROSS)(?<!OUTER)\s+"
    r"(?=(?:FROM|(?:(?:LEFT|RIGHT|FULL|INNER|CROSS)\s+(?:OUTER\s+)?)?JOIN|WHERE|GROUP BY|HAVING"
    r"|ORDER BY|LIMIT|UNION|QUALIFY|WINDOW|SET|VALUES|AND(?!\s+\d))\b)",
    re.IGNORECASE,
)
# A quoted text or name, an opening or closing bracket, or anything between those.
_PART = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|`[^`]*`|[()]|[^'\"`()]+|.", re.DOTALL)
# What stands before a bracket that only holds conditions together.
_HOLDS_CONDITIONS = re.compile(r"(?:\b(?:WHERE|HAVING|ON|AND|OR|NOT)\s*|\()$", re.IGNORECASE)
_AND = re.compile(r"\s+(?=AND(?!\s+\d)\b)", re.IGNORECASE)
_SHORT = 60


def in_lines(sql: str) -> str:
    """The statement with a line for each clause, unless it is short, or somebody laid it out."""
    if len(sql) <= _SHORT or "\n" in sql or "--" in sql:
        return sql
    return "".join(_broken(sql))


def _broken(sql: str) -> Iterator[str]:
    """Clauses break outside of brackets, conditions also in brackets around conditions alone."""
    brackets: list[bool] = []
    for found in _PART.finditer(sql):
        part = found.group()
        if part == "(":
            inside = all(brackets) and bool(_HOLDS_CONDITIONS.search(_before(sql, found.start())))
            brackets.append(inside)
        elif part == ")" and brackets:
            brackets.pop()
        elif part[0] not in "'\"`" and all(brackets):
            indent = "  " * len(brackets)
            part = (_AND if brackets else _CLAUSE).sub(f"\n{indent}", part)
        yield part


def _before(sql: str, place: int) -> str:
    return sql[max(place - 12, 0) : place]
