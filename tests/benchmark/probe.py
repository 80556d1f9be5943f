"""Extension of all variants that reports where a build has spent its time."""

import gc
import json
import os
import resource
from pathlib import Path


def cpu():
    """CPU time of this process and of those it has waited for."""
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def setup(app):
    marks = {'start': cpu()}
    app.add_config_value('probe_gc_threshold', False, '')
    if os.environ['BENCH_GC'] == 'off':
        gc.disable()

    def mark(name):
        def handler(*_arguments):
            marks[name] = cpu()

        return handler

    def configure(app):
        if app.config.probe_gc_threshold:
            gc.set_threshold(50_000, 20, 50)  # the line of the guide

    def report(_app, _exception):
        end = cpu()
        read = marks.get('env-updated', end)
        updated = marks.get('write-started', read)
        costs = {
            'reading': read - marks['start'],
            'updating': updated - read,
            'writing': end - updated,
        }
        Path(os.environ['BENCH_REPORT']).write_text(json.dumps(costs))

    app.connect('builder-inited', configure)
    app.connect('env-updated', mark('env-updated'), priority=999)
    app.connect('write-started', mark('write-started'), priority=1)
    app.connect('build-finished', report, priority=999)
    return {'parallel_read_safe': True, 'parallel_write_safe': True}
