"""Changes of names between two trees of sources, and the names that documentation writes."""

import pytest

from sphinxcontrib_kwindex.check.changes import Changes

INIT = 'from .io import *\nfrom .net import Client, connect\n'
IO = '''
def load(path, mode='r'):
    """Load a file."""
    with open(path, mode) as file:
        return file.read()


def other(x):
    return x + 1
'''
NET = """
class Base:
    timeout = 3

    def close(self):
        self.socket.close()
        self.socket = None


class Client(Base):
    def __init__(self, host):
        self.host = host

    def send(self, data):
        for part in data:
            self.put(part)


def connect(host, port=80):
    return Client(host, port)
"""
OLD = {'src/acme/__init__.py': INIT, 'src/acme/io.py': IO, 'src/acme/net.py': NET}


def compared(new, old=OLD, **options):
    """Compare a tree with one in which some files have another text, or are gone."""
    both = {path: text for path, text in {**old, **new}.items() if text is not None}
    return Changes(old, both, new, **options)


def said(changes):
    return [(one.change, one.name, one.to) for one in changes]


def edited(path, *pairs):
    text = OLD[path]
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return {path: text}


IO_PATH, NET_PATH, INIT_PATH = 'src/acme/io.py', 'src/acme/net.py', 'src/acme/__init__.py'


def test_without_a_change_there_is_none():
    assert said(compared({})) == []
    assert said(compared(edited(IO_PATH, ('Load a', 'Read a'), ('x + 1', 'x + 2')))) == []


@pytest.mark.parametrize(
    ('new', 'expected'),
    [
        (edited(IO_PATH, ('load', 'read')), [('renamed', 'acme.io.load', 'acme.io.read')]),
        (edited(IO_PATH, ('load(path', 'read(path'), ('other', 'another')),
         [('renamed', 'acme.io.load', 'acme.io.read'),
          ('renamed', 'acme.io.other', 'acme.io.another')]),
        (edited(IO_PATH, ('def other(x):\n    return x + 1', '')),
         [('removed', 'acme.io.other', '')]),
        # a class takes its members with it, and its imports
        (edited(NET_PATH, ('Client', 'Session')) | edited(INIT_PATH, ('Client', 'Session')),
         [('renamed', 'acme.net.Client', 'acme.net.Session')]),
        (edited(NET_PATH, ('def send', 'def write')),
         [('renamed', 'acme.net.Client.send', 'acme.net.Client.write')]),
        (edited(IO_PATH, ("mode='r'", '*, mode')), [('signature', 'acme.io.load', '')]),
        (edited(IO_PATH, ('path, mode', 'path: str, mode: str')), []),
        (edited(NET_PATH, ('self, host)', 'self, host, port)')),
         [('signature', 'acme.net.Client', '')]),
        # moved, with and without an import that keeps the older name
        (edited(IO_PATH, (IO[:IO.index('\n\n\n')], '')) | {'src/acme/files.py': IO[:100]},
         [('moved', 'acme.io.load', 'acme.files.load')]),
        (edited(IO_PATH, (IO[:IO.index('\n\n\n')], 'from .files import load'))
         | {'src/acme/files.py': IO[:100]}, []),
        ({IO_PATH: None, 'src/acme/files.py': IO}, [('moved', 'acme.io', 'acme.files')]),
        ({IO_PATH: None}, [('removed', 'acme.io', '')]),
        # a name that a package only takes from a module
        (edited(INIT_PATH, ('Client, connect', 'Client')), [('removed', 'acme.connect', '')]),
        (edited(INIT_PATH, ('connect', 'connect as open_one')),
         [('renamed', 'acme.connect', 'acme.open_one')]),
        (edited(INIT_PATH, ('from .io import *', '')),
         [('removed', 'acme.load', ''), ('removed', 'acme.other', '')]),
        # what a class has from its base is not gone
        (edited(NET_PATH, ('    def send(self, data):', '    def put(self, data):'),
                ('class Base:', 'class Base:\n    def send(self, data): ...\n')), []),
        (edited(NET_PATH, ('class Client(Base)', 'class Client(other.Base)'),
                ('    def send(self, data):\n        for part in data:\n            self.put(part)',
                 '    x = 1')), []),
        (edited(NET_PATH, ('class Client(Base)', 'class Client(other.Base)'),
                ('def send', 'def write')),
         [('renamed', 'acme.net.Client.send', 'acme.net.Client.write')]),
        # a module that may have any name now
        ({IO_PATH: f'globals().update(a=1)\n{IO[:100]}'}, []),
        ({IO_PATH: 'globals().update(a=1)\n' + IO.replace('load', 'read')},
         [('renamed', 'acme.io.load', 'acme.io.read')]),
    ],
)  # fmt: skip
def test_changes(new, expected):
    assert [one for one in said(compared(new)) if one[1] != 'acme.net.Client.__init__'] == expected


