"""A result in words: labels of rows, units, titles, the summary."""
