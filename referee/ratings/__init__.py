"""Ratings from stored results only: strength, Elo, head-to-head."""
