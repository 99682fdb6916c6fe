"""A reader of questions that learns: from words to an intent, with a calibrated certainty."""
