"""Words left out because the next expression has them: "this and last month"."""

from dataclasses import replace

from pipeline.dates.tokens import Token

STEPS = frozenset({"THIS", "LAST", "NEXT"})
LINKS = frozenset({"AND", "VS", "TO"})
NAMES = frozenset({"UNIT", "MONTH", "SEASON", "WEEKDAY", "FISCALUNIT"})
LONGEST_NAME = 2


def completed(tokens: list[Token]) -> list[Token]:
    """The tokens, with what "this" in "this and last month" leaves out put in without a width."""
    whole: list[Token] = []
    for index, token in enumerate(tokens):
        whole.append(token)
        whole.extend(_left_out(tokens, index))
    return whole


def _left_out(tokens: list[Token], index: int) -> list[Token]:
    if not _is_step(tokens, index) or index + 3 >= len(tokens):
        return []
    if not tokens[index + 1].concepts.keys() & LINKS or not _is_step(tokens, index + 2):
        return []
    named: list[Token] = []
    for token in tokens[index + 3 : index + 3 + LONGEST_NAME]:
        at = tokens[index].end
        named.append(replace(token, start=at, end=at))
        if token.concepts.keys() & NAMES:
            return named
        if "FISCAL" not in token.concepts:
            break
    return []


def _is_step(tokens: list[Token], index: int) -> bool:
    concepts = tokens[index].concepts.keys() if index < len(tokens) else set()
    return bool(concepts & STEPS) and not concepts & NAMES
