"""What the cards of a deck are good for: a card's roles, as the cards know them."""

from dmcli.cards.roles import ROLES, roles_of

__all__ = ["ROLES", "roles_of"]
