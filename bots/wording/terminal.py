"""What only the terminal says."""

OTHER = "Other"
EDIT = "Edit the SQL"
STOP = "Stop"
QUESTION = "Your question (new to start over, q to quit)"
EXPLAIN = "  why  Explain how this answer was made"
ANEW = "The earlier questions are cleared."
DEFAULT = "Enter"
SQL_TITLE = "SQL"
SQL_PROMPT = "Write the SQL; an empty line ends it"
REVIEWERS = (
    "A reviewer must decide this, so it cannot continue in the terminal. Ask it in Slack or Teams."
)


def prompt(several: bool) -> str:  # noqa: FBT001 - says whether several may be chosen
    return "Your choices, with commas" if several else "Your choice"


def saved(path: str) -> str:
    return f"The whole report is in {path}"


def not_saved(why: str) -> str:
    return f"The report's file could not be written here ({why}). Ask again from another folder."


def not_offered(keys: str) -> str:
    return f"Please type one of: {keys}."
