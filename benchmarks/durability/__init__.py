"""Countersign beside other engines that pause for people: cost, and what faults do to each."""
