"""From results to figures: one file a topic, one theme, no arithmetic."""