def test_a_module_that_had_any_name_before_loses_those_that_it_wrote():
    old = OLD | {IO_PATH: 'globals().update(a=1)\n' + IO}
    new = {IO_PATH: old[IO_PATH].replace('load', 'read')}
    assert said(compared(new, old)) == [('renamed', 'acme.io.load', 'acme.io.read')]


def test_two_that_are_the_same_are_no_pair():
    old = {'a.py': 'def one(x):\n    return [a for a in x if a.size > 3]\n'}
    both = ''.join(old['a.py'].replace('one', name) for name in ('one_a', 'one_b'))
    assert said(compared({'a.py': both}, old)) == [('removed', 'a.one', '')]


def test_several_pairs_in_one_file():
    line = 'def {0}_{1}(a, b):\n    return a.{0}(b) + b.{0}[3]\n'
    old, new = ({'a.py': ''.join(line.format(n, end) for n in 'abc')} for end in 'xy')
    assert said(compared(new, old)) == [('renamed', f'a.{n}_x', f'a.{n}_y') for n in 'abc']


def test_what_has_changed_inside_is_told_on_request():
    new = edited(NET_PATH, ('self.put(part)', 'self.put(part, 1)'))
    assert said(compared(new)) == []
    assert ('body', 'acme.net.Client.send', '') in said(compared(new, with_bodies=True))
    assert said(compared(edited(IO_PATH, ('Load a', 'Read a')), with_bodies=True)) == []


CODE = {
    'a.c': 'int uv_load(uv_loop_t* loop, int n) {\n  return load(loop->x, n);\n}\n'
    '#define UV_OLD 3\ntypedef struct uv_loop_s uv_loop_t;\n'
    'struct uv_loop_s {\n  int data;\n};\n',
    'b.hpp': 'namespace n {\nclass K {\npublic:\n  int m(int a);\n};\n}\n',
    'c.go': 'package acme\n\nfunc (c *Client) Send(x int) error {\n\treturn c.put(x)\n}\n',
    'd.rs': 'pub struct A;\nimpl A {\n  pub fn open(x: u8) -> A { A::with(x) }\n}\n',
    'e.js': 'export function spin(a, b) {\n  return a.turn(b);\n}\n',
    'f.rb': 'class Gauge\n  def read(x)\n    x.level + 1\n  end\nend\n',
}  # fmt: skip


@pytest.mark.parametrize(
    ('path', 'old', 'new', 'expected'),
    [
        ('a.c', 'uv_load', 'uv_read', ('renamed', 'uv_load', 'uv_read')),
        ('a.c', 'UV_OLD', 'UV_OLDER', ('renamed', 'UV_OLD', 'UV_OLDER')),
        ('a.c', 'int n)', 'long n)', ('signature', 'uv_load', '')),
        ('a.c', 'int data', 'int user_data',
         ('renamed', 'uv_loop_s::data', 'uv_loop_s::user_data')),
        ('b.hpp', 'm(int a)', 'm(int a, int b)', ('signature', 'n::K::m', '')),
        ('c.go', 'Send', 'Write', ('renamed', 'acme.Client.Send', 'acme.Client.Write')),
        ('c.go', 'x int', 'x, y int', ('signature', 'acme.Client.Send', '')),
        ('d.rs', 'open', 'make', ('renamed', 'A::open', 'A::make')),
        ('e.js', 'spin', 'rotate', ('renamed', 'spin', 'rotate')),
        ('f.rb', 'read', 'fetch', ('renamed', 'Gauge.read', 'Gauge.fetch')),
    ],
)  # fmt: skip
def test_changes_in_other_languages(path, old, new, expected):
    assert said(compared({path: CODE[path].replace(old, new)}, CODE)) == [expected]


