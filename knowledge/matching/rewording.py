"""Tokens that are one thing together: compound nouns, spelled and scaled numbers, months."""

from dataclasses import replace

from knowledge.matching import lexicon, wordlists
from knowledge.matching.tokens import Mark, Token, plain_number


def reworded(tokens: list[Token]) -> list[Token]:
    """The tokens with what belongs together as one."""
    return _scaled(_numbers(_shared_names(_compounds(_months(tokens)))))


def _compounds(tokens: list[Token]) -> list[Token]:
    out: list[Token] = []
    for token in tokens:
        joined = wordlists.COMPOUNDS.get((out[-1].key, token.key)) if out else None
        if joined and token.mark is out[-1].mark is Mark.WORD:
            first = out.pop()
            text = f"{first.text} {token.text}"
            out.append(Token(Mark.WORD, text, joined, first.start, token.end))
        else:
            out.append(token)
    return out


def _months(tokens: list[Token]) -> list[Token]:
    """`May` is a month, `may` is not."""
    return [
        replace(token, key=wordlists.MAY) if _is_may(tokens, place) else token
        for place, token in enumerate(tokens)
    ]


def _is_may(tokens: list[Token], place: int) -> bool:
    token = tokens[place]
    if token.mark is not Mark.WORD or token.key != "may":
        return False
    if tokens[max(place - 1, 0)].key in wordlists.BEFORE_MONTHS and place:
        return True
    following = tokens[place + 1 : place + 2]
    return bool(place and token.text == "May") or any(
        other.mark is Mark.NUMBER for other in following
    )


def _shared_names(tokens: list[Token]) -> list[Token]:
    """`first and last name` is a first name and a last name."""
    out = list(tokens)
    for place, token in enumerate(tokens[:-2]):
        after = tokens[place + 1].key in ("and", "or"), tokens[place + 2].key
        if token.key in ("first", "middle") and after in ((True, "lastname"), (True, "middlename")):
            out[place] = Token(Mark.WORD, token.text, token.key + "name", token.start, token.end)
    return out


def _numbers(tokens: list[Token]) -> list[Token]:
    return [
        _spelled(token, tokens[place - 1] if place else None) for place, token in enumerate(tokens)
    ]


def _spelled(token: Token, before: Token | None) -> Token:
    value = lexicon.NUMBER_WORDS.get(token.key) if token.mark is Mark.WORD else None
    if value is None or (value == "1" and not _counts(before)):
        return token
    return Token(Mark.NUMBER, token.text, value, token.start, token.end)


def _scaled(tokens: list[Token]) -> list[Token]:
    """`10 million` is one number."""
    out: list[Token] = []
    for token in tokens:
        scale = lexicon.SCALES.get(token.key, 0) if token.mark is Mark.WORD else 0
        if scale and out and out[-1].mark is Mark.NUMBER and out[-1].extra != "ordinal":
            small = out.pop()
            value, text = plain_number(float(small.key) * scale), f"{small.text} {token.text}"
            out.append(Token(Mark.NUMBER, text, value, small.start, token.end, small.extra))
        else:
            out.append(token)
    return out


def _counts(before: Token | None) -> bool:
    """Whether the word before makes `one` a number: more than one, at least one, exactly one."""
    return before is not None and before.key in {"than", "least", "most", "exactly", "only", "top"}
