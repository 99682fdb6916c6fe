"""Surfaces, cards, wording, settings, and the process itself."""
