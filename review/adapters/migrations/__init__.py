"""The ledger's migrations, run when it is opened."""
