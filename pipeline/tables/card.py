"""The cards about tables: what the answer would come from, and what else it could come from."""

import re
from collections.abc import Sequence

from knowledge.catalog import Table
from knowledge.value_lookup import folded
from pipeline.checkpoint import Ask, CheckpointKind, Fact, Input, Option, Question
from pipeline.contract import Contract
from pipeline.rules.schema.known import Known
from pipeline.state import RunState
from pipeline.tables.chosen import PICKED, in_words, join_id, path_id, possible_keys, ways
from pipeline.tables.freshness import latest_of
from pipeline.tables.joins import is_joined_so, join_conditions, joins_said
from pipeline.tables.likelihood import Evidence, rated

QUESTION = "tables"
YES, NO, OTHERS = "yes", "no", "others"
SEARCH = "tables-search"
_MOST_SHOWN = 20
_MOST_PATHS = 2
# Words of the question are linked to columns of a table that is read, whatever its own name.
_READ = 1.0
_UNSURE = "Nothing in the question points to these tables."
_SEARCH = Input(id=SEARCH, label="Search the catalog: words or names of tables", optional=True)


def confirm_card(state: RunState, known: Known) -> Ask:
    """The tables that are read, how they are joined, and what else there is to choose."""
    contract = state.contract
    likely = _likely(contract.tables, state, known)
    facts = [
        Fact(label=key, text=f"{likely.get(key, '')}{_about(key, contract, known)}")
        for key in contract.tables
    ]
    sql, dialect = state.draft.sql if state.draft else "", known.catalog.dialect
    joins = joins_said(sql, dialect)
    facts += [Fact(label="Joined", text="; ".join(joins))] if joins else []
    confirm = Question(
        id=QUESTION,
        text="The answer would use these tables.",
        options=(
            Option(id=YES, label="Yes, use these"),
            Option(id=OTHERS, label="Choose others"),
            Option(id=NO, label="No, stop"),
        ),
        default=YES,
        inputs=(_SEARCH,),
    )
    return Ask(
        kind=CheckpointKind.TABLES,
        title="Is this the right data?",
        facts=tuple(facts),
        warning=_UNSURE if state.unsure_of_tables else "",
        questions=(confirm, *_paths(contract, join_conditions(sql, dialect), known)),
    )


def choose_card(state: RunState, known: Known, typed: str, problem: str = "") -> Ask:
    """Several of the tables that fit what was typed, or else the question; those in use first."""
    used = [key for key in state.contract.tables if key in known.allowed]
    found = search(typed or state.question, known)
    near = [] if typed else _by_distance(used, known)
    shown = list(dict.fromkeys((*used, *found, *near)))[:_MOST_SHOWN]
    likely = _likely(shown, state, known)
    options = tuple(
        Option(
            id=key,
            label=key,
            detail=f"{likely.get(key, '')}{_about(key, state.contract, known)}",
        )
        for key in shown
    )
    missing = f"No table fits “{typed}”." if typed and not found else ""
    return Ask(
        kind=CheckpointKind.TABLES,
        title="Which tables should I use?",
        warning=problem or missing,
        questions=(
            Question(
                id=PICKED,
                text="Your question stays as it is. Only the tables change.",
                options=options,
                default=",".join(used),
                inputs=(_SEARCH,),
                multiple=True,
            ),
        ),
    )


def keys_card(one: str, other: str, known: Known) -> Ask | None:
    """On which columns two tables belong together; None where nothing looks like a key."""
    pairs = possible_keys(known.table(one), known.table(other))
    if not pairs:
        return None
    options = tuple(Option(id=pair, label=in_words(pair, one, other)) for pair in pairs)
    text = f"I do not know how {one} and {other} connect. On which columns?"
    return Ask(
        kind=CheckpointKind.TABLES,
        title="How are these tables joined?",
        questions=(Question(id=join_id(one, other), text=text, options=options, default=pairs[0]),),
    )


def search(words: str, known: Known) -> list[str]:
    """The tables whose names, columns, comments and notes hold the words, the best first."""
    wanted = _wanted(words)
    scored = [(_score(wanted, known.table(key), known), key) for key in known.allowed]
    return [key for score, key in sorted(scored, key=lambda pair: (-pair[0], pair[1])) if score]


def _wanted(words: str) -> set[str]:
    return {word for word in re.findall(r"\w+", folded(words)) if len(word) > 1}


def _by_distance(used: Sequence[str], known: Known) -> list[str]:
    """Every other table, those that join what is read before the rest."""
    near = {
        key: min((known.joins.distance(u, key) for u in used), default=0) for key in known.allowed
    }
    return sorted(near, key=lambda key: (near[key], key))


