"""The order in which families of phrases are reduced, and what items are told beforehand."""

from collections.abc import Sequence

from pipeline.rules.clauses.against import against
from pipeline.rules.clauses.ages import ages, asked_degrees
from pipeline.rules.clauses.alternatives import alternatives
from pipeline.rules.clauses.bounded_totals import bounded_totals
from pipeline.rules.clauses.bounds import bounds
from pipeline.rules.clauses.calendars import calendar_conditions, calendar_groups
from pipeline.rules.clauses.comparisons import comparisons
from pipeline.rules.clauses.compounds import compounds
from pipeline.rules.clauses.counting_only import counted_alone
from pipeline.rules.clauses.counts_between import counts_between
from pipeline.rules.clauses.differences import differences, together
from pipeline.rules.clauses.durations import durations
from pipeline.rules.clauses.empties import empties
from pipeline.rules.clauses.ends_listed import ends_listed
from pipeline.rules.clauses.events import happened
from pipeline.rules.clauses.excluding import excluded
from pipeline.rules.clauses.grain_words import grain_words
from pipeline.rules.clauses.groups import groupings
from pipeline.rules.clauses.half_names import half_names
from pipeline.rules.clauses.having import (
    had_extremes,
    had_numbers,
    had_rows,
    numbered_rows,
    rows_of_a_degree,
    without_units,
)
from pipeline.rules.clauses.hierarchies import hierarchies, who_is_above
from pipeline.rules.clauses.how_much_it_does import how_much_it_does
from pipeline.rules.clauses.idle_words import idle_words
from pipeline.rules.clauses.journeys import journeys
from pipeline.rules.clauses.lasting import lasting
from pipeline.rules.clauses.levels import counted_with, levels, twice_measured
from pipeline.rules.clauses.longest import longest
from pipeline.rules.clauses.marks import marked
from pipeline.rules.clauses.measures import measures, told_again
from pipeline.rules.clauses.metric_bounds import metric_bounds
from pipeline.rules.clauses.most_common import most_common
from pipeline.rules.clauses.named_aggregates import named_aggregates
from pipeline.rules.clauses.named_twice import named_twice
from pipeline.rules.clauses.natures_said import natures_said
from pipeline.rules.clauses.negation import negations
from pipeline.rules.clauses.nested_comparisons import aggregates, quantified
from pipeline.rules.clauses.nouns import nouns
from pipeline.rules.clauses.on_average import on_average
from pipeline.rules.clauses.opposed import opposed
from pipeline.rules.clauses.ordering import orderings, ranked_by
from pipeline.rules.clauses.own_numbers import own_numbers
from pipeline.rules.clauses.owned import owned
from pipeline.rules.clauses.pairs import pairs
from pipeline.rules.clauses.peers import peers
from pipeline.rules.clauses.periods_across import periods_across
from pipeline.rules.clauses.ranked_by_owned import ranked_by_owned
from pipeline.rules.clauses.ranks import ranks
from pipeline.rules.clauses.ratios import ratios, two_kinds
from pipeline.rules.clauses.recurring import recurring
from pipeline.rules.clauses.repeated_nouns import repeated_nouns
from pipeline.rules.clauses.repeats import of_values, repeats
from pipeline.rules.clauses.rows import rows_named
from pipeline.rules.clauses.sharing import sharing
from pipeline.rules.clauses.shown_beside import shown_beside
from pipeline.rules.clauses.sizes import aggregated, enough
from pipeline.rules.clauses.spending import spending
from pipeline.rules.clauses.stored import stored_values
from pipeline.rules.clauses.superlatives import superlatives
from pipeline.rules.clauses.targets import targets
from pipeline.rules.clauses.totals import named_totals
from pipeline.rules.clauses.units_said import units_said
from pipeline.rules.clauses.values_beside import values_beside
from pipeline.rules.clauses.when_done import when_done
from pipeline.rules.clauses.worths import worths
from pipeline.rules.linking.parts_played import parts_played
from pipeline.rules.schema.holding import holds
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.settling import settle
from pipeline.rules.text.words import is_plural
from pipeline.rules.two_readings.its_name import of_themselves


