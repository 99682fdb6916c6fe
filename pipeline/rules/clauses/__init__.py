"""Clauses: one file for each family of phrases that rules recognise."""
