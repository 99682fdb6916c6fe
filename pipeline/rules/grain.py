"""Truncating dates to a day, week, month, quarter or year in each dialect."""

from sqlglot import exp

_SQLITE = {"day": "%Y-%m-%d", "month": "%Y-%m", "year": "%Y"}


def truncated(column: exp.Expr, grain: str, dialect: str) -> exp.Expr:
    """The start of the grain that a date column falls in (SQLite: as text)."""
    if dialect != "sqlite":
        return exp.TimestampTrunc(this=column, unit=exp.var(grain.upper()))
    if grain in _SQLITE:
        return _strftime(_SQLITE[grain], column)
    if grain == "week":
        days = [exp.Literal.string("weekday 0"), exp.Literal.string("-6 days")]
        return exp.Anonymous(this="DATE", expressions=[column, *days])
    month = exp.cast(_strftime("%m", column.copy()), "int")
    quarter = exp.Div(
        this=exp.paren(exp.Add(this=month, expression=exp.Literal.number(2))),
        expression=exp.Literal.number(3),
    )
    label = exp.DPipe(this=_strftime("%Y", column), expression=exp.Literal.string("-Q"))
    return exp.DPipe(this=label, expression=exp.paren(quarter))


def days_between(start: exp.Expr, end: exp.Expr, dialect: str) -> exp.Expr:
    """How many days lie between two dates."""
    if dialect != "sqlite":
        first, last = exp.cast(start, "date"), exp.cast(end, "date")
        return exp.DateDiff(this=last, expression=first, unit=exp.var("DAY"))
    later = exp.Anonymous(this="JULIANDAY", expressions=[end])
    earlier = exp.Anonymous(this="JULIANDAY", expressions=[start])
    return exp.paren(exp.Sub(this=later, expression=earlier))


def _strftime(shape: str, column: exp.Expr) -> exp.Expr:
    return exp.Anonymous(this="STRFTIME", expressions=[exp.Literal.string(shape), column])
