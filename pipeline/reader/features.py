"""Sparse features of the local models: of a question, a column, a value, a number, a table.

A feature is a short text; its weight is found by the text's hash. Change nothing here without
training again: `feature_list_hash` of the weights covers the text of this module.
"""

from collections.abc import Iterator, Sequence

from pipeline.reader.linking import STRONG, LinkedQuestion, Mention, NumberMention, ValueMention
from pipeline.reader.schema_view import ColumnView
from pipeline.reader.words import Token, is_function_word, lexicon

Operators = tuple[str, ...]
_TAGGED = ("COL", "TAB", "TABCOL")
_LEAST_PAIR, _LEAST_NEAR = 0.2, 0.25


def score_bucket(score: float) -> str:
    """A score as one of six steps."""
    for least, name in ((0.97, "1"), (0.8, "8"), (0.6, "6"), (0.4, "4"), (0.3, "3")):
        if score >= least:
            return name
    return "0"


def question_features(linked: LinkedQuestion) -> list[str]:
    """Word sequences of the question, as it is and with its names as their kinds."""
    found = {"bias"}
    named = ("<s>", *linked.collapsed, "</s>")
    plain = ("<s>", *linked.plain, "</s>")
    for kind, words, longest in (("d", named, 4), ("r", plain, 3)):
        for size in range(1, longest + 1):
            found.update(
                kind + " ".join(words[at : at + size]) for at in range(len(words) - size + 1)
            )
    for at in range(len(named) - 1):
        found.update(
            f"k{named[at]}_{named[other]}" for other in range(at + 2, min(at + 5, len(named)))
        )
    said = len({v.start for v in linked.values if linked.tags[v.start] == "VAL"})
    found |= {
        f"numbers{min(3, len(linked.numbers))}",
        f"values{min(3, said)}",
        f"columns{min(4, linked.collapsed.count('COL'))}",
        f"tables{min(3, linked.collapsed.count('TAB'))}",
        f"start{' '.join(plain[1:4])}",
        f"times{min(2, len(linked.times))}",
    }
    return sorted(found)


def _tag(linked: LinkedQuestion, at: int) -> str:
    if at < 0:
        return "<s>"
    return linked.tags[at] if at < len(linked.tags) else "</s>"


def context_features(linked: LinkedQuestion, start: int, end: int, prefix: str) -> list[str]:
    """The words around tokens [start, end)."""

    def tag(at: int) -> str:
        return _tag(linked, at)

    before, after = tag(start - 1), tag(end)
    triggers = [t for t in linked.tags[:start] if t in lexicon().of("trigger")]
    last = triggers[-1] if triggers else "-"
    found = [
        f"{prefix}p1{before}",
        f"{prefix}p2{tag(start - 2)} {before}",
        f"{prefix}n1{after}",
        f"{prefix}n2{after} {tag(end + 1)}",
        f"{prefix}pn{before}|{after}",
        f"{prefix}p3{tag(start - 3)} {tag(start - 2)} {before}",
        f"{prefix}trigger{last}",
        f"{prefix}triggers{min(4, len(triggers))}",
        f"{prefix}place{int(5 * start / max(1, len(linked.tags)))}",
        f"{prefix}start{' '.join(linked.plain[:2])}",
        f"{prefix}start1{linked.plain[0]}{last}",
    ]
    cues = lexicon().of("cue")
    for step in range(1, 5):
        if tag(start - step) in cues:
            found.append(f"{prefix}near{tag(start - step)}{min(step, 2)}")
        if step < 4 and tag(end + step - 1) in cues:
            found.append(f"{prefix}after{tag(end + step - 1)}{min(step, 2)}")
    return found


def overlaps(one: Mention, other: Mention) -> bool:
    """Whether two mentions share a token."""
    return one.start < other.end and other.start < one.end


