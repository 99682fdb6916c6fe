"""Truncating dates to a day, week, month, quarter or year in each dialect."""

from sqlglot import exp

_SQLITE = {"day": "%Y-%m-%d", "month": "%Y-%m", "year": "%Y"}


# The parts of the calendar that rows may be grouped by, and what SQL calls them.
PARTS = {
    "weekday": "DAYOFWEEK", "month_of_year": "MONTH", "quarter_of_year": "QUARTER",
    "hour_of_day": "HOUR", "weekend": "DAYOFWEEK",
}  # fmt: skip
_IN_SQLITE = {"month_of_year": "%m", "hour_of_day": "%H"}
_DAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
_FREE = (0, 6)
_FROM_ONE = frozenset(("mysql",))
_MONDAYS = {"bigquery": "ISOWEEK", "tsql": "ISO_WEEK"}
_MOMENTS = frozenset(("postgres", "duckdb"))
_WEEK = 7
_IN_AN_HOUR = 60
# A week that begins on another day than Monday.
OWN_WEEK = "own week"
GRAINS = ("day", "week", "month", "quarter", "year")

_OF_A_DAY = {"hour": 24, "minute": 1440, "second": 86400}
_A_DAY = "86400.0"
_SECONDS = {"hour": "3600.0", "minute": "60.0", "second": "1.0"}


def weekday_number(column: exp.Expr, dialect: str) -> exp.Expr:
    """The day of the week of a date, Sunday being 0."""
    if dialect == "sqlite":
        return exp.cast(_strftime("%w", column), "int")
    if dialect in _FROM_ONE:
        day = exp.Anonymous(this="DAYOFWEEK", expressions=[column])
        return exp.Sub(this=day, expression=exp.Literal.number(1))
    return exp.Extract(this=exp.var("DOW"), expression=column)


def minute_of_day(column: exp.Expr, dialect: str) -> exp.Expr:
    """How many minutes of its day had passed at a moment."""
    hour: exp.Expr = exp.Extract(this=exp.var("HOUR"), expression=column)
    minute: exp.Expr = exp.Extract(this=exp.var("MINUTE"), expression=column.copy())
    if dialect == "sqlite":
        hour = exp.cast(_strftime("%H", column), "int")
        minute = exp.cast(_strftime("%M", column.copy()), "int")
    hours = exp.Mul(this=hour, expression=exp.Literal.number(_IN_AN_HOUR))
    return exp.paren(exp.Add(this=hours, expression=minute))


def weekday_order(column: exp.Expr, dialect: str) -> exp.Expr:
    """A number that sorts days of the week from Monday on."""
    later = exp.Add(this=weekday_number(column, dialect), expression=exp.Literal.number(6))
    return exp.Mod(this=exp.paren(later), expression=exp.Literal.number(7))


def _part(column: exp.Expr, grain: str, dialect: str) -> exp.Expr:
    if grain == "weekday":
        number = weekday_number(column, dialect)
        named = exp.Case(this=number)
        for place, day in enumerate(_DAYS):
            named = named.when(exp.Literal.number(place), exp.Literal.string(day))
        return named
    if grain == "weekend":
        free = weekday_number(column, dialect).isin(*(exp.Literal.number(day) for day in _FREE))
        return (
            exp.Case()
            .when(free, exp.Literal.string("weekend"))
            .else_(exp.Literal.string("weekday"))
        )
    if grain == "quarter_of_year":
        return calendar_number(column, "quarter", dialect)
    if dialect == "sqlite":
        return _strftime(_IN_SQLITE[grain], column)
    return exp.Extract(this=exp.var(PARTS[grain]), expression=column)


def truncated(column: exp.Expr, grain: str, dialect: str, week_start: int = 0) -> exp.Expr:
    """The start of the grain that a date column falls in (SQLite: as text), or its part.

    `week_start` is the day on which weeks begin, Monday being 0.
    """
    if grain in PARTS:
        return _part(column, grain, dialect)
    if grain == "week" and week_start:
        return _own_week(column, dialect, week_start)
    if dialect == "sqlite":
        return _in_sqlite(column, grain)
    if dialect == "mysql":
        return _in_mysql(column, grain)
    # Where weeks begin on another day unless it is said, they are to begin on Monday.
    unit = _MONDAYS.get(dialect, "WEEK") if grain == "week" else grain.upper()
    start = exp.TimestampTrunc(this=column, unit=exp.var(unit))
    # These make a moment of every date that they truncate, PostgreSQL one with a zone.
    return exp.cast(start, "date") if dialect in _MOMENTS else start


def calendar_number(column: exp.Expr, unit: str, dialect: str) -> exp.Expr:
    """The year, or the month or quarter of its year, of a date column as a number."""
    if dialect != "sqlite":
        return exp.Extract(this=exp.var(unit.upper()), expression=column)
    if unit == "year":
        return exp.cast(_strftime("%Y", column), "int")
    month = exp.cast(_strftime("%m", column), "int")
    if unit == "month":
        return month
    later = exp.paren(exp.Add(this=month, expression=exp.Literal.number(2)))
    return exp.Div(this=later, expression=exp.Literal.number(3), typed=True)


