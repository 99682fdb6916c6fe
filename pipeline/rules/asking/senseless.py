"""Readings that nobody can mean: groups of one, keys added up, text compared with a number."""

from collections.abc import Collection, Iterator
from itertools import pairwise

from knowledge.catalog import Kind
from pipeline.intent import AnyOf, Clause, Compared, Condition, Intent, Measure, Related, leaves
from pipeline.rules.linking.other_rows import leading_up
from pipeline.rules.schema.edges import Edge
from pipeline.rules.schema.holding import holds_years, looks_numeric
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import display_columns
from pipeline.rules.schema.roles import LEADING
from pipeline.rules.tagging.tag import Tagged
from pipeline.rules.text.words import name_words, stem_of
from pipeline.rules.vocabulary import GRAINS
from pipeline.rules.vocabulary.nouns import REFERENCES

_TIMES = frozenset(("time", "date", "day", "month", "year", "hour", "when", "period", "season"))
_RATES = frozenset(("rate", "ratio"))
_ORDERED = frozenset(("<", "<=", ">", ">=", "between"))
_ADDED = frozenset(("sum", "avg"))
_OF_SEVERAL = frozenset(("avg", "median", "min", "max"))
_ADDED_UP = frozenset(("total", "totals", "sum", "average"))
_PAYING = frozenset(("pay", "spend", "earn", "owe", "charge", "cost", "donate", "contribute"))
_DOING = (["did"], ["do"], ["does"], ["have"], ["has"])
_ENDS = frozenset(("max", "min"))
_IN_EACH = frozenset(("in each", "per", "by each", "in every", "within each", "at each"))
_OF_EACH = _IN_EACH | {"for each", "for every"}


def senseless(tags: Tagged, intent: Intent, known: Known) -> Iterator[str]:
    """What is wrong with a reading whatever the data are."""
    if any(counts_one(measure, intent, known) for measure in intent.measures):
        yield "every group counts one row"
    for measure in intent.measures:
        yield from _senseless_number(measure, intent, known)
    if orders_text(intent, known):
        yield "text is compared with a number"
    if _leaves_the_range(tags, intent, known):
        yield "periods of another date than the range"
    if _loses_each(tags, intent):
        yield "no group for each"
    if _says_it_again(tags, intent):
        yield "the answer only says what the question named"
    if _tells_no_time(tags, intent, known):
        yield "the question asks when, and no time is told"
    yield from _meant_otherwise(tags, intent, known)


def _meant_otherwise(tags: Tagged, intent: Intent, known: Known) -> Iterator[str]:
    """What could be asked for, but hardly in these words."""
    if _is_of_one_value(intent):
        yield "a number of one value, or of what is the highest and the lowest"
    if len({sorting.by for sorting in intent.order}) < len(set(intent.order)):
        yield "one column is sorted both ways"
    if _asks_how_much(tags) and not _tells_amount(intent, known):
        yield "the question asks how much was paid, and no number tells it"
    if _shows_key_up(tags, intent, known):
        yield "the key of the row above, and no key is asked for"


def _asks_how_much(tags: Tagged) -> bool:
    """`how much did Acme pay`: a sum of money, and no number of rows."""
    asked = [word.lower for word in tags.words[:2]]
    paid = any(word.lemma in _PAYING for word in tags.words)
    return paid and (asked == ["how", "much"] or (asked[:1] == ["what"] and asked[1:] in _DOING))


def _tells_amount(intent: Intent, known: Known) -> bool:
    counts = [measure for measure in intent.measures if measure.function == "count"]
    shown = [output for output in intent.outputs if isinstance(output, str)]
    return len(counts) < len(intent.measures) or any(
        known.column(ref).kind.is_number
        and ref.rpartition(".")[2] not in known.table(ref.rpartition(".")[0]).primary_key
        for ref in shown
    )


def _is_of_one_value(intent: Intent) -> bool:
    """`the highest and average price` must not be the average of the highest price."""
    ends = [
        clause.column for clause in intent.filters
        if isinstance(clause, Compared) and clause.function in _ENDS and clause.operator == "="
    ]  # fmt: skip
    taken = {measure.column for measure in intent.measures if measure.function in _OF_SEVERAL}
    return len(ends) != len(set(ends)) or bool(taken & set(ends))


