"""dmcli: a deck builder and simulator for Duel Masters."""

__version__ = "0.1.0"
