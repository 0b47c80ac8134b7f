"""From a DataFrame with integer ids to a ranked table, a picture and a saved result.

Run it cell by cell in a notebook, or as it is: python3 notebook.py [DIRECTORY for the two files]
"""
import pickle
import sys

import numpy as np
import pandas as pd

import oddone

# %% People with ids of their own, and who knows whom. Person 1007 has friends elsewhere.
generator = np.random.default_rng(1)
people = pd.DataFrame({"club": ["sailing"] * 30 + ["gardening"] * 30,
                       "age": generator.integers(20, 60, 60)}, index=range(1000, 1060))
links = [(1000 + a, 1000 + b) for a in range(60) for b in range(a)
         if a // 30 == b // 30 and 7 not in (a, b) and generator.random() < .25]
links += [(1007, 1000 + b) for b in range(30, 38)]
links = pd.DataFrame(links, columns=["source", "target"])

# %% Fit, rank, and join the ranking to the table it came from.
result = oddone.run(links, people, seed=1)
ranked = people.join(result.to_frame()).sort_values("rank")
print(ranked.head())

# %% Why is the first one odd? The ids are those of the table.
first = ranked.index[0]
print(result.explain(first))

# %% A picture (a notebook shows it) and the result in a file, to be read in another process.
folder = sys.argv[1] if len(sys.argv) > 1 else "."
result.plot("map").save(folder + "/map.svg")
with open(folder + "/result.pickle", "wb") as file:
    pickle.dump(result, file)
with open(folder + "/result.pickle", "rb") as file:
    assert pickle.load(file).explain(first) == result.explain(first)