def reduced(items: Sequence[Item], known: Known) -> Stream:
    """The stream after every rule has had its turn."""
    stream = _begun(items, known)
    who_is_above(stream, known)
    without_units(stream)
    bounded_totals(stream, known)
    numbered_rows(stream, known)
    rows_of_a_degree(stream, known)
    for before in (bounds, lambda one: grain_words(one, known), ages, nouns):
        before(stream)
    for named in (units_said, natures_said, asked_degrees, half_names):
        named(stream, known)
    repeated_nouns(stream)
    values_beside(stream, known)
    idle_words(stream)
    empties(stream)
    named_twice(stream)
    named_totals(stream, known)
    happened(stream, known)
    settle(stream, known)
    opposed(stream)
    metric_bounds(stream)
    counts_between(stream)
    for said in (lasting, spending, hierarchies):
        said(stream, known)
    stream.rewrite(r"(?P<c>c)(?P<v>#)(?=V)", _at_least_one)
    stream.rewrite(r"(?<=h)(?P<c>c)(?P<t>T)", _at_least_a)
    for early in (
        targets,
        differences,
        together,
        counted_with,
        repeats,
        own_numbers,
        peers,
        aggregated,
        had_numbers,
        comparisons,
        calendar_conditions,
        sharing,
        stored_values,
        pairs,
        excluded,
        counted_alone,
    ):
        early(stream)
    stream.nouns_first(r"(?<=[kuaesYQ])f+[TCM]")
    stream.rewrite(r"(?<![ct])(?P<n>#)(?=f?[CT]|G[hr])", lambda run: _limit(run, stream))
    for rules in (
        lambda one: worths(one, known),
        twice_measured,
        lambda one: ratios(one, known),
        levels,
        enough,
        of_values,
        aggregates,
        quantified,
        had_extremes,
        most_common,
        ends_listed,
        superlatives,
        measures,
        ranks,
        lambda one: ranked_by(one, known),
        orderings,
        calendar_groups,
        groupings,
        told_again,
        had_rows,
        negations,
        alternatives,
    ):
        rules(stream)
    return stream


def _begun(items: Sequence[Item], known: Known) -> Stream:
    """The stream after what must be read before its nouns are."""
    stream = Stream(_without_equals(items))
    for item in stream.items:
        if item.letter == "C":
            item.payload = holds(item, known)
    named_aggregates(stream)
    how_much_it_does(stream, known)
    periods_across(stream, known)
    stream.rewrite(r"(?P<c>C)p(?P<again>C)", of_themselves)
    longest(stream)
    compounds(stream, known)
    on_average(stream)
    when_done(stream, known)
    owned(stream)
    ranked_by_owned(stream, known)
    journeys(stream, known)
    against(stream)
    two_kinds(stream)
    recurring(stream, known)
    together(stream)
    stream.marks = marked(stream)
    stream.marks.also = shown_beside(stream)
    for told in (durations, rows_named, parts_played):
        told(stream, known)
    return stream


def _without_equals(items: Sequence[Item]) -> list[Item]:
    """`country = Chile` is said as `country Chile`."""
    kept = list(items)
    for at in range(len(kept) - 2, 0, -1):
        before, sign, behind = kept[at - 1 : at + 2]
        equal = sign.letter == "c" and sign.payload == "="
        if equal and before.letter == "C" and behind.letter == "V":
            before.last = sign.last
            kept.pop(at)
    return kept


def _at_least_one(run: Run) -> Item | None:
    """`have at least one dog` is to have a dog."""
    if (run["c"].payload, run["v"].payload) not in ((">=", 1), (">", 0)):
        return None
    return Item("p", run.first, run.last)


def _at_least_a(run: Run) -> Item | None:
    """`have at least a dog` is to have one."""
    said = run["c"].text.lower().startswith("at least") and run["c"].payload == ">="
    some = is_plural(run["t"].text.split()[-1].lower())
    return run["t"] if said and not some else None


def _limit(run: Run, stream: Stream) -> Item | None:
    """`the 3 countries with the fewest people`."""
    if "s" not in stream.code or not isinstance(run["n"].payload, int):
        return None
    return Item("L", run.first, run.last, payload=(run["n"].payload, "top"))
