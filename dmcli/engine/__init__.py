"""One game: state, moves, turn, attack, ops, choices, view."""
