"""Bytes of an environment for each place of a keyword, as JSON."""

import json
import pickle
import sys
from pathlib import Path

environment = pickle.loads((Path(sys.argv[1]) / 'environment.pickle').read_bytes())
store = environment.domaindata['kw']['records']
places = sum(len(keyword.places) for docname in store for keyword in store[docname].keywords)
costs = {
    'pickled': round(len(pickle.dumps(store, pickle.HIGHEST_PROTOCOL)) / places, 2),
    'memory': round(sum(sys.getsizeof(part) for stored in store._encoded.values() for part in stored) / places, 2),
}
print(json.dumps(costs))
