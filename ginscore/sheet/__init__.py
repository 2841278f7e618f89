"""Floor 6: the record. The append-only log, what acts in it, and what it adds up to."""
