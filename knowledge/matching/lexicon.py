"""The words that steer a question's meaning: operators, fillers, units, and sets of equal terms."""

from collections.abc import Mapping

_OPERATORS: Mapping[str, str] = {
    "GT": "more than|greater than|larger than|higher than|bigger than|over|above|exceed|exceeds|"
    "exceeding|exceeded|in excess of|beyond|better than|surpass|surpasses",
    "LT": "less than|fewer than|smaller than|lower than|under|below|beneath|worse than",
    "GE": "at least|no less than|no fewer than|not less than|not fewer than|or more|or greater|"
    "or higher|or above|or over|or larger|and above|and over|and up|greater than or equal to|"
    "more than or equal to|larger than or equal to|minimum of|a minimum of|not below|not under",
    "LE": "at most|no more than|not more than|no greater than|or less|or fewer|or lower|or below|"
    "or under|or smaller|and below|and under|less than or equal to|fewer than or equal to|up to|"
    "no higher than|not over|not above|not exceeding|a maximum of",
    "EQ": "exactly|equal to|equals|equal|precisely",
    "BETWEEN": "between|within the range of|within the range|in the range of|in the range|"
    "ranging from|range from|ranges from",
    "BEFORE": "before|prior to|earlier than|preceding",
    "AFTER": "after|later than",
    "SINCE": "since|starting from|starting in|onwards|onward|or later|as of",
    "UNTIL": "until|till|or earlier|or before",
    "MAX": "highest|largest|greatest|biggest|maximum|max|maximal|top|peak|uppermost|"
    "the most amount of",
    "MIN": "lowest|smallest|minimum|min|minimal|tiniest|bottom",
    "MOST": "most|most common|most popular|most frequent|most frequently|most often|"
    "most number of|most commonly|largest number of|greatest number of|highest number of|"
    "maximum number of|biggest number of|max number of|the most frequently|most widely|"
    "largest amount of|the largest count of|most frequently used|the most times|most times",
    "FEWEST": "fewest|least|least number of|smallest number of|lowest number of|least common|"
    "minimum number of|min number of|least popular|least frequent|fewest number of|least often|"
    "least frequently|least commonly|smallest amount of",
    "AVG": "average|averages|averaged|mean|avg|on average|average of",
    "SUM": "total|totals|sum|sum of|overall|altogether|combined|in total|summed|total of|"
    "sum up|grand total",
    "COUNT": "how many|number of|numbers of|count|counts|count of|total number of|"
    "count up|count the number of|count number of|count how many|count the total number of|"
    "count all|count all the|total count of|how many total|a count of|total numbers of|"
    "how many times",
    "MEDIAN": "median|medians",
    "STDDEV": "standard deviation|variance|stddev",
    "PERCENT": "percentage|percentages|percent|proportion|fraction",
    "RATIO": "ratio|ratios",
    "RUNNING": "running total|cumulative|rolling|moving average",
    "NOT": "not|no|never|none|without|except|except for|excluding|exclude|excludes|excluded|"
    "cannot|neither|nor|other than|apart from|besides|outside|outside of|instead of|n't|"
    "rather than|non|lack|lacks|lacking|aside from|don t|doesn t|didn t|isn t|aren t|wasn t|"
    "weren t|hasn t|haven t|hadn t|won t|can t|couldn t|wouldn t|shouldn t|dont|doesnt|didnt",
    "DISTINCT": "distinct|different|unique|distinctive|differing|unique number of|"
    "different kinds of|without repetition|without duplicates",
    "OR": "or",
    "OR_GT": "or more than|or greater than|or higher than",
    "OR_LT": "or less than|or fewer than|or lower than",
    "ONLY": "only|just|solely|exclusively|alone",
    "EACH": "for each|each|every|per|for every|grouped by|group by|broken down by|"
    "of each|in each|by each|for each of|for each of the|split by",
    "ASC": "ascending|increasing|ascendingly|from low to high|lowest to highest|"
    "smallest to largest|from lowest to highest|from smallest to largest|low to high|"
    "lowest first|smallest first|fewest first|least first|from least to most|"
    "least to most|earliest to latest|"
    "from earliest to latest|from youngest to oldest|youngest to oldest|fewest to most|"
    "oldest to newest|in ascending order|in increasing order|shortest to longest",
    "ALPHA": "alphabetical|alphabetically|alphabetic|lexicographical|lexicographic|"
    "lexicographically",
    "DESC": "descending|decreasing|descendingly|from high to low|highest to lowest|"
    "largest to smallest|from highest to lowest|from largest to smallest|high to low|"
    "highest first|largest first|biggest first|most first|most to least|from most to least|"
    "latest to earliest|from latest to earliest|oldest to youngest|from oldest to youngest|"
    "most to fewest|newest to oldest|newest first|most recent first|in descending order|"
    "in decreasing order|reverse|longest to shortest|descend",
    "SORT": "sorted by|sort by|ordered by|order by|in order of|in the order of|sorted|sort|"
    "arranged by|arrange by|ordered in|sorted in|order of|order them by|rank by|"
    "listed in|ranked by|ordered|listed by|organized by|sorted according to|ordered according to",
    "FIRST": "first",
    "LAST": "last|final|past|over the past|over the last|in the past|in the last|during the last|"
    "during the past|within the last|within the past",
    "NEXT": "next|upcoming|coming|over the next",
    "SECOND": "second|2nd|runner up",
    "THIRD": "third|3rd",
    "FOURTH": "fourth|4th|fifth|5th",
    "FISCAL": "fiscal|financial year|fy|fiscal year",
    "CALENDAR": "calendar year|calendar",
    "THAN_AVERAGE": "above average",
    "MOST_OF": "most of|most of the|majority of|the majority of",
    "AND": "as well as",
    "EVEN": "even",
    "ODD": "odd",
    "SAME": "same|identical",
    "USED_TO": "used to",
    "HALF": "half of|one half of|a half of",
    "A_THIRD": "a third of|one third of",
    "TWO_THIRDS": "two thirds of",
    "A_QUARTER": "a quarter of|one quarter of",
    "THREE_QUARTERS": "three quarters of",
    "A_FIFTH": "a fifth of|one fifth of",
    "A_TENTH": "a tenth of|one tenth of",
    "TIED": "tied|ties",
    "STARTS": "starts with|start with|starting with|begins with|begin with|beginning with|"
    "started with",
    "ENDS": "ends with|end with|ending with|ended with|ends in|ending in",
    "TODAY": "today",
    "YESTERDAY": "yesterday",
    "TOMORROW": "tomorrow",
    "YTD": "ytd|year to date",
    "QTD": "qtd|quarter to date",
    "MTD": "mtd|month to date",
    "LTM": "ltm|ttm|trailing twelve months",
    "YOY": "yoy|year over year|year on year",
    "MOM": "mom|month over month|month on month",
    "H1": "h1|first half|first half of",
    "H2": "h2|second half|second half of",
    "Q1": "q1|first quarter",
    "Q2": "q2|second quarter",
    "Q3": "q3|third quarter",
    "Q4": "q4|fourth quarter",
}

