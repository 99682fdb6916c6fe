"""Runs: taken up, stepped on, paused and ended, each in one transaction."""
