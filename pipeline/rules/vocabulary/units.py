"""What numbers are told in, at the end of a column's name: `weight_kg`, `SizeKw`."""

from collections.abc import Mapping

UNITS = frozenset(
    ("kw", "kwh", "mw", "mwh", "kg", "g", "lb", "lbs", "ton", "tons", "km", "m", "cm", "mm", "ft",
     "feet", "mi", "miles", "m2", "sqm", "sqft", "km2", "m3", "usd", "eur", "gbp", "chf", "pct",
     "percent", "seconds", "secs", "sec", "ms", "minutes", "mins", "hours", "hrs", "days", "weeks",
     "months", "years", "ml", "l", "litres", "liters", "gb", "mb", "tb", "kmh", "mph", "watts")
)  # fmt: skip

# Milliseconds in each unit of time, by the words that columns and people use for it.
TIME_UNITS: Mapping[str, int] = {
    **dict.fromkeys(("ms", "msec", "millisecond", "milliseconds", "millis"), 1),
    **dict.fromkeys(("sec", "secs", "second", "seconds"), 1_000),
    **dict.fromkeys(("min", "mins", "minute", "minutes"), 60_000),
    **dict.fromkeys(("hr", "hrs", "hour", "hours"), 3_600_000),
    **dict.fromkeys(("day", "days"), 86_400_000),
}

# What else people call the unit that a name is written with.
MEASURES: Mapping[str, tuple[str, ...]] = {
    "m2": ("sqm", "square metre", "square meter"), "sqm": ("m2", "square metre", "square meter"),
    "km2": ("square kilometre", "square kilometer"), "m3": ("cubic metre", "cubic meter"),
    "sqft": ("square foot",),
}  # fmt: skip

# A unit as people write it out, and how names of columns end in it.
WRITTEN_OUT: Mapping[str, frozenset[str]] = {
    word: frozenset(ends)
    for words, ends in (
        (("metre", "metres", "meter", "meters"), ("m", "metres", "meters")),
        (("kilometre", "kilometres", "kilometer", "kilometers", "km"), ("km", "kilometres")),
        (("mile", "miles"), ("mi", "miles")),
        (("kilo", "kilos", "kilogram", "kilograms", "kg"), ("kg", "kilos")),
        (("tonne", "tonnes", "ton", "tons"), ("t", "ton", "tons", "tonnes")),
        (("litre", "litres", "liter", "liters"), ("l", "litres", "liters")),
        (("minute", "minutes", "mins"), ("min", "mins", "minutes")),
        (("hour", "hours", "hrs"), ("h", "hr", "hrs", "hours")),
        (("kilowatt", "kilowatts", "kw"), ("kw",)),
        (("mm", "millimetres", "millimeters"), ("mm",)),
        (("cm", "centimetres", "centimeters"), ("cm",)),
    )
    for word in words
}
