"""The ways back between steps: each has a bound and a message, so that no run goes in circles.

Every other way leads to a later step. Without the ways below the graph of steps has no cycle.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import structlog

from pipeline.flow import Finish, Go, Outcome
from pipeline.result import Refusal

_WORDS = "Ask in other words, with the names of the data."
_WHOLE = "Ask it as a whole question, with the numbers, the conditions and the time."
_STATEMENT = "Ask in other words, or write the statement itself: run this: UPDATE …"
log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class WayBack:
    """From one step to itself or an earlier one, `most` times between two answers of people.

    `reason` and `next_step` are what the person reads when it is taken once more than that.
    `anew` says that the work behind it begins again: the ways taken so far no longer count.
    """

    source: str
    target: str
    most: int
    reason: str
    next_step: str = _WORDS
    anew: bool = False

    @property
    def name(self) -> str:
        """What its count is kept under."""
        return f"{self.source}>{self.target}"


WAYS_BACK: tuple[WayBack, ...] = (
    WayBack(source="route", target="route", most=4,
            reason="I could not find out which database you mean.",
            next_step="Name the database in your question."),
    WayBack(source="match", target="match", most=4,
            reason="I could not compare your question with the approved ones."),
    WayBack(source="rewrite", target="rewrite", most=4,
            reason="I could not make a whole question of your words.", next_step=_WHOLE),
    WayBack(source="rewrite", target="match", most=2,
            reason="Your follow-up was read as a whole question twice, and is still not one.",
            next_step=_WHOLE),
    WayBack(source="find_spans", target="find_spans", most=4,
            reason="I could not find the times and places in your question.",
            next_step="Write the first and the last day into the question."),
    WayBack(source="understand", target="understand", most=4,
            reason="I could not take your question apart."),
    WayBack(source="pick_tables", target="pick_tables", most=4,
            reason="I could not choose the tables for your question.",
            next_step="Ask again with the name of the table."),
    WayBack(source="pick_columns", target="pick_columns", most=4,
            reason="I could not choose the columns for your question.",
            next_step="Ask again with the names of the columns."),
    WayBack(source="write_sql", target="write_sql", most=6,
            reason="The models gave no query that I could use."),
    WayBack(source="tables", target="write_sql", most=3,
            reason="The models write no query over the tables that you picked.",
            next_step="Pick other tables, or ask in other words."),
    WayBack(source="tables", target="intent", most=3,
            reason="The question cannot be read over the tables that you picked.",
            next_step="Pick other tables, or ask in other words."),
    WayBack(source="check", target="write_sql", most=6,
            reason="No query that the models wrote passed its checks."),
    WayBack(source="check", target="tables", most=2,
            reason="Neither the query of a model nor my own reading passed the checks."),
    WayBack(source="compare", target="write_sql", most=2,
            reason="The models' query and my own reading of the question give different rows."),
    WayBack(source="compare", target="tables", most=1,
            reason="The reading that you chose does not pass its checks."),
    WayBack(source="outline", target="outline", most=6,
            reason="I could not make an outline for that report.",
            next_step="Name the numbers that the report should have."),
    WayBack(source="gather", target="dates", most=40, anew=True,
            reason="The report has more questions than I work on at once.",
            next_step="Ask for a report with fewer questions."),
    WayBack(source="propose", target="about", most=1,
            reason="I read that once as a change and once as a question, and it fits neither.",
            next_step="Say whether you want a number or a change, and of which table."),
    WayBack(source="approve", target="propose", most=3,
            reason="The change was edited, and I could not propose it again.",
            next_step=_STATEMENT),
    WayBack(source="commit", target="preview", most=3,
            reason="The rows keep changing while I try the change out. It was not written.",
            next_step="Ask for the change again when nobody else is working on these rows."),
    WayBack(source="administer", target="administer", most=30,
            reason="The model that worked on this came to no end.", next_step=_STATEMENT),
    WayBack(source="administer", target="propose", most=30, anew=True,
            reason="The model that worked on this asked for too many changes.",
            next_step="Ask for one change after the other."),
)  # fmt: skip
_BY_NAME = {way.name: way for way in WAYS_BACK}


def bounded(name: str, outcome: Outcome, names: Sequence[str]) -> Outcome:
    """The outcome; or the end of the run, where it leads back more often than it may."""
    if not isinstance(outcome, Go) or not outcome.to:
        return outcome
    place = {each: at for at, each in enumerate(names)}
    if place.get(outcome.to, len(names)) > place[name]:
        return outcome
    way, state = _BY_NAME.get(f"{name}>{outcome.to}"), outcome.state
    if way is None:
        log.error("unknown_way_back", source=name, target=outcome.to)
        return _ended(outcome, f"My step {name} went back to {outcome.to}, which it may not.")
    taken = state.ways_back.get(way.name, 0) + 1
    if taken > way.most:
        log.warning("way_back_ended", way=way.name, taken=taken)
        return _ended(outcome, way.reason, way.next_step)
    if way.anew:
        # Those that begin something anew count on: that is what ends them.
        kept = {each.name for each in WAYS_BACK if each.anew}
        others = {key: count for key, count in state.ways_back.items() if key in kept}
    else:
        others = state.ways_back
    return replace(outcome, state=replace(state, ways_back={**others, way.name: taken}))


def _ended(
    outcome: Go, reason: str, next_step: str = "Ask in other words, or tell an admin."
) -> Finish:
    refusal = Refusal(code="no_end", reason=reason, next_step=next_step)
    return Finish(state=outcome.state, outcome=refusal, noted=outcome.noted)
