"""Questions with their words in plain order: `of the orders from A, how many were late?`."""

import re

from pipeline.rules.text.worst_first import with_worst_as_highest
from pipeline.rules.vocabulary.numbers import NUMBER_WORDS
from pipeline.rules.vocabulary.units import UNITS

_FRONTED = re.compile(
    r"^(?:out\s+)?of\s+(?:all\s+(?:of\s+)?)?(?:the\s+|our\s+|those\s+)?"
    r"(?!(?:top\s+|first\s+|last\s+)?\d)(?P<rows>[^,?.;:]+),\s+how\s+many\s+"
    r"(?:of\s+(?:them|those|these)\s+)?(?=\w)",
    re.IGNORECASE,
)
# `for the oldest shop, what is its name and its number of visits`: one of them is asked about.
_ONE_FRONTED = re.compile(
    r"^for\s+(?P<rows>the\s+(?:[\w-]+\s+){0,6}?(?:\w+est|most|least)\s[^,?.;:]+),\s+"
    r"(?P<ask>(?:what|who)\s+(?:is|are|was|were)|show|list|give|return|find|display|tell)\s+"
    r"(?:me\s+)?(?!the\s+(?:most|least|\w+est)\b)(?P<asked>[^?.;:]+)(?P<end>[?.]?)$",
    re.IGNORECASE,
)
_BOTH_BY = re.compile(
    r"\bgroup(?:ed)?\s+and\s+(?P<sort>order|sort)(?:ed)?\s+by\s+(?P<by>[\w ]+?)(?=\s*(?:[?.,;]|$))",
    re.IGNORECASE,
)
_IN_TIME = {"early to late": "ascending", "late to early": "descending"}
_BY_TIME = re.compile(r"\bfrom\s+(early to late|late to early)\b", re.IGNORECASE)
_OWNED = re.compile(r"\b(?:its|their|his|her)\b", re.IGNORECASE)
_COMPARE = re.compile(
    r"^compare\s+(?P<one>(?:the\s+)?[\w -]+?)\s+(?:to|with|and|against)\s+"
    r"(?P<other>(?:the\s+)?[\w -]+?)\s*[:;,.]\s*(?P<rest>.*\bratio)\s+(?:of|between)\s+"
    r"(?:the\s+two|both|them|these)\b(?P<behind>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_BACK = re.compile(
    r"\b(?:came|comes?|coming|brought|given|gave|handed|sent)\s+back\b(?!\s+(?:from|to)\b)",
    re.IGNORECASE,
)

# `in both year 1999 and year 2000`, `in both the years 1999 and 2000`: the years alone say it.
_BOTH_YEARS = re.compile(
    r"\bboth\s+(?:of\s+)?(?:the\s+)?years?\s+(?P<one>[12]\d{3})\s+and\s+(?:in\s+)?(?:the\s+)?"
    r"(?:year\s+)?(?P<other>[12]\d{3})\b",
    re.IGNORECASE,
)

# `the worst 3 shops`, `best performing five shops`: the number stands before what it counts.
_EXTREME_FIRST = re.compile(
    r"\b(?P<most>(?:best|worst|highest|lowest|largest|biggest|smallest|greatest|strongest|weakest)"
    rf"(?:[- ](?:performing|ranked|ranking))?)\s+(?P<number>\d{{1,4}}|{'|'.join(NUMBER_WORDS)})\s+"
    rf"(?=[a-z])(?!(?:of|to|and|or|than|{'|'.join(UNITS)}|quarters?|star)\b)",
    re.IGNORECASE,
)


