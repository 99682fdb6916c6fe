"""What is said while a question is worked on."""

STOP = "Stop"

_STEPS = {
    "match": "Looking for an approved answer to this question…",
    "dates": "Working out the dates…",
    "geography": "Working out which places you mean…",
    "route": "Finding the right database…",
    "intent": "Reading your question…",
    "rewrite": "Reading this together with your last question…",
    "find_spans": "Working out which days and places you mean…",
    "understand": "Reading your question more closely…",
    "pick_tables": "Choosing the tables…",
    "pick_columns": "Choosing the columns…",
    "tables": "Finding the right tables…",
    "columns": "Finding the right columns…",
    "write_sql": "Writing the query…",
    "check": "Checking the query before it runs…",
    "compare": "Comparing two readings of your question…",
    "execute": "Asking the database…",
    "draw": "Drawing the chart…",
    "tell": "Putting the answer into words…",
    "interpret": "Putting the answer into words…",
    "outline": "Planning the report…",
    "gather": "Answering the next part…",
    "compose": "Putting the report together…",
    "propose": "Working out the change…",
    "preview": "Testing the change; it is rolled back…",
    "approve": "Asking for approval…",
    "commit": "Writing the approved change…",
    "administer": "Looking into the database…",
}

_TOOLS = {
    "search_metadata": "Searching the catalog",
    "find": "Searching the catalog",
    "grep": "Searching the catalog",
    "ls": "Looking through the catalog",
    "cat": "Looking through the catalog",
    "list_tables": "Looking through the catalog",
    "show_table": "Looking at a table",
    "describe_table": "Looking at a table",
    "execute_sql": "Trying a query",
    "run_read_query": "Trying a query",
    "show_rows": "Reading a result",
    "explain_plan": "Looking at how a query runs",
    "suggest_index": "Looking for an index",
}


def step(name: str) -> str:
    """What the step does; empty where that says nothing to a person."""
    return _STEPS.get(name, "")


def tool(name: str) -> str:
    """What a model looks up with this tool; empty where that says nothing to a person."""
    return _TOOLS.get(name, "")


def paid(calls: int, cost: float | None) -> str:
    """The work so far, with what its models were paid; `cost` is in US dollars."""
    asked = "1 model call" if calls == 1 else f"{calls} model calls"
    return f"Working on it… ({asked}{f', ${cost:.4f}' if cost is not None else ''})"


def working(step: str, queued: int) -> str:
    if queued:
        before = "1 question is" if queued == 1 else f"{queued} questions are"
        return f"Got it. {before} ahead of yours. I will start as soon as I can."
    return _STEPS.get(step, "Working on it…")
