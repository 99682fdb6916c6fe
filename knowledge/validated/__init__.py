"""Validated queries: what reviewers approved, where it is kept, and how it is found again."""
