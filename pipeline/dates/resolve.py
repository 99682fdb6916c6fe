"""Reading a text for time: every expression, its period on the calendar, and what is unclear."""

import itertools
from dataclasses import replace
from datetime import date
from functools import lru_cache

# Importing them registers what each kind of phrase means.
from pipeline.dates import clocks, inside, named, parts, relative, spans  # noqa: F401
from pipeline.dates.calendar import Calendar
from pipeline.dates.comparing import ECHOES, Found, compared, ranges_of
from pipeline.dates.describe import date_in_words
from pipeline.dates.ellipsis import completed
from pipeline.dates.growing import sets_ends_apart
from pipeline.dates.guards import without_false_friends
from pipeline.dates.languages.english import ENGLISH
from pipeline.dates.languages.german import GERMAN
from pipeline.dates.languages.language import Language, folded
from pipeline.dates.languages.spanish import SPANISH
from pipeline.dates.meaning import Moment, grain_of
from pipeline.dates.problems import Impossible
from pipeline.dates.reading import Phrase, Reader
from pipeline.dates.series import is_of_each
from pipeline.dates.several import SEVERAL
from pipeline.dates.spans import borrowing, of_year
from pipeline.dates.tokens import Token, tokens_of
from pipeline.dates.values import Comparison, DateRange, GrainWord, Times, Unresolved

LANGUAGES = (ENGLISH, GERMAN, SPANISH)
LONGEST_TEXT = 2_000
PAIR = 2
OR = frozenset({"or", "oder", "o", "u"})
# Kinds that begin with a preposition, and may stop short of the phrase that follows it.
HIDING = frozenset({"current", "day_of", "season"})
_BRACKET = " ("
LISTING = frozenset({"AND", "COMMA", "VS", "TO", "WITH", "THE", "IN", "FOR", "ON"})


def resolve(text: str, today: date, calendar: Calendar) -> list[DateRange | Comparison]:
    """The periods that a text names, in order; none where it names no time."""
    return list(read_times(text, today, calendar).ranges)


def find_problems(text: str, today: date, calendar: Calendar) -> list[Unresolved]:
    """The words that speak of time but name no period, each with a sentence why."""
    return list(read_times(text, today, calendar).problems)


@lru_cache(maxsize=1_000)
def read_times(text: str, today: date, calendar: Calendar) -> Times:
    """The periods, the grains and the problems in a text; only its first 2,000 characters."""
    language = _language_of(text[:LONGEST_TEXT])
    tokens = completed(without_false_friends(tokens_of(text[:LONGEST_TEXT], language), language))
    day_first = language.day_first if calendar.day_first is None else calendar.day_first
    moment = Moment(today, calendar, day_first)
    found, grains = _expressions(text, tokens, language)
    ranges, problems = _resolved(found, moment)
    if len(text) > LONGEST_TEXT:
        cut = (LONGEST_TEXT, len(text))
        sentence = f"Only the first {LONGEST_TEXT:,} characters were read for dates."
        problems.append(Unresolved(words=text[LONGEST_TEXT:][:40], span=cut, sentence=sentence))
    return Times(
        ranges=tuple(_paired(ranges, text)), problems=tuple(problems), grains=tuple(grains)
    )


def _language_of(text: str) -> Language:
    """The language whose words the text uses most; English where that is even."""
    seen = {folded(word.strip(".,;:!?\u00bf\u00a1()\"'")) for word in text.split()}
    return max(LANGUAGES, key=lambda language: _known(seen, language))


def _known(seen: set[str], language: Language) -> int:
    telling = (language.before_name, language.before_number)
    known = len(seen & language.phrases.keys()) + len(seen & language.plain_words)
    return 2 * known + any(seen & words for words in telling)


