"""The audit of the text before it is parsed: what the parser skips the engine must skip too."""

import re
from collections.abc import Sequence

from sqlglot.errors import SqlglotError
from sqlglot.tokenizer_core import Token, TokenType

from pipeline.sql.text.allow_list import words
from pipeline.sql.text.dialects import SqlDialect
from pipeline.sql.text.inspected import StatementRefusedError
from pipeline.sql.text.limits import check_length, check_limits

_BLANK = frozenset(" \t\r\n")
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
_EXACT = TEXT_TOKENS | {TokenType.IDENTIFIER}
_LONGER = 3
_DOLLAR_QUOTED = re.compile(r"(\$(?:[^\W\d]\w*)?\$)(.*)\1", re.DOTALL)
_LINE_CHARACTERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\x85\u2028\u2029]")
_TSQL_STARTERS = words("tsql.statement_words.txt")
_TSQL_NEW_VIEW = ["CREATE", "OR", "ALTER", "VIEW"]
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
    check_length(sql)
    tokens = _tokens(sql, dialect)
    check_limits(tokens, dialect.name)
    _audit(sql, tokens, dialect)
    return tokens


def audited_again(text: str, dialect: SqlDialect, tokens: Sequence[Token]) -> list[Token] | None:
    """The tokens of written-out text; None where they are the same words as audited already."""
    check_length(text, longer=_LONGER)
    again = _tokens(text, dialect)
    if _same_words(again, tokens):
        _audit_spelling(text, again, dialect)
        return None
    check_limits(again, dialect.name, longer=_LONGER)
    _audit(text, again, dialect)
    return again


def _tokens(sql: str, dialect: SqlDialect) -> list[Token]:
    try:
        sql.encode("utf-8")
        tokens = dialect.grammar.tokenize(sql)
    except (SqlglotError, UnicodeEncodeError, RecursionError) as error:
        raise StatementRefusedError(because="its text cannot be read as SQL") from error
    return _without_last_semicolon(tokens)


def _same_words(tokens: Sequence[Token], others: Sequence[Token]) -> bool:
    """Whether they differ in their places alone: equal words are parsed into equal trees."""
    return len(tokens) == len(others) and all(
        one.token_type == other.token_type
        and (
            one.text == other.text
            or (one.token_type not in _EXACT and one.text.upper() == other.text.upper())
        )
        for one, other in zip(tokens, others, strict=True)
    )


def _audit(sql: str, tokens: Sequence[Token], dialect: SqlDialect) -> None:
    _audit_spelling(sql, tokens, dialect)
    if dialect.name == "tsql":
        _audit_tsql_words(tokens)


def _audit_spelling(sql: str, tokens: Sequence[Token], dialect: SqlDialect) -> None:
    _audit_gaps(sql, tokens, dialect)
    before = None
    for token in tokens:
        raw = sql[token.start : token.end + 1]
        if raw not in _PLAIN and not (raw.isidentifier() and raw.isascii()):
            _audit_token(sql, token, before, dialect)
        before = token


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


def _audit_token(sql: str, token: Token, before: Token | None, dialect: SqlDialect) -> None:
    raw = sql[token.start : token.end + 1]
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
    texts = [token.text.upper() for token in tokens]
    allowed = _TSQL_CLAUSE_WORDS.get(texts[0], frozenset())
    if texts[0] in {"DELETE", "UPDATE"} and texts[1:2] == ["TOP"]:
        raise StatementRefusedError(because="which rows TOP would change is not certain")
    start = len(_TSQL_NEW_VIEW) if texts[: len(_TSQL_NEW_VIEW)] == _TSQL_NEW_VIEW else 1
    for at in range(start, len(tokens)):
        word, kind = texts[at], tokens[at].token_type
        if kind == TokenType.IDENTIFIER or kind in TEXT_TOKENS or word not in _TSQL_STARTERS:
            continue
        if word in allowed or texts[at - 1] == "." or _is_clause(texts, at):
            continue
        raise StatementRefusedError(because=f"'{word}' would start another statement")


def _is_clause(texts: Sequence[str], at: int) -> bool:
    if texts[at] == "FETCH":
        return texts[at - 1] in {"ROW", "ROWS"}
    return texts[at : at + 2] == ["MERGE", "JOIN"]
