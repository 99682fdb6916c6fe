"""Adapters of the knowledge ports: the only place that imports their vendors."""
