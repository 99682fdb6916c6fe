"""Plain sentences for why a database refused a change."""

import re

_NAME = r"[`\"'\[]?([\w.$ ]+?)[`\"'\]]?"
# The first pattern that the driver's message holds decides; `{0}` is what it names.
_SENTENCES: tuple[tuple[str, str], ...] = (
    (r"UNIQUE constraint failed: ([\w., ]+)", "Another row already has this value of {0}."),
    (r"Duplicate entry '(.*?)' for key '([^']+)'",
     "Another row already has this value ({1})."),
    (r"Key \(([^)]+)\)=\(([^)]*)\) already exists", "Another row already has this value of {0}."),
    (r"Key \(([^)]+)\)=\(([^)]*)\) is duplicated", "More than one row has the same {0}."),
    (r'Duplicate key "([^":]+)', "Another row already has this value of {0}."),
    (r"Key \(([^)]+)\)=\(([^)]*)\) is still referenced from table \"([^\"]+)\"",
     "Rows of {2} still refer to {0} = {1}."),
    (r"Key \(([^)]+)\)=\(([^)]*)\) is not present in table \"([^\"]+)\"",
     "{2} has no row with {0} = {1}."),
    (r"Cannot delete or update a parent row.*?`\.`([^`]+)`", "Rows of {0} still refer to it."),
    (r"Cannot add or update a child row.*?REFERENCES `([^`]+)`",
     "{0} has no row that it would refer to."),
    (r"FOREIGN KEY constraint failed|[Ff]oreign key constraint|still referenced by a foreign key",
     "Rows of another table refer to it, or it would refer to a row that is not there."),
    (r"NOT NULL constraint failed: ([\w.\"]+)", "{0} may not be empty."),
    (r'null value in column "([^"]+)"', "{0} may not be empty."),
    (r"Column '([^']+)' cannot be null", "{0} may not be empty."),
    (r"Field '([^']+)' doesn't have a default value", "{0} may not be empty and has no default."),
    (r"Cannot add a NOT NULL column with default value NULL",
     "A column that may not be empty needs a default, because there are rows already."),
    (r"Data contains duplicates on indexed column", "More than one row has the same values."),
    (r"CHECK constraint failed: ([^\n]+)|CHECK constraint failed on table \S+ with expression (.+)",
     "It breaks a rule of the table: {0}."),
    (r'violates check constraint "([^"]+)"', "It breaks a rule of the table: {0}."),
    (r"CONSTRAINT `([^`]+)` failed", "It breaks a rule of the table: {0}."),
    (r"value too long for type ([^\n]+)", "A value is too long for its column ({0})."),
    (r"Data too long for column '([^']+)'", "A value is too long for the column {0}."),
    (r"numeric field overflow|[Oo]ut of range",
     "A number is too large for its column."),
    (r"invalid input syntax for type (\w+): \"([^\"]*)\"", "“{1}” is not a valid {0}."),
    (r"invalid input value for enum (\S+): \"([^\"]*)\"", "“{1}” is not one of the values of {0}."),
    (r"Incorrect (\w+) value: '([^']*)'", "“{1}” is not a valid {0}."),
    (r"Could not convert string '([^']*)' to (\w+)", "“{0}” is not a valid {1}."),
    (r"Data truncated for column '([^']+)'", "A value does not fit the column {0}."),
    (r"datatype mismatch|but expression is of type|Conversion Error",
     "A value does not have the type of its column."),
    (r"index " + _NAME + r" already exists$", "There is already an index {0}."),
    (r"Duplicate key name '([^']+)'", "There is already an index {0}."),
    (r'Index with name "([^"]+)" already exists', "There is already an index {0}."),
    (r'relation "([^"]+)" already exists', "There is already something called {0}."),
    (r"Table '([^']+)' already exists", "There is already a table {0}."),
    (r"table " + _NAME + r" already exists", "There is already a table {0}."),
    (r'column "([^"]+)" of relation "([^"]+)" already exists', "{1} already has a column {0}."),
    (r"[Dd]uplicate column name:? '?(\w+)", "There is already a column {0}."),
    (r'Column with name (\w+) already exists', "There is already a column {0}."),
    (r"Cannot alter entry \"([^\"]+)\" because there are entries that depend on it",
     "DuckDB cannot change {0} while it has indexes or is used by other objects."),
    (r'column "?([\w.]+)"? (?:of relation "[^"]+" )?does not exist', "There is no column {0}."),
    (r"no such table: " + _NAME + r"$", "There is no table {0}."),
    (r"Table with name " + _NAME + r" does not exist", "There is no table {0}."),
    (r'relation "([^"]+)" does not exist', "There is no table {0}."),
    (r"Table '([^']+)' doesn't exist", "There is no table {0}."),
    (r"no such column: \"?" + _NAME + r"\"?$", "There is no column {0}."),
    (r'Referenced (?:update )?column "?([\w.]+)"? (?:was )?not found',
     "There is no column {0}."),
    (r"table \w+ has no column named (\w+)", "There is no column {0}."),
    (r"Unknown column '([^']+)'|Key column '([^']+)' doesn't exist", "There is no column {0}."),
    (r"permission denied for \w+ (\S+)|command denied .* for table [`']?([\w.]+)",
     "The identity for writing may not change {0}."),
    (r"must be owner of \w+ (\S+)", "The identity for writing does not own {0}."),
    (r"permission denied|Access denied|not authorized|authorization denied|readonly database|"
     r"read-only", "The identity for writing may not do this."),
    (r"syntax error|Parser Error|error in your SQL syntax", "The database cannot read this SQL."),
)  # fmt: skip
_PATTERNS = tuple((re.compile(pattern, re.MULTILINE | re.DOTALL), s) for pattern, s in _SENTENCES)
_LONGEST = 200

BUSY = "Somebody else is changing the same data and holds a lock on it."
WAIT = "Try again when that change is done."
SLOW = "It took longer than it may, and was stopped."
NARROW = "Narrow it down with a condition, or do it in parts."


def sentence_for(detail: str, otherwise: str = "") -> str:
    """Why a change was refused, in plain words; else the database's own, or `otherwise`."""
    for pattern, sentence in _PATTERNS:
        found = pattern.search(detail)
        if found:
            parts = [part for part in found.groups() if part is not None]
            return (
                sentence.format(*parts).replace('"', "")
                if parts or "{" not in sentence
                else sentence
            )
    line = otherwise or next((part.strip() for part in detail.splitlines() if part.strip()), "")
    return f"The database refused it: {line[:_LONGEST]}" if line else "The database refused it."
