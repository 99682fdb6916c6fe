"""The audit of the text before it is parsed: what the parser skips the engine must skip too."""

import re
from collections.abc import Sequence

from sqlglot.errors import SqlglotError
from sqlglot.parser import Parser
from sqlglot.tokenizer_core import Token, TokenType

from pipeline.sql.allow_list import words
from pipeline.sql.dialects import SqlDialect
from pipeline.sql.tier import StatementRefusedError

MAX_CHARACTERS = 12_000
MAX_TOKENS = 1_000
MAX_DEPTH = 40
MAX_UNARY_RUN = 8
# The parser's time doubles with every list, structure or type inside another.
MAX_LIST_DEPTH = 6
# So it does with every join whose condition is still to come.
MAX_OPEN_JOINS = 8
MAX_RUN = 6
MAX_CHAIN = 20

_BLANK = frozenset(" \t\r\n")
_OPENING = frozenset({TokenType.L_PAREN, TokenType.L_BRACKET, TokenType.L_BRACE, TokenType.CASE})
_CLOSING = frozenset({TokenType.R_PAREN, TokenType.R_BRACKET, TokenType.R_BRACE, TokenType.END})
_OFTEN_IN_A_ROW = frozenset({TokenType.L_PAREN, TokenType.R_PAREN, TokenType.END})
_LINKS = frozenset(
    {TokenType.ARROW, TokenType.DARROW, TokenType.HASH_ARROW, TokenType.DHASH_ARROW}
    | {TokenType.DCOLON, TokenType.L_BRACKET, TokenType.FARROW, TokenType.COLON}
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
_TEMPLATE = frozenset({TokenType.BLOCK_START, TokenType.BLOCK_END})
_BRACES = frozenset({TokenType.L_BRACE, TokenType.R_BRACE})
_PLAIN = frozenset("(),.=*<>")
_QUOTES = "'\"`["
TEXT_TOKENS = frozenset(
    {
        TokenType.STRING,
        TokenType.RAW_STRING,
        TokenType.BYTE_STRING,
        TokenType.NATIONAL_STRING,
        TokenType.HEREDOC_STRING,
        TokenType.HEX_STRING,
        TokenType.BIT_STRING,
    }
)
_DOLLAR_QUOTED = re.compile(r"(\$(?:[^\W\d]\w*)?\$)(.*)\1", re.DOTALL)
_LINE_CHARACTERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\x85\u2028\u2029]")
_TSQL_STARTERS = words("tsql.statement_words.txt")
_TSQL_CLAUSE_WORDS = {
    "MERGE": frozenset({"UPDATE", "INSERT", "DELETE", "SET"}),
    "UPDATE": frozenset({"SET"}),
    "CREATE": frozenset({"IF", "SET", "DELETE", "UPDATE"}),
    "ALTER": frozenset({"ALTER", "SET", "DELETE", "UPDATE", "DROP", "IF"}),
    "DROP": frozenset({"IF"}),
    "WITH": frozenset({"UPDATE", "DELETE", "INSERT", "SET", "MERGE"}),
}


def audited_tokens(sql: str, dialect: SqlDialect) -> list[Token]:
    """The tokens of text that the parser and the engine cannot read in two ways."""
    if len(sql) > MAX_CHARACTERS:
        raise StatementRefusedError(because=f"it is longer than {MAX_CHARACTERS} characters")
    try:
        sql.encode("utf-8")
        tokens = dialect.grammar.tokenize(sql)
    except (SqlglotError, UnicodeEncodeError, RecursionError) as error:
        raise StatementRefusedError(because="its text cannot be read as SQL") from error
    tokens = _without_last_semicolon(tokens)
    if len(tokens) > MAX_TOKENS:
        raise StatementRefusedError(because=f"it has more than {MAX_TOKENS} words")
    _audit_gaps(sql, tokens, dialect)
    _audit_depth(tokens)
    _audit_runs(tokens)
    _audit_joins(tokens)
    for before, token in zip([None, *tokens], tokens, strict=False):
        _audit_token(sql, token, before, dialect)
    if dialect.name == "tsql":
        _audit_tsql_words(tokens)
    return tokens


def _without_last_semicolon(tokens: list[Token]) -> list[Token]:
    if tokens and tokens[-1].token_type == TokenType.SEMICOLON:
        tokens = tokens[:-1]
    if not tokens:
        raise StatementRefusedError(because="there is no statement in it")
    if any(token.token_type == TokenType.SEMICOLON for token in tokens):
        raise StatementRefusedError(because="it holds more than one statement")
    return tokens


