"""The gallery: every card in every state, as people see it on each surface."""
