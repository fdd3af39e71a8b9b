"""The vocabulary that every other room speaks; it imports none of them."""
