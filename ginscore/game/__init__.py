"""Floor 5: many hands. Games, columns, matches, the deal and the payout."""
