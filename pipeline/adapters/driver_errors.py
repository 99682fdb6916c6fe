"""Plain sentences for what databases say when they refuse a query."""

import re

from pipeline.warehouse import QueryFailed, WarehouseBusy

_NAME = r"[`\"'\[]?([\w.$ ]+?)[`\"'\]]?"
# The first pattern that the driver's message holds decides; `{0}` is what it names.
_SENTENCES: tuple[tuple[str, str], ...] = (
    (r"no such table: " + _NAME + r"$", "There is no table {0}."),
    (r"Table with name " + _NAME + r" does not exist", "There is no table {0}."),
    (r'relation "([^"]+)" does not exist', "There is no table {0}."),
    (r"Table '([^']+)' doesn't exist", "There is no table {0}."),
    (r"no such column: " + _NAME + r"$", "There is no column {0}."),
    (r'Referenced column "([^"]+)" (?:not found|was not found)', "There is no column {0}."),
    (r'(?:Table|alias) "[^"]+" does not have a column named "([^"]+)"', "There is no column {0}."),
    (r'column "?([\w.]+)"? does not exist', "There is no column {0}."),
    (r"Unknown column '([^']+)'", "There is no column {0}."),
    (r"no such function: " + _NAME + r"$", "There is no function {0}."),
    (r"Function with name " + _NAME + r" does not exist", "There is no function {0}."),
    (r"function ([\w.]+\([^)]*\)) does not exist", "There is no function {0} for these types."),
    (r"FUNCTION ([\w.]+) does not exist", "There is no function {0}."),
    (r"ambiguous column name: " + _NAME + r"$", "More than one table has a column {0}."),
    (r'Ambiguous reference to column name "([^"]+)"', "More than one table has a column {0}."),
    (r'column reference "([^"]+)" is ambiguous', "More than one table has a column {0}."),
    (r"Column '([^']+)' in .* is ambiguous", "More than one table has a column {0}."),
    (
        r'column "([^"]+)" must appear in the GROUP BY',
        "The column {0} is neither grouped nor aggregated.",
    ),
    (r"misuse of aggregate|aggregate functions are not allowed|Invalid use of group function",
     "An aggregate such as sum() stands where it may not."),
    (r"not authorized|authorization denied|prohibited|permission denied|command denied|"
     r"Access denied|Permission Error",
     "The read-only connection may not do this."),
    (r"attempt to write|readonly|read-only|READ ONLY", "The connection is read-only."),
    (r"divi(?:sion|de) by zero", "A number is divided by zero."),
    (r"Conversion Error|invalid input syntax|Incorrect \w+ value|Could not convert",
     "A value does not have the type that it is used as."),
    (r"operator does not exist|Cannot compare values of type|No function matches",
     "Two types do not fit together."),
    (r"one statement at a time|multiple commands|commands into a prepared",
     "Only one statement can run at a time."),
    (r"Out of Memory|out of memory|string or blob too big|No space left|too large",
     "The query needs more memory than it may use."),
    (r"syntax error|Parser Error|error in your SQL syntax|incomplete input",
     "The database cannot read this SQL."),
)  # fmt: skip
_BUSY = re.compile(
    r"database is locked|database table is locked|Lock wait timeout|lock timeout|"
    r"canceling statement due to lock|Could not set lock on file"
)
_PATTERNS = tuple((re.compile(pattern, re.MULTILINE), text) for pattern, text in _SENTENCES)
_GENERAL = "The database refused this query."


def busy(detail: str) -> WarehouseBusy | None:
    """A `WarehouseBusy` where a driver's message says that something else has the database."""
    return WarehouseBusy(detail) if _BUSY.search(detail) else None


def refused(detail: str) -> QueryFailed | WarehouseBusy:
    """What a driver's message means, in plain words."""
    held = busy(detail)
    if held is not None:
        return held
    for pattern, sentence in _PATTERNS:
        found = pattern.search(detail)
        if found:
            return QueryFailed(sentence.format(*found.groups()), detail)
    return QueryFailed(_GENERAL, detail)