# One word that says an operator and what it is measured on: "oldest" is the highest age.
_MEASURED: Mapping[str, tuple[str, str]] = {
    "GT": ("older than=age|taller than=tall|heavier than=heavy|longer than=long", ""),
    "LT": ("younger than=age|shorter than=short|lighter than=heavy|cheaper than=price", ""),
    "MAX": (
        "oldest=age|eldest=age|tallest=tall|heaviest=heavy|longest=long|fastest=fast|"
        "latest=recent|newest=recent|most recent=recent|most recently=recent|best=good|"
        "most expensive=price|richest=rich|priciest=price|deepest=deep|widest=wide|"
        "farthest=far|furthest=far|strongest=strong|busiest=busy|costliest=price|hottest=hot",
        "",
    ),
    "MIN": (
        "youngest=age|shortest=short|lightest=heavy|slowest=fast|earliest=early|worst=good|"
        "least expensive=price|cheapest=price|poorest=rich|nearest=far|closest=far|"
        "weakest=strong|coldest=hot",
        "",
    ),
}
_GT_MORE = "more expensive than=price|faster than=fast|wider than=wide|deeper than=deep"

_TIME_UNITS = ("day", "week", "month", "quarter", "year", "hour", "semester", "season", "decade")
_GRAINS = {
    "day": "daily",
    "week": "weekly",
    "month": "monthly",
    "quarter": "quarterly",
    "year": "yearly|annual|annually",
    "hour": "hourly",
}
_RELATIVE = {
    "THIS": ("this", "current", "the current"),
    "LAST": ("last", "previous", "prior", "the previous"),
    "PAST": ("past", "the past"),
    "NEXT": ("next", "coming", "upcoming", "following"),
}


