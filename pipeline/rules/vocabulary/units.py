"""What numbers are told in, at the end of a column's name: `weight_kg`, `SizeKw`."""

UNITS = frozenset(
    ("kw", "kwh", "mw", "mwh", "kg", "g", "lb", "lbs", "ton", "tons", "km", "m", "cm", "mm", "ft",
     "feet", "mi", "miles", "m2", "sqm", "sqft", "km2", "m3", "usd", "eur", "gbp", "chf", "pct",
     "percent", "seconds", "secs", "sec", "ms", "minutes", "mins", "hours", "hrs", "days", "weeks",
     "months", "years", "ml", "l", "litres", "liters", "gb", "mb", "tb", "kmh", "mph", "watts")
)  # fmt: skip
