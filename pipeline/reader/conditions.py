"""Conditions that words of a question may mean, as groups of choices of which one is taken.

Each group is about one span of the question: a stored value, a number, a pattern of letters, a
date, a period, or a column of yes and no.
"""

import datetime as dt
import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipeline.reader.features import operators_near
from pipeline.reader.intent import Between, Condition, DateRange, Operator, Scalar
from pipeline.reader.linking import NumberMention, ValueMention, grouped_values
from pipeline.reader.local_scores import LocalScores, NumberUse
from pipeline.reader.schema_view import ColumnView
from pipeline.reader.weights import log_probability
from pipeline.reader.words import Token, lexicon

_MOST_CHOICES = 4
_FIRST_YEAR, _LAST_YEAR = 1000, 2100
_FAR = 99


@dataclass(frozen=True, slots=True)
class ConditionUse:
    """Tokens [start, end) read as a condition on a column; `certainty` is that of a value."""

    start: int
    end: int
    column: int
    condition: Condition
    certainty: float = 1.0


@dataclass(frozen=True, slots=True)
class Choice:
    """One reading of a span with the logarithm of its probability; None leaves the span out."""

    score: float
    use: ConditionUse | None


@dataclass(frozen=True, slots=True)
class Conditions:
    """One choice of each group."""

    score: float
    uses: tuple[ConditionUse, ...]


