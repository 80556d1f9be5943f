"""Derive everything from the records of an environment: seconds, and memory at its peak."""

from __future__ import annotations

import pickle
import resource
import sys
import time
from pathlib import Path

from sphinxcontrib_kwindex.collector import no_collection
from sphinxcontrib_kwindex.index import ProjectIndex
from sphinxcontrib_kwindex.subjects import Subject, folders_of
from sphinxcontrib_kwindex.view import Shelf


def megabytes():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


environment = pickle.loads((Path(sys.argv[1]) / 'environment.pickle').read_bytes())
store = environment.domaindata['kw']['records']
print(f'environment: {megabytes():.0f} MB')
begin = time.process_time()


def tell(what):
    print(f'{what}: {time.process_time() - begin:.1f} s so far, {megabytes():.0f} MB')


with no_collection():
    places = sum(len(keyword.places) for docname in store for keyword in store[docname].keywords)
    tell(f'{len(store)} documents with {places:,} places decoded')
    index = ProjectIndex(store, lambda _chain: True)
    tell('what all of them define is known')
    listed = sum(len(index.listed(docname)) for docname in store)
    tell(f'{listed:,} keywords listed on the pages of documents')
    print(f'{len(index.everything):,} keywords in all, {len(index.glossary):,} in the glossary')
    tell('merged')
    shelf = Shelf(index, 5000)
    folders = folders_of(store)
    for folder in sorted(folders):
        shelf.ranges(Subject('folder', folder))
    tell(f'{len(folders)} folders merged and cut')
