"""The catalog as a read-only tree of small text files, as far as one person may know it."""

import fnmatch
import re
from collections.abc import Mapping, Sequence

from knowledge.glossary import Glossary
from pipeline.model_calls import ColumnSketch, TableSketch

_MOST = 60


class CatalogFiles:
    """`/tables/SCHEMA/NAME` (no schema where there is one only), `/metrics/NAME`, `/terms/NAME`.

    Nothing outside of them exists.
    """

    def __init__(self, tables: Sequence[TableSketch], glossary: Glossary) -> None:
        keys = {table.key.lower() for table in tables}
        metrics = [metric for metric in glossary.metrics if metric.table.lower() in keys]
        terms = [term for term in glossary.terms if _about(term.means, keys)]
        self._files: Mapping[str, str] = {
            **{path_of(table.key): _table(table) for table in tables},
            **{
                f"/metrics/{_slug(metric.name)}": _lines(
                    f"{metric.name} is {metric.expression} over {metric.table}",
                    *(f"only where {condition}" for condition in metric.filters),
                    f"dated by {metric.time_column}" if metric.time_column else "",
                    f"also called {', '.join(metric.synonyms)}" if metric.synonyms else "",
                    metric.description,
                )
                for metric in metrics
            },
            **{
                f"/terms/{_slug(term.name)}": _lines(
                    f"{' / '.join((term.name, *term.synonyms))} means {term.means}",
                    term.description,
                )
                for term in terms
            },
        }

    def ls(self, path: str = "/") -> str:
        """The names below a folder."""
        folder = f"/{path.strip('/')}/".replace("//", "/")
        inside = [file.removeprefix(folder) for file in self._files if file.startswith(folder)]
        names = dict.fromkeys(
            name if "/" not in name else name.split("/")[0] + "/" for name in inside
        )
        return _listed(list(names)) or f"There is no folder {folder}."

    def cat(self, path: str) -> str:
        """The text of a file."""
        wanted = f"/{path.strip('/')}".lower()
        found = [text for name, text in self._files.items() if name.lower() == wanted]
        return found[0] if found else f"There is no file {path}. Look with ls or find."

    def find(self, pattern: str) -> str:
        """The files whose name fits a pattern with * and ?."""
        wanted = f"*{pattern.strip('*').lower()}*"
        found = [name for name in self._files if fnmatch.fnmatchcase(name.lower(), wanted)]
        return _listed(found) or f"No file has a name like {pattern}."

    def grep(self, words: str) -> str:
        """The lines that hold all of the words, with their files."""
        wanted = [word for word in re.split(r"\W+", words.lower()) if word]
        found = [
            f"{name}: {line.strip()}"
            for name, text in self._files.items()
            for line in text.splitlines()
            if wanted and all(word in line.lower() for word in wanted)
        ]
        return _listed(found) or f"No line holds {words!r}."


def path_of(key: str) -> str:
    """The file of the table with this catalog key."""
    return f"/tables/{key.replace('.', '/')}"


def _about(means: str, keys: set[str]) -> bool:
    """Whether a term speaks only of tables that are shown."""
    named = re.findall(r"([A-Za-z_][\w.]*)\.\w+|^([A-Za-z_][\w.]*)$", means)
    tables = [(owner or whole).lower() for owner, whole in named]
    return bool(tables) and all(table in keys for table in tables)


def _table(table: TableSketch) -> str:
    columns = [_column(column) for column in table.columns]
    joins = [f"join: {join}" for join in table.joins]
    return _lines(f"table {table.key}", table.note, *columns, *joins)


def _column(column: ColumnSketch) -> str:
    values = f" [{' | '.join(column.values)}]" if column.values else ""
    note = f" -- {column.note}" if column.note else ""
    return f"{column.name} {column.type}{note}{values}"


def _slug(name: str) -> str:
    return re.sub(r"\W+", "-", name.lower()).strip("-")


def _lines(*lines: str) -> str:
    return "\n".join(line for line in lines if line)


def _listed(lines: Sequence[str]) -> str:
    more = f"\n({len(lines) - _MOST} more)" if len(lines) > _MOST else ""
    return "\n".join(lines[:_MOST]) + more
