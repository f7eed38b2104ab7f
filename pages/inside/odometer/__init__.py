"""The privacy odometer: many questions to one person, and what the answers really told."""
