"""Words for places, resolved: to a filter, or to the regional tables of a workspace."""
