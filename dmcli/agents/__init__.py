"""Agents: a view and the legal actions → one action."""
