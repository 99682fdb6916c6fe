"""Runs, checkpoints, decisions, review cases, promotion, audit, and the ledger that keeps them."""
