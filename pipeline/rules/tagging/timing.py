"""Words that say of which date a period is, how it is written, and weekends beside weekdays."""

from collections.abc import Iterator, Mapping, Sequence

from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.tagging.ends_of_lengths import dates_of_word
from pipeline.rules.tagging.weekdays import on_weekdays
from pipeline.rules.text.words import Word
from pipeline.rules.vocabulary import GRAINS

# From a word on, up to where it is read, and the items in its place.
Read = Mapping[int, tuple[int, tuple[Item, ...]]]
_Found = Iterator[tuple[int, int, tuple[Item, ...]]]

_ARTICLES = frozenset(("the", "its", "their", "a", "an"))
_DATE = frozenset(("date", "day", "time", "timestamp"))
_BEFORE_DAYS = frozenset(("on", "at", "during", "by", "per", "for", "between", "in"))
_FREE = frozenset(("weekend", "weekends"))
_AT_WORK = frozenset(("weekday", "weekdays", "workday", "workdays"))
_AGAINST = (("versus",), ("vs",), ("vs", "."), ("compared", "to"), ("compared", "with"),
            ("against",), ("and",), ("or",), ("rather", "than"))  # fmt: skip
_SHAPES = {
    "month": ("yyyy-mm",), "year": ("yyyy",), "day": ("yyyy-mm-dd",),
    "quarter": ("its first day", "their first day", "the first day", "its first date"),
}  # fmt: skip
_SHOWING = frozenset(("show", "give", "write", "return", "display", "present", "report", "format"))
_WHEN_LEADS = (("based", "on"), ("according", "to"), ("going", "by"), ("counting", "by"),
               ("depending", "on"), ("counted", "by"), ("by",))  # fmt: skip
_WERE = frozenset(("was", "were", "is", "are", "got", "been", "has", "have"))
_COUNTED = frozenset(("counts", "count", "belongs", "belong", "counted", "falls", "fall"))
_FAR = 8


def read_timing(words: Sequence[Word], known: Known) -> Read:
    """Where such words stand, and what stands for them."""
    lower = tuple(word.lower for word in words)
    found: dict[int, tuple[int, tuple[Item, ...]]] = {}
    written = tuple(word.text.lower() for word in words)
    for reader in (_weekends_beside, _weekends_explained, _shapes, _up_to_then):
        found |= {first: (last, items) for first, last, items in reader(written)}
    found |= {first: (last, items) for first, last, items in on_weekdays(written, known)}
    if not any(lower[n] in GRAINS or lower[n] == "quarters" for n in range(len(lower))):
        return found
    for dated in (_sentence_of_date, _when_done, _of_grain, _before_grain, _by_date):
        for first, last, candidates in dated(words, lower, known):
            text = " ".join(word.text for word in words[first:last])
            item = Item("@", first, last, text, "date", candidates=candidates)
            found[first] = (last, (item,))
            return found
    return found


def _weekends_beside(lower: Sequence[str]) -> _Found:
    """`on a weekend versus on a weekday`: a row for either."""
    for at, word in enumerate(lower):
        if word not in _FREE | _AT_WORK:
            continue
        other = _AT_WORK if word in _FREE else _FREE
        for joint in _AGAINST:
            last = at + 1 + len(joint)
            if tuple(lower[at + 1 : last]) != joint:
                continue
            last += _small_words(lower, last)
            if last < len(lower) and lower[last] in other:
                first = at
                while first and lower[first - 1] in _BEFORE_DAYS | _ARTICLES:
                    first -= 1
                group = (Item("e", first, at), Item("G", at, last + 1, "weekend", "weekend"))
                # A verb before it may take the `on` along: `requested on`.
                yield from ((start, last + 1, group) for start in range(first, at + 1))


def _small_words(lower: Sequence[str], at: int) -> int:
    count = 0
    while at + count < len(lower) and lower[at + count] in _BEFORE_DAYS | _ARTICLES:
        count += 1
    return count


def _weekends_explained(lower: Sequence[str]) -> _Found:
    """`(Saturday or Sunday)`, `Saturday and Sunday are the weekend`."""
    if not _FREE & set(lower):
        return
    for at in range(len(lower) - 2):
        if lower[at].rstrip("s") != "saturday" or lower[at + 2].rstrip("s") != "sunday":
            continue
        opened = at > 0 and lower[at - 1] == "("
        closed = at + 3 < len(lower) and lower[at + 3] == ")"
        if opened and closed:
            yield at - 1, at + 4, ()
        behind = [word for word in lower[at + 3 : at + 8] if word not in _ARTICLES]
        if behind[:1] and behind[0] in ("are", "count", "is", "being", "=") and _FREE & set(behind):
            last = next(n for n in range(at, len(lower)) if lower[n] in _FREE)
            yield at, last + 1, ()


def _shapes(lower: Sequence[str]) -> _Found:
    """`the month as YYYY-MM`, `quarter as its first day`: as periods are written anyway."""
    for at, word in enumerate(lower):
        grain = GRAINS.get(word, "")
        for shape in _SHAPES.get(grain, ()):
            told = tuple(shape.split())
            for lead in (("as",), ("formatted", "as"), ("in",), ("(",)):
                last = at + 1 + len(lead) + len(told)
                if tuple(lower[at + 1 : last]) != (*lead, *told):
                    continue
                last += lower[last : last + 1] in (("format",), (")",), ["format"], [")"])
                yield _whole_sentence(lower, at, last), last, ()


