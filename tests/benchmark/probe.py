"""A tiny extension, loaded in every variant, that tells where a build has spent its time."""

from __future__ import annotations

import functools
import json
import os
import re
import resource
from pathlib import Path


def cpu():
    """CPU time of this process and of those it has waited for."""
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def setup(app):
    marks = {'start': cpu()}
    pages = {}
    app.add_config_value('probe_no_search', False, '')

    def mark(name):
        def handler(*_arguments):
            marks[name] = cpu()

        return handler

    def no_search(app):
        if app.config.probe_no_search:
            app.builder.search = False

    def time_pages(app, builder):
        """Measure how long each kind of page takes to resolve and write."""
        write_doc, resolve = builder.write_doc, app.env.get_and_resolve_doctree

        def kind_of(docname):
            # that of the root lists no keyword
            if re.fullmatch(r'kwindex/doc/page\d+(_defs)?', docname):
                return 'generated'
            return 'links' if re.fullmatch(r'page\d+', docname) else 'other'

        def timed(function, docname, *arguments, **options):
            begin = cpu()
            result = function(docname, *arguments, **options)
            taken = pages.setdefault(kind_of(docname), {})
            taken[docname] = taken.get(docname, 0) + cpu() - begin
            return result

        builder.write_doc = functools.partial(timed, write_doc)
        app.env.get_and_resolve_doctree = functools.partial(timed, resolve)

    def report(_app, _exception):
        end = cpu()
        read = marks.get('env-updated', end)
        updated = marks.get('write-started', read)
        costs = {
            'reading': read - marks['start'],
            'updating': updated - read,
            'writing': end - updated,
            'pages': {kind: sum(times.values()) / len(times) for kind, times in pages.items()},
        }
        Path(os.environ['BENCH_REPORT']).write_text(json.dumps(costs))

    app.connect('builder-inited', no_search)
    app.connect('write-started', time_pages)
    app.connect('env-updated', mark('env-updated'), priority=999)
    app.connect('write-started', mark('write-started'), priority=1)
    app.connect('build-finished', report, priority=999)
    return {'parallel_read_safe': True, 'parallel_write_safe': True}
