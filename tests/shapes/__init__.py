"""The suite of database shapes: engine x shape x question kind, each with its own right answer."""