def _whole_sentence(lower: Sequence[str], at: int, last: int) -> int:
    """Where such a remark begins: with `show the month`, where it is all that a sentence says."""
    first = at
    while first and lower[first - 1] in _ARTICLES:
        first -= 1
    alone = last == len(lower) or lower[last] in ".!?"
    if alone and first and lower[first - 1] in _SHOWING:
        return first - 1
    if alone and first and lower[first - 1] in ".,;":
        return first
    return at + 1


def _up_to_then(lower: Sequence[str]) -> _Found:
    """`the running total up to and including that year`: as every running total is."""
    if not _RUNNING & set(lower):
        return
    for at in range(len(lower)):
        for lead in _UP_TO:
            last = at + len(lead) + 2
            told = lower[at + len(lead) : last]
            if tuple(lower[at : at + len(lead)]) != lead or len(told) < 2:  # noqa: PLR2004
                continue
            if told[0] in _THAT and told[1] in GRAINS:
                yield at, last, ()


_RUNNING = frozenset(("running", "cumulative", "cumulated", "accumulated"))
_UP_TO = (("up", "to", "and", "including"), ("up", "to"), ("through",), ("until",),
          ("to", "the", "end", "of"), ("by", "the", "end", "of"), ("as", "of"))  # fmt: skip
_THAT = frozenset(("that", "each", "this", "the", "every"))
_Dated = Iterator[tuple[int, int, list[Candidate]]]


def _sentence_of_date(words: Sequence[Word], lower: Sequence[str], known: Known) -> _Dated:
    """`A deal counts in the quarter in which it was closed`, in a sentence of its own."""
    for at, word in enumerate(lower):
        if word not in _COUNTED:
            continue
        first = next((n + 1 for n in range(at, -1, -1) if lower[n] in ".?!;("), 0)
        last = next((n for n in range(at, len(lower)) if lower[n] in ".?!;)"), len(lower))
        said = lower[at:last]
        if first and any(one in GRAINS for one in said) and set(said) & _WERE:
            dates = dates_of_word(words[last - 1], known)
            if dates:
                yield first, last, dates


def _when_done(words: Sequence[Word], lower: Sequence[str], known: Known) -> _Dated:
    """`based on when it was graded`."""
    for at, word in enumerate(lower):
        lead = next((one for one in _WHEN_LEADS if tuple(lower[at - len(one) : at]) == one), ())
        if word != "when" or not lead:
            continue
        until = range(at + 1, min(len(lower), at + _FAR))
        verb = next((n + 1 for n in until if lower[n] in _WERE and lower[n + 1 : n + 2]), None)
        dates = dates_of_word(words[verb], known) if verb is not None else []
        if verb is not None and dates:
            first = at - len(lead)
            yield first - (first > 0 and lower[first - 1] == ","), verb + 1, dates


def _of_grain(words: Sequence[Word], lower: Sequence[str], known: Known) -> _Dated:
    """`by month of closing`, `per year of the start date`: no name of a column itself."""
    for at in range(1, len(lower) - 1):
        if lower[at] != "of" or lower[at - 1] not in GRAINS:
            continue
        first = at + 1 + (lower[at + 1] in _ARTICLES)
        last = first + 1
        while last < len(lower) and lower[last] in _DATE:
            last += 1
        dates = _named_after_deed(words[first : first + 1], words[first:last], known)
        if dates:
            yield at, last, dates


def _before_grain(words: Sequence[Word], lower: Sequence[str], known: Known) -> _Dated:
    """`by signup year`, `per closing month`."""
    for at in range(1, len(lower) - 1):
        if GRAINS.get(lower[at + 1]) != lower[at + 1] or lower[at - 1] not in _BEFORE_GRAINS:
            continue
        dates = _named_after_deed(words[at : at + 1], words[at : at + 2], known)
        if dates:
            yield at, at + 1, dates


def _by_date(words: Sequence[Word], lower: Sequence[str], known: Known) -> _Dated:
    """`per quarter by closing date`: the period is what groups."""
    grains = [n for n, word in enumerate(lower) if GRAINS.get(word, "").startswith(word[:3])]
    for at in range(grains[0] + 1 if grains else len(lower), len(lower) - 2):
        if lower[at] not in ("by", "using") or lower[at - 1] == "order":
            continue
        first = at + 1 + (lower[at + 1] in _ARTICLES)
        if first + 1 < len(lower) and lower[first + 1] in _DATE:
            dates = dates_of_word(words[first], known)
            if dates:
                yield at - (lower[at - 1] == ","), first + 2, dates


_BEFORE_GRAINS = frozenset(("by", "per", "each", "every", "the", "and", "which", "of"))


def _named_after_deed(deed: Sequence[Word], whole: Sequence[Word], known: Known) -> list[Candidate]:
    """The dates of a deed, where its words name no rows and no column of their own."""
    if not deed or deed[0].number is not None or deed[0].lower in GRAINS:
        return []
    named = known.lexicon.find(whole)[:1]
    if named and (not named[0].column or not known.column(named[0].ref).kind.is_dated):
        return []
    return dates_of_word(deed[0], known)
