"""Countersign in Microsoft Teams: the adapter, its payloads, its cards, its sender."""
