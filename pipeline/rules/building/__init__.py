"""Building: from an intent to a SQL tree."""