def rivals(linked: LinkedQuestion, mention: Mention, column: int) -> tuple[int, int]:
    """How many other columns the same words name better, and as well."""
    better = equal = 0
    for other, mentions in linked.named_columns:
        if other == column:
            continue
        for rival in mentions:
            if not overlaps(rival, mention):
                continue
            longer = rival.end - rival.start > mention.end - mention.start
            same = rival.score > mention.score - 0.01
            if rival.score > mention.score + 0.01 or (same and longer):
                better += 1
                break
            if same:
                equal += 1
    return better, equal


def _distance(one: Mention, other: Mention) -> int:
    if other.start >= one.end:
        return other.start - one.end
    return one.start - other.end if other.end <= one.start else 0


def column_features(linked: LinkedQuestion, number: int, pair: float) -> list[str]:
    """What all roles of a column are judged by; `pair` is the score of learned word pairs."""
    column = linked.view.columns[number]
    table_score = linked.table_scores[column.table]
    table = score_bucket(table_score)
    strong = sum(score >= STRONG for score in linked.table_scores)
    mentions = linked.column_mentions[number]
    near, role = linked.similarity[number], column.role
    found = [
        f"k{role}", f"t{table}", f"k{role}t{table}", f"strong{min(3, strong)}{table}",
        f"best{table_score >= max(linked.table_scores) - 0.01}",
    ]  # fmt: skip
    if pair > _LEAST_PAIR:
        step = min(6, int(pair * 2))
        found += [f"pair{step}", f"pair{step}{column.kind}"]
    if near > _LEAST_NEAR:
        step = min(8, int(near * 10))
        found += [f"near{step}", f"near{step}t{table}", f"near{step}m{bool(mentions)}"]
        found += [f"near{role}"] if step >= 4 else []
    values = [v for v in linked.values if v.column == number]
    if values:
        written = any(v.as_written for v in values)
        found.append(f"value{written}{any(v.quoted or v.capital for v in values)}")
    if mentions:
        return found + _named_column(linked, column, table)
    plain = linked.plain
    found += [
        "none", f"none{role}{table}", f"none{role}{table}{plain[0]}",
        f"none{role}{table}{' '.join(plain[:2])}",
    ]  # fmt: skip
    of_table = linked.table_mentions[column.table]
    if of_table:
        around = context_features(linked, of_table[0].start, of_table[0].end, "t")
        found += [f"none{role}{each}" for each in around]
    if pair > _LEAST_PAIR:
        found.append(f"nonepair{min(6, int(pair * 2))}{table}")
    return found


def _named_column(linked: LinkedQuestion, column: ColumnView, table: str) -> list[str]:
    mentions, role = linked.column_mentions[column.index], column.role
    best = mentions[0]
    better, equal = rivals(linked, best, column.index)
    step = score_bucket(best.score)
    found = [
        f"m{step}", f"mk{step}{role}", f"mt{step}{table}", f"better{min(3, better)}",
        f"equal{min(3, equal)}", f"m{step}r{min(2, better)}{min(2, equal)}t{table}",
        f"mentions{min(3, len(mentions))}", f"whole{best.whole}",
    ]  # fmt: skip
    of_table = [m for m in linked.table_mentions[column.table] if m.score >= 0.6]
    if of_table:
        distance = min(_distance(best, mention) for mention in of_table)
        found += [
            f"away{min(6, distance)}",
            f"equal{min(2, equal)}away{min(4, distance)}",
            f"nearest{_is_nearest(linked, column, best, distance)}",
        ]
    over = [m for ms in linked.table_mentions for m in ms if m.score >= STRONG]
    any_over = any(overlaps(best, m) for m in over)
    own = any(overlaps(best, m) for m in linked.table_mentions[column.table] if m.score >= STRONG)
    found += [
        f"over{any_over}{own}{best.end - best.start > 1}",
        f"over{any_over}{own}{step}",
        f"over{any_over}{role}",
    ]
    around = context_features(linked, best.start, best.end, "c")
    return found + around + [f"b{step}{each}" for each in around[:3]]


