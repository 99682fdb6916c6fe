"""One file per change of the ledger's tables, in order."""