def _shows_key_up(tags: Tagged, intent: Intent, known: Known) -> bool:
    """`the club of the mentor of Di` must not be her club, or the number of her mentor."""
    keys = {
        f"{table}.{left}"
        for table in {str(ref).rpartition(".")[0] for ref in intent.outputs if isinstance(ref, str)}
        if table in known.allowed
        for left, _ in leading_up(table, known)
    }
    asked = REFERENCES & {word.lemma for word in tags.words}
    return bool(keys & set(intent.outputs) and intent.filters) and not asked


def _senseless_number(measure: Measure, intent: Intent, known: Known) -> Iterator[str]:
    if of_one(measure, intent, known):
        yield "every group has one number"
    if adds_keys(measure, known):
        yield "keys are added up"
    if _adds_rates(measure):
        yield "rates are added up"


def counts_one(measure: Measure, intent: Intent, known: Known) -> bool:
    """Whether rows are counted for each of themselves, or for each of what they belong to."""
    plain = measure.function == "count" and not measure.where
    if not plain or not intent.dimensions or intent.both:
        return False
    counted = measure.column.rpartition(".")[0] or measure.table
    if measure.column and measure.column.rpartition(".")[2] not in known.table(counted).primary_key:
        return False
    grouped = {dimension.column for dimension in intent.dimensions}
    return any(_has_one(known, table, counted) for table in _keyed(grouped, known))


def of_one(measure: Measure, intent: Intent, known: Known) -> bool:
    """Whether the average, or an extreme, is taken of one number for each row that has it.

    Nor is there anything to count in the one value that each row has.
    """
    owner = measure.column.rpartition(".")[0]
    several = measure.function in _OF_SEVERAL or (measure.function == "count" and measure.distinct)
    if not several or not owner or measure.where or measure.since:
        return False
    grouped = {dimension.column for dimension in intent.dimensions if not dimension.grain}
    return measure.column in grouped or owner in _keyed(grouped, known)


def _keyed(grouped: set[str], known: Known) -> Iterator[str]:
    """The tables whose rows are the groups: by their key, or by names that differ."""
    for table in {ref.rpartition(".")[0] for ref in grouped}:
        keys = known.table(table).primary_key
        names = {f"{table}.{name}" for name in display_columns(known.table(table))} & grouped
        keyed = keys and {f"{table}.{name}" for name in keys} <= grouped
        if keyed or any(known.is_unique(name) for name in names):
            yield table


def _has_one(known: Known, table: str, counted: str) -> bool:
    path = () if table == counted else known.joins.path(table, counted)
    return path is not None and all(_leads_up(edge, known) for edge in path)


def _leads_up(edge: Edge, known: Known) -> bool:
    """Whether a join goes to the one row that is referred to, not only by chance to one."""
    keys = known.table(edge.right).primary_key
    return bool(keys) and set(keys) <= {right for _, right in edge.pairs}


def adds_keys(measure: Measure, known: Known) -> bool:
    """Whether keys would be added up, or their average taken: an id is no number of anything."""
    owner = measure.column.rpartition(".")[0]
    if measure.function not in _ADDED or not owner or measure.since:
        return False
    return known.ties(measure.column)


def adds_again(intent: Intent, repeated: Collection[str]) -> bool:
    """Whether one total is of a table whose rows are `repeated` by the join to another number's."""
    found = [leaf for measure in intent.measures for leaf in leaves(measure)]
    added = {leaf.table for leaf in found if leaf.function == "sum"}
    return not added.isdisjoint(repeated) and len({leaf.table for leaf in found}) > 1


def _adds_rates(measure: Measure) -> bool:
    """Whether shares would be added up: discounts of 10% and 20% are not one of 30%."""
    words = set(name_words(measure.column.rpartition(".")[2]))
    return measure.function == "sum" and bool(_RATES & words)


def orders_text(intent: Intent, known: Known) -> bool:
    """Whether some text would be compared with a number, which is true or false by its letters."""
    clauses = (*intent.filters, *(clause for branch in intent.both for clause in branch))
    return any(_compares_text(clause, known) for clause in clauses)