def _is_nearest(
    linked: LinkedQuestion, column: ColumnView, mention: Mention, distance: int
) -> bool:
    """Whether no other table with a column of the same words is named nearer."""
    view = linked.view
    for table in view.tables:
        if table.index == column.table:
            continue
        rival = any(linked.column_scores[c] >= mention.score - 0.01 for c in table.columns)
        for other in linked.table_mentions[table.index] if rival else ():
            if other.score >= 0.6 and _distance(mention, other) < distance:
                return False
    return True


def value_features(linked: LinkedQuestion, value: ValueMention) -> list[str]:
    """Whether the words of a stored value mean it, in this column."""
    column = linked.view.columns[value.column]
    token = linked.tokens[value.start]
    same = [
        other
        for other in linked.values
        if (other.start, other.end) == (value.start, value.end) and other.column != value.column
    ]
    longer = any(
        o.start <= value.start and value.end <= o.end and o.end - o.start > value.end - value.start
        for o in linked.values
    )
    own, table_score = linked.column_scores[value.column], linked.table_scores[column.table]
    better = sum(linked.column_scores[o.column] > own + 0.05 for o in same)
    tables = linked.view.columns
    better_table = sum(
        linked.table_scores[tables[o.column].table] > table_score + 0.05 for o in same
    )
    written = "quoted" if value.quoted else "named" if value.capital else _case(token)
    every = (*linked.column_mentions, *linked.table_mentions)
    schema = max(
        (m.score for ms in every for m in ms if m.start <= value.start < m.end), default=0.0
    )
    role, length = column.role, value.end - value.start
    c, t = score_bucket(own), score_bucket(table_score)
    function = is_function_word(token.low) and length == 1
    found = [
        f"w{written}", f"how{value.how}{written}", f"exact{value.as_written}{written}",
        f"length{min(4, length)}{written}", f"longer{longer}{written}", f"stop{function}{written}",
        f"c{c}r{min(2, better)}", f"t{t}r{min(2, better_table)}", f"c{c}t{t}n{min(3, len(same))}",
        f"schema{score_bucket(schema)}{written}", f"k{role}", f"k{role}{written}",
        f"n{min(4, len(same))}{written}", f"unique{column.unique}{written}",
        f"letters{min(3, len(value.value))}{written}",
    ]  # fmt: skip
    if length == 1 and written in ("upper", "lower"):
        found.append(f"word{token.lemma}")
    mentions = linked.column_mentions[value.column]
    if mentions:
        here = Mention(value.start, value.end, 1.0, whole=True)
        near = min(mentions, key=lambda m: _distance(here, m))
        away = _distance(here, near) * (-1 if near.end <= value.start else 1)
        inside = near.start <= value.start < near.end
        found += [f"away{max(-5, min(5, away))}", f"inside{inside}{written}"]
    else:
        found.append("unnamed")
    before = _tag(linked, value.start - 1)
    found += [f"x{each}" for each in context_features(linked, value.start, value.end, "")[:6]]
    found += [f"before{role}{before}", f"before{before}|{column.words[-1] if column.words else ''}"]
    return found


def _case(token: Token) -> str:
    return "upper" if token.capital else "lower"


def operators_near(linked: LinkedQuestion, at: int) -> Operators:
    """The comparisons that the words around a token may mean, likeliest first."""
    words = [token.low for token in linked.tokens]
    before, after = words[max(0, at - 4) : at], words[at + 1 : at + 4]
    more, less = lexicon().of("more"), lexicon().of("less")
    bounded = _bounded(before, after)
    found: list[str] = [bounded] if bounded else []
    if not found:
        for word in reversed(before):
            if word in ("and", ",", "or"):
                break
            if word in more or word in less:
                found.append(">" if word in more else "<")
                break
    if found:
        found.append("=")
    else:
        wider = words[max(0, at - 6) : at]
        found.append("=")
        if any(word in more for word in wider):
            found.append(">")
        elif any(word in less for word in wider):
            found.append("<")
    text = " ".join(before)
    if "not" in before or "except" in before or "other than" in text:
        found.append("!=")
    return tuple(found)


