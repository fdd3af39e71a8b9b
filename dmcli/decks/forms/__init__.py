"""The forms a deck list comes in: how each is read and written."""
