"""Floor 4: one hand. What happened, what it is worth, and the rulings on it."""
