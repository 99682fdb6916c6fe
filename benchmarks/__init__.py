"""Figures: each module prints its own as one JSON line last."""
