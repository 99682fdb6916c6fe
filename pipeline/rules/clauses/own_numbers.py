"""Two numbers of one row: `more adults than kids`, `a rate below the base price of the room`."""

from pipeline.rules.clauses.comparisons import condition_item, is_same_column, operator_of
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.operators import ORDERED

_NUMBER = "number"
_SIZED = frozenset((_NUMBER, "date", "year"))
_PARTS = {"half": 1 / 2, "third": 1 / 3, "quarter": 1 / 4, "fifth": 1 / 5, "tenth": 1 / 10}
_PERCENT = ("%", "percent", "per cent")
_TIMES = frozenset(("times", "twice", "double", "triple", "thrice"))
_HUNDRED = 100
_BARE = frozenset(
    ("more", "higher", "larger", "greater", "bigger", "fewer", "less", "lower", "smaller")
)
# `people who paid more than the price`: it is not the people that are compared.
_WHO = frozenset(("who", "whose", "where"))
# Verbs that look like the price that is paid.
_CAME_TO = frozenset(("cost", "costs", "charge", "charges", "charged", "pay", "pays", "paid"))

# `whose savings balance`, `the number of kids`, `the rate of the stay`.
_ONE = r"(?:(?<=[rhpc])(?P<t>T))?k?(?P<c>C)(?:(?P<p>p)(?P<owner>T))?"
_OTHER = r"r?p?(?P<t2>T)?k?(?P<c2>C)(?:(?P<p2>p)(?P<owner2>T))?(?![VcC]|[hpr]*#)"
_SO_MUCH = r"(?:(?P<n>#)(?P<unit>[i%x])?|(?P<part>x))?"
_NOT = r"(?:(?P<no>n)[h]?)?"


def own_numbers(stream: Stream) -> None:
    """Reduce what sets two columns of a row against each other to a condition."""
    stream.rewrite(
        rf"(?<![ak]){_ONE}[hpr]*(?P<lead>c)?(?P<n>#)(?P<pct>x)?(?P<op>c){_OTHER}", _above_by
    )
    stream.rewrite(rf"(?<![ak]){_ONE}[hpr]*{_NOT}(?P<op>c){_SO_MUCH}{_OTHER}", _against)
    stream.rewrite(r"(?<=f\|)(?P<op>c)r?p?(?P<c2>C)(?![VcC]|[hpr]*#)", _or_than)
    stream.rewrite(
        rf"(?:(?<=[Tr])(?P<came>C))?{_NOT}(?P<op>c)p?{_ONE}(?P<than>){_OTHER}", _more_than
    )
    stream.rewrite(rf"(?<=[TrfV])(?P<came>C)?(?P<for>p)?(?P<op>c){_OTHER}", _paid_more)


def _against(run: Run) -> Item | None:
    groups = run.match.groupdict()
    operator, adjective = operator_of(run["op"], negated=bool(groups["no"]))
    between = run.items[run.match.end("c") : run.match.start("op")]
    does = any(item.text.lower() in _WHO for item in between)
    if run["op"].text.lower() in _BARE or _is_deed(run, "c") or does:
        return None
    found = {name: run.get(name) if groups[name] else None for name in ("n", "unit", "part")}
    factor = 1.0
    if any(found.values()):
        part = _part(found["part"]) if found["part"] else _factor(found["n"], found["unit"])
        if part is None or operator not in ORDERED or run["c"].payload != _NUMBER:
            return None
        factor = part
    return None if adjective else _set_against(run, operator, factor)


def _above_by(run: Run) -> Item | None:
    """`a fee more than 10% above the list price`: it is compared with that and so much of it."""
    operator, adjective = operator_of(run["op"])
    number, sign = run["n"], run.get("pct")
    lead = operator_of(run["lead"])[0] if run.match.group("lead") else ">"
    told = f"{number.text} {sign.text if run.match.group('pct') and sign else ''}".lower().strip()
    # `less than 10% above` may be below it as well.
    clear = lead in (">", ">=") and operator in (">", "<")
    if adjective or not told.endswith(_PERCENT) or not clear:
        return None
    part = number.payload / _HUNDRED
    factor = 1 + part if operator == ">" else 1 - part
    return _set_against(run, lead if operator == ">" else lead.replace(">", "<"), factor)


