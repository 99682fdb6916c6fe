"""Words that set what was reached against what was aimed at: `missed their target`."""

from collections.abc import Sequence

from knowledge.catalog import Column, Table
from pipeline.rules.schema.names import expanded
from pipeline.rules.text.words import Word, lemma_of, name_words

_GOALS = frozenset(
    ("target", "goal", "quota", "budget", "objective", "forecast", "plan", "planned", "aim")
)
_OWNERS = frozenset(("their", "its", "the", "his", "her", "our", "own"))
_SIGNS = {
    "<": ("missed", "miss", "misses", "below", "under", "fell short of", "fall short of",
          "did not reach", "did not meet", "did not hit", "did not make", "didn't reach",
          "didn't meet", "didn't hit", "failed to reach", "failed to meet", "failed to hit",
          "were below", "was below", "are below", "is below", "less than"),
    ">=": ("met", "meet", "meets", "reached", "reach", "reaches", "hit", "hits",
           "achieved", "made"),
    ">": ("exceeded", "exceed", "exceeds", "beat", "beats", "surpassed", "outperformed", "topped",
          "above", "over", "were above", "was above", "are above", "is above", "more than"),
}  # fmt: skip
_PHRASES = {phrase: sign for sign, phrases in _SIGNS.items() for phrase in phrases}
_BEGUN = frozenset(phrase.split()[0] for phrase in _PHRASES)
# Without these other rows would count.
AIMED = frozenset(
    ("target", "targets", "goal", "goals", "quota", "missed", "exceeded", "beat", "surpassed",
     "outperformed")
)  # fmt: skip
_LONGEST = 3
_PERIODS = {
    "daily": range(1, 2), "weekly": range(7, 8), "monthly": range(28, 32),
    "quarterly": range(89, 93), "yearly": range(365, 367), "annual": range(365, 367),
    "day": range(1, 2), "week": range(7, 8), "month": range(28, 32), "year": range(365, 367),
}  # fmt: skip


def aimed_at(words: Sequence[Word]) -> tuple[str, int] | None:
    """The comparison that the first words make with a goal, and how many words say it."""
    if words[0].lower.partition(" ")[0] not in _BEGUN:
        return None
    lower = [word.lower for word in words]
    for count in range(min(_LONGEST, len(lower)), 0, -1):
        sign = _PHRASES.get(" ".join(lower[:count]))
        if sign is None:
            continue
        goal = count
        while goal < len(lower) and lower[goal] in _OWNERS:
            goal += 1
        named = [lemma_of(word) for word in lower[goal : goal + 4]]
        told = next((at for at, word in enumerate(named) if word in _GOALS), None)
        owned = goal > count or told is not None
        if told is not None and owned:
            return sign, goal
    return None


def is_goal(column: Column) -> bool:
    """Whether a column holds what was aimed at."""
    return bool(_GOALS & {lemma_of(word) for word in expanded(name_words(column.name))})


def subject_of(column: str) -> tuple[str, ...]:
    """What a goal is of: `net revenue` of a `monthly_net_revenue_target`."""
    words = (lemma_of(word) for word in expanded(name_words(column)))
    return tuple(word for word in words if word not in _GOALS and word not in _PERIODS)


def days_of(column: str) -> range | None:
    """How many days a goal is for, where its name tells."""
    words = [word for word in expanded(name_words(column)) if word in _PERIODS]
    return _PERIODS[words[0]] if words else None


def is_by_period(table: Table) -> bool:
    """Whether each row is for one period: `month` beside the target of that month."""
    return any(
        set(name_words(column.name)) & _PERIODS.keys()
        and (column.kind.is_dated or not is_goal(column))
        for column in table.columns
    )