class ConditionReader:
    """The conditions of one question."""

    def __init__(self, scores: LocalScores) -> None:
        self._scores = scores
        self._linked = scores.linked
        self._view = scores.linked.view
        self._spans = grouped_values(self._linked.values)
        self._certainty = dict(zip(self._linked.values, scores.values, strict=True))
        self._ready = [*self._stored(), *self._patterns(), *self._flags(), *self._dates()]
        self._ready += self._periods()
        self._best: dict[int | None, list[Conditions]] = {}

    def best(self, taken: int | None, most: int) -> list[Conditions]:
        """The likeliest sets of conditions; the number at token `taken` is no condition."""
        if taken not in self._best:
            groups = [*self._ready, *self._numbers(taken)]
            self._best[taken] = _likeliest(groups, most)
        return self._best[taken]

    def _stored(self) -> list[list[Choice]]:
        groups = []
        for mentions in self._spans:
            ranked = sorted(mentions, key=lambda m: -self._certainty[m])[:_MOST_CHOICES]
            kept = [mention for mention in ranked if self._certainty[mention] > 0.03]
            if kept:
                none = log_probability(1 - self._certainty[kept[0]])
                negated = self._is_negated(mentions[0].start, 6)
                group = [Choice(none, None)]
                for mention in kept:
                    group += self._value_choices(mention, negated=negated)
                groups.append(group)
        return groups

    def _value_choices(self, mention: ValueMention, *, negated: bool) -> list[Choice]:
        part = mention.how == "part"
        value = f"%{mention.value}%" if part else mention.value
        positive: Operator = "like" if part else "="
        negative: Operator = "not like" if part else "!="
        score, at = log_probability(self._certainty[mention]), (mention.start, mention.end)
        certainty = self._certainty[mention]
        stored = value if part else _as_stored(self._view.columns[mention.column], value)
        found = [Choice(score, self._use(at, mention.column, positive, stored, certainty))]
        if negated:
            use = self._use(at, mention.column, negative, stored, certainty)
            found.append(Choice(score - 0.5, use))
        return found

    def _use(
        self,
        at: tuple[int, int],
        column: int,
        operator: Operator,
        value: Scalar | Between | DateRange,
        certainty: float = 1.0,
    ) -> ConditionUse:
        condition = Condition(self._view.columns[column].ref, operator, value)
        return ConditionUse(at[0], at[1], column, condition, certainty)

    def _is_negated(self, start: int, width: int, end: int | None = None) -> bool:
        words = lexicon().of("negates")
        near = self._linked.tokens[max(0, start - width) : end if end is not None else start]
        return any(token.low in words or token.low.endswith("n't") for token in near)

    def _numbers(self, taken: int | None) -> list[list[Choice]]:
        numbers = [n for n in self._linked.numbers if n.at != taken and not self._in_period(n.at)]
        groups: list[list[Choice]] = []
        done: set[int] = set()
        for place, number in enumerate(numbers):
            following = numbers[place + 1] if place + 1 < len(numbers) else None
            if number.at in done:
                continue
            if following is not None and self._are_bounds(number, following):
                done.add(following.at)
                groups.append(self._between(number, following))
                continue
            uses = [u for u in self._scores.number_uses[number.at] if u.probability > 0.02]
            if uses:
                none = log_probability(1 - uses[0].probability)
                group = [Choice(none, None)]
                for use in uses:
                    condition = self._compared(use, number)
                    score = log_probability(use.probability)
                    at = (number.at, number.at + 1)
                    group.append(
                        Choice(score, ConditionUse(*at, use.column, condition, use.probability))
                    )
                groups.append(group)
        return groups

    def _in_period(self, at: int) -> bool:
        """Whether a number is part of words for a period that hold more than the number."""
        return any(m.start <= at < m.end and m.end - m.start > 1 for m in self._linked.times)

    def _are_bounds(self, low: NumberMention, high: NumberMention) -> bool:
        tokens = self._linked.tokens
        near = tokens[max(0, low.at - 4) : low.at]
        joined = high.at <= low.at + 3 and tokens[low.at + 1].low in ("and", "to", "-")
        return joined and any(token.low in ("between", "from", "range") for token in near)

    def _between(self, low: NumberMention, high: NumberMention) -> list[Choice]:
        best: dict[int, float] = {}
        for use in (*self._scores.number_uses[low.at], *self._scores.number_uses[high.at]):
            best[use.column] = max(best.get(use.column, 0), use.probability)
        ranked = sorted(best.items(), key=lambda pair: -pair[1])[:3]
        group = [Choice(-2.5, None)]
        for number, probability in ranked:
            column = self._view.columns[number]
            if column.kind == "date" and _is_year(low.value) and _is_year(high.value):
                value: Between | DateRange = _years(int(low.value), int(high.value))
            else:
                value = Between(_as_number(column, low.value), _as_number(column, high.value))
            score = log_probability(min(0.9, probability + 0.3))
            group.append(Choice(score, self._use((low.at, high.at + 1), number, "=", value)))
        return group

    def _compared(self, use: NumberUse, number: NumberMention) -> Condition:
        column, value = self._view.columns[use.column], number.value
        operator: Operator = use.operator  # type: ignore[assignment]
        if column.kind == "date" and _is_year(value):
            return Condition(
                column.ref, "!=" if operator == "!=" else "=", _period(operator, int(value))
            )
        return Condition(column.ref, operator, _as_number(column, value))

    def _patterns(self) -> list[list[Choice]]:
        """Conditions on a part of a text: starts with, ends with, contains."""
        groups, seen = [], set[int]()
        for at, token in enumerate(self._linked.tokens):
            kind = _pattern_kind(token)
            found = self._pattern_text(at, kind) if kind else None
            if found is not None and found not in seen:
                seen.add(found)
                groups.append(self._pattern_group(at, found, kind))
        return [group for group in groups if len(group) > 1]

    def _pattern_text(self, at: int, kind: str) -> int | None:
        """The token that holds the letters which a word like "starting" speaks of."""
        tokens = self._linked.tokens
        for place in range(at + 1, min(len(tokens), at + 8)):
            token = tokens[place]
            letter = len(token.low) == 1 and token.low.isalpha() and token.text != "I"
            article = token.low == "a" and tokens[place - 1].low not in ("letter", "character")
            capital = token.capital and kind != "contains" and not token.quoted
            if token.quoted or (letter and not article) or capital:
                break
            if kind == "contains" and _pattern_kind(token) in ("starts", "ends"):
                return None
        else:
            return None
        whole = any(
            v.start <= place < v.end and v.how != "part" and self._certainty[v] > 0.3
            for v in self._linked.values
        )
        return None if whole and kind == "contains" else place

    def _pattern_group(self, at: int, place: int, kind: str) -> list[Choice]:
        text = self._linked.tokens[place].text
        value = {"starts": f"{text}%", "ends": f"%{text}", "contains": f"%{text}%"}[kind]
        found: list[Choice] = []
        for number in self._scores.columns:
            column = self._view.columns[number]
            mentions = self._linked.column_mentions[number]
            away = min(
                (abs(at - m.end) if m.end <= at else abs(m.start - place) + 1 for m in mentions),
                default=_FAR,
            )
            if column.kind == "number" or (
                kind == "contains" and away == _FAR and not column.is_name
            ):
                continue
            table = self._linked.table_scores[column.table]
            if away < _FAR:
                named = min(1.0, self._linked.column_scores[number])
                score = -0.2 - 0.25 * min(away, 8) + 1.2 * (named - 1)
            else:
                score = -3.0 if column.is_name and table > 0.6 else -4.0
            score += 0.5 * (table - 1)
            found.append(Choice(score, self._use((place, place + 1), number, "like", value)))
        found.sort(key=lambda choice: -choice.score)
        return [Choice(-1.5 if kind == "contains" else -3.5, None), *found[:_MOST_CHOICES]]

    def _flags(self) -> list[list[Choice]]:
        """Columns of yes and no that are named without a value."""
        yes, no = lexicon().of("yes"), lexicon().of("no")
        groups = []
        for number in self._scores.columns:
            column = self._view.columns[number]
            if self._linked.column_scores[number] < 0.5 or not 1 <= len(column.values) <= 3:
                continue
            stored = {value.strip().lower(): value for value in column.values}
            if not all(value in yes or value in no or not value for value in stored):
                continue
            mention = self._linked.column_mentions[number][0]
            said = any(
                v.column == number and 0 <= v.start - mention.end < 4 for v in self._linked.values
            )
            if said:
                continue
            negated = self._is_negated(mention.start, 5, mention.end + 3)
            group, at = [Choice(-0.7, None)], (mention.start, mention.end)
            for low, value in stored.items():
                if low:
                    score = -0.9 if (low in no) == negated else -3.0
                    use = self._use(at, number, "=", _as_stored(column, value))
                    group.append(Choice(score, use))
            groups.append(group)
        return groups

    def _dates(self) -> list[list[Choice]]:
        """Conditions on a date that is written out."""
        groups = []
        for at, token in enumerate(self._linked.tokens):
            stored = any(
                v.start <= at < v.end and self._certainty[v] > 0.3 for v in self._linked.values
            )
            operators = operators_near(self._linked, at) if token.dated else ()
            if not operators or (stored and operators[0] == "="):
                continue
            found = []
            for column, score in self._date_columns((at, at + 1)):
                for rank, operator in enumerate(operators[:2]):
                    named: Operator = operator  # type: ignore[assignment]
                    use = self._use((at, at + 1), column.index, named, token.text)
                    found.append(Choice(score - 0.8 * rank, use))
            found.sort(key=lambda choice: -choice.score)
            groups.append([Choice(-3.5, None), *found[:_MOST_CHOICES]])
        return groups

    def _periods(self) -> list[list[Choice]]:
        """Conditions on a period that is told in words: last month, in March 2025."""
        groups = []
        for mention in self._linked.times:
            span, at = mention.span, (mention.start, mention.end)
            if mention.end - mention.start == 1 and self._linked.tokens[mention.start].number:
                continue
            if span.start is None and span.end is None:
                continue
            period = DateRange(span.start, span.end)
            found = [
                Choice(score, self._use(at, column.index, "=", period))
                for column, score in self._date_columns(at)
            ]
            for number in self._linked.numbers:
                if mention.start <= number.at < mention.end:
                    found += self._compared_years(number, at)
            found.sort(key=lambda choice: -choice.score)
            groups.append([Choice(-3.5, None), *found[:_MOST_CHOICES]])
        return groups

    def _compared_years(self, number: NumberMention, at: tuple[int, int]) -> Iterator[Choice]:
        """A number within a period, compared with columns that hold years as numbers."""
        for use in self._scores.number_uses[number.at]:
            if self._view.columns[use.column].kind == "number" and use.probability > 0.02:
                condition = self._compared(use, number)
                score = log_probability(use.probability)
                yield Choice(score, ConditionUse(*at, use.column, condition, use.probability))

    def _date_columns(self, span: tuple[int, int]) -> Iterator[tuple[ColumnView, float]]:
        """Columns that may hold dates, with the score of the period being one of theirs."""
        for number, probability in self._scores.periods.get(span, {}).items():
            yield self._view.columns[number], log_probability(probability)


