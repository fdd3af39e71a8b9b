"""Positions, scenarios, logs and fuzz: games that people write down, read and check."""
