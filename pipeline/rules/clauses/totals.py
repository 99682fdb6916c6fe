"""Totals: `total amount of invoices` where that is a column, `total of invoices` where none is."""

from itertools import pairwise

from knowledge.catalog import Table
from pipeline.rules.linking.link import Linker
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.names import expanded
from pipeline.rules.schema.parts import Count
from pipeline.rules.text.words import is_plural, name_words, stem_of
from pipeline.rules.vocabulary.nouns import MARKS
from pipeline.rules.vocabulary.phrases import ADDING_UP

_MONEY = frozenset(("amount", "amounts", "revenue", "revenues", "value", "volume", "turnover",
                    "income", "proceeds", "spend", "spending", "sales"))  # fmt: skip
_WORTH = frozenset(("amount", "price", "total", "cost", "fee", "charge", "value", "revenue", "fare",
                    "payment", "paid", "sum", "income", "sales"))  # fmt: skip
# Money that nobody means one by one: `revenue of Swedish orders`.
_TURNOVER = frozenset(("revenue", "turnover", "sales", "income", "proceeds", "spending"))
_OWN = 0.95
_NO_AMOUNTS = frozenset(
    ("id", "code", "key", "number", "no", "year", "age", "zip", "phone", "rating", "rate", "rank",
     "score", "latitude", "longitude", "floor", "size", "percent", "is", "has")
)  # fmt: skip


def named_totals(stream: Stream, known: Known) -> None:
    """Read what is added up as the column that goes by that name."""
    found: list[Item] = []
    for at, item in enumerate(stream.items):
        column = _named(item, known)
        behind = stream.items[at + 1].letter if at + 1 < len(stream.items) else ""
        if column is None or behind not in ("V", "T", "f"):
            found.append(item)
            continue
        if not (found and found[-1].letter == "a"):
            found.append(Item("a", item.first, item.first, item.text, item.payload))
        found.append(column)
    stream.items = _added(found)
    stream.rewrite(r"(?P<a>a)(?=V?T)", lambda run: _amount(run, known))
    stream.rewrite(r"(?<=[&w])(?P<a>a)(?=\.|$)", lambda run: _of_counted(run, known))
    stream.rewrite(r"(?<=s)(?P<t>T)(?!C)", lambda run: _mark(run, known))
    tables = [
        item.candidates[0].table
        for at, item in enumerate(stream.items)
        if item.letter == "T" and (not at or stream.items[at - 1].letter not in "ye")
    ]
    for at, item in enumerate(stream.items):
        beside = stream.items[at - 1] if at else item
        if item.letter == "C" and _is_money(item, beside):
            owners = [beside.candidates[0].table] if beside.letter == "T" else tables
            _worth(item, list(dict.fromkeys(owners)), known, alone=beside.letter == "T")


def _is_money(item: Item, beside: Item) -> bool:
    """`revenue`, `sales amount`: a number of no column's own name."""
    own = item.candidates[0].score >= _OWN and beside.letter != "T"
    return item.text.lower().split()[-1] in _MONEY and not own


def _worth(item: Item, tables: list[str], known: Known, *, alone: bool) -> None:
    """What rows are worth may be meant too, where it is kept under another name."""
    if alone and any(c.table in tables for c in item.candidates):
        return
    linker = Linker(known, {})
    found = [ref for table in tables for ref in linker.amounts(table) if _is_worth(ref)]
    score = item.candidates[0].score
    split = [ref.rpartition(".") for ref in found]
    others = [Candidate(t, c, score) for t, _, c in split]
    kept = [] if alone and others else item.candidates
    item.candidates = [*kept, *(c for c in others if c not in kept)]
    item.payload = "number" if found else item.payload


def _is_worth(ref: str) -> bool:
    return bool(_WORTH & set(expanded(name_words(ref.rpartition(".")[2]))))


def _added(items: list[Item]) -> list[Item]:
    """`how many orders, and their total amount`: beside a number, an amount is added up."""
    counting = {item.letter for item in items} & set("kates") or _ordered_otherwise(items)
    found: list[Item] = []
    for at, item in enumerate(items):
        before = items[at - 1].letter if at else ""
        behind = items[at + 1].letter if at + 1 < len(items) else ""
        total = item.letter == "C" and item.text.lower().startswith("total ")
        turnover = (
            item.letter == "C" and item.text.lower() in _TURNOVER and not set("aso") & counting
        )
        parted = item.letter == "C" and before == "%" and {"e", "y"} & {i.letter for i in items}
        whole = ((total and counting) or turnover or parted) and item.payload == "number"
        bounded = before == "#" and at > 1 and items[at - 2].letter == "c"
        if whole and not bounded and before not in (*"asobc",) and behind not in (*"c#bsKo",):
            found.append(Item("a", item.first, item.first, "total", "sum"))
        found.append(item)
    return found


def _ordered_otherwise(items: list[Item]) -> set[str]:
    """`total points, ordered by total points`: one for each row, as no sum has an order."""
    ordered = [by for said, by in pairwise(items) if said.letter == "o"]
    of_rows = all(by.letter == "C" and by.payload == "number" for by in ordered)
    return set() if of_rows else {"o"}


def _named(item: Item, known: Known) -> Item | None:
    other = item.other
    adds = item.letter == "a" and item.payload == "sum" and item.text.lower().endswith(" of")
    if not adds or other is None or other.letter != "C":
        return None
    if not known.column(other.candidates[0].ref).kind.is_number:
        return None
    other.payload, other.verb = "number", False
    return other