def _audit_gaps(sql: str, tokens: Sequence[Token], dialect: SqlDialect) -> None:
    at = 0
    for token in tokens:
        if token.start > at:
            gap = sql[at : token.start]
            if gap != " ":
                _audit_gap(gap, dialect)
        at = max(at, token.end + 1)
    _audit_gap(sql[at:].replace(";", " ", 1), dialect)


def _audit_gap(gap: str, dialect: SqlDialect) -> None:
    at = 0
    while at < len(gap):
        if gap[at] in _BLANK:
            at += 1
        elif gap.startswith("/*", at):
            at = _end_of_block_comment(gap, at, dialect)
        elif any(gap.startswith(mark, at) for mark in dialect.line_comments):
            at = _end_of_line_comment(gap, at, dialect)
        else:
            raise StatementRefusedError(
                because="it holds text that the parser skips but the engine reads"
            )


def _end_of_block_comment(gap: str, start: int, dialect: SqlDialect) -> int:
    if gap.startswith(("/*!", "/*M!", "/*+"), start):
        raise StatementRefusedError(because="it holds a comment that the engine executes")
    depth, at = 1, start + 2
    while depth:
        closing = gap.find("*/", at)
        opening = gap.find("/*", at)
        if closing < 0:
            raise StatementRefusedError(because="it holds a comment that does not end")
        if 0 <= opening < closing and dialect.nested_comments is not False:
            if dialect.nested_comments is None:
                raise StatementRefusedError(because="it holds a comment inside a comment")
            depth, at = depth + 1, opening + 2
        else:
            depth, at = depth - 1, closing + 2
    return at


def _end_of_line_comment(gap: str, start: int, dialect: SqlDialect) -> int:
    newline = gap.find("\n", start)
    end = len(gap) if newline < 0 else newline
    comment = gap[start:end].removesuffix("\r")
    if _LINE_CHARACTERS.search(comment):
        raise StatementRefusedError(because="a comment in it holds a control character")
    is_dashes = comment.startswith("--")
    if dialect.name == "mysql" and is_dashes and comment[2:3].strip(" \t\r\n"):
        raise StatementRefusedError(because="MySQL does not read its '--' as a comment")
    return end


def _audit_runs(tokens: Sequence[Token]) -> None:
    """The same word again and again, or one type after the other, is tried in every way."""
    same = types = links = 0
    before = TokenType.SEMICOLON
    for token in tokens:
        kind = token.token_type
        links = 0 if kind in _ENDS_CHAIN else links + (kind in _LINKS)
        same = same + 1 if kind == before and kind not in _OFTEN_IN_A_ROW else 0
        types = types + 1 if kind in _RETRIED_BEFORE else 0
        if same > MAX_RUN or types > MAX_RUN or links > MAX_CHAIN:
            raise StatementRefusedError(because="it repeats a word too often")
        before = kind


def _audit_joins(tokens: Sequence[Token]) -> None:
    pending = 0
    outside: list[int] = []
    before = TokenType.SEMICOLON
    for token in tokens:
        kind = token.token_type
        if kind in _JOINS and (kind == TokenType.APPLY or before not in _UNCONDITIONAL):
            pending += 1
        elif kind in _JOIN_CONDITIONS:
            pending = max(pending - 1, 0)
        elif kind == TokenType.L_PAREN:
            outside.append(pending)
        elif kind == TokenType.R_PAREN and outside:
            pending = outside.pop()
        if pending > MAX_OPEN_JOINS:
            raise StatementRefusedError(because="it has too many joins without a condition")
        before = kind


def _audit_depth(tokens: Sequence[Token]) -> None:
    opened: list[bool] = []
    lists = run = 0
    before = TokenType.SEMICOLON
    for token in tokens:
        kind = token.token_type
        if kind in _OPENING:
            opened.append(kind in _LIST_OPENING or before in _RETRIED_BEFORE)
            lists += opened[-1]
        elif kind in _CLOSING and opened:
            lists -= opened.pop()
        run = run + 1 if kind in _UNARY else 0
        if len(opened) > MAX_DEPTH or lists > MAX_LIST_DEPTH or run > MAX_UNARY_RUN:
            raise StatementRefusedError(because="it is nested too deeply")
        before = kind


