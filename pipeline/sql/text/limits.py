"""The limits on a text: what would keep the parser or the generator busy is refused before them."""

import re
from collections.abc import Sequence

from sqlglot.parser import Parser
from sqlglot.tokenizer_core import Token, TokenType

from pipeline.sql.text.inspected import StatementRefusedError

# Enough for a list of a thousand long identifiers, and not for what nobody would write.
MAX_CHARACTERS = 40_000
MAX_WORDS = 2_600
# What a statement may cost altogether; see `_COST`. A list of a thousand numbers costs 2,000.
MAX_COST = 3_000
MAX_DEPTH = 30
MAX_UNARY_RUN = 8
# The parser's time doubles with every list, structure or type inside another.
MAX_LIST_DEPTH = 6
# So it does with every join whose condition is still to come.
MAX_OPEN_JOINS = 8
MAX_RUN = 6
MAX_CHAIN = 20
# The generator of T-SQL writes what stands before an arrow twice.
MAX_CHAIN_OF = {"tsql": 4}
MAX_JOINS = 40
MAX_OPERATORS = 100
# The message format of PostgreSQL's own grammar is read down to a hundred levels, two an operator.
MAX_OPERATORS_OF = {"postgres": 40}
MAX_CONDITIONS = 300
MAX_UNIONS = 40
MAX_DOUBLING = 4

# The parser writes the argument of these twice; so does it read that of a call with a dot twice.
_DOUBLING = frozenset(
    {"DIV0", "DIV0NULL", "NULLIFZERO", "ZEROIFNULL", "SORT_ARRAY", "SEQUENCE", "GENERATE_SERIES"}
    | {"GENERATE_DATE_ARRAY", "EXPLODING_GENERATE_SERIES"}
)
_ROUGH_WORD = re.compile(r"\w+|'[^']*'|[^\w\s]")
_OPENING = frozenset({TokenType.L_PAREN, TokenType.L_BRACKET, TokenType.L_BRACE, TokenType.CASE})
_CLOSING = frozenset({TokenType.R_PAREN, TokenType.R_BRACKET, TokenType.R_BRACE, TokenType.END})
_OFTEN_IN_A_ROW = frozenset({TokenType.L_PAREN, TokenType.R_PAREN, TokenType.END})
_LINKS = frozenset(
    {TokenType.ARROW, TokenType.DARROW, TokenType.HASH_ARROW, TokenType.DHASH_ARROW}
    | {TokenType.DCOLON, TokenType.L_BRACKET, TokenType.FARROW, TokenType.COLON}
)
# What a word costs who reads, checks and writes it out, where it is more than a plain name's 1.
_COST = (
    dict.fromkeys(_OPENING | _CLOSING, 2)
    | dict.fromkeys(Parser.TYPE_TOKENS - {TokenType.VAR, TokenType.IDENTIFIER}, 5)
    | dict.fromkeys(_LINKS, 6)
    | {TokenType.SELECT: 8, TokenType.ALIAS: 2}
)
_ENDS_CHAIN = frozenset(
    {TokenType.COMMA, TokenType.AND, TokenType.OR, TokenType.FROM, TokenType.WHERE}
    | {TokenType.ALIAS, TokenType.EQ}
)
_LIST_OPENING = frozenset({TokenType.L_BRACKET, TokenType.L_BRACE})
# After these the parser first tries to read what is in brackets as something else.
_RETRIED_BEFORE = frozenset({*Parser.TYPE_TOKENS, TokenType.ARROW, TokenType.FARROW}) - {
    TokenType.VAR,
    TokenType.IDENTIFIER,
}
_UNARY = frozenset({TokenType.DASH, TokenType.PLUS, TokenType.NOT, TokenType.TILDE})
_JOINS = frozenset({TokenType.JOIN, TokenType.STRAIGHT_JOIN, TokenType.APPLY})
_UNCONDITIONAL = frozenset({TokenType.CROSS, TokenType.NATURAL})
_JOIN_CONDITIONS = frozenset({TokenType.ON, TokenType.USING})
_BRACKETS = frozenset({TokenType.L_PAREN, TokenType.R_PAREN})
_UNIONS = frozenset({TokenType.UNION, TokenType.EXCEPT, TokenType.INTERSECT})
_ENDS_FROM = _UNIONS | {
    TokenType.SELECT,
    TokenType.WHERE,
    TokenType.GROUP_BY,
    TokenType.HAVING,
    TokenType.QUALIFY,
    TokenType.WINDOW,
    TokenType.ORDER_BY,
}
_JOIN_WORDS = (
    _JOINS | _UNCONDITIONAL | _JOIN_CONDITIONS | _BRACKETS | _ENDS_FROM
    | {TokenType.FROM, TokenType.COMMA, TokenType.DISTINCT}
)  # fmt: skip
_OPERATORS = frozenset(
    {*Parser.TERM, *Parser.FACTOR, *Parser.BITWISE, *Parser.EQUALITY, *Parser.COMPARISON}
    | {*Parser.RANGE_PARSERS, *Parser.EXPONENT, TokenType.DPIPE, TokenType.COLLATE}
)
_CONNECTORS = frozenset({TokenType.AND, TokenType.OR, TokenType.XOR})
_ENDS_EXPRESSION = frozenset(
    {TokenType.COMMA, TokenType.FROM, TokenType.WHERE, TokenType.SELECT, TokenType.ON}
    | {TokenType.GROUP_BY, TokenType.ORDER_BY, TokenType.HAVING, TokenType.THEN}
)
_EXPRESSION_PARTS = (
    {TokenType.DOT} | _OPERATORS | _CONNECTORS | _ENDS_EXPRESSION | _OPENING | _CLOSING | _UNIONS
)


