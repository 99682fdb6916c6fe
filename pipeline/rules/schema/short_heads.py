"""What keys and columns call a table for short: `pm_no` and `pm_stat` of permits, `fert_id`."""

from collections.abc import Collection, Mapping, Sequence

from knowledge.catalog import Table
from pipeline.rules.text.short_forms import abbreviates, holds_in_order, is_short_form
from pipeline.rules.text.words import lemma_of, lemmas_of, name_words, written_words

_SHORTEST, _HEAD = 3, 2
# What tables of codes begin with, before what the codes are of: `cd_use`, `lkp_status`.
_OF_CODES = frozenset(("cd", "code", "lkp", "lookup", "lu", "ref", "dim", "tbl", "typ", "t"))


def head_of(table: Table) -> str:
    """What stands for its table where the key and other columns begin with it: `pm` of `prmt`."""
    parts = written_words(table.primary_key[0]) if len(table.primary_key) == 1 else ()
    if len(parts) < _HEAD:
        return ""
    alike = [column for column in table.columns if written_words(column.name)[:1] == parts[:1]]
    words = rows_of(table)
    known = parts[0] in words or len(alike) < _HEAD
    return parts[0] if not known and _stands_for(parts[0], words) else ""


def rows_of(table: Table) -> tuple[str, ...]:
    """The words of a table's name, without what only says that it holds codes."""
    words = written_words(table.name)
    while len(words) > 1 and words[0] in _OF_CODES:
        words = words[1:]
    return words


def with_rows(parts: tuple[str, ...], head: str, table: Table) -> tuple[str, ...]:
    """The parts of a column's name with the table's own name for what stands for it."""
    return (*rows_of(table), *parts[1:]) if head and parts[:1] == (head,) else parts


def _stands_for(head: str, words: Sequence[str]) -> bool:
    """`so` of a sales order, `pm` of `prmt` and of permits."""
    if len(words) > 1 and head == "".join(word[0] for word in words):
        return True
    return any(word.startswith(head[0]) and holds_in_order(head, word) for word in words)


def heads_of(tables: Sequence[Table]) -> Mapping[str, Table]:
    """The tables that keys of others name by what stands for one of them only."""
    found = [(head_of(table), table) for table in tables]
    heads = [head for head, _ in found]
    return {head: table for head, table in found if head and heads.count(head) == 1}


def short_names(tables: Sequence[Table]) -> Mapping[str, str]:
    """What tables are called in the keys of others: `fert_id` is the id of a fertilizer."""
    found: dict[str, str] = {}
    for table in tables:
        words = lemmas_of(table.name)
        for column in table.columns:
            parts = written_words(column.name)
            if parts[1:] == ("id",) and words and _shortens(parts[0], words[-1]):
                found[parts[0]] = words[-1]
    return found


def nouns_of_keys(tables: Sequence[Table]) -> Mapping[str, tuple[str, ...]]:
    """What rows are where only their key says so: `bank.branch_id` is the id of a branch."""
    called = {tuple(lemmas_of(table.name)) for table in tables}
    found: dict[str, tuple[str, ...]] = {}
    for table in tables:
        words = name_words(table.primary_key[0]) if len(table.primary_key) == 1 else ()
        noun = tuple(lemma_of(word) for word in words[:-1])
        if words[-1:] == ("id",) and noun and noun not in called and not _is_shorter(noun, table):
            found[table.key] = noun
    alone = [noun for noun in found.values() if list(found.values()).count(noun) == 1]
    return {key: noun for key, noun in found.items() if noun in alone}


def _is_shorter(noun: tuple[str, ...], table: Table) -> bool:
    """`adj_id` of `adjstr`: the same word, shorter still."""
    short = "".join(noun)
    names = written_words(table.name)
    return is_short_form(short) and short not in names and "".join(names).startswith(short)


def written_out(names: tuple[str, ...], owner: Collection[str]) -> tuple[str, ...]:
    """`adm_date` of an admission is its admission date."""
    if len(names) == 1:
        return names
    return tuple(
        next((own for own in sorted(owner) if _shortens(name, own)), name) for name in names
    )


def _shortens(name: str, word: str) -> bool:
    beginning = _SHORTEST <= len(name) < len(word) - 1 and word.startswith(name)
    return beginning or abbreviates(name, word)
