"""One statement in one transaction, with what is looked at before and after it."""

from dataclasses import dataclass, replace

from sqlglot import exp

from knowledge.dotted_names import database_name
from knowledge.sql_text import write_sql
from pipeline.sql.text.dialects import dialect_named
from pipeline.writes.live import LiveTable, TableName, fingerprint_of
from pipeline.writes.preview.new_values import assigned, new_keys, worked_out
from pipeline.writes.preview.schema_effects import values_lost
from pipeline.writes.rows.cascades import Cascade, cascades_of
from pipeline.writes.rows.images import Image, Reading, digest
from pipeline.writes.session import WriteSession
from pipeline.writes.statements.effect import Effect, UnclearEffectError, Verb, effect_of, name_of
from pipeline.writes.statements.volatile import is_volatile, volatile_columns
from pipeline.writes.undo.inverse import Inverse, Undo, of_schema
from pipeline.writes.undo.whole_rows import WholeRows
from pipeline.writes.values import Proposal

# An upsert's rows are only known by comparing all rows of its table, which is kept within bounds.
_COMPARED = 5_000
_SEVERAL = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What was looked at: images are None where they cannot be told."""

    effect: Effect
    table: LiveTable | None
    fingerprint: str
    before: Image | None = None
    after: Image | None = None
    computed: tuple[tuple[object, ...], ...] = ()
    cascades: tuple[Cascade, ...] = ()
    lost: tuple[str, ...] = ()
    rows: int | None = None
    every_row: bool = False
    undo: Undo = Undo()  # noqa: RUF009  frozen

    @property
    def before_digest(self) -> str:
        rows = [row.values for row in self.before.rows] if self.before else []
        taken = ((str(c.table), c.rows, c.rule, c.image) for c in self.cascades)
        return digest([*rows, *taken])

    @property
    def image(self) -> str:
        """Stands for the values before, and for those after that do not differ by the moment."""
        return f"{self.before_digest}.{self._after_digest}"

    @property
    def is_bound(self) -> bool:
        """Whether every new value is compared again before it is written."""
        adds = self.effect.verb in (Verb.INSERT, Verb.UPDATE, Verb.UPSERT)
        return not adds or bool(self._after_digest and not volatile_columns(self.effect.tree))

    @property
    def _after_digest(self) -> str:
        table, after, verb = self.table, self.after, self.effect.verb
        if table is None or after is None or verb not in (Verb.INSERT, Verb.UPDATE):
            return ""
        if table.triggers_on(verb.value):
            return ""
        if verb is Verb.INSERT and is_volatile(self.effect.tree):
            return ""
        given = [c.name for c in table.writable if c.name not in table.key]
        names = self.effect.sets or (given if verb is Verb.INSERT else ())
        steady = {name.lower() for name in names} - volatile_columns(self.effect.tree)
        places = [n for n, c in enumerate(table.columns) if c.name.lower() in steady]
        return digest([[row.values[place] for place in places] for row in after.rows])


class Attempt:
    """Looks, runs and looks again. The transaction is the caller's to end."""

    def __init__(self, session: WriteSession, proposal: Proposal) -> None:
        self._session = session
        self._proposal = proposal
        self._effect = effect_of(proposal)
        self._table: LiveTable | None = None
        self._reading: Reading | None = None
        self._returned: Image | None = None

    @property
    def commits_itself(self) -> bool:
        """Whether the engine commits the statement as soon as it runs."""
        return self._effect.verb is Verb.SCHEMA and not self._session.rolls_back_schema

    def look(self) -> Seen:
        """Begin, and see the schema and the rows before.

        Raises `UnclearEffectError` and the driver's errors.
        """
        self._require_supported()
        schema = self._effect.verb is Verb.SCHEMA
        self._session.begin(writes_schema=schema)
        self._table = self._target_table()
        seen = Seen(effect=self._effect, table=self._table, fingerprint=self._fingerprint())
        if self._table is None:
            return seen
        if schema:
            return replace(seen, lost=values_lost(self._session, self._table, self._effect.tree))
        hindrance = self._session.hindrance(self._table, self._effect.verb.value)
        if hindrance:
            raise UnclearEffectError(because=hindrance)
        self._reading = Reading(self._session, self._table, self._effect)
        # While these rows are locked, no row can be added elsewhere that refers to them.
        seen = self._with_rows_before(seen, self._reading)
        cascades = cascades_of(self._session, self._table, self._effect, self._reading)
        return replace(seen, cascades=cascades)

    def run(self, seen: Seen) -> Seen:
        """Run the statement, and see how many rows it changed and what they are now."""
        rows = self._run()
        if self._table is None or self._reading is None:
            return replace(seen, rows=None, undo=self._schema_undo(seen))
        seen = replace(seen, rows=rows, after=self._rows_after(seen))
        if self._session.dialect == "mysql" and seen.before and seen.after:
            seen = replace(seen, rows=_counted(seen, rows))
        seen = replace(seen, every_row=self._leaves_none_out(seen))
        return replace(seen, undo=self._undo(seen))

    def _leaves_none_out(self, seen: Seen) -> bool:
        """Whether the table has no row that the change did not take; one row alone is no surprise.

        Asked after the change: then a DELETE left nothing, and an UPDATE as many rows as it took.
        """
        verb, rows = seen.effect.verb, seen.rows or 0
        if self._table is None or rows < _SEVERAL:
            return False
        if verb is Verb.DELETE:
            return self._rows_up_to(1) == 0
        if verb is Verb.UPDATE:
            return self._rows_up_to(rows + 1) == rows
        if verb is not Verb.UPSERT or seen.before is None or seen.after is None:
            return False
        now = seen.after.by_key
        old = seen.before.by_key
        return len(old) >= _SEVERAL and all(now.get(key) != row for key, row in old.items())

    def _rows_up_to(self, most: int) -> int:
        """How many rows the table has now, counted no further than that."""
        if self._table is None:
            return 0
        parts = (self._table.name.schema, self._table.name.name)
        name = ".".join(self._session.quoted(part) for part in parts if part)
        counted = f"SELECT count(*) FROM (SELECT 1 AS one FROM {name} LIMIT {most}) AS counted"  # noqa: S608
        return int(str(self._session.rows(counted)[0][0]))

    def taken_back(self, seen: Seen) -> bool:
        """Whether the undo really brings the rows back, tried in this same transaction."""
        table, reading = self._table, self._reading
        if not seen.undo.sql or table is None or reading is None or seen.before is None:
            return True
        self._session.run(seen.undo.sql)
        if not table.has_stable_key:
            return self._is_as_before(seen, table, reading)
        if seen.effect.verb is Verb.INSERT:
            return not (seen.after and reading.of_keys(row.key for row in seen.after.rows).rows)
        again = reading.of_keys(row.key for row in seen.before.rows)
        return [row.values for row in again.rows] == [row.values for row in seen.before.rows]

    def _is_as_before(self, seen: Seen, table: LiveTable, reading: Reading) -> bool:
        """The same for rows without a key, which only their values tell apart."""
        if seen.effect.verb is Verb.INSERT:
            rows = seen.after.rows if seen.after else ()
            return WholeRows(self._session, table, reading).are_gone(rows)
        was = [] if seen.before is None else [row.values for row in seen.before.rows]
        now = [row.values for row in reading.before().rows]
        return sorted(map(repr, was)) == sorted(map(repr, now))

    def schema_stayed(self, seen: Seen) -> bool:
        """Whether the table is still defined as it was when it was looked at."""
        if seen.table is None or self._reading is None:
            return True
        now = self._session.table(seen.table.name)
        return now is not None and now.definition == seen.table.definition

    def _require_supported(self) -> None:
        tree = self._effect.tree
        if isinstance(tree, exp.Create | exp.Drop) and tree.args.get("concurrently"):
            raise UnclearEffectError(
                because="CONCURRENTLY cannot run inside of a transaction; leave the word out"
            )

    def _target_table(self) -> LiveTable | None:
        tree, target = self._effect.tree, self._effect.target
        if target is None and isinstance(tree, exp.Drop) and self._proposal.tables:
            return self._session.table(named(self._proposal.tables[0]))
        if target is None:
            return None
        found = self._session.table(name_of(target, self._session.dialect))
        creates = isinstance(tree, exp.Comment)
        if found is None and not creates:
            raise UnclearEffectError(because=f"there is no table {target.name} to change")
        return found

    def _fingerprint(self) -> str:
        others = [self._session.table(name) for name in self._effect.reads]
        return fingerprint_of(t for t in (self._table, *others) if t is not None)

    def _with_rows_before(self, seen: Seen, reading: Reading) -> Seen:
        verb = self._effect.verb
        if verb is Verb.INSERT:
            return replace(seen, before=Image())
        if verb is Verb.UPSERT:
            image = reading.all_rows(_COMPARED) if seen.table and seen.table.key else None
            return replace(seen, before=image if image and image.whole else None)
        by_key = bool(seen.table and seen.table.key) and not self._sets_key()
        further = () if by_key else assigned(self._session, self._effect, self._table)
        image = reading.before(further)
        return replace(seen, before=image, computed=tuple(row.further for row in image.rows))

    def _sets_key(self) -> bool:
        sets = {name.lower() for name in self._effect.sets}
        return self._table is not None and bool(sets & {k.lower() for k in self._table.key})

    def _run(self) -> int:
        if self._effect.verb is not Verb.INSERT or not self._returns():
            return self._session.run(self._without_returning())
        reading = self._reading
        if reading is None:
            return self._session.run(self._without_returning())
        returning = f"{self._without_returning()} RETURNING {reading.returned()}"
        rows, count = self._session.returned(returning)
        self._returned = reading.of_returned(rows)
        return count

    def _returns(self) -> bool:
        return self._session.returns_rows

    def _without_returning(self) -> str:
        tree, served = self._effect.tree, dialect_named(self._session.dialect)
        if not tree.args.get("returning") or served is None:
            return self._proposal.sql
        bare = tree.copy()
        bare.set("returning", None)
        return write_sql(bare, served.grammar)

    def _rows_after(self, seen: Seen) -> Image | None:
        reading, table = self._reading, self._table
        if reading is None or table is None or seen.effect.verb is Verb.DELETE:
            return None
        if seen.effect.verb is Verb.INSERT:
            return self._returned
        if seen.before is None or not table.key:
            return None
        if seen.effect.verb is Verb.UPSERT:
            image = reading.all_rows(2 * _COMPARED)
            return image if image.whole else None
        if not self._sets_key():
            return reading.of_keys(row.key for row in seen.before.rows)
        keys = new_keys(self._effect, seen.before, table)
        return reading.of_keys(keys) if keys else None

    def _undo(self, seen: Seen) -> Undo:
        if seen.table is None or self._reading is None:
            return Undo()
        if seen.cascades:
            return Undo(missing="It also changes rows of other tables, each its own statement.")
        if seen.before is None:
            return Undo(missing="The table is too large, or has no key, to know what it changes.")
        inverse = Inverse(self._session, seen.table, self._reading)
        after = seen.after or worked_out(self._effect, seen.before, seen.table)
        return inverse.of_rows(self._effect, seen.before, after)

    def _schema_undo(self, seen: Seen) -> Undo:
        if seen.table is None:
            return Undo(missing="Undoing it would need a DROP, which never runs here.")
        after = self._session.table(renamed(self._effect.tree, seen.table.name))
        if after is None:
            return Undo(missing="The table was not found again after the change.")
        return of_schema(self._session, self._effect, seen.table, after)


def _counted(seen: Seen, rows: int) -> int:
    """MySQL counts a row that an upsert changes twice; here it is one."""
    if seen.effect.verb is not Verb.UPSERT or seen.before is None or seen.after is None:
        return rows
    old, new = seen.before.by_key, seen.after.by_key
    return sum(old.get(key) != new.get(key) for key in {*old, *new})


def named(key: str) -> TableName:
    """The table that a catalog key means."""
    schema, _, name = key.rpartition(".")
    return TableName(name=database_name(name), schema=database_name(schema))


def renamed(tree: exp.Expr, name: TableName) -> TableName:
    """What a table is called after a schema change."""
    for action in tree.args.get("actions") or []:
        if isinstance(action, exp.AlterRename):
            return replace(name, name=action.this.name)
    return name
