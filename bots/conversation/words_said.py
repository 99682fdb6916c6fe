"""The words of a message as the product reads them."""

import html

from pipeline.writes.statements.typed import statement_in


def as_said(text: str) -> str:
    """The words of a message on one line; with a statement in it, as they were written.

    In SQL a line end ends a comment, and blanks inside quotes are part of a value.
    """
    written = html.unescape(text).replace("\r\n", "\n").strip()
    on_one_line = " ".join(written.split())
    return written if on_one_line != written and statement_in(written) else on_one_line
