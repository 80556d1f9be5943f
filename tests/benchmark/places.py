"""Count the places of keywords in an environment, and what each of them costs."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

environment = pickle.loads((Path(sys.argv[1]) / 'environment.pickle').read_bytes())
store = environment.domaindata['kw']['records']
records = [store[docname] for docname in store]
places = sum(len(keyword.places) for record in records for keyword in record.keywords)
times = sum(
    place.times for record in records for keyword in record.keywords for place in keyword.places
)
pickled = len(pickle.dumps(store, pickle.HIGHEST_PROTOCOL))
memory = sum(sys.getsizeof(value) for value in store._encoded.values())
print(f'{len(records)} documents, {places} places, {times} occurrences')
print(f'{pickled / places:.1f} bytes pickled, {memory / places:.1f} in memory, for each place')
