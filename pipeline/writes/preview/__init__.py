"""Trying a change out in a transaction that is rolled back."""
