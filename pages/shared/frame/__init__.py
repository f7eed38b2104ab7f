"""What stands around any page: tabs, compare, sweeps, the record of a topic."""