def check_length(sql: str, longer: int = 1) -> None:
    """Refuses a text of which even counting the words would take too long."""
    if len(sql) > MAX_CHARACTERS * longer:
        raise StatementRefusedError(because=f"it is longer than {MAX_CHARACTERS} characters")
    if len(sql) > MAX_WORDS and sum(1 for _ in _ROUGH_WORD.finditer(sql)) > 2 * MAX_WORDS * longer:
        raise StatementRefusedError(because=f"it has more than {MAX_WORDS} words")


def check_limits(tokens: Sequence[Token], dialect: str, longer: int = 1) -> None:
    """Refuses what is too long, too deep, or repeats what the parser would try in every way.

    Written out for its engine a statement may be `longer` times as long as when it came in.
    """
    kinds = [token.token_type for token in tokens]
    if len(kinds) > MAX_WORDS * longer:
        raise StatementRefusedError(because=f"it has more than {MAX_WORDS} words")
    if sum(_COST.get(kind, 1) for kind in kinds) > MAX_COST * longer:
        raise StatementRefusedError(because="it has too many parts")
    _check_depth(kinds)
    _check_doubling(tokens, kinds)
    _check_runs(kinds, MAX_CHAIN_OF.get(dialect, MAX_CHAIN))
    _check_joins([kind for kind in kinds if kind in _JOIN_WORDS])
    _check_expressions([kind for kind in kinds if kind in _EXPRESSION_PARTS], dialect)


def _check_runs(kinds: Sequence[TokenType], longest_chain: int) -> None:
    """The same word again and again, or one type after the other, is tried in every way."""
    same = types = links = 0
    before = TokenType.SEMICOLON
    for kind in kinds:
        links = 0 if kind in _ENDS_CHAIN else links + (kind in _LINKS)
        same = same + 1 if kind == before and kind not in _OFTEN_IN_A_ROW else 0
        types = types + 1 if kind in _RETRIED_BEFORE else 0
        if same > MAX_RUN or types > MAX_RUN or links > longest_chain:
            raise StatementRefusedError(because="it repeats a word too often")
        before = kind


def _check_joins(kinds: Sequence[TokenType]) -> None:
    """Joins, commas between tables included, and those of them whose condition is to come."""
    pending = joins = 0
    in_from = False
    outside: list[tuple[int, bool]] = []
    before = TokenType.SEMICOLON
    for kind in kinds:
        joins += kind in _JOINS or (kind == TokenType.COMMA and in_from)
        if kind in _JOINS and (kind == TokenType.APPLY or before not in _UNCONDITIONAL):
            pending += 1
        elif kind in _JOIN_CONDITIONS:
            pending = max(pending - 1, 0)
        elif kind == TokenType.L_PAREN:
            outside.append((pending, in_from))
            in_from = False
        elif kind == TokenType.R_PAREN and outside:
            pending, in_from = outside.pop()
        elif kind == TokenType.FROM or kind in _ENDS_FROM:
            in_from = kind == TokenType.FROM and before != TokenType.DISTINCT
        if pending > MAX_OPEN_JOINS or joins > MAX_JOINS:
            raise StatementRefusedError(because="it has too many joins")
        before = kind


def _check_depth(kinds: Sequence[TokenType]) -> None:
    opened: list[bool] = []
    lists = run = 0
    before = TokenType.SEMICOLON
    for kind in kinds:
        if kind in _OPENING:
            opened.append(kind in _LIST_OPENING or before in _RETRIED_BEFORE)
            lists += opened[-1]
        elif kind in _CLOSING and opened:
            lists -= opened.pop()
        run = run + 1 if kind in _UNARY else 0
        if len(opened) > MAX_DEPTH or lists > MAX_LIST_DEPTH or run > MAX_UNARY_RUN:
            raise StatementRefusedError(because="it is nested too deeply")
        before = kind


def _check_doubling(tokens: Sequence[Token], kinds: Sequence[TokenType]) -> None:
    opened: list[bool] = []
    depth = 0
    for at, kind in enumerate(kinds):
        if kind == TokenType.L_PAREN:
            dotted = at > 1 and kinds[at - 2] == TokenType.DOT
            opened.append(dotted or (at > 0 and tokens[at - 1].text.upper() in _DOUBLING))
            depth += opened[-1]
        elif kind == TokenType.R_PAREN and opened:
            depth -= opened.pop()
        if depth > MAX_DOUBLING:
            raise StatementRefusedError(because="it is nested too deeply")


def _check_expressions(kinds: Sequence[TokenType], dialect: str) -> None:
    """Each operator, AND and UNION in a row is one call deeper for whoever reads or writes it."""
    most = MAX_OPERATORS_OF.get(dialect, MAX_OPERATORS)
    operators = conditions = unions = 0
    outside: list[tuple[int, int]] = []
    before = TokenType.SEMICOLON
    for kind in kinds:
        if kind in _OPERATORS or kind == TokenType.DOT:
            # `a.b + c.d` holds one operator, `a.b.c.d` two.
            operators += kind in _OPERATORS or kind == before
        elif kind in _CONNECTORS:
            operators, conditions = 0, conditions + 1
        elif kind in _OPENING:
            outside.append((operators, conditions))
            operators = conditions = 0
        elif kind in _CLOSING:
            operators, conditions = outside.pop() if outside else (0, 0)
        else:
            operators = conditions = 0
            unions += kind in _UNIONS
        if operators > most or conditions > MAX_CONDITIONS or unions > MAX_UNIONS:
            raise StatementRefusedError(because="it has too many operators or UNIONs in a row")
        before = kind
