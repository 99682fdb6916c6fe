"""Models of the Open Semantic Interchange: datasets, fields and metrics."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from knowledge.semantic_layers.parts import NAME, Collected, Part, parts_in, text_in


@dataclass(slots=True)
class Interchange(Collected):
    """Reads each model with its datasets, and its metrics over them."""

    def interchange(self, models: Sequence[Part]) -> None:
        for model in models:
            sources = {}
            for dataset in parts_in(model, "datasets"):
                table = ".".join(text_in(dataset, "source").split(".")[-2:]) or text_in(
                    dataset, "name"
                )
                sources[text_in(dataset, "name")] = table
                self.noted(table, text_in(dataset, "description"), synonyms_of(dataset))
                for one in parts_in(dataset, "fields"):
                    self._field(one, table)
            for metric in parts_in(model, "metrics"):
                self._osi_metric(metric, sources)

    def _field(self, one: Part, table: str) -> None:
        column = osi_expression(one)
        names = [
            each
            for each in (text_in(one, "name"), text_in(one, "label"), *synonyms_of(one))
            if each
        ]
        others = [name for name in names if name.lower() != column.lower()]
        if NAME.fullmatch(column) and others:
            self.term(others[0], f"{table}.{column}", others[1:], text_in(one, "description"))

    def _osi_metric(self, metric: Part, sources: Mapping[str, str]) -> None:
        number = osi_expression(metric)
        used = [name for name in sources if re.search(rf"\b{re.escape(name)}\.", number)]
        if not number or (not used and len(sources) != 1):
            self.left_out.append(
                f"{text_in(metric, 'name')}: it does not say what it is a number of."
            )
            return
        for name in used:
            number = re.sub(rf"\b{re.escape(name)}\.", f"{sources[name]}.", number)
        table = sources[used[0]] if used else next(iter(sources.values()))
        self.kept(metric, table, number, (), "", synonyms_of(metric))


def osi_expression(part: Part) -> str:
    """What a part computes: in standard SQL where that is told, else in the first dialect."""
    told = part.get("expression")
    if isinstance(told, str):
        return told.strip()
    forms = parts_in(told, "dialects") if isinstance(told, Mapping) else []
    standard = [each for each in forms if text_in(each, "dialect") == "ANSI_SQL"]
    return text_in((standard or forms or [{}])[0], "expression")


def synonyms_of(part: Part) -> list[str]:
    """Other words for a part."""
    context = part.get("ai_context")
    told = context.get("synonyms") if isinstance(context, Mapping) else None
    return [str(each) for each in told] if isinstance(told, list) else []
