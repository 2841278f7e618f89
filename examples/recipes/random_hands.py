"""How much deadwood do ten cards at random have? An array of a million hands answers at once.

python random_hands.py [HANDS]
"""

import sys

import numpy as np

from ginscore import bulk, load_variant

count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
# Each row of the random numbers, sorted, is a pack shuffled; its first ten cards are dealt.
cards = np.random.default_rng(1).random((count, 52)).argsort()[:, :10].astype(np.uint64)
masks = np.bitwise_or.reduce(np.uint64(1) << cards, axis=1)
for name in ("modern", "gin-rami"):
    points = bulk.deadwood(masks, load_variant(name))
    print(f"{name}: {points.mean():.1f} points; may knock at once: {(points <= 10).mean():.3%}")
