"""Countersign in Slack: the Bolt app, its payloads, its cards, its sender."""
