"""What the local models say of a question: its shape, and the part that each column plays."""

from collections.abc import Mapping
from dataclasses import dataclass

from pipeline.reader.features import (
    column_features,
    is_dated,
    number_features,
    number_role_features,
    operators_near,
    period_features,
    question_features,
    table_features,
    value_features,
)
from pipeline.reader.linking import LinkedQuestion, NumberMention
from pipeline.reader.shapes import (
    SelectedAggregate,
    SelectPattern,
    Shape,
    pattern_from,
    pattern_label,
    shape_from,
)
from pipeline.reader.weights import Weights, feature_key
from pipeline.reader.words import Token, is_function_word, lexicon

ROLES = ("selected", "aggregated", "grouped", "ordered", "compared")
_ASKING = ("who", "when", "where", "many", "much")
_MOST_SHAPES, _MOST_PATTERNS, _MOST_OPERATORS, _MOST_COLUMNS = 10, 5, 3, 4
_NAMED = 0.75
_MOST_TABLES = 40
_UNSEEN_PATTERN = -2.0


@dataclass(frozen=True, slots=True)
class ColumnRoles:
    """The probability of each part that a column may play."""

    selected: float = 0.0
    aggregated: float = 0.0
    grouped: float = 0.0
    ordered: float = 0.0
    compared: float = 0.0


@dataclass(frozen=True, slots=True)
class NumberUse:
    """A number compared with a column, with its probability."""

    probability: float
    column: int
    operator: str


@dataclass(frozen=True, kw_only=True)
class LocalScores:
    """The scores of all parts. Keys of the mappings are numbers of columns, tables and tokens."""

    linked: LinkedQuestion
    shapes: tuple[tuple[float, Shape], ...]
    patterns: tuple[tuple[float, SelectPattern], ...]
    distinct: float
    pairs: tuple[float, ...]
    columns: Mapping[int, ColumnRoles]
    values: tuple[float, ...]
    number_roles: Mapping[int, Mapping[str, float]]
    number_uses: Mapping[int, tuple[NumberUse, ...]]
    periods: Mapping[tuple[int, int], Mapping[int, float]]
    tables: tuple[float, ...]

    def roles(self, column: int) -> ColumnRoles:
        return self.columns.get(column, _NO_ROLES)


_NO_ROLES = ColumnRoles()


def content_words(linked: LinkedQuestion) -> list[str]:
    """The lemmas of words that may name something."""
    return list(dict.fromkeys(
        token.lemma
        for token, tag in zip(linked.tokens, linked.tags, strict=True)
        if tag not in ("VAL", "NUM") and token.is_word and _names(token)
    ))  # fmt: skip


def _names(token: Token) -> bool:
    return not is_function_word(token.low) or token.low in _ASKING


