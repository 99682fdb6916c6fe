"""The app's Home tab: the desk of a person."""
