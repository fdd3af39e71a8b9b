"""Many games: series in blocks, worker processes, the run store and its statistics."""