def _expressions(
    text: str, tokens: list[Token], language: Language
) -> tuple[list[Found], list[GrainWord]]:
    reader = Reader(tokens, language)
    found: list[Found] = []
    grains: list[GrainWord] = []
    place = before = 0
    while place < len(tokens):
        span, grain = reader.longest("span", place), reader.longest("grain", place)
        if (
            span
            and span.kind in HIDING
            and (_hides_longer(reader, span) or "PLURAL" in tokens[span.last - 1].concepts)
        ):
            place += 1
        elif grain and (span is None or grain.last >= span.last):
            at = (tokens[grain.first].start, tokens[grain.last - 1].end)
            if grain.kind == "grain":
                unit = grain_of(grain.text("unit"))
                grains.append(GrainWord(grain=unit, words=text[at[0] : at[1]], span=at))
            place = grain.last
        elif span and (_is_each_ones(span, grains) or _counts_from_an_event(tokens, span)):
            place = span.last
        elif span:
            found.extend(_found(text, tokens, span, before, seen=bool(found)))
            before = place = span.last
        else:
            place += 1
    grouped = {grain.grain for grain in grains}
    return [one for one in found if not is_of_each(text, one.span, grouped)], grains


def _is_each_ones(span: Phrase, grains: list[GrainWord]) -> bool:
    """As in "each quarter by the first date in the quarter": every one's own, not the current."""
    grouped = {grain.grain for grain in grains}
    return span.kind == "current" and span.has("unit") and grain_of(span.text("unit")) in grouped


def _counts_from_an_event(tokens: list[Token], span: Phrase) -> bool:
    """As in "2 months before the first review": only the data knows when that was."""
    if span.kind not in ("run_before", "unit_before") or tokens[span.last - 1].word != "before":
        return False
    following = tokens[span.last : span.last + 2]
    return len(following) == PAIR and "THE" in following[0].concepts


def _hides_longer(reader: Reader, span: Phrase) -> bool:
    """As in "For the year 2024" is 2024, not the current year and then 2024."""
    within = (reader.longest("span", place) for place in range(span.first + 1, span.last))
    return any(phrase is not None and phrase.last > span.last for phrase in within)


def _found(
    text: str, tokens: list[Token], phrase: Phrase, before: int, *, seen: bool
) -> list[Found]:
    between = [concept for token in tokens[before : phrase.first] for concept in token.concepts]
    comparing = any("COMPARE" in token.concepts for token in tokens[: phrase.first])
    linked = bool({"AND", "WITH", "TO", "VS"}.intersection(between))
    versus = "VS" in between and (seen or _is_versus(tokens[before : phrase.first]))
    against = versus or (seen and comparing and linked)
    first, last = phrase.inner("first"), phrase.inner("last")
    if (
        phrase.kind == "range" and first and last and first.kind != "date"
        and (comparing or sets_ends_apart(text[: tokens[phrase.first].start]))
    ):  # fmt: skip
        return [
            _place(text, tokens, first, against=against and comparing),
            replace(_place(text, tokens, last, against=True), listed=True),
        ]
    within = seen and text[tokens[before - 1].end : tokens[phrase.first].start] == _BRACKET
    listed = seen and not within and _is_list(tokens[before : phrase.first])
    either = any(token.word in OR for token in tokens[before : phrase.first])
    place = _place(text, tokens, phrase, against=against and not within)
    return [replace(place, listed=listed, either=either, within=within)]


def _is_versus(between: list[Token]) -> bool:
    """As in "vs the last quarter", and not "Spain vs Italy last quarter"."""
    behind = itertools.takewhile(lambda token: "VS" not in token.concepts, reversed(between))
    return all(token.concepts for token in behind)


def _is_list(between: list[Token]) -> bool:
    """Only connecting words lie between two expressions, or a "versus" somewhere."""
    concepts = {concept for token in between for concept in token.concepts}
    bare = any(not token.concepts for token in between)
    return "VS" in concepts or (concepts <= LISTING and not bare)


def _place(text: str, tokens: list[Token], phrase: Phrase, *, against: bool) -> Found:
    start, end = tokens[phrase.first].start, tokens[phrase.last - 1].end
    return Found(phrase, text[start:end], (start, end), against=against)


