"""The order in which words with two readings are settled by what stands next to them."""

from pipeline.rules.clauses.calendars import dated_groups
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.two_readings.aggregates import (
    as_aggregate,
    as_column,
    ranking,
    sold_by,
    told_by,
    total,
)
from pipeline.rules.two_readings.events import (
    always_done,
    as_event,
    date_of_periods,
    date_of_rows,
    dated_verb,
    done,
    duration,
    happened,
    idle_verb,
    in_year,
    leads_up,
    told_when,
)
from pipeline.rules.two_readings.its_name import named_by_parts, text_of_its_name
from pipeline.rules.two_readings.kept_aggregates import aggregated_again
from pipeline.rules.two_readings.metrics import as_rows, averaged, is_table, largest, only_asks
from pipeline.rules.two_readings.neighbours import (
    apart,
    as_asked_grain,
    as_grain,
    beside,
    kind_after_verb,
    other_than,
)
from pipeline.rules.two_readings.switches import nor_switched, switched


def settle(stream: Stream, known: Known) -> None:
    """Settle words with two readings by what stands next to them."""

    def event(run: Run) -> Item | None:
        return as_event(run, known)

    _settle_names(stream, known)
    stream.rewrite(r"(?<=s)(?P<m>M)", largest)
    stream.rewrite(r"(?<=a)(?P<m>M)(?!eT)", averaged)
    stream.rewrite(r"(?P<a>a)(?=p?[fV]?T(?:[ey.WD]|p(?:[fVD#]|TV)|V|$))", total)
    stream.rewrite(r"(?P<x>x)(?P<m>M)", only_asks)
    stream.rewrite(r"(?P<c>C)", lambda run: aggregated_again(run, known))
    sold_by(stream)
    told_by(stream)
    stream.rewrite(r"(?P<a>a)(?P<t>T)(?P<x>x)", lambda run: duration(run, known))
    stream.rewrite(r"(?P<a>a)(?P<x>x)p(?P<t>T)(?!k)", lambda run: duration(run, known))
    tables = {c.table for item in stream.items if item.letter == "T" for c in item.candidates}
    stream.rewrite(r"(?<=[ey&])(?P<c>C)", lambda run: as_grain(run, tables))
    stream.rewrite(r"(?<=[wr])(?P<c>C)(?=[hrp]*s)", lambda run: as_asked_grain(run, known))
    stream.rewrite(r"(?<=[nr])(?P<m>[oC])(?=[.Dpc#]|$)|(?<=T)(?P<m2>[oC])(?=c#i)", event)
    # `revenue of Swedish orders`: of which rows, not a second number.
    for rows in (r"(?<=[nhpe#])(?P<m>M)", r"(?<=Mp[VFf])(?P<m>M)", r"(?<=a)(?P<m>M)(?=C)"):
        stream.rewrite(rows, lambda run: run["m"].other if is_table(run["m"].other) else None)
    if "%" in stream.code:
        stream.rewrite(r"(?<=[TM])[rh]*(?P<c>C)(?=[.]|$)", happened)
    stream.rewrite(r"(?P<m>M)", lambda run: as_rows(run, stream.code))
    _settle_dates(stream, known)
    _settle_switches(stream, known)
    stream.rewrite(r"(?P<c>C)pC(?=[#D]|[cb]#)", in_year)
    stream.items = [i for n, i in enumerate(stream.items) if not idle_verb(stream.items, n)]
    stream.rewrite(
        r"(?<!c)(?P<a>a)(?![aCTMkp&u])|(?<=s)(?P<b>a)(?!C)|(?P<d>a)(?=p?T(?!C))|(?P<e>%)", as_column
    )
    _settle_values(stream, known)
    stream.rewrite(r"(?<=C)(?P<x>x)(?=C)", beside)
    _settle_ranks(stream)
    stream.rewrite(
        r"o(?=T\.)",
        lambda run: Item("p", run.first, run.last) if run.text.startswith("listed") else None,
    )
    _settle_extremes(stream)


