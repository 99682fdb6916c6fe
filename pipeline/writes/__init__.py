"""Changes to data or schema that people approve: proposal, preview, execution, undo."""