_AT_LEAST = ("at least", "no less than", "not less than", "no fewer than", "minimum of", "or more")
_AT_MOST = ("at most", "no more than", "not more than", "maximum of", "up to", "no greater than")


def _bounded(before: Sequence[str], after: Sequence[str]) -> str:
    """`>=` or `<=` where the words say so: "at least 5", "5 or more"."""
    text = f" {' '.join(before)} "
    if any(f" {words} " in text for words in _AT_LEAST):
        return ">="
    if any(f" {words} " in text for words in _AT_MOST):
        return "<="
    for place, word in enumerate(after[:-1]):
        if word == "or" and place <= 1 and after[place + 2 : place + 3] != ["than"]:
            following = after[place + 1]
            if following in lexicon().of("more"):
                return ">="
            return "<=" if following in lexicon().of("less") else ""
    return ""


def number_features(
    linked: LinkedQuestion,
    number: NumberMention,
    column: int,
    operator: str,
    rank: int,
    pair: float,
) -> list[str]:
    """Whether a number is compared with a column by an operator."""
    view, value, at = linked.view.columns[column], number.value, number.at
    inside = "unknown"
    if view.low is not None and view.high is not None:
        inside = "in" if view.low <= value <= view.high else "out"
    year = 1000 <= value <= 2100 and value == int(value) and not linked.tokens[at].quoted
    dated = view.kind == "date" or any(word in lexicon().of("year_word") for word in view.words)
    c = score_bucket(linked.column_scores[column])
    t = score_bucket(linked.table_scores[view.table])
    before, after = _tag(linked, at - 1), _tag(linked, at + 1)
    found = [
        f"op{operator}r{rank}", f"range{inside}{operator}", f"year{year}{dated}",
        f"year{year}{dated}c{c}", f"c{c}t{t}", f"k{view.role}", f"k{view.role}c{c}{operator}",
        f"c{c}range{inside}{operator}", f"p{before}", f"p2{_tag(linked, at - 2)} {before}",
        f"n{after}", f"pn{before}|{after}", f"kind{view.kind}{inside}",
    ]  # fmt: skip
    if pair > _LEAST_PAIR:
        step = min(6, int(pair * 2))
        found += [f"pair{step}", f"pair{step}c{c}"]
    near = linked.similarity[column]
    if near > 0.3:
        found += [f"near{int(near * 10)}", f"near{int(near * 10)}c{c}"]
    mentions = linked.column_mentions[column]
    if not mentions:
        return [*found, "unnamed", f"unnamed{operator}{t}", f"unnamedp{before}"]
    here = Mention(at, at + 1, 1.0, whole=True)
    best = min(mentions, key=lambda m: _distance(here, m))
    away = _distance(here, best)
    signed = max(-6, min(4, -away - 1 if best.end <= at else away))
    closer = sum(_closer(linked, column, best.score, here, away))
    better, equal = rivals(linked, best, column)
    return [
        *found, f"away{signed}", f"away{signed}{operator}", f"closer{min(2, closer)}",
        f"r{min(2, better)}{min(2, equal)}", f"closer{min(2, closer)}c{c}t{t}",
    ]  # fmt: skip


def _closer(
    linked: LinkedQuestion, column: int, score: float, here: Mention, away: int
) -> Iterator[bool]:
    """For each other column of numbers or dates, whether the question names it nearer."""
    for other, mentions in linked.named_columns:
        if other != column and linked.view.columns[other].kind in ("number", "date"):
            yield any(m.score >= score - 0.01 and _distance(here, m) < away for m in mentions)


def is_dated(column: ColumnView) -> bool:
    """Whether a column may hold dates."""
    words = lexicon().of("date_word")
    return column.kind == "date" or (
        column.kind == "text" and any(word in words for word in column.words)
    )


