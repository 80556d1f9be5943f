"""Count the places of keywords in an environment, and what each of them costs, as JSON."""

from __future__ import annotations

import json
import pickle
import sys
from pathlib import Path

environment = pickle.loads((Path(sys.argv[1]) / 'environment.pickle').read_bytes())
store = environment.domaindata['kw']['records']
records = [store[docname] for docname in store]
keywords = [keyword for record in records for keyword in record.keywords]
places = sum(len(keyword.places) for keyword in keywords)
costs = {
    'documents': len(records),
    'keywords': len(keywords),
    'places': places,
    'occurrences': sum(place.times for keyword in keywords for place in keyword.places),
    'pickled': round(len(pickle.dumps(store, pickle.HIGHEST_PROTOCOL)) / places, 2),
    'memory': round(sum(sys.getsizeof(part) for stored in store._encoded.values() for part in stored) / places, 2),
}
print(json.dumps(costs))
