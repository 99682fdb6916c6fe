"""The model-backed layers: typed outputs, prompts, budgets and the ladder."""
