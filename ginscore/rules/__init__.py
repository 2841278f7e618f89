"""Floor 3: what the table agreed. The switches, the presets and the house rules as text."""
