"""The mean of users who ask for different levels of privacy."""
