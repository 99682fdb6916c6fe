"""The rules tier: a deterministic planner from a question to SQL that says what it cannot read."""