def _audit_token(sql: str, token: Token, before: Token | None, dialect: SqlDialect) -> None:
    raw = sql[token.start : token.end + 1]
    if raw in _PLAIN or (raw.isascii() and raw.isidentifier()):
        return
    kind = token.token_type
    _audit_kind(kind, dialect)
    glued = before is not None and before.end + 1 == token.start
    if kind == TokenType.NUMBER:
        _audit_number(sql, token, before if glued else None)
    elif kind == TokenType.HEREDOC_STRING:
        _audit_dollar_quoted(sql, token, raw)
    elif kind == TokenType.UNICODE_STRING or (glued and _is_unicode_escape(sql, token)):
        raise StatementRefusedError(because="it holds a name or text written in Unicode escapes")
    elif kind in TEXT_TOKENS or raw[:1] in _QUOTES:
        _audit_quoted(raw, kind, dialect)
    else:
        _audit_word(raw, kind)


def _audit_kind(kind: TokenType, dialect: SqlDialect) -> None:
    if kind in _TEMPLATE or kind == TokenType.BACKSLASH:
        raise StatementRefusedError(because="it holds template or client syntax")
    if kind in _BRACES and not dialect.braces:
        raise StatementRefusedError(
            because="it holds braces, which the engine reads in its own way"
        )
    if kind == TokenType.HINT and not dialect.hints:
        raise StatementRefusedError(because="it holds an optimizer hint")
    if kind == TokenType.DARROW and dialect.name == "snowflake":
        raise StatementRefusedError(because="it chains statements with the flow operator")


def _audit_word(raw: str, kind: TokenType) -> None:
    if raw[0].isdigit() and kind == TokenType.VAR:
        raise StatementRefusedError(because="it holds a name that begins with a digit")
    if not raw.isascii():
        _audit_foreign_word(raw)
    elif not raw.isprintable():
        _audit_blank_keyword(raw)


def _audit_number(sql: str, token: Token, before: Token | None) -> None:
    after = sql[token.end + 1 : token.end + 2]
    glued_before = before is not None and (before.text[-1:].isalnum() or before.text[-1:] in "_$")
    if glued_before or after.isalnum() or (after and after in "_'\"`$#@"):
        raise StatementRefusedError(because="it holds a number glued to a word")


def _audit_dollar_quoted(sql: str, token: Token, raw: str) -> None:
    before = sql[token.start - 1 : token.start]
    after = sql[token.end + 1 : token.end + 2]
    quoted = _DOLLAR_QUOTED.fullmatch(raw)
    if quoted is None or quoted[1] in quoted[2] or _is_word(before) or _is_word(after):
        raise StatementRefusedError(because="it holds a dollar quote that can be read in two ways")


def _is_word(character: str) -> bool:
    return bool(character) and (character.isalnum() or character in "_$")


def _is_unicode_escape(sql: str, token: Token) -> bool:
    return sql[max(0, token.start - 2) : token.start].upper() == "U&" and (
        sql[token.start : token.start + 1] in {'"', "'"}
    )


def _audit_quoted(raw: str, kind: TokenType, dialect: SqlDialect) -> None:
    if "\x00" in raw:
        raise StatementRefusedError(because="it holds a null character")
    plain = kind == TokenType.STRING and raw.startswith("'")
    if plain and not dialect.backslash_escapes and "'" in raw[1:-1].replace("''", ""):
        raise StatementRefusedError(because="it holds a text literal that can be read in two ways")


def _audit_foreign_word(raw: str) -> None:
    for character in raw:
        folds = character.upper() + character.lower() + character.casefold()
        strange = not (character.isalnum() or character == "_" or character.isascii())
        if not character.isascii() and (strange or any(fold.isascii() for fold in folds)):
            raise StatementRefusedError(
                because="it holds a character that only looks like a letter or space"
            )


def _audit_blank_keyword(raw: str) -> None:
    if any(not character.isprintable() and character not in _BLANK for character in raw):
        raise StatementRefusedError(because="it holds a control character")


def _audit_tsql_words(tokens: Sequence[Token]) -> None:
    first = tokens[0].text.upper()
    allowed = _TSQL_CLAUSE_WORDS.get(first, frozenset())
    for before, token, after in zip(tokens[:-1], tokens[1:], [*tokens[2:], None], strict=True):
        word = token.text.upper()
        if token.token_type == TokenType.IDENTIFIER or word not in _TSQL_STARTERS:
            continue
        if word == "FETCH" and before.text.upper() in {"ROW", "ROWS"}:
            continue
        if word == "MERGE" and after is not None and after.text.upper() == "JOIN":
            continue
        if token.token_type in TEXT_TOKENS or word in allowed or before.text == ".":
            continue
        raise StatementRefusedError(because=f"'{word}' would start another statement")
