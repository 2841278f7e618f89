"""Floor 7: people. Text, markdown, HTML, charts and translation."""
