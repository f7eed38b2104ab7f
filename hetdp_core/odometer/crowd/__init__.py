"""Many people, each with a budget and a filter: who still answers, and what is learned of all."""