def _likeliest(groups: Sequence[Sequence[Choice]], most: int) -> list[Conditions]:
    """The best combinations of one choice a group (beam search)."""
    beam = [Conditions(0.0, ())]
    for group in groups:
        wider = (
            Conditions(
                kept.score + choice.score,
                kept.uses if choice.use is None else (*kept.uses, choice.use),
            )
            for kept in beam
            for choice in group
        )
        beam = heapq.nlargest(most, wider, key=lambda each: each.score)
    return beam


def _pattern_kind(token: Token) -> str:
    for kind in ("starts", "ends", "contains"):
        words = lexicon().of(kind)
        if token.lemma in words or any(token.stem == word[: len(token.stem)] and
                                       len(token.stem) > 2 for word in words):  # fmt: skip
            return kind
    return ""


def _is_year(value: float) -> bool:
    return _FIRST_YEAR <= value <= _LAST_YEAR and value == int(value)


def _years(first: int, last: int) -> DateRange:
    return DateRange(dt.date(first, 1, 1), dt.date(last + 1, 1, 1))


def _period(operator: str, year: int) -> DateRange:
    """The time that "after 2010", "before 2010" or "in 2010" means."""
    whole = _years(year, year)
    match operator:
        case ">":
            return DateRange(whole.end, None)
        case ">=":
            return DateRange(whole.start, None)
        case "<":
            return DateRange(None, whole.start)
        case "<=":
            return DateRange(None, whole.end)
        case _:
            return whole


def _as_number(column: ColumnView, value: float) -> Scalar:
    """A number in the type of the column."""
    whole: Scalar = int(value) if value == int(value) else value
    return whole if column.stored.is_number or not column.values else str(whole)


def _as_stored(column: ColumnView, value: str) -> Scalar:
    if not column.stored.is_number:
        return value
    try:
        return _as_number(column, float(value))
    except ValueError:
        return value
