"""Seeded draws of values, days and moments for a made-up company."""

import datetime as dt
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
MICROSECONDS = "datetime64[us]"


class Draws:
    """Random columns of values: the same seed and order of calls give the same rows."""

    def __init__(self, seed: int, today: dt.date) -> None:
        self.random = np.random.default_rng(seed)
        self.today = np.datetime64(today, "D")

    def pick(self, choices: Any, size: int, weights: Any = None) -> Array:
        share = None if weights is None else np.asarray(weights, float) / np.sum(weights)
        places = self.random.choice(len(choices), size=size, p=share)
        return np.array(choices, dtype=object)[places]

    def moments(self, days: Array, first_hour: int = 7, hours: int = 15) -> Array:
        seconds = self.random.integers(first_hour * 3600, (first_hour + hours) * 3600, len(days))
        return np.asarray(days.astype(MICROSECONDS) + seconds.astype("timedelta64[s]"))

    def days_between(self, low: Any, high: Any, size: int) -> Array:
        span = (np.asarray(high, "datetime64[D]") - np.asarray(low, "datetime64[D]")).astype(int)
        drawn = (self.random.random(size) * span).astype(int)
        return np.asarray(low + drawn.astype("timedelta64[D]"))

    def seldom(self, moments: Array, share: float) -> Array:
        """The moments, of which only that share is known."""
        moments[self.random.random(len(moments)) > share] = np.datetime64("NaT")
        return moments