# `More than 1 account but fewer than 3`: both bounds are of the accounts.
_BETWEEN = re.compile(
    r"\b(?P<low>more than|over|at least|no fewer than|no less than|not less than)\s+(?P<n>\d+)\s+"
    r"(?P<noun>[a-z]+(?:\s+[a-z]+)?)\s*,?\s+(?:but|and)\s+(?:also\s+)?"
    r"(?P<high>(?:less|fewer) than|(?:no|not) more than|at most|under|up to)\s+(?P<m>\d+)"
    r"(?=\s*(?:[.?!,;]|$))",
    re.IGNORECASE,
)
_AT_MOST = frozenset(("no more than", "not more than", "up to"))
# `The longest average time` is the highest average.
_LONG_AVERAGE = re.compile(r"\b(?:(longest)|shortest)(?=\s+(?:average|mean)\b)", re.IGNORECASE)
# `Names that start with the letter A or B`: letters, no article and no values.
_LETTERS = re.compile(
    r"\b(?P<how>(?:start|begin|end)(?:s|ing)?\s+(?:with|in))\s+(?:(?:either\s+)?(?:the|an?)\s+)?"
    r"(?:(?:capital\s+)?letters?\s+)?['\"]?(?P<one>[A-Z])['\"]?(?:\s+or\s+(?:(?:with|in)\s+)?"
    r"(?:(?:the|an?)\s+)?(?:letter\s+)?['\"]?(?P<other>[A-Z])['\"]?)?(?![\w'\"-])",
)
# `What percentage of the total amount is the total fee` is the fee as a percentage of it.
_SHARE_FIRST = re.compile(
    r"^\s*what\s+(?P<word>percentage|percent|share|proportion)\s+of\s+(?:the\s+)?"
    r"(?P<whole>(?:total|average)\s+[a-z ]+?)\s+(?:is|are|was|were)\s+(?:the\s+)?"
    r"(?P<part>(?:total|average)\s)",
    re.IGNORECASE,
)
# `The earliest and latest sale dates` are two numbers, no rows at both ends.
_BOTH_DATES = re.compile(
    r"\b(?:earliest|first|oldest)\s+and\s+(?:the\s+)?(?:latest|last|most\s+recent|newest)\s+"
    r"(?P<date>(?:[a-z]+\s+){0,2}?(?:date|day|timestamp))s?\b",
    re.IGNORECASE,
)
_BEHIND = re.compile(r"\s+(?:per|for|by|in|on|over|during|since|from|across|of)\s|\s*[.?!,;]|$")
# `Sales month by month` are those of each month; how they moved is another question.
_STEP_BY_STEP = re.compile(r"\b(day|week|month|quarter|year)[ -]by[ -]\1\b", re.IGNORECASE)
_MOVES = re.compile(
    r"\b(?:chang|grow|increas|decreas|develop|differ|mov|rise|rose|fall|fell|drop|delta|compar)",
    re.IGNORECASE,
)


def in_plain_order(question: str) -> str:
    """The question with what it begins with where it belongs: rows, or two numbers compared."""
    question = _BOTH_YEARS.sub(r"both \g<one> and \g<other>", question)
    question = with_worst_as_highest(_BETWEEN.sub(_bounded, question))
    question = _LONG_AVERAGE.sub(lambda found: "highest" if found[1] else "lowest", question)
    question = _LETTERS.sub(_quoted, question)
    question = _BOTH_DATES.sub(r"minimum and maximum \g<date>", question)
    question = _whole_behind(question)
    if not _MOVES.search(question):
        question = _STEP_BY_STEP.sub(r"by \1", question)
    found = _COMPARE.match(question.strip())
    if found is not None:
        return f"{found['rest']} of {found['one']} to {found['other']}{found['behind']}"
    question = _BOTH_BY.sub(
        lambda found: f"by {found['by']} {found['sort']}ed by {found['by']}", question
    )
    question = _EXTREME_FIRST.sub(r"\g<number> \g<most> ", question)
    question = _BY_TIME.sub(lambda found: _IN_TIME[found[1].lower()], question)
    fronted = _ONE_FRONTED.match(question.strip())
    if fronted is not None:
        asked = _OWNED.sub("the", fronted["asked"].rstrip())
        return f"{fronted['ask']} {asked} of {fronted['rows']}{fronted['end']}"
    return _FRONTED.sub(lambda found: f"How many {found['rows']} ", question.strip())


def _whole_behind(question: str) -> str:
    found = _SHARE_FIRST.match(question)
    end = _BEHIND.search(question, found.end()) if found is not None else None
    if found is None or end is None:
        return question
    part, rest = question[found.start("part") : end.start()], question[end.start() :]
    return f"What is the {part} as a {found['word']} of the {found['whole']}{rest}"


def _quoted(found: re.Match[str]) -> str:
    other = f' or "{found["other"]}"' if found["other"] else ""
    return f'{found["how"]} "{found["one"]}"{other}'


def _bounded(found: re.Match[str]) -> str:
    low, high = (" ".join(found[name].lower().split()) for name in ("low", "high"))
    low = "at least" if low.startswith(("no ", "not ")) else low
    high = "at most" if high in _AT_MOST else high
    return f"{low} {found['n']} and {high} {found['m']} {found['noun']}"


def with_returned(question: str) -> str:
    """`came back` as `returned`, every other word where it was."""
    return _BACK.sub(lambda found: "returned".ljust(len(found[0])), question)
