"""The calendar of a workspace: time zone, weeks, fiscal years, business days."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

WeekStart = Literal["monday", "sunday", "saturday"]
NamedBy = Literal["start", "end"]
RetailPattern = Literal["4-4-5", "4-5-4", "5-4-4"]
QuarterMeaning = Literal["calendar", "fiscal"]

WEEK_STARTS: dict[str, int] = {"monday": 0, "saturday": 5, "sunday": 6}
UNKNOWN = "setting"


class CalendarError(ValueError):
    """A calendar setting that cannot be used."""

    def __init__(self, setting: str, value: object) -> None:
        self.setting = setting
        self.value = value
        super().__init__(f"The calendar's {setting} cannot be {value!r}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Calendar:
    """How a workspace counts time; every field has the ordinary default."""

    time_zone: str = "UTC"
    week_starts_on: WeekStart = "monday"
    fiscal_year_start_month: int = 1
    fiscal_year_named_by: NamedBy = "end"
    quarter_means: QuarterMeaning = "calendar"
    day_first: bool | None = None
    business_days: tuple[int, ...] = (0, 1, 2, 3, 4)
    holiday_country: str | None = None
    holiday_region: str | None = None
    extra_holidays: tuple[date, ...] = ()
    retail_pattern: RetailPattern | None = None

    def __post_init__(self) -> None:
        self._require("week_starts_on", self.week_starts_on in WEEK_STARTS)
        self._require("fiscal_year_start_month", self.fiscal_year_start_month in range(1, 13))
        named = get_args(NamedBy)
        self._require("fiscal_year_named_by", self.fiscal_year_named_by in named)
        self._require("quarter_means", self.quarter_means in get_args(QuarterMeaning))
        patterns = (None, *get_args(RetailPattern))
        self._require("retail_pattern", self.retail_pattern in patterns)
        known_days = set(self.business_days) <= set(range(7))
        self._require("business_days", bool(self.business_days) and known_days)
        self._require("time_zone", _is_zone(self.time_zone))

    def _require(self, setting: str, holds: bool) -> None:  # noqa: FBT001 - an assertion's condition
        if not holds:
            raise CalendarError(setting, getattr(self, setting))

    @property
    def first_weekday(self) -> int:
        return WEEK_STARTS[self.week_starts_on]

    @property
    def has_own_fiscal_year(self) -> bool:
        return self.fiscal_year_start_month != 1 or self.retail_pattern is not None

    def today_at(self, moment: datetime) -> date:
        """The date on this calendar's clocks at an aware moment."""
        return moment.astimezone(ZoneInfo(self.time_zone)).date()


def calendar_from(settings: Mapping[str, object]) -> Calendar:
    """A calendar from stored settings; absent keys keep their defaults."""
    names = Calendar.__dataclass_fields__
    for name in settings:
        if name not in names:
            raise CalendarError(UNKNOWN, name)
    values = {name: _as_tuple(value) for name, value in settings.items() if value is not None}
    return Calendar(**values)  # type: ignore[arg-type]  # __post_init__ refuses a bad value


def _as_tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _is_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True
