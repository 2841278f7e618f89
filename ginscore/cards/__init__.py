"""Floor 2: what the cards say. Cards, melds, lay-offs and the notation, without any price."""
