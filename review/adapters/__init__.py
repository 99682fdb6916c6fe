"""Adapters of the ledger: SQL on SQLite and PostgreSQL, and what wakes work on each."""
