"""Deck lists: reading and writing, legality, exact statistics."""
