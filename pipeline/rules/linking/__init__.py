"""Linking: which column or table words mean, and what else they may mean."""
