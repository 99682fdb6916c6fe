"""Rows that have none of what is counted: `including accounts without any tickets`."""

import re
from collections.abc import Callable
from dataclasses import replace

from pipeline.intent import AnyOf, Clause, Condition, Intent, Measure
from pipeline.rules.linking.clause_reading import tables_of
from pipeline.rules.relatives.linked import Read, readings_of
from pipeline.rules.relatives.taking_out import tidy
from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import words_of

_LACK = (
    r"(?:without|with no|with zero|with none|with nobody|with nothing|(?:that|who|which) "
    r"(?:have|has|had|got) (?:no|none|nobody|nothing|not)|having (?:no|none)|"
    r"that (?:do|does|did) not have|(?:that|who|which) (?:were|was|are|is|have|has|had|did) "
    r"(?:never|not)(?: been)?)"
)
_ROWS = r"(?:(?:the|those|these|all|any|ones?|even|also|(?!with)[\w-]+)\s+){0,4}?"
_WHAT = r"(?P<what>(?:\s+(?!in\b|too\b|as\b|should|must|are\b|is\b|show|get\b|count)[\w-]+){0,4})"
_IN = r"(?:\s+in (?:it|them|there|the (?:list|result|results|output)))?"
_TOO = r"(?:\s+(?:too|as well|as (?:0|zero)|with (?:a )?(?:0|zero)))?"
_ZERO = r"(?:a\s+)?(?:count of\s+)?(?:0|zero)"
_END = r"\)?\s*(?=[.;!?]|$)"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"[,;.(]?\s*(?:and\s+|but\s+|please\s+)*\b(?:keep(?:ing)?|includ(?:e|ing)|even|"
        rf"also\s+(?:show|list)|also|counting)\s+{_ROWS}{_LACK}{_WHAT}{_IN}{_TOO}{_IN}{_END}",
        rf"[,;.(]\s*(?:and\s+|but\s+)?{_ROWS}{_LACK}{_WHAT}{_IN}\s+(?:should|must|"
        rf"are to|have to|to)?\s*(?:also\s+)?(?:show|be shown|appear|count|be listed|get|be|"
        rf"have|show up|be counted|be included|be kept)(?:\s+(?:as|with))?"
        rf"(?:\s+{_ZERO})?{_IN}{_TOO}{_END}",
        rf"[,;.(]\s*(?:and\s+|but\s+|please\s+)*(?:show|give|use|return|put|print|list|with)\s+"
        rf"{_ZERO}\s+(?:for|if|where|when)\s+{_ROWS}(?:{_LACK}|(?:there (?:is|are)|(?:it|they) "
        rf"(?:has|have))\s+(?:none|no)){_WHAT}{_IN}{_END}",
        r"[,;(]?\s*(?:and\s+)?(?:zero(?:e?s)? included|including zero(?:e?s)?|"
        rf"even (?:if|when) (?:(?:it is|they are|that is|there are|the count is)\s+)?"
        rf"(?:0|zero|none)){_END}",
    )
)
_ANY = frozenset(
    ("any", "none", "a", "single", "one", "nobody", "nothing", "no", "at", "all", "such")
)


def kept(question: str, about: Known, read: Read) -> list[Intent]:
    """The intents of a question that keeps rows which have none; none where it does not ask so."""
    for form in _FORMS:
        found = form.search(question)
        if found is None:
            continue
        rest = tidy(f"{question[: found.start()]} {question[found.end() :]}")
        what = found.groupdict().get("what") or ""
        said = [word for word in what.lower().split() if word not in _ANY]
        bases, _ = readings_of(rest, read)
        made = [_keeping(base.intent, about, _names(said, about)) for base in bases[:1]]
        return [intent for intent in made if intent is not None]
    return []


def _names(said: list[str], about: Known) -> Callable[[str], bool]:
    """Whether a table may be what rows are without."""
    found = {each.table for each in about.lexicon.find(words_of(" ".join(said)))}
    fits = found or None  # `that were never prescribed`: a verb that no rows are called after
    return lambda table: fits is None or table in fits


def _keeping(intent: Intent, about: Known, names: Callable[[str], bool]) -> Intent | None:
    """The same, where every row that it groups by stays."""
    owners = {dimension.column.rpartition(".")[0] for dimension in intent.dimensions}
    if len(owners) != 1 or not intent.measures or any(d.grain for d in intent.dimensions):
        return None
    owner = owners.pop()
    if intent.both or intent.having or intent.limit or intent.within or intent.compared:
        return None
    plain = all(m.function in ("count", "sum", "avg", "min", "max") and not m.parts and not m.since
                for m in intent.measures)  # fmt: skip
    counted = {measure.table for measure in intent.measures}
    if not plain or owner in counted or not any(names(table) for table in counted):
        return None
    if not all(about.joins.has_many(owner, table) for table in counted):
        return None
    own = [clause for clause in intent.filters if set(tables_of(clause)) == {owner}]
    rest = tuple(clause for clause in intent.filters if clause not in own)
    if not all(isinstance(clause, Condition | AnyOf) for clause in rest):
        return None
    passed = {
        edge.right for table in counted for edge in about.joins.path(owner, table) or ()
    }  # fmt: skip
    others = {table for clause in rest for table in tables_of(clause)}
    return replace(
        intent,
        subject=owner,
        measures=tuple(_over(measure, rest) for measure in intent.measures),
        filters=tuple(own),
        kept=tuple(sorted(passed | counted | others)),
    )


def _over(measure: Measure, where: tuple[Clause, ...]) -> Measure:
    """A number of rows that a left join may not show: never of the row that stands for none."""
    once = measure.distinct or measure.function == "count"
    return replace(measure, distinct=once, where=(*measure.where, *where))
