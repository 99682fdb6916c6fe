"""What may not stand in a MySQL or MariaDB statement: a READ ONLY transaction still runs it."""

import re

# Literals, quoted names and comments, in this order of reading; the rest is code.
_TOKEN = re.compile(
    r"""(?P<comment>/\*.*?(?:\*/|\Z)|\#[^\n]*|--(?=[\s\x00-\x1f]|\Z)[^\n]*)
      | (?P<literal>'(?:[^'\\]|\\.|'')*(?:'|\Z)|"(?:[^"\\]|\\.|"")*(?:"|\Z)|`(?:[^`]|``)*(?:`|\Z))
    """,
    re.VERBOSE | re.DOTALL,
)
_FIRST = re.compile(r"[\s(]*(select|with|values|table)\b", re.IGNORECASE)
# Reserved words: a column of such a name is quoted, and what is quoted is not code.
_WORDS = r"\b(into|load|infile|procedure|lock|for\s+update|for\s+share|(next|previous)\s+value)\b"
_CALLS = (
    r"\b(load_file|get_lock|release_lock|release_all_locks|is_free_lock|is_used_lock|benchmark|sleep|"
    r"master_pos_wait|master_gtid_wait|source_pos_wait|wait_for_executed_gtid_set|sys_exec|sys_eval|"
    r"sys_get|sys_set|nextval|setval|lastval)\s*\("
)
# What the server is: no variable of anybody's, and nothing that could be set in a SELECT.
_HARMLESS = re.compile(
    r"@@(?:(?:session|global)\.)?(?:version|version_comment|time_zone|system_time_zone|sql_mode)\b"
    r"(?!\s*:?=)",
    re.IGNORECASE,
)
_FORBIDDEN = re.compile(rf"{_WORDS}|{_CALLS}|:=|@", re.IGNORECASE)


def forbidden(sql: str) -> str:
    """Why the statement may not be sent, in a few words; empty if it may."""
    if any(found.startswith(("/*!", "/*M!", "/*+")) for found in _comments(sql)):
        return "it has a comment that the server would execute"
    code = _TOKEN.sub(lambda token: " " if token["comment"] else " '' ", sql)
    if ";" in code.rstrip().removesuffix(";"):
        return "it is more than one statement"
    if not _FIRST.match(code):
        return "it is no SELECT"
    found = _FORBIDDEN.search(_HARMLESS.sub(" '' ", code))
    return f"it uses {found.group().upper().rstrip('( ')}" if found else ""


def _comments(sql: str) -> list[str]:
    return [token["comment"] for token in _TOKEN.finditer(sql) if token["comment"]]
