"""Where the app is installed, and by whom."""
