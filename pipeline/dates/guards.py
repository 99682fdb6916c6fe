"""Names, identifiers and counts that look like time: April Jones, order 2024, 2000 items."""

from collections.abc import Callable
from dataclasses import replace

from pipeline.dates.languages.language import Language
from pipeline.dates.tokens import Token

BEFORE_TIME = frozenset(
    {
        "IN", "FOR", "ON", "SINCE", "UNTIL", "BEFORE", "AFTER", "LAST", "THIS", "NEXT", "BETWEEN",
        "FROM", "PART", "THIRDS", "DAY", "ASOF", "VS", "END", "START", "TO", "OF",
    }
)  # fmt: skip
OPENING_TIME = frozenset({"ON", "SINCE", "BEFORE", "AFTER", "FROM", "BETWEEN", "STARTING"})
AFTER_TIME = frozenset({"YEAR", "DAY", "SHORTYEAR", "FY", "ONWARD"})
BEHIND_BEFORE = frozenset({"THE", "YEAR", "MONTH", "DAY", "NUM", "DAYWORD", "HOLIDAY"})
RANGE_ENDS = frozenset({"MONTH", "YEAR", "DAY", "WEEKDAY", "DAYWORD", "NOW", "HOLIDAY"})
NAMED = ("MONTH", "WEEKDAY", "SEASON", "HOLIDAY")
EARLIEST_YEAR, LATEST_YEAR = 1900, 2100
MOST_MONTHS, LONGEST_MONTH = 12, 31


def without_false_friends(tokens: list[Token], language: Language) -> list[Token]:
    """The tokens, with time meanings taken from words that are something else here."""
    return [_judged(tokens, index, language) for index in range(len(tokens))]


def _judged(tokens: list[Token], index: int, language: Language) -> Token:
    token = tokens[index]
    if "SKIP" in token.concepts:
        return replace(token, concepts={})
    for concept, stands, taken in CHECKS:
        if concept in token.concepts and not stands(tokens, index, language):
            return _stripped(token, taken)
    for concept in NAMED:
        if concept in token.concepts and not _is_named_time(tokens, index, language):
            return _stripped(token, *NAMED)
    return token


def _follows_time(tokens: list[Token], index: int, _: Language) -> bool:
    """As in "On 3/4" is a day, "3/4 of the orders" a share."""
    before, after = _beside(tokens, index - 1), _beside(tokens, index + 1)
    if before is None or (after is not None and "OF" in after.concepts):
        return False
    if after is None and _is_day_and_month(tokens[index]):
        return True
    return bool(before.concepts.keys() & {*OPENING_TIME, "TO", "AND", "UNTIL"})


def _comes_then(tokens: list[Token], index: int, language: Language) -> bool:
    """As in "delivered in 5 days" is how long it took, "due in 5 days" is when."""
    before = _beside(tokens, index - 1)
    return before is None or before.word not in language.lasting


def _is_no_verb(tokens: list[Token], index: int, language: Language) -> bool:
    """As in "By end March" is a day, "contracts end this month" says when they do."""
    before, after = _beside(tokens, index - 1), _beside(tokens, index + 1)
    if (
        before is None
        or " " in tokens[index].text
        or (after is not None and "OF" in after.concepts)
    ):
        return True
    many = before.word.endswith("s") and not before.word.endswith(("ss", "us", "is"))
    return bool(before.concepts) or not (many or before.word in language.before_verb)


def _is_day_and_month(token: Token) -> bool:
    """As in "3/14": one number can only be the day."""
    first, second = sorted(int(part) for part in str(token.concepts["DAYMONTH"]).split("-"))
    return 1 <= first <= MOST_MONTHS < second <= LONGEST_MONTH


def _is_compact_date(tokens: list[Token], index: int, language: Language) -> bool:
    """As in "on 20250314"; "invoice 20250314" is an identifier."""
    before = _beside(tokens, index - 1)
    if before is None or _last_word(before) in language.before_number:
        return False
    return bool(before.concepts.keys() & (BEFORE_TIME | {"AND"}))


