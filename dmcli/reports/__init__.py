"""Reports of a stored run: pandas frames, CSV files, one HTML page."""
