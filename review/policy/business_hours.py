"""When a workspace's reviewers work: what is due waits for them."""

import datetime as dt
from dataclasses import dataclass

_DAY = dt.timedelta(days=1)
_WEEKDAYS = frozenset(range(5))


@dataclass(frozen=True, slots=True, kw_only=True)
class BusinessHours:
    """Working days, Monday being 0, and the hours of each, in a time zone."""

    zone: dt.tzinfo
    opens: dt.time = dt.time(9)
    closes: dt.time = dt.time(17)
    days: frozenset[int] = _WEEKDAYS

    def after(self, start: dt.datetime, span: dt.timedelta) -> dt.datetime:
        """The moment when so much time has passed: whole days as working days, the rest at work."""
        moment = self._at_work(start.astimezone(self.zone))
        for _ in range(span.days):
            moment = self._working_day(_later(moment))
        rest = span - dt.timedelta(days=span.days)
        while rest > self._left(moment):
            rest -= self._left(moment)
            moment = self._at_work(self._opening(_later(moment)))
        return (moment + rest).astimezone(dt.UTC)

    def _at_work(self, moment: dt.datetime) -> dt.datetime:
        """This moment, or the next one at which somebody works."""
        if moment.time() >= self.closes:
            moment = self._opening(_later(moment))
        while moment.weekday() not in self.days:
            moment = self._opening(_later(moment))
        return max(moment, self._opening(moment))

    def _working_day(self, moment: dt.datetime) -> dt.datetime:
        """The same time on this day, or on the next one that is worked."""
        while moment.weekday() not in self.days:
            moment = _later(moment)
        return moment

    def _opening(self, moment: dt.datetime) -> dt.datetime:
        return dt.datetime.combine(moment.date(), self.opens, self.zone)

    def _left(self, moment: dt.datetime) -> dt.timedelta:
        return dt.datetime.combine(moment.date(), self.closes, self.zone) - moment


def _later(moment: dt.datetime) -> dt.datetime:
    return moment + _DAY
