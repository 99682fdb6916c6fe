"""What is said of characters that cannot be seen."""

from typing import Final

HIDDEN_ELSEWHERE: Final = (
    "Names or values below hold hidden characters. Each is shown as its code, such as ⟦\\u200b⟧."
)
TURNED: Final = (
    "This statement holds letters that are written from right to left. On a screen its parts may "
    "stand in another order than the one in which they run."
)


def hidden(count: int) -> str:
    """That a statement is not displayed letter by letter as it runs."""
    many = "1 hidden character" if count == 1 else f"{count} hidden characters"
    each = "It is" if count == 1 else "Each is"
    return (
        f"This statement holds {many} that a screen does not show. {each} shown as its code, "
        "such as ⟦\\u202e⟧; what runs holds the character itself."
    )
