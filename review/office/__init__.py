"""The review layer as one thing that starts, sweeps and stops."""
