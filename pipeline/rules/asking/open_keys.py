"""Two keys between the same tables of which no word says which is meant: a person is asked.

Either key would give an answer.
"""

from collections.abc import Collection, Mapping

from pipeline.checkpoint import Option
from pipeline.intent import Intent
from pipeline.rules.asking.ask import Question
from pipeline.rules.asking.named_only import compared_by, read_by
from pipeline.rules.schema.edges import Parallel, role_key
from pipeline.rules.schema.known import Known
from pipeline.rules.text.words import name_words
from pipeline.rules.vocabulary.nouns import REFERENCES

# What tells no more of a row that is referred to than that it is.
_KEY_TAILS = REFERENCES | {"ids", "ref", "by", "fk"}


def picked_keys(parallel: Parallel, choices: Mapping[str, str]) -> dict[tuple[str, str], str]:
    """For every two tables with several keys between them, the one that a person picked."""
    picked = {pair: choices.get(role_key(pair), "") for pair in parallel}
    return {pair: column for pair, column in picked.items() if column in parallel[pair]}


def left_over(parallel: Parallel, intent: Intent) -> dict[tuple[str, str], str]:
    """The only key between two tables that nothing is compared with: `friends of Bob`."""
    read = compared_by(intent)
    rest = {p: [c for c in cs if f"{p[0]}.{c}" not in read] for p, cs in parallel.items()}
    return {pair: columns[0] for pair, columns in rest.items() if len(columns) == 1}


def joined_by_what_is_read(intent: Intent, about: Known, reached: Collection[str]) -> list[str]:
    """The risk that a key which the question names is shown or compared, and joins nothing."""
    read = read_by(intent)
    return [
        f"the key to {pair[1]} is read for itself"
        for pair, column in about.joins.roles.items()
        if set(pair) <= set(reached) and f"{pair[0]}.{column}" in read
    ]


def question_of_role(parallel: Parallel) -> Question | None:
    """Which of several keys between two tables is meant; None where none is open."""
    for pair, columns in parallel.items():
        one, other = (" ".join(name_words(table)) for table in pair)
        options = tuple(Option(id=column, label=f"By “{_called(column)}”") for column in columns)
        prompt = f"How do {one} and {other} connect here?"
        return Question(role_key(pair), "columns", prompt, options, open=True)
    return None


def _called(column: str) -> str:
    words = name_words(column)
    return " ".join(words[:-1] if len(words) > 1 and words[-1] in _KEY_TAILS else words)
