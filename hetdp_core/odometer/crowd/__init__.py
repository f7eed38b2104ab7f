"""Many people, each with a budget and a filter: how many still answer, and estimates of all."""
