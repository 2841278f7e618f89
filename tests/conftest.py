"""Settings for all tests."""

from hypothesis import settings

# A busy machine is no fault of the program: examples have no deadline.
settings.register_profile("ginscore", deadline=None)
settings.load_profile("ginscore")