def days_by_words(intent: Intent, known: Known) -> bool:
    """Whether a date would have to equal a word, which none does: `hired on Boxing Night`."""
    return any(
        isinstance(clause, Condition)
        and clause.operator in ("=", "<>", "in", "not in")
        and known.column(clause.column).kind.is_dated
        and any(isinstance(value, str) and not value[:1].isdigit() for value in clause.values)
        for clause in intent.filters
    )


def _compares_text(clause: Clause, known: Known) -> bool:
    """`building at least 10`, where buildings have names."""
    if isinstance(clause, AnyOf):
        return any(_compares_text(part, known) for part in clause.conditions)
    if isinstance(clause, Related):
        return any(_compares_text(part, known) for part in clause.where)
    if not isinstance(clause, Condition) or clause.operator not in _ORDERED:
        return False
    column = known.column(clause.column)
    number = any(not isinstance(value, str) for value in clause.values)
    return number and column.kind is Kind.TEXT and not looks_numeric(column)


def _leaves_the_range(tags: Tagged, intent: Intent, known: Known) -> bool:
    """`which month ... in 2025`: a month of another table's date may lie in another year."""
    asked = [
        before.letter in "wr" and item.text.lower() in GRAINS
        for before, item in pairwise(tags.items)
    ]
    ranges = {
        clause.column
        for clause in intent.filters
        if isinstance(clause, Condition) and clause.operator == "within"
    }
    if not any(asked) or not ranges:
        return False
    shown = {output for output in intent.outputs if isinstance(output, str)}
    refs = shown | {dimension.column for dimension in intent.dimensions}
    kept = {ref for ref in refs if known.column(ref).kind.is_dated}
    return bool(kept) and not kept & ranges


def _says_it_again(tags: Tagged, intent: Intent) -> bool:
    """`what did Ana Diaz buy`, `who does Ana report to`: not Ana."""
    place = bool(tags.words) and tags.words[0].lower in ("where", "when")
    listed = not place and any(item.letter in "TC" for item in tags.items[:2])
    if intent.measures or intent.dimensions or listed:
        return False
    named = {c.column for c in intent.filters if isinstance(c, Condition) and c.operator == "="}
    shown = {output for output in intent.outputs if isinstance(output, str)}
    asked = bool(tags.items) and tags.items[0].letter in "wr"
    return asked and bool(shown) and shown <= named


def _tells_no_time(tags: Tagged, intent: Intent, known: Known) -> bool:
    """`when were sailors born`: not what they are called."""
    asked = bool(tags.items) and tags.items[0].text.lower() == "when"
    if not asked or intent.measures or intent.dimensions or not intent.outputs:
        return False
    shown = [known.column(ref) for ref in intent.outputs if isinstance(ref, str)]
    return len(shown) == len(intent.outputs) and not any(
        column.kind.is_dated or holds_years(column) or _TIMES & set(name_words(column.name))
        for column in shown
    )


def names_the_led(tags: Tagged, intent: Intent, known: Known) -> bool:
    """`who manages Ana Diaz`: the rows of that very name, and nothing of who is above them."""
    said = {stem_of(word.lower) for word in tags.words} & LEADING
    if not said or intent.measures or not intent.subject:
        return False
    if not leading_up(intent.subject, known) or any(i.letter in "TC" for i in tags.items[:2]):
        return False
    names = {f"{intent.subject}.{name}" for name in display_columns(known.table(intent.subject))}
    named = {
        c.column for c in intent.filters if isinstance(c, Condition) and c.operator in ("=", "in")
    }
    shown = {output for output in intent.outputs if isinstance(output, str)}
    return bool(named & names) and bool(shown & names)


def _loses_each(tags: Tagged, intent: Intent) -> bool:
    """`the lowest salary in each department` is no single number, and no list."""
    numbers = any(item.letter in "aks" for item in tags.items)
    phrases = _OF_EACH if numbers else _IN_EACH
    told = any(item.letter == "e" and item.text.lower() in phrases for item in tags.items)
    divided = any(measure.function == "divided" for measure in intent.measures)
    grouped = intent.dimensions or intent.within or intent.over or divided
    listed = len({output for output in intent.outputs if isinstance(output, str)}) > 1
    added = _ADDED_UP & {word.lower for word in tags.words} and not intent.measures
    return told and not grouped and bool(added or not listed)