def _settle_switches(stream: Stream, known: Known) -> None:
    """Columns that say yes or no are conditions, unless they are listed."""
    stream.rewrite(r"(?<=V)(?P<n>n)(?P<c>C)(?=[.&]|$)", lambda run: nor_switched(run, known))
    stream.rewrite(r"(?P<n>(?<!V)np?)?(?P<c>C)(?![#V]|[ph]*c|nV)", lambda run: switched(run, known))


def _settle_ranks(stream: Stream) -> None:
    """`rank` as the name of a column, not as what is done with the rows."""
    stream.rewrite(r"(?P<o>o)(?=[hrp]*n?[cb][#&])", ranking)
    stream.rewrite(r"(?<=w)(?P<o>o)(?=[.&sr]|p[TC]|$)", ranking)
    if stream.code[:1] != "o":
        stream.rewrite(r"(?<=C&)(?P<o>[oI])(?=[.&])", ranking)


def _settle_names(stream: Stream, known: Known) -> None:
    """What stands behind the name of rows: their own name, or something that is not theirs."""
    stream.rewrite(r"(?<=[ey])(?P<t>T)(?P<c>C)", lambda run: named_by_parts(run, known))
    stream.rewrite(r"(?<=[TM])(?P<c>C)", apart)
    _settle_deeds(stream, known)


def _settle_deeds(stream: Stream, known: Known) -> None:
    """What was done with the rows that a number is of: `amount paid`, `fee paid by country`."""
    stream.rewrite(r"(?P<p>p)(?=(?P<c>C)(?:pT)?(?:[.&]|$))", kind_after_verb)
    stream.rewrite(r"(?<=a)(?P<n>C)(?P<c>C)(?=[ey.]|$)", lambda run: always_done(run, known))
    for deed in (r"(?<=aC)(?P<c>C)(?=[ey.]|$)", r"(?<=kT)(?P<c>C)(?=ye?[TC])"):
        stream.rewrite(deed, lambda run: done(run, known))


def _settle_dates(stream: Stream, known: Known) -> None:
    """What was done in a period, or in each, or `when`: the date of it."""
    stream.rewrite(r"(?<=&)(?P<w>r)(?P<c>C)(?=\.|$)", told_when)
    stream.rewrite(r"(?P<v>V)(?=p?[D#]|p?W|[py]*eG|gp?D)", lambda run: dated_verb(run, known))
    stream.rewrite(r"(?P<t>T)[rh]*(?P<c>C)", lambda run: date_of_rows(run, known))
    stream.rewrite(r"(?P<c>C)[py]*e(?P<g>G)", dated_groups)
    date_of_periods(stream)


def _settle_values(stream: Stream, known: Known) -> None:
    """What stored values are of, where a name, a verb or `under` stands beside them."""
    stream.rewrite(r"(?<=C)(?P<l>[lh])(?P<v>V)p(?P<name>C)(?=\.|$)", text_of_its_name)
    stream.rewrite(r"(?<=T)(?P<c>C)(?P<p>[py])(?=V)", lambda run: leads_up(run, known))
    stream.rewrite(r"(?P<c>c)(?=p?V)", other_than)


def _settle_extremes(stream: Stream) -> None:
    """`highest, lowest and average cost` are three numbers, in whichever way they are listed."""
    stream.rewrite(r"(?P<s>s)(?=(?:&[as])+p?T?C)|(?<=a&)(?P<s2>s)(?=p?T?C)", as_aggregate)
    # `the average age and the highest rate`: each with a column of its own.
    stream.rewrite(r"(?<![th#])(?P<s>s)(?=C(?:&[as]C)*&aC)", as_aggregate)
    stream.rewrite(r"(?:^|(?<=^w))(?P<s>s)(?=C(?:&sC)+(?:&C)*(?:[peyh.]|$))", as_aggregate)
    stream.rewrite(r"(?<=aC&)(?P<s>s)(?=C)", as_aggregate)
