"""Tables and joins that people chose, and the cards about them."""