def _more_than(run: Run) -> Item | None:
    """`more adults than kids`: between the two stands the word that compares them."""
    operator, adjective = operator_of(run["op"], negated=run.match.group("no") is not None)
    behind = run.items[run.match.start("than")]
    joined = behind.first == run["c"].last or run["op"].text.lower() not in _BARE
    came = run.match.group("came") is None or _is_deed(run, "came")
    return None if adjective or joined or not came else _set_against(run, operator)


def _or_than(run: Run) -> Item | None:
    """`lower than that in July or higher than that in May`: the same column against another."""
    first = run.before[-2].payload
    operator, adjective = operator_of(run["op"])
    if adjective or first.function != "own" or first.column is None:
        return None
    kept = first.column.payload == run["c2"].payload
    return (
        condition_item(run, operator=operator, column=first.column, of=run["c2"], function="own")
        if kept
        else None
    )


def _paid_more(run: Run) -> Item | None:
    """`cost more than the list price`: what a row came to is its own price."""
    operator, adjective = operator_of(run["op"])
    whose = _of_owner(run, "t2", "owner2", "c2")
    whose = whose and (run.match.group("came") is None or _is_deed(run, "came"))
    said = run["op"].text.lower().endswith("than")
    said = said and (run.match.group("for") is None or run["for"].text.lower() == "for")
    amounts = said and operator in ORDERED and run["c2"].payload == _NUMBER
    if adjective or not whose or not amounts:
        return None
    return condition_item(
        run, operator=operator, adjective="expensive", of=run["c2"], function="own"
    )


def _is_deed(run: Run, group: str) -> bool:
    """`stays that cost more`, not `with a cost of more`."""
    before = run.items[run.match.start(group) - 1] if run.match.start(group) else None
    did = before is not None and before.letter in "Tr" and before.text.lower() != "whose"
    return did and run[group].text.lower() in _CAME_TO


def _set_against(run: Run, operator: str, factor: float = 1) -> Item | None:
    kinds = {run["c"].payload, run["c2"].payload}
    if len(kinds) > 1 or not kinds <= _SIZED:
        return None
    owned = any(run.match.groupdict().get(name) for name in ("t", "t2", "owner2"))
    if not owned and is_same_column(run["c"], run["c2"]):
        return None  # `a price above the price of every lamp`
    if not _of_owner(run, "t", "owner", "c") or not _of_owner(run, "t2", "owner2", "c2"):
        return None
    return condition_item(
        run, operator=operator, column=run["c"], of=run["c2"], function="own", factor=factor
    )


def _of_owner(run: Run, before: str, behind: str, column: str) -> bool:
    """Take a column for that of the rows beside it; False where these have none such."""
    groups = run.match.groupdict()
    owners = [run[name] for name in (before, behind) if groups[name]]
    for owner in owners:
        tables = {each.table for each in owner.candidates if not each.column}
        found = [each for each in run[column].candidates if each.table in tables]
        if not found:
            return False
        run[column].candidates = found
    return True


def _part(word: Item | None) -> float | None:
    return _PARTS.get(word.text.lower().split()[-1]) if word is not None else None


def _factor(number: Item | None, unit: Item | None) -> float | None:
    """`2%`, `2 percent`, `twice`, `1.5 times`; a bare number is no multiple of anything."""
    if number is None or not isinstance(number.payload, int | float) or number.payload <= 0:
        return None
    told = (unit or number).text.lower().removesuffix(" of")
    if told.endswith(_PERCENT):
        return number.payload / _HUNDRED
    return number.payload if told in _TIMES else None
