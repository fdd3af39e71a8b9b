"""Editing deck lists: the smallest change to what a user wrote, with undo."""
