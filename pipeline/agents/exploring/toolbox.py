"""The tools of an exploring model: each only reads, as the asker may, and answers in text."""

from dataclasses import replace

from pipeline.agents.exploring.catalog_files import CatalogFiles, path_of
from pipeline.agents.exploring.results import Results, page_of
from pipeline.agents.model_reads import looked
from pipeline.agents.prompts import as_tool_data
from pipeline.agents.tool_calls import Look, Looks
from pipeline.model_calls import FindTables, TableSketch, Tool
from pipeline.people import Person
from pipeline.workspace import Workspace

_FOUND = 8


class Toolbox:
    """Tools over one workspace for one asker; `rows` says whether values of rows may be shown."""

    def __init__(
        self,
        workspace: Workspace,
        asker: Person,
        tables: tuple[TableSketch, ...],
        find_tables: FindTables,
        *,
        rows: bool,
    ) -> None:
        self._workspace = workspace
        self._asker = asker
        self._keys = {table.key for table in tables}
        known = workspace.known_to(asker)
        seen = replace(known.glossary, metrics=tuple(known.metrics))
        self._files = CatalogFiles(tables, seen)
        self._find_tables = find_tables
        self._results = Results()
        self._rows = rows
        self._looks = Looks()

    @property
    def looks(self) -> tuple[Look, ...]:
        """Every call until now."""
        return self._looks.kept

    def tools(self) -> tuple[Tool, ...]:
        """What the model may call; without leave to see rows only what describes the data."""
        looks: tuple[Tool, ...] = (
            self.search_metadata, self.show_table, self.ls, self.cat, self.find, self.grep,
        )  # fmt: skip
        rows: tuple[Tool, ...] = (self.execute_sql, self.show_rows) if self._rows else ()
        return self._looks.keeping((*looks, *rows))

    async def search_metadata(self, words: str) -> str:
        """Find tables by meaning or words, and stored values equal or near to a few words."""
        found = await self._find_tables(words, 4 * _FOUND)
        keys = [hit.key for hit in found if hit.key in self._keys][:_FOUND]
        values = self._values_like(words) if self._rows else []
        return as_tool_data("\n".join((*keys, *values)) or "No table comes near.")

    def _values_like(self, words: str) -> list[str]:
        """Where such values are stored; none that only some may see, or that look personal."""
        known = self._workspace.known_to(self._asker)
        hits = [hit for _, _, hit in known.values.spans(words)]
        hits += known.values.find(words, limit=_FOUND)
        lines = [
            f"{hit.table}.{hit.column} holds '{hit.value}'"
            for hit in hits
            if hit.table in self._keys
            and not known.is_hushed(hit.table)
            and not known.column(f"{hit.table}.{hit.column}").pii
        ]
        return list(dict.fromkeys(lines))[:_FOUND]

    async def show_table(self, table: str) -> str:
        """Show a table's columns, some of their values, and its joins."""
        return as_tool_data(self._files.cat(path_of(table)))

    async def ls(self, path: str = "/") -> str:
        """List a folder of the catalog: /tables, a schema in it, /metrics or /terms."""
        return as_tool_data(self._files.ls(path))

    async def cat(self, path: str) -> str:
        """Show a file of the catalog, such as /tables/orders."""
        return as_tool_data(self._files.cat(path))

    async def find(self, pattern: str) -> str:
        """Find files of the catalog by a pattern of their names, such as *order*."""
        return as_tool_data(self._files.find(pattern))

    async def grep(self, words: str) -> str:
        """Find lines of the catalog that hold all of these words."""
        return as_tool_data(self._files.grep(words))

    async def execute_sql(self, sql: str) -> str:
        """Run one SELECT to look at the data; the result gets a name, and its first rows show."""
        seen = await looked(self._workspace, self._asker, sql)
        if isinstance(seen, str):
            return as_tool_data(seen)
        return as_tool_data(page_of(self._results.keep(seen.sql, seen.rows)))

    async def show_rows(self, result: str, start: int = 0) -> str:
        """Show ten rows of an earlier result, from that row on."""
        return as_tool_data(self._results.page(result, start))
