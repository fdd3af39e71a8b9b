"""Whether a deck is legal under a format, and what is legal but unwise."""
