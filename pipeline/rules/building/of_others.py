"""Numbers of other rows as SQL, which the number of a row or of a group is compared with."""

from abc import abstractmethod
from dataclasses import dataclass, replace

from sqlglot import exp
from typing_extensions import override

from pipeline.intent import Dimension, Having, Intent, Reached
from pipeline.rules.building.output_columns import OutputColumns
from pipeline.rules.schema.operators import literal


@dataclass(slots=True)
class OfOthers(OutputColumns):
    """Writes queries of other rows inside a query."""

    @abstractmethod
    def tree_of(self, intent: Intent) -> exp.Expr:
        """The whole query of another intent, and what stays open about it."""

    def of_all(self, having: Having) -> exp.Expr:
        """The number of a group as that of all rows."""
        measure = self.intent.measures[having.measure]
        whole = Intent(subject=measure.table, measures=(measure,), outputs=(0,))
        return exp.Subquery(this=self.tree_of(whole))

    @override
    def _over_others(self, clause: Reached) -> exp.Expr:
        owner, total = clause.goal.rpartition(".")[0], clause.total
        counted = total
        if clause.kept:
            # Rows that have none are joined to nothing: their key is counted, and is none.
            keys = self.known.table(total.table).primary_key
            column = f"{total.table}.{keys[0]}" if total.function == "count" else total.column
            counted = replace(total, column=column, where=clause.where)
        passed = [edge.right for edge in self.known.joins.path(owner, total.table) or ()]
        intent = Intent(
            subject=owner, measures=(counted,), outputs=(0,), over=clause.over,
            dimensions=(Dimension(column=clause.goal),),
            filters=clause.among if clause.kept else (*clause.among, *clause.where),
            kept=tuple(passed) if clause.kept else (),
        )  # fmt: skip
        others: exp.Expr = exp.Subquery(this=self.tree_of(intent))
        return (
            others
            if clause.factor == 1
            else exp.Mul(this=literal(clause.factor), expression=others)
        )