def period_features(linked: LinkedQuestion, start: int, end: int, column: int) -> list[str]:
    """Whether the period that tokens [start, end) name is one of the dates of a column."""
    view = linked.view.columns[column]
    c = score_bucket(linked.column_scores[column])
    t = score_bucket(linked.table_scores[view.table])
    best = linked.table_scores[view.table] >= max(linked.table_scores) - 0.01
    dates = [
        number
        for number in linked.view.tables[view.table].columns
        if is_dated(linked.view.columns[number])
    ]
    place, number = dates.index(column), min(4, len(dates))
    named = max(linked.column_scores[other] for other in dates)
    found = [
        f"kind{view.kind}", f"c{c}", f"t{t}", f"c{c}t{t}", f"best{best}c{c}", f"n{number}",
        f"place{min(3, place)}n{number}", f"lone{number == 1}t{t}best{best}",
        f"namedbetter{named > linked.column_scores[column] + 0.05}n{number}",
        f"near{int(linked.similarity[column] * 10)}", f"before{_tag(linked, start - 1)}",
        f"before{_tag(linked, start - 1)}c{c}", f"after{_tag(linked, end)}c{c}",
        *(f"word{word}" for word in view.words), *(f"word{word}n{number}" for word in view.words),
    ]  # fmt: skip
    mentions = linked.column_mentions[column]
    if mentions:
        here = Mention(start, end, 1.0, whole=True)
        near = min(mentions, key=lambda mention: _distance(here, mention))
        away = _distance(here, near) * (-1 if near.end <= start else 1)
        found += [f"away{max(-6, min(6, away))}", f"away{max(-6, min(6, away))}c{c}"]
    return found


def number_role_features(linked: LinkedQuestion, number: NumberMention) -> list[str]:
    """Whether a number is a condition, a limit of groups, a limit of rows or nothing."""
    at, value, plain = number.at, number.value, linked.plain
    spelled = linked.tokens[at].text.isalpha()
    before, after = _tag(linked, at - 1), _tag(linked, at + 1)
    size = 0 if value <= 1 else 1 if value < 10 else 2 if value < 100 else 3
    return [
        f"p{before}", f"p2{_tag(linked, at - 2)} {before}", f"n{after}",
        f"n2{after} {_tag(linked, at + 2)}", f"pn{before}|{after}",
        f"rp{plain[at - 1] if at else '-'}",
        f"rn{plain[at + 1] if at + 1 < len(plain) else '-'}",
        f"size{size}", f"spelled{spelled}", f"year{1000 <= value <= 2100}",
        f"numbers{len(linked.numbers)}", f"w{linked.tokens[at].low}" if spelled else "digits",
    ]  # fmt: skip


def table_features(linked: LinkedQuestion, number: int) -> list[str]:
    """Whether a table takes part."""
    view, mentions = linked.view, linked.table_mentions[number]
    columns = view.tables[number].columns
    score = linked.table_scores[number]
    t = score_bucket(score)
    named = min(3, sum(linked.column_scores[c] >= STRONG for c in columns))
    values = {
        v.start
        for v in linked.values
        if view.columns[v.column].table == number and linked.tags[v.start] == "VAL"
    }
    better = sum(other > score + 0.01 for other in linked.table_scores)
    bridge = sum(view.columns[c].references is not None for c in columns) > 1
    found = [
        f"t{t}", f"c{named}", f"v{min(2, len(values))}", f"t{t}b{min(2, better)}",
        f"bridge{bridge}", f"t{t}c{named}", f"n{min(5, len(view.tables))}t{t}",
    ]  # fmt: skip
    if not mentions:
        return found
    best = mentions[0]
    others = [
        m.score
        for other, ms in enumerate(linked.table_mentions)
        if other != number
        for m in ms
        if overlaps(best, m)
    ]
    higher = min(2, sum(score > best.score + 0.01 for score in others))
    equal = min(2, sum(abs(score - best.score) <= 0.01 for score in others))
    tag = linked.tags[best.start]
    found += [
        f"rival{higher}{equal}{t}",
        f"value{tag == 'VAL'}{t}",
        f"column{tag in _TAGGED[::2]}{t}",
    ]
    return found + context_features(linked, best.start, best.end, "c")[:8]