def _amount(run: Run, known: Known) -> Item | None:
    """`total of invoices`: of the only amount that such a row has; of several, a person says."""
    said = run["a"].text.lower()
    at = next(at for at, item in enumerate(run.after) if item.letter == "T")
    rows, behind = run.after[at], run.after[at + 1 : at + 2]
    if behind and behind[0].letter == "C" and behind[0].payload != "date":
        return None
    table = known.table(rows.candidates[0].table)
    amounts = _all_amounts(table, known)
    if said.endswith("amount of"):
        amounts = _amounts_of(rows.text, amounts)
    named = said.endswith(("total", "sum")) and _one_named(rows.text, amounts)
    if named:
        amounts = [named]
    if len(amounts) == 1 and _is_averaged(run, rows, behind):
        column = _column(run, table, amounts)
        return Item("m", run.first, run.last, payload=[Count(function="avg", column=column)])
    if said == ADDING_UP or (said == "sum of" and len(amounts) == 1):
        return _summed(run, rows, table, amounts)
    adds = run["a"].payload == "sum" and (named or said.endswith(("total of", "amount of")))
    if not adds or not amounts:
        return None
    column = _column(run, table, amounts)
    if named or said.endswith("amount of"):
        return Item("m", run.first, run.last, payload=[Count(function="sum", column=column)])
    run["a"].other = column
    return None


def _of_counted(run: Run, known: Known) -> Item | None:
    """`how many refunds were there, and what was the total?`: of the rows that are counted."""
    counted = [
        rows for said, rows in pairwise(run.before) if said.letter == "k" and rows.letter == "T"
    ]
    if run["a"].payload != "sum" or len(counted) != 1:
        return None
    table = known.table(counted[0].candidates[0].table)
    amounts = _all_amounts(table, known)
    worth = [name for name in amounts if _WORTH & set(expanded(name_words(name)))]
    if not amounts:
        return None
    column = _column(run, table, worth or amounts)
    return Item("m", run.first, run.last, payload=[Count(function="sum", column=column)])


def _mark(run: Run, known: Known) -> Item | None:
    """`the highest rating`, of rows that hold one number: that number."""
    rows = run["t"]
    table = known.table(rows.candidates[0].table)
    amounts = _all_amounts(table, known)
    if run.before[-1].payload[1] or rows.text.lower().split()[-1] not in MARKS or len(amounts) != 1:
        return None
    candidates = [Candidate(table.key, amounts[0], _OWN)]
    return Item("C", rows.first, rows.last, rows.text, "number", candidates)


def _summed(run: Run, rows: Item, table: Table, amounts: list[str]) -> Item:
    """`what do fines add up to`: the amounts of them; rows that hold none add up to nothing."""
    worth = [name for name in amounts if _WORTH & set(expanded(name_words(name)))]
    names = _amounts_of(rows.text, worth) or worth or amounts
    if not names:
        return Item("x", run.first, run.last)
    column = _column(run, table, names)
    return Item("m", run.first, run.last, payload=[Count(function="sum", column=column)])


def _is_averaged(run: Run, rows: Item, behind: list[Item]) -> bool:
    """`the average fee in 2024`: of rows that hold one amount, where nothing is counted."""
    ends = not behind or behind[0].letter in ".&epyD"
    compares = bool(run.before) and run.before[-1].letter in "c#"
    noun = rows.text.split()[-1].lower()
    single = noun in MARKS or not is_plural(noun)
    return run["a"].payload == "avg" and single and ends and not compares


def _column(run: Run, table: Table, names: list[str]) -> Item:
    candidates = [Candidate(table.key, name, 0.9) for name in names]
    return Item("C", run.first, run.last, "total", "number", candidates=candidates)


def amount_of(rows: Item, known: Known) -> Item | None:
    """The amount that such rows have, as a column; None where they have none."""
    table = known.table(rows.candidates[0].table)
    names = _amounts_of(rows.text, _all_amounts(table, known))
    candidates = [Candidate(table.key, name, _OWN) for name in names]
    return Item("C", rows.first, rows.last, rows.text, "number", candidates) if names else None


def _all_amounts(table: Table, known: Known) -> list[str]:
    names = [ref.rpartition(".")[2] for ref in Linker(known, {}).amounts(table.key)]
    return [name for name in names if _is_amount(name, table.name)]


def _one_named(noun: str, names: list[str]) -> str:
    """`the total target`, of rows that hold one amount with this name; several of them are rows."""
    last = noun.lower().split()[-1]
    found = [name for name in names if stem_of(last) in map(stem_of, name_words(name))]
    return found[0] if len(found) == 1 and not is_plural(last) else ""


def _amounts_of(noun: str, names: list[str]) -> list[str]:
    """`the total amount of settlement`: the amount settled comes before the amount claimed."""
    called = [name for name in names if "amount" in name_words(name)]
    stem = stem_of(noun.lower().split()[-1])
    told = [name for name in called if stem in map(stem_of, name_words(name))]
    return told or called


def _is_amount(name: str, table: str) -> bool:
    words = expanded(name_words(name))
    return not (_NO_AMOUNTS & set(words)) and words[:-1] != expanded(name_words(table))