def _own_week(column: exp.Expr, dialect: str, start: int) -> exp.Expr:
    """The last day of that name, where weeks do not begin on Monday."""
    if dialect == "sqlite":
        day = (start + 1) % _WEEK
        steps = [exp.Literal.string("-6 days"), exp.Literal.string(f"weekday {day}")]
        return exp.Anonymous(this="DATE", expressions=[column, *steps])
    shift = exp.Literal.number(_WEEK - start)
    later = exp.DateAdd(this=column, expression=shift, unit=exp.var("DAY"))
    monday = truncated(later, "week", dialect)
    first = exp.DateSub(this=monday, expression=shift.copy(), unit=exp.var("DAY"))
    return exp.cast(first, "date")


def _in_sqlite(column: exp.Expr, grain: str) -> exp.Expr:
    if grain in _SQLITE:
        return _strftime(_SQLITE[grain], column)
    if grain == "week":
        days = [exp.Literal.string("weekday 0"), exp.Literal.string("-6 days")]
        return exp.Anonymous(this="DATE", expressions=[column, *days])
    month = exp.cast(_strftime("%m", column.copy()), "int")
    before = exp.Sub(this=month, expression=exp.Literal.number(1))
    since = exp.Mod(this=exp.paren(before), expression=exp.Literal.number(3))
    back = exp.DPipe(this=exp.Literal.string("-"), expression=exp.paren(since))
    steps = [
        exp.Literal.string("start of month"),
        exp.DPipe(this=back, expression=exp.Literal.string(" months")),
    ]
    return exp.Anonymous(this="DATE", expressions=[column, *steps])


def _in_mysql(column: exp.Expr, grain: str) -> exp.Expr:
    if grain == "day":
        return exp.cast(column, "date")
    if grain == "week":
        weekday = exp.Anonymous(this="WEEKDAY", expressions=[column.copy()])
        day = exp.cast(column, "date")
        return exp.DateSub(this=day, expression=weekday, unit=exp.var("DAY"))
    if grain == "quarter":
        year = exp.Anonymous(this="YEAR", expressions=[column])
        first = exp.Anonymous(this="MAKEDATE", expressions=[year, exp.Literal.number(1)])
        number = exp.Anonymous(this="QUARTER", expressions=[column.copy()])
        later = exp.Sub(this=number, expression=exp.Literal.number(1))
        return exp.DateAdd(this=first, expression=exp.paren(later), unit=exp.var("QUARTER"))
    shape = exp.Literal.string("%Y-%m-01" if grain == "month" else "%Y-01-01")
    return exp.Anonymous(this="DATE_FORMAT", expressions=[column, shape])


def days_between(
    start: exp.Expr, end: exp.Expr, dialect: str, *, moments: bool = False
) -> exp.Expr:
    """How many days lie between two dates; between `moments` also parts of days."""
    if dialect != "sqlite" and moments:
        seconds = time_between(start, end, "second", dialect)
        return exp.paren(exp.Div(this=seconds, expression=exp.Literal.number(_A_DAY)))
    if dialect != "sqlite":
        first, last = exp.cast(start, "date"), exp.cast(end, "date")
        return exp.DateDiff(this=last, expression=first, unit=exp.var("DAY"))
    later = exp.Anonymous(this="JULIANDAY", expressions=[end])
    earlier = exp.Anonymous(this="JULIANDAY", expressions=[start])
    return exp.paren(exp.Sub(this=later, expression=earlier))


def day_of(moment: exp.Expr, dialect: str) -> exp.Expr:
    """The day of a date or a moment, without its time."""
    if dialect == "sqlite":
        return exp.Anonymous(this="DATE", expressions=[moment])
    return exp.cast(moment, "date")


def months_later(moment: exp.Expr, months: int, dialect: str) -> exp.Expr:
    """The day so many months after a date."""
    number, unit = exp.Literal.number(months), exp.var("MONTH")
    day = moment if dialect == "sqlite" else day_of(moment, dialect)
    return exp.DateAdd(this=day, expression=number, unit=unit)


def time_between(start: exp.Expr, end: exp.Expr, unit: str, dialect: str) -> exp.Expr:
    """How many hours, minutes or seconds, and parts of them, lie between two times."""
    if dialect == "sqlite":
        days = days_between(start, end, dialect)
        return exp.Mul(this=days, expression=exp.Literal.number(_OF_A_DAY[unit]))
    between = exp.TimestampDiff if dialect == "mysql" else exp.DateDiff
    first, last = exp.cast(start, "timestamp"), exp.cast(end, "timestamp")
    seconds = between(this=last, expression=first, unit=exp.var("SECOND"))
    return exp.Div(this=seconds, expression=exp.Literal.number(_SECONDS[unit]))


def _strftime(shape: str, column: exp.Expr) -> exp.Expr:
    return exp.Anonymous(this="STRFTIME", expressions=[exp.Literal.string(shape), column])
