"""The rows that a statement changes, and those that change along with them."""