def test_a_name_that_another_file_defines_is_not_gone():
    old = CODE | {'a.h': 'int uv_load(uv_loop_t* loop, int n);\n'}
    assert said(compared({'a.c': CODE['a.c'].replace('uv_load', 'uv_read')}, old)) == []


@pytest.mark.parametrize(
    ('name', 'now'),
    [
        ('acme.load', 'acme.read'), ('acme.io.load', 'acme.io.read'), ('load', None),
        ('io.load', 'io.read'), ('acme.Client', 'acme.Session'), ('Client.send', 'Session.send'),
        ('acme.Client.send', 'acme.Session.send'), ('Client.close', 'acme.net.Base.shut'),
        ('acme.net.Client.host', 'acme.net.Session.host'),
        ('acme.Base.close', 'acme.net.Base.shut'),
        ('Base.close', 'Base.shut'),
        ('acme.connect', None), ('acme.missing', None), ('other.load', None), ('close', None),
        ('acme.net.Base', None), ('acme.Base', None), ('third.Client', None), ('Session', None),
    ],
)  # fmt: skip
def test_names_that_are_lost(name, now):
    changes = compared(
        edited(IO_PATH, ('load', 'read'))
        | edited(INIT_PATH, ('Client', 'Session'))
        | edited(NET_PATH, ('Client', 'Session'), ('def close', 'def shut'))
    )
    found = changes.lost(name, is_marked=True)
    assert (found.now if found else None) == now


@pytest.mark.parametrize(
    ('name', 'now'),
    [('uv_loop_t.data', 'uv_loop_t.user_data'), ('uv_loop_t::data', 'uv_loop_t::user_data'),
     ('uv_load', None), ('data', None)],
)  # fmt: skip
def test_members_behind_typedefs(name, now):
    found = compared({'a.c': CODE['a.c'].replace('int data', 'int user_data')}, CODE).lost(name)
    assert (found.now if found else None) == now


def test_a_word_in_the_text_counts_only_if_no_source_has_it():
    new = edited(IO_PATH, ('load(path', 'read_all(path'), ('def other(x)', 'def load_all(x)'))
    old = OLD | {IO_PATH: OLD[IO_PATH].replace('load(', 'load_one(')}
    changes = compared({IO_PATH: new[IO_PATH].replace('load_all', 'other')}, old)
    assert changes.lost('load_one').now == 'read_all'
    changes = compared({IO_PATH: new[IO_PATH] + '\n# load_one is gone\n'}, old)
    assert changes.lost('load_one') is None
    assert changes.lost('load_one', is_marked=True).now == 'read_all'


@pytest.mark.parametrize(
    ('name', 'now'),
    [('store.put_all', 'store.put_each'), ('st::put_all', 'st::put_each'),
     ('acme.put_all', None), ('Store.put_all', 'Store.put_each'), ('Other.put_all', None),
     ('third.put_all', None), ('stores.put_all', None), ('third.store.put_all', None)],
)  # fmt: skip
def test_members_of_variables_count_by_their_last_part(name, now):
    text = 'class Store:\n    def put_all(self, x):\n        return [self.put(a) for a in x]\n'
    old = OLD | {'src/acme/store.py': text, 'src/acme/more.py': 'class Other: ...\n'}
    changes = compared({'src/acme/store.py': text.replace('put_all', 'put_each')}, old)
    found = changes.lost(name)
    assert (found.now if found else None) == now
    new = text.replace('put_all', 'put_each') + '# put_all\n'
    changes = compared({'src/acme/store.py': new}, old)
    assert bool(changes.lost(name)) == (name == 'Store.put_all')


def test_objects_of_scripts_have_any_name():
    old = {'a.js': 'export function addHook(a) {\n  return a.turn(3);\n}\n'}
    changes = compared({'a.js': old['a.js'].replace('addHook', 'addGuard')}, old)
    assert changes.lost('server.addHook').now == 'server.addGuard'
    assert changes.lost('server.app.addHook') is None


def test_imports_in_a_circle_end():
    old = {
        'p/__init__.py': 'from .a import *\nfrom .b.b import b\n',
        'p/a.py': 'from . import *\nX = 1',
        'p/b/__init__.py': 'from .b import b\n',
        'p/b/b.py': 'from . import b as c\n',
    }
    changes = compared({'p/a.py': 'from . import *\n'}, old)
    assert said(changes) == [('removed', 'p.a.X', '')]
    assert changes.lost('p.X')
    assert changes.lost('p.b.b.c.X') is None
