"""How often hands end in each way, and for how many points: pandas over a table of `batch -f csv`.

python kinds.py TABLE.csv
"""

import sys

import pandas as pd

hands = pd.read_csv(sys.argv[1])
settled = hands[hands["errors"].isna()]
print(settled.groupby("kind")["points"].agg(["count", "mean", "max"]).to_string())
