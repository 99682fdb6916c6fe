"""The allow-lists: what a statement may hold, read once from the data files in `allowed/`."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from pipeline.sql.text.dialects import SqlDialect


@cache
def words(file_name: str) -> frozenset[str]:
    """The words of one data file, without its comments."""
    text = files("pipeline.sql").joinpath("allowed", file_name).read_text(encoding="utf-8")
    lines = (line.split("#", 1)[0] for line in text.splitlines())
    return frozenset(word for line in lines for word in line.split())


@cache
def allowed_functions(dialect: str) -> frozenset[str]:
    """Lower-case names of the functions that are pure in the dialect."""
    listed = words("functions.common.txt") | words(f"functions.{dialect}.txt")
    return frozenset(name.lower() for name in listed)


@cache
def allowed_typed_functions() -> frozenset[str]:
    """Names of the parser's function classes that are pure."""
    return words("functions.typed.txt")


@cache
def allowed_types(dialect: str) -> frozenset[str]:
    """Upper-case names, as the parser has them, of the types that are built in to the dialect."""
    return words("types.postgres.txt" if dialect == "postgres" else "types.common.txt")


@cache
def read_nodes() -> frozenset[str]:
    """Names of the parser's classes that a read may hold."""
    return words("nodes.read.txt") | allowed_typed_functions()


@cache
def write_nodes() -> frozenset[str]:
    """Names of the parser's classes that a data change may hold."""
    return read_nodes() | words("nodes.write.txt")


@cache
def schema_nodes() -> frozenset[str]:
    """Names of the parser's classes that a schema change may hold."""
    return read_nodes() | words("nodes.schema.txt")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What one tree is held to."""

    dialect: SqlDialect
    nodes: frozenset[str]
    extra_functions: frozenset[str] = frozenset()

    def allows_type(self, name: str) -> bool:
        return name in allowed_types(self.dialect.name)

    def allows_function(self, name: str) -> bool:
        lowered = name.lower()
        if self.dialect.name == "postgres":
            lowered = lowered.removeprefix("pg_catalog.")
        return lowered in allowed_functions(self.dialect.name) or lowered in self.extra_functions
