"""Approved queries beside a question: whether they still mean it, and for which days."""