def _ends_there(tokens: list[Token], index: int, language: Language) -> bool:
    """As in "May and the month before"; "90 days before their visit" is no time of its own."""
    after = _beside(tokens, index + 1)
    if after is None or "BEFORE" not in tokens[index].concepts:
        return True
    return after.word not in language.owners and not after.concepts.keys() & BEHIND_BEFORE


def _stripped(token: Token, *concepts: str) -> Token:
    kept = {name: value for name, value in token.concepts.items() if name not in concepts}
    return replace(token, concepts=kept)


def _beside(tokens: list[Token], index: int) -> Token | None:
    return tokens[index] if 0 <= index < len(tokens) else None


def _is_named_time(tokens: list[Token], index: int, language: Language) -> bool:
    token = tokens[index]
    before, after = _beside(tokens, index - 1), _beside(tokens, index + 1)
    if before is not None and "THE" in before.concepts and token.word in language.doubtful:
        before = _beside(tokens, index - 2)
    if before is not None and before.word in language.before_name:
        return False
    if after is not None and _spoils(token, after, before, language):
        return False
    if token.word in language.doubtful and not _is_plain(token):
        return _has_context(token, before, tokens[index + 1 : index + 3], language)
    return True


def _is_plain(token: Token) -> bool:
    """As in "May" and "March" with a capital are months; "Sun" and "Fall" stay doubtful."""
    return token.capitalised and token.word in ("may", "march", "mai")


def _spoils(token: Token, after: Token, before: Token | None, language: Language) -> bool:
    if after.word in language.goods and ("HOLIDAY" in token.concepts or "SEASON" in token.concepts):
        return True
    if token.word in language.doubtful and after.word in language.after_doubtful:
        return not (before is not None and before.concepts.keys() & BEFORE_TIME)
    return _is_company(token, after, language) or _is_surname(token, after, before, language)


def _is_company(token: Token, after: Token, language: Language) -> bool:
    """As in "March Ltd"."""
    return token.capitalised and after.capitalised and after.word in language.after_name


def _is_surname(token: Token, after: Token, before: Token | None, language: Language) -> bool:
    """A capitalised unknown word after a given name: April Jones."""
    if token.word not in language.given_names or after.concepts or not after.capitalised:
        return False
    if not token.capitalised or after.word in language.plain_words:
        return False
    strong = before is not None and before.concepts.keys() & {
        "IN",
        "ON",
        "SINCE",
        "LAST",
        "THIS",
        "NEXT",
    }
    return not strong


def _has_context(
    token: Token, before: Token | None, following: list[Token], language: Language
) -> bool:
    if before is not None and before.concepts.keys() & (BEFORE_TIME | {"AND", "BY", "COMMA"}):
        return True
    if not following:
        return before is None
    after = following[0]
    if "TO" in after.concepts:
        beyond = following[1].concepts.keys() if len(following) > 1 else set()
        return "SEASON" not in token.concepts and bool(beyond & RANGE_ENDS)
    return bool(after.concepts.keys() & AFTER_TIME) or (
        not after.concepts and after.word in language.plain_words
    )


def _is_year(tokens: list[Token], index: int, language: Language) -> bool:
    year = int(tokens[index].concepts["YEAR"])
    before, after = _beside(tokens, index - 1), _beside(tokens, index + 1)
    if before is not None and before.concepts.keys() & {"MONTH", "QUARTER", "HALF", "SEASON"}:
        return EARLIEST_YEAR <= year <= LATEST_YEAR
    if before is not None and "year" in before.concepts.values():
        return True
    if not EARLIEST_YEAR <= year <= LATEST_YEAR and not _begins_long_range(tokens, index):
        return False
    if before is not None and _compares(before, year) and not _is_column(tokens, index):
        return False
    checks: tuple[Callable[[], bool], ...] = (
        lambda: before is not None and before.word == "at",  # "priced at 1999"
        lambda: before is not None and _counts(before, language),
        lambda: after is not None and after.word in language.counted,
        lambda: after is not None and after.word == "\0",
        lambda: _is_amount(tokens, index, language),
        lambda: _is_counted_range(tokens, index, language),
        lambda: _ends_number_range(tokens, index),
    )
    return not any(check() for check in checks)


def _is_column(tokens: list[Token], index: int) -> bool:
    column = _beside(tokens, index - 2)
    return column is not None and column.word == "year"


