"""A contract in lines that a reviewer reads."""

from collections.abc import Iterator

from knowledge.dotted_names import database_name
from pipeline.contract import Contract, DateBound, Filter


def contract_lines(contract: Contract) -> tuple[str, ...]:
    """What was confirmed, a line for each."""
    return tuple(database_name(line) for line in _lines(contract))


def _lines(contract: Contract) -> Iterator[str]:
    if contract.tables:
        yield f"Tables: {', '.join(contract.tables)}"
    for measure in contract.measures:
        where = f", where {' and '.join(measure.conditions)}" if measure.conditions else ""
        yield f"{measure.name} is {measure.expression}{where}"
    yield from (_dates(bound) for bound in contract.dates)
    yield from (_filter(each) for each in contract.filters)
    yield from (f"Only where {one}{_but_for(one, contract)}" for one in contract.conditions)
    if contract.grouping:
        grain = f", by {contract.grain}" if contract.grain else ""
        yield f"Grouped by {', '.join(contract.grouping)}{grain}"
    if contract.order or contract.limit is not None:
        yield _order(contract)


def _dates(bound: DateBound) -> str:
    start = f" from {bound.start}" if bound.start else ""
    end = f" to before {bound.end}" if bound.end else ""
    words = f" ({bound.words})" if bound.words else ""
    return f"{bound.column}{start}{end}{words}"


def _filter(each: Filter) -> str:
    values = ", ".join(str(value) for value in each.values)
    words = f" ({each.words})" if each.words else ""
    return f"{each.column} {each.operator} {values}".rstrip() + words


def _order(contract: Contract) -> str:
    order = f"In {contract.order} order" if contract.order else "In any order"
    return order if contract.limit is None else f"{order}, the first {contract.limit}"


def _but_for(condition: str, contract: Contract) -> str:
    """The numbers that count all rows of the table, where nothing else is made of them."""
    named = any(f"{table.lower()}." in condition.lower() for table in contract.all_rows_of)
    names = " and ".join(measure.name for measure in contract.measures)
    return f", but of all rows where only {names} is asked" if named else ""