def pair_words(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words of a column name that may go with a word of a question."""
    return tuple(word for word in words if word not in ("of", "the", "a", "in"))


def pair_scores(linked: LinkedQuestion, weights: Weights) -> tuple[float, ...]:
    """For each column that no word names: its best learned pair with a word of the question."""
    words = content_words(linked)
    return tuple(
        weights.pairs.score(words, pair_words(column.short)) if score < _NAMED else 0.0
        for column, score in zip(linked.view.columns, linked.column_scores, strict=True)
    )


def candidate_columns(linked: LinkedQuestion, pairs: tuple[float, ...]) -> list[int]:
    """The columns that a question may speak of at all."""
    view = linked.view
    with_values = {value.column for value in linked.values}
    likely = _likely_tables(linked, with_values)
    found = []
    for column in view.columns:
        if column.table not in likely:
            continue
        number, kept = column.index, column.is_name
        if linked.table_scores[column.table] >= 0.45:
            few = len(view.tables[column.table].columns) <= 4
            kept = kept or column.is_key or column.primary_key or column.kind != "text" or few
        near = pairs[number] > 0.6 or linked.similarity[number] > 0.5
        if kept or near or number in with_values or linked.column_scores[number] >= 0.3:
            found.append(number)
    return found


def _likely_tables(linked: LinkedQuestion, with_values: set[int]) -> set[int]:
    """The tables that a question may speak of: of many, those that its words name best."""
    view = linked.view
    if len(view.tables) <= _MOST_TABLES:
        return {table.index for table in view.tables}

    def score(number: int) -> float:
        columns = view.tables[number].columns
        best = max((linked.column_scores[column] for column in columns), default=0.0)
        near = max((linked.similarity[column] for column in columns), default=0.0)
        return (
            2 * linked.table_scores[number]
            + best
            + near / 2
            + (not with_values.isdisjoint(columns))
        )

    return set(sorted(range(len(view.tables)), key=lambda number: -score(number))[:_MOST_TABLES])


def dated_spans(linked: LinkedQuestion) -> list[tuple[int, int]]:
    """The tokens that name a period or a day."""
    periods = [(mention.start, mention.end) for mention in linked.times]
    days = [(at, at + 1) for at, token in enumerate(linked.tokens) if token.dated]
    return list(dict.fromkeys((*periods, *days)))


def may_compare(linked: LinkedQuestion, column: int) -> bool:
    """Whether a number may be compared with a column."""
    return linked.view.columns[column].kind != "text" or linked.column_scores[column] >= 0.6


def keys_of(features: list[str]) -> list[int]:
    """The numbers that stand for features."""
    return [feature_key(feature) for feature in features]


def local_scores(linked: LinkedQuestion, weights: Weights) -> LocalScores:
    """All local scores of a question."""
    models = weights.models
    question = keys_of(question_features(linked))
    pairs = pair_scores(linked, weights)
    columns = candidate_columns(linked, pairs)
    shapes = models["shape"].ranked(question)[:_MOST_SHAPES]
    return LocalScores(
        linked=linked,
        shapes=tuple((score, shape_from(label)) for score, label in shapes),
        patterns=_patterns(linked, models["pattern"].ranked(question)),
        distinct=models["distinct"].probability(question),
        pairs=pairs,
        columns={
            number: ColumnRoles(
                *models["column"].probabilities(
                    keys_of(column_features(linked, number, pairs[number]))
                )
            )
            for number in columns
        },
        values=tuple(
            models["value"].probability(keys_of(value_features(linked, value)))
            for value in linked.values
        ),
        number_roles={
            number.at: {
                role: score
                for score, role in models["number_role"].ranked(
                    keys_of(number_role_features(linked, number))
                )
            }
            for number in linked.numbers
        },
        number_uses={
            number.at: _uses(linked, number, columns, pairs, weights) for number in linked.numbers
        },
        periods={
            span: {
                number: models["period"].probability(
                    keys_of(period_features(linked, *span, number))
                )
                for number in columns
                if is_dated(linked.view.columns[number])
            }
            for span in dated_spans(linked)
        },
        tables=tuple(
            models["table"].probability(keys_of(table_features(linked, table.index)))
            for table in linked.view.tables
        ),
    )


def _uses(
    linked: LinkedQuestion,
    number: NumberMention,
    columns: list[int],
    pairs: tuple[float, ...],
    weights: Weights,
) -> tuple[NumberUse, ...]:
    model = weights.models["number"]
    found: list[NumberUse] = []
    for column in columns:
        if not may_compare(linked, column):
            continue
        for rank, operator in enumerate(operators_near(linked, number.at)[:_MOST_OPERATORS]):
            features = number_features(linked, number, column, operator, rank, pairs[column])
            found.append(NumberUse(model.probability(keys_of(features)), column, operator))
    found.sort(key=lambda use: -use.probability)
    return tuple(found[:_MOST_COLUMNS])


def _patterns(
    linked: LinkedQuestion, ranked: list[tuple[float, str]]
) -> tuple[tuple[float, SelectPattern], ...]:
    """The likeliest patterns, and the one that the words spell where it is not among them."""
    best = [(score, pattern_from(label)) for score, label in ranked[:_MOST_PATTERNS]]
    functions = lexicon().of("function")
    said = sorted({functions[token.low] for token in linked.tokens if token.low in functions})
    if len(said) > 1:
        have = {label for _, label in ranked[: _MOST_PATTERNS - 1]}
        for some in {tuple(said), tuple(said[:2])}:
            pattern = SelectPattern(tuple(SelectedAggregate(name) for name in some))  # type: ignore[arg-type]
            if pattern_label(pattern) not in have:
                best.insert(3, (_UNSEEN_PATTERN, pattern))
    return tuple(best[:_MOST_PATTERNS])
