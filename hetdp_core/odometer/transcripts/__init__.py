"""What a transcript of answers has really told: its realised loss, exact or certified."""