def _compares(before: Token, year: int) -> bool:
    """As in "> 2024" is an amount; "over 2000" too, where "over 2024" is a year."""
    return before.text.strip("=") in ("<", ">", "") or (
        year % 100 == 0 and before.word in ("over", "above", "under", "below", "uber", "unter")
    )


def _counts(before: Token, language: Language) -> bool:
    """Whether a word makes the number after it a count or an identifier."""
    in_time = before.concepts.keys() & {"AFTER", "BEFORE", "SINCE", "UNTIL"}
    return not in_time and _last_word(before) in language.before_number


def _last_word(token: Token) -> str:
    return token.word if " " not in token.text else token.text.lower().split()[-1]


def _begins_long_range(tokens: list[Token], index: int) -> bool:
    """As in "From 1700 to 2000" is said to be too long instead of being read as 2000 alone."""
    before, last = _beside(tokens, index - 1), _beside(tokens, index + 2)
    if before is None or not before.concepts.keys() & {"FROM", "BETWEEN"} or last is None:
        return False
    return EARLIEST_YEAR <= int(last.concepts.get("YEAR", 0)) <= LATEST_YEAR


def _ends_number_range(tokens: list[Token], index: int) -> bool:
    """As in "From 100 to 2000"."""
    opening, first, link = (_beside(tokens, index - back) for back in (3, 2, 1))
    if opening is None or first is None or link is None:
        return False
    plain = "NUM" in first.concepts and "YEAR" not in first.concepts
    joined = bool(link.concepts.keys() & {"AND", "TO"})
    return plain and joined and bool(opening.concepts.keys() & {"FROM", "BETWEEN"})


def _is_counted_range(tokens: list[Token], index: int, language: Language) -> bool:
    """As in "Between 1900 and 2000 units"."""
    link, last, what = (_beside(tokens, index + step) for step in (1, 2, 3))
    if link is None or last is None or what is None or not link.concepts.keys() & {"AND", "TO"}:
        return False
    return "NUM" in last.concepts and what.word in language.counted


def _is_amount(tokens: list[Token], index: int, language: Language) -> bool:
    """As in "Population of 2000", "price between 1900 and 2000"; not "number of orders in 2024"."""
    before, farther = _beside(tokens, index - 1), _beside(tokens, index - 2)
    dated = before is not None and bool(before.concepts.keys() & {"IN", "FOR"})
    if (
        dated
        and farther is not None
        and not farther.concepts
        and farther.word not in language.subjects
    ):
        return False
    for back in (2, 3, 4):
        token = _beside(tokens, index - back)
        link = _beside(tokens, index - back + 1)
        if token is None or link is None or token.breaks:
            return False
        if token.word in language.subjects and link.concepts.keys() & {
            "OF",
            "BETWEEN",
            "FROM",
            "IN",
        }:
            return "IN" not in link.concepts or "OF" in link.concepts
    return False


def _is_no_rank(tokens: list[Token], index: int, _: Language) -> bool:
    """As in "the most recently opened shop" is one of many, and no time."""
    before = _beside(tokens, index - 1)
    return before is None or before.word != "most"


def _is_no_attribute(tokens: list[Token], index: int, _: Language) -> bool:
    """As in "model year before 2010" compares, where "the year before 2010" is one year."""
    before, side, year = (_beside(tokens, index + step) for step in (-1, 1, 2))
    if before is None or before.concepts or side is None or year is None:
        return True
    return not (side.concepts.keys() & {"BEFORE", "AFTER"} and "YEAR" in year.concepts)


# What a concept needs to stand, and the meaning that is taken from it where it does not.
CHECKS = (
    ("YEAR", _is_year, "YEAR"),
    ("AHEADPRE", _comes_then, "AHEADPRE"),
    ("END", _is_no_verb, "END"),
    ("START", _is_no_verb, "START"),
    ("COMPACT", _is_compact_date, "DATE"),
    ("DAYMONTH", _follows_time, "DAYMONTH"),
    ("RECENTLY", _is_no_rank, "RECENTLY"),
    ("UNIT", _is_no_attribute, "UNIT"),
    ("EARLIER", _ends_there, "EARLIER"),
)