def _resolved(
    found: list[Found], moment: Moment
) -> tuple[list[tuple[DateRange, bool]], list[Unresolved]]:
    ranges: list[tuple[DateRange, bool]] = []
    problems: list[Unresolved] = []
    expressions = _with_bases_first(_with_shared_years(found))
    for one in expressions:
        base = ranges[-1][0] if ranges else None
        try:
            some = ranges_of(one, base, moment)
        except Impossible as why:
            problems.append(Unresolved(words=one.words, span=one.span, sentence=why.sentence))
            continue
        if one.within and base is not None and len(some) == 1 and _holds(base, some[0]):
            ranges[-1] = (_narrowed(base, some[0]), ranges[-1][1])
            continue
        problems.extend(_future_fiscal(one, some, moment))
        linked = one.against or one.phrase.kind in ECHOES or _is_pair(expressions, one)
        apart = one.phrase.kind in SEVERAL
        ranges.extend(
            (each, linked or (place > 0 and not apart)) for place, each in enumerate(some)
        )
    return ranges, problems


def _holds(outer: DateRange, inner: DateRange) -> bool:
    if outer.start is None or outer.end is None or inner.start is None or inner.end is None:
        return False
    return outer.start <= inner.start and inner.end <= outer.end


def _narrowed(outer: DateRange, inner: DateRange) -> DateRange:
    """The period in brackets says which part of the one before it is meant."""
    words = f"{outer.words}{_BRACKET}{inner.words}"
    return replace(inner, words=words, span=(outer.span[0], inner.span[1]))


def _is_pair(expressions: list[Found], one: Found) -> bool:
    """As in "March and April": two periods that are listed are looked at side by side."""
    side_by_side = one.listed and not one.either
    return side_by_side and len(expressions) == PAIR and one is expressions[-1]


def _future_fiscal(one: Found, some: list[DateRange], moment: Moment) -> list[Unresolved]:
    inner = one.phrase.inner("within") or one.phrase.inner("of") or one.phrase
    starts = [each.start for each in some if each.start is not None]
    if inner.kind != "fiscal_year" or not starts or starts[0] <= moment.today:
        return []
    sentence = f"{one.words} has not begun: it starts on {date_in_words(starts[0])}."
    return [Unresolved(words=one.words, span=one.span, sentence=sentence)]


def _with_bases_first(found: list[Found]) -> list[Found]:
    """As in "compared to the same period last year, how was Q3": Q3 comes first."""
    if len(found) > 1 and found[0].phrase.kind in ECHOES and found[1].phrase.kind not in ECHOES:
        return [found[1], found[0], *found[2:]]
    return found


def _with_shared_years(found: list[Found]) -> list[Found]:
    """As in "Q1 and Q2 2025", "March 2024 and April": the year stands for both."""
    shared = list(found)
    for index in range(len(shared) - 2, -1, -1):
        if shared[index + 1].listed:
            phrase = borrowing(shared[index].phrase, shared[index + 1].phrase)
            shared[index] = replace(shared[index], phrase=phrase)
    for index in range(1, len(shared)):
        if shared[index].listed:
            phrase = borrowing(shared[index].phrase, shared[index - 1].phrase)
            shared[index] = replace(shared[index], phrase=phrase)
        elif shared[index].within:
            phrase = of_year(shared[index].phrase, shared[index - 1].phrase)
            shared[index] = replace(shared[index], phrase=phrase)
    return shared


def _paired(ranges: list[tuple[DateRange, bool]], text: str) -> list[DateRange | Comparison]:
    """Neighbours set against each other become one comparison."""
    paired: list[DateRange | Comparison] = []
    for each, linked in ranges:
        before = paired[-1] if paired else None
        if linked and isinstance(before, DateRange):
            span = (min(before.span[0], each.span[0]), max(before.span[1], each.span[1]))
            paired[-1] = compared(before, each, text[span[0] : span[1]], span)
        elif not (isinstance(before, DateRange) and _same(before, each)):
            paired.append(each)
    return paired


def _same(one: DateRange, other: DateRange) -> bool:
    return (one.start, one.end) == (other.start, other.end)
