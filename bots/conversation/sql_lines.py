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
_SHORT = 60


def in_lines(sql: str) -> str:
    """The statement with a line for each clause, unless it is short, or somebody laid it out."""
    if len(sql) <= _SHORT or "\n" in sql or "--" in sql:
        return sql
    return "".join(_broken(sql))


def _broken(sql: str) -> Iterator[str]:
    depth = 0
    for found in _PART.finditer(sql):
        part = found.group()
        depth += {"(": 1, ")": -1}.get(part, 0)
        outside = depth == 0 and part[0] not in "'\"`"
        yield _CLAUSE.sub("\n", part) if outside else part