def _operator_phrases() -> dict[str, tuple[str, str]]:
    phrases = {
        phrase: (operator, "")
        for operator, listed in _OPERATORS.items()
        for phrase in listed.split("|")
    }
    for operator, (listed, _) in _MEASURED.items():
        phrases.update(_with_measure(operator, listed))
    phrases.update(_with_measure("GT", _GT_MORE))
    phrases.update(_time_phrases())
    return phrases


def _with_measure(operator: str, listed: str) -> dict[str, tuple[str, str]]:
    pairs = (item.split("=") for item in listed.split("|"))
    return {phrase: (operator, measure) for phrase, measure in pairs}


def _time_phrases() -> dict[str, tuple[str, str]]:
    phrases = {}
    for unit in _TIME_UNITS:
        for name, words in _RELATIVE.items():
            for word in words:
                phrases[f"{word} {unit}"] = (f"{name}:{unit}", "")
    for unit, adverbs in _GRAINS.items():
        for adverb in adverbs.split("|"):
            phrases[adverb] = (f"GRAIN:{unit}", "")
        for prefix in ("per", "by", "each", "for each", "every", "broken down by", "grouped by"):
            phrases[f"{prefix} {unit}"] = (f"GRAIN:{unit}", "")
    return phrases


PHRASES: Mapping[str, tuple[str, str]] = _operator_phrases()
LONGEST_PHRASE = max(len(phrase.split()) for phrase in PHRASES)

COMPARATORS = frozenset({"GT", "LT", "GE", "LE", "EQ", "BETWEEN", "BEFORE", "AFTER"}) | {
    "SINCE",
    "UNTIL",
}
AGGREGATES = frozenset({"AVG", "SUM", "COUNT", "MEDIAN", "STDDEV", "PERCENT", "RATIO", "RUNNING"})
SUPERLATIVES = frozenset({"MAX", "MIN", "MOST", "FEWEST", "FIRST", "LAST"}) | {
    "SECOND",
    "THIRD",
    "FOURTH",
}
DIRECTIONS = frozenset({"ASC", "DESC", "ALPHA", "SORT"})
SOFT = frozenset({"EACH", "EQ", "SORT", "AND"})
RELATIVE_TIMES = frozenset({"TODAY", "YESTERDAY", "TOMORROW", "YTD", "QTD", "MTD", "LTM"})
RELATIVE_PREFIXES = ("THIS:", "LAST:", "PAST:", "NEXT:")
TIME_UNITS = frozenset(_TIME_UNITS)

NUMBER_WORDS: Mapping[str, str] = (
    {
        word: str(number)
        for number, word in enumerate(
            ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
        )
    }
    | {"twenty": "20", "thirty": "30", "forty": "40", "fifty": "50", "hundred": "100"}
    | {
        "eleven": "11",
        "twelve": "12",
        "dozen": "12",
        "once": "1",
        "twice": "2",
    }
)

# Words after a number that multiply it.
SCALES: Mapping[str, int] = {
    "thousand": 1_000,
    "thousands": 1_000,
    "lakh": 100_000,
    "million": 1_000_000,
    "millions": 1_000_000,
    "mn": 1_000_000,
    "mio": 1_000_000,
    "crore": 10_000_000,
    "billion": 1_000_000_000,
    "billions": 1_000_000_000,
    "bn": 1_000_000_000,
    "trillion": 1_000_000_000_000,
}