def _paths(contract: Contract, joins: Sequence[str], known: Known) -> tuple[Question, ...]:
    """Where two tables are joined in one of several ways, which of them."""
    found: list[Question] = []
    read = [key for key in contract.tables if key in known.allowed]
    for at, one in enumerate(read):
        for other in read[at + 1 :]:
            possible = ways(one, other, known)
            if len(possible) > 1:
                found.append(_path(one, other, possible, joins))
    return tuple(found[:_MOST_PATHS])


def _path(one: str, other: str, possible: Sequence[str], joins: Sequence[str]) -> Question:
    now = next((way for way in possible if is_joined_so(way, one, other, joins)), possible[0])
    return Question(
        id=path_id(one, other),
        text=f"{one} and {other} can be joined in {len(possible)} ways.",
        options=tuple(Option(id=way, label=in_words(way, one, other)) for way in possible),
        default=now,
    )


def _score(wanted: set[str], table: Table, known: Known) -> float:
    note = known.glossary.note(table.key)
    told = f"{note.description} {note.grain} {' '.join(note.synonyms)}" if note else ""
    name = set(re.findall(r"[^\W_]+", folded(table.key)))
    columns = {part for c in table.columns for part in re.findall(r"[^\W_]+", folded(c.name))}
    about = set(re.findall(r"\w+", folded(f"{told} {table.comment}")))
    return sum(
        3.0 * any(_alike(word, each) for each in name)
        + 2.0 * any(_alike(word, each) for each in about)
        + 1.0 * any(_alike(word, each) for each in columns)
        for word in wanted
    )


def _alike(word: str, other: str) -> bool:
    """Equal but for an ending, or the beginning of it."""
    short, long = sorted((word, other), key=len)
    return len(short) > 2 and long.startswith(short) and len(long) - len(short) <= 3  # noqa: PLR2004 - letters


def _about(key: str, contract: Contract, known: Known) -> str:
    """What it is, what one row is, how large and how fresh it is, and what it is read for."""
    table = known.catalog.table(key)
    if table is None:
        return ""
    note = known.glossary.note(key)
    words = (note.description if note else "") or table.comment
    grain = (note.grain if note else "") or table.grain
    # A description that begins with what one row is says it once.
    grain = "" if words.lower().startswith(grain.lower()) else grain
    hushed = known.is_hushed(key)
    rows = f"about {table.rows:,} rows" if table.rows is not None and not hushed else ""
    latest = latest_of(table, known)
    fresh = f"up to {latest}" if latest else ""
    parts = [part for part in (words, grain, rows, fresh, _purpose(key, contract)) if part]
    return "; ".join(parts) or "no description"


def _likely(keys: Sequence[str], state: RunState, known: Known) -> dict[str, str]:
    """How likely each table is meant: by the question, and by what is read of those in use."""
    wanted = _wanted(state.question)
    tables = {key: table for key in keys if (table := known.catalog.table(key)) is not None}
    scores = {key: _score(wanted, table, known) for key, table in tables.items()}
    best = max(scores.values(), default=0.0) or 1.0
    evidence = {
        key: Evidence(
            link=max(scores[key] / best, _READ if _purpose(key, state.contract) else 0.0),
            latest=latest_of(table, known),
            described=_is_described(table, known),
        )
        for key, table in tables.items()
    }
    found = {key: f"{likely}; " for key, likely in rated(evidence).items()}
    return found | {key: "" for key in keys if _only_joins(key, state.contract)}


def _is_described(table: Table, known: Known) -> bool:
    note = known.glossary.note(table.key)
    return bool(table.comment or (note and (note.description or note.grain)))


def _only_joins(key: str, contract: Contract) -> bool:
    """Whether a table is there only because it lies between others that are read."""
    return key in contract.tables and len(contract.tables) > 1 and not _purpose(key, contract)


def _purpose(key: str, contract: Contract) -> str:
    """The columns that the question needs of it; a table without any joins the others."""
    texts = [m.expression for m in contract.measures]
    columns = [*(d.column for d in contract.dates), *contract.grouping]
    columns += [each.column for each in contract.filters]
    name = key.rpartition(".")[2]
    measured = [
        found
        for text in texts
        for found in re.findall(rf'"?`?{re.escape(name)}"?`?\."?`?(\w+)', text)
    ]
    used = [c.rpartition(".")[2] for c in columns if c.rpartition(".")[0] == key]
    needed = list(dict.fromkeys((*measured, *used)))
    return f"read for {', '.join(needed[:4])}" if needed else ""
