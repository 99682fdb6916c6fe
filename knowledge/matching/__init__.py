"""Matching: whether a question may be answered with a validated query, and why."""
