"""What is said while a question is worked on."""

STOP = "Stop"

_STEPS = {
    "match": "Looking for an approved answer to this question…",
    "dates": "Working out the dates…",
    "geography": "Working out which places you mean…",
    "route": "Finding the right database…",
    "intent": "Reading your question…",
    "tables": "Finding the right tables…",
    "columns": "Finding the right columns…",
    "write_sql": "Writing the query…",
    "check": "Checking the query before it runs…",
    "execute": "Asking the database…",
    "draw": "Drawing the chart…",
    "interpret": "Putting the answer into words…",
    "outline": "Planning the report…",
    "gather": "Going on with the next part…",
    "compose": "Putting the report together…",
    "propose": "Working out the change…",
    "preview": "Trying the change out, to be rolled back…",
    "approve": "Asking for approval…",
    "commit": "Writing the approved change…",
    "administer": "Looking around in the database…",
}


def working(step: str, queued: int) -> str:
    if queued:
        before = "1 question is" if queued == 1 else f"{queued} questions are"
        return f"Got it. {before} ahead of yours; I will start as soon as I can."
    return _STEPS.get(step, "Working on it…")
