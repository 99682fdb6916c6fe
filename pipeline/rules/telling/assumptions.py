"""What an answer takes for granted, in plain words: no SQL reaches a person."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from sqlglot import exp

from knowledge.sentences import capital, uncapital
from knowledge.sql_text import read_sql
from pipeline.intent import Condition, Intent, Measure, Related, Stated
from pipeline.rules.building.build import Builder
from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.tag import Tagged
from pipeline.rules.telling.blanks import left_out_blanks
from pipeline.rules.text.plain_words import listed, plain, plural
from pipeline.rules.text.words import name_words

_GONE = " are left out."
# Whoever says so asked for one.
_ONE = frozenset(("1", "one", "single", "any", "first"))
TIES_LEFT_OUT = "If several tie for first, only one of them is shown: ask with “including ties”."
_SWITCHES = ("is", "has", "was")
_WHEN = frozenset(("at", "on", "date", "time", "ts"))
_SIGNS: Mapping[type[exp.Expr], str] = {
    exp.GT: "above",
    exp.GTE: "of at least",
    exp.LT: "below",
    exp.LTE: "of at most",
}


def assumptions_of(tags: Tagged, intent: Intent, builder: Builder) -> tuple[str, ...]:
    """What was taken for granted, each as a sentence."""
    told = [left_out(word) for word in tags.left_out]
    told += [f"I read “{wrong}” as “{right}”." for wrong, right in tags.corrected]
    metrics = [measure for measure in intent.measures if measure.expression]
    described = [_described(metric, builder.known) for metric in metrics]
    told += [sentence for sentence in described if sentence]
    told += [_uncertified(metric, builder.known) for metric in metrics]
    names = {metric.name for metric in metrics}
    own = [c.sql for c in intent.filters if isinstance(c, Stated) and c.words in names]
    told += _clocks(intent, builder.known)
    said = " ".join(told).lower()
    told += sentences_of((*own, *builder.always), builder.known.catalog.dialect, said)
    denials = [c for c in intent.filters if isinstance(c, Related) and c.negated]
    told += [text for denial in denials for text in _counted_too(denial, builder.known)]
    told += left_out_blanks(intent, builder.known)
    told += _one_of_those_that_tie(tags, intent, builder.known)
    return tuple(dict.fromkeys(sentence for sentence in told if sentence))


def _one_of_those_that_tie(tags: Tagged, intent: Intent, known: Known) -> Iterator[str]:
    """That the highest is one of several, where no column says that no two rows have the same."""
    said = {word.lower for word in tags.words}
    meant = intent.ties or intent.within or intent.offset or said & _ONE
    if intent.limit != 1 or not intent.order or meant:
        return
    by = intent.order[0].by
    if isinstance(by, str):
        rows, column = known.table(by.rpartition(".")[0]).rows, known.column(by)
        if column.unique or column.primary_key or (rows and column.distinct == rows):
            return
    yield TIES_LEFT_OUT


def left_out(word: str) -> str:
    """What the answer tells of a word of its question that was not used."""
    return f"left out: “{word}”"


def _clocks(intent: Intent, known: Known) -> list[str]:
    """Whose days are counted, where the moments are kept in the time of another place."""
    refs = [c.column for c in intent.filters if isinstance(c, Condition)]
    refs += [d.column for d in intent.dimensions if d.grain]
    clocks = [(ref, known.column(ref).clock) for ref in dict.fromkeys(refs)]
    return [
        f"Days are those of {clock.local}: {plain(ref)} is kept in the time of {clock.stored}."
        for ref, clock in clocks
        if clock is not None
    ]


def _described(measure: Measure, known: Known) -> str:
    metric = next((m for m in known.metrics if m.name == measure.name), None)
    text = metric.description.strip().rstrip(".") if metric else ""
    return f"{measure.name}: {uncapital(text)}." if text else ""


def _counted_too(denial: Related, known: Known) -> Iterator[str]:
    """Rows that keep somebody from having none, though the number of such rows leaves them out."""
    note = known.glossary.note(denial.table)
    standing = set(note.filters if note else ())
    read = {
        condition.column.rpartition(".")[2].lower()
        for condition in denial.where
        if not isinstance(condition, Stated)
    }
    for metric in known.metrics:
        counts = metric.expression.lower().lstrip().startswith("count(")
        own = [sql for sql in metric.filters if sql not in standing]
        if metric.table != denial.table or not counts:
            continue
        for text in sentences_of(own, known.catalog.dialect):
            rows = text.removesuffix(_GONE)
            if rows != text and not read & set(rows.lower().split()):
                yield f"{rows} count here too; the number “{metric.name}” leaves them out."


def _uncertified(measure: Measure, known: Known) -> str:
    metric = next((m for m in known.glossary.metrics if m.name == measure.name), None)
    if metric is None or not metric.source or metric.certified:
        return ""
    return f"{metric.name} was taken over from {metric.source}; nobody has certified it here yet."


def waived(conditions: Sequence[str], dialect: str) -> tuple[str, ...]:
    """Conditions of the glossary that the question itself overrules, each as a sentence."""
    told = sentences_of(conditions, dialect)
    return tuple(
        f"You asked for these rows, so this rule does not apply here: {uncapital(text)}"
        for text in told
    )


def sentences_of(conditions: Sequence[str], dialect: str, said: str = "") -> list[str]:
    """Conditions of the glossary as sentences; values that were told already are left out."""
    left_out: dict[str, list[str]] = defaultdict(list)
    others: list[str] = []
    for sql in dict.fromkeys(conditions):
        for part in _parts(read_sql(sql, dialect)):
            kind = _left_out(part)
            rows = _rows(part)
            if kind:
                left_out[rows].append(kind)
            elif not _told(part, said):
                others.append(_sentence(part, rows))
    short = [
        f"{listed(dict.fromkeys(kinds))} {rows} are left out." for rows, kinds in left_out.items()
    ]
    return list(dict.fromkeys((*(capital(text) for text in short), *others)))


def _parts(tree: exp.Expr) -> Iterator[exp.Expr]:
    tree = tree.unnest() if isinstance(tree, exp.Paren) else tree
    if isinstance(tree, exp.And):
        yield from _parts(tree.left)
        yield from _parts(tree.right)
    else:
        yield tree


def _column(tree: exp.Expr) -> exp.Column | None:
    return next(tree.find_all(exp.Column), None)


def _rows(tree: exp.Expr) -> str:
    column = _column(tree)
    return plural(plain(column.table)) if column is not None and column.table else "rows"


def _left_out(tree: exp.Expr) -> str:
    """`test` for `is_test = FALSE`, `deleted` for `deleted_at IS NULL`, else nothing."""
    column = _column(tree)
    words = name_words(column.name) if column is not None else ()
    switched = len(words) > 1 and words[0] in _SWITCHES
    if switched and _denies(tree):
        return " ".join(words[1:])
    missing = isinstance(tree, exp.Is) and isinstance(tree.expression, exp.Null)
    if missing and len(words) > 1 and words[-1] in _WHEN and words[-2].endswith("ed"):
        return " ".join(words[:-1])
    return ""


def _denies(tree: exp.Expr) -> bool:
    if isinstance(tree, exp.Not):
        return isinstance(tree.this, exp.Column)
    value = tree.expression if isinstance(tree, exp.EQ) else None
    return value is not None and value.sql().lower() in ("false", "0", "'no'", "'n'", "'f'")


def _told(tree: exp.Expr, said: str) -> bool:
    values = [str(literal.this).lower() for literal in tree.find_all(exp.Literal)]
    return bool(values) and all(value in said for value in values)


def _sentence(tree: exp.Expr, rows: str) -> str:
    column = _column(tree)
    if column is None or len({c.name for c in tree.find_all(exp.Column)}) > 1:
        return f"A condition of the glossary on {rows} applies."
    name = plain(column.name)
    denied = isinstance(tree, exp.Not)
    inner = tree.this if denied else tree
    if isinstance(inner, exp.Is):
        return f"{rows.capitalize()} {'without' if denied else 'with'} {name} are left out."
    values = listed((str(value.this) for value in inner.find_all(exp.Literal)), "or")
    if isinstance(inner, exp.NEQ) or (denied and isinstance(inner, exp.In)):
        return f"{rows.capitalize()} with {name} {values} are left out."
    sign = _SIGNS.get(type(inner), "")
    if denied or not values or not (sign or isinstance(inner, exp.EQ | exp.In)):
        return f"A condition of the glossary on {name} of {rows} applies."
    return f"Only {rows} with {name} {f'{sign} ' if sign else ''}{values} count."
