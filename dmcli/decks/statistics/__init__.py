"""What can be said about a deck without playing a game."""
