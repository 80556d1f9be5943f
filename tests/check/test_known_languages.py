"""``-b kwcheck``: which names are the project's, by sources and objects of all languages."""

import pytest
from project import code_block

CONF = """
extensions = ['sphinxcontrib_kwindex']
exclude_patterns = ['src']
kwcheck_level = 'warning'
"""

#: file -> source, what is in it, what is not
LANGUAGES = {
    'src/widget.js': (
        """
export class Widget { constructor() { this.url = ''; } render() {} get size() { return 1; } }
class Dialog extends Widget { open() {} }
class Panel extends HTMLElement { fold() {} }
class Store {}
Object.assign(Store, {load() {}});
class Shelf {}
Object.assign(Shelf.prototype, Others);
""",
        """
Widget.render Widget.render() Widget.url Widget.size Dialog.render() Dialog.open Panel.focus()
Widget.prototype.render Widget.name Store.load() Widget.size.height Shelf.anything()
""",
        'Widget.gone Widget.gone() Dialog.gone() Widget.renders',
    ),
    'src/shapes.ts': (
        """
export namespace Shapes { export class Circle { radius: number; area(): number { return 1; } } }
export interface Options { port: number; }
export enum Colour { Red }
""",
        'Shapes.Circle Shapes.Circle.area Circle.radius Options.port Colour.Red',
        'Shapes.Square Circle.gone() Options.host Colour.Green Shapes.Circle.gone',
    ),
    'src/gauge/gauge.go': (
        """package gauge
import "io"
func Read() {}
type Base struct { Name string }
type Meter struct {
	Base
	Level int
}
type File struct {
	io.Reader
}
func (m *Meter) Close() error { return nil }
""",
        'gauge.Read gauge.Read() gauge.Meter.Level Meter.Close() Meter.Name File.Anything',
        'gauge.Gone gauge.Gone() Meter.Gone gauge.Meter.Gone()',
    ),
    'src/Gauge.java': (
        """package com.acme.rain;
public class Gauge { public int level; public void read() {} static class Inner { int depth; } }
class Meter extends Gauge implements Runnable { void run() {} }
enum Unit { MM }
""",
        """
com.acme.rain.Gauge com.acme.rain.Gauge.read() Gauge.level Gauge.Inner.depth Unit.MM Unit.valueOf
Meter.anything com.acme.rain com.other.Gone Gauge.toString()
""",
        'com.acme.rain.Gone com.acme.gone.Gauge com.acme.rain.Gauge.gone() Gauge.gone Unit.INCH',
    ),
    'src/Client.kt': (
        'package acme.net\nclass Client(val host: String) { fun send() {} }\n',
        'acme.net.Client Client.host Client.send()',
        'acme.net.Gone Client.gone()',
    ),
    'src/Gauge.cs': (
        'namespace Acme.Rain { public class Gauge { public int Level { get; set; } } }\n',
        'Acme.Rain.Gauge Acme.Rain.Gauge.Level Gauge.Level Gauge.ToString()',
        'Acme.Rain.Gone Acme.Gone Gauge.Gone()',
    ),
    'src/Gauge.php': (
        '<?php\nnamespace Acme\\Rain;\nclass Gauge { const X = 1; public function read() {} }\n',
        r'Acme\Rain\Gauge \Acme\Rain\Gauge::read() Gauge::X Gauge->read()',
        r'Acme\Rain\Gone \Acme\Rain\Gauge::gone() Gauge::GONE Gauge->gone()',
    ),
    'src/gauge.rb': (
        'module Acme\n class Gauge\n  def read; end\n end\n class Meter < Other\n end\nend\n',
        'Acme::Gauge Acme::Gauge#read Gauge#read Gauge.new Acme::Meter#anything',
        'Acme::Gone Acme::Gauge#gone Gauge.gone()',
    ),
    'crate/src/lib.rs': (
        """
pub mod rain { pub struct Gauge { pub level: u32 } impl Gauge { pub fn read(&self) {} } }
pub use rain::Gauge as Meter;
pub enum Unit { Mm }
#[derive(Clone)]
pub struct Derived;
""",
        """
my_crate::rain::Gauge my_crate::Gauge::read() rain::Gauge::level Gauge::read Unit::Mm
my_crate::Meter Derived::anything
""",
        'my_crate::Gone rain::Gone Gauge::gone() Unit::Inch my_crate::rain::Gauge::gone',
    ),
    'src/drops.hpp': (
        """
namespace drops {
class Drop { public: void fall(); int size; };
class Heavy : public Drop {};
class Odd : public std::exception {};
void count();
}
""",
        """
drops::Drop drops::Drop::fall() Drop::fall Drop.size drops::count() drops::Heavy::fall()
Odd::what() drops.anything
""",
        'drops::gone() drops::Drop::gone drops::Heavy::gone() Drop.gone',
    ),
}  # fmt: skip


CARGO = {'crate/Cargo.toml': '[package]\nname = "my-crate"\n\n[dependencies]\n'}


def found(make, text, files, sources=('src', 'crate')):
    """Check a document beside sources; return the names and sorts of the findings."""
    conf = CONF + f'kwcheck_sources = {sources}\n'
    pages = {'conf.py': conf, 'index.rst': f'Index\n=====\n\n{text}\n'}
    result = make({**pages, **CARGO, **files}, 'kwcheck')
    return {(one['name'], one['finding']) for one in result.lines('kwcheck.jsonl')}


def named(make, text, file):
    """Check the names in a text, each as a literal, with the source of one language."""
    literals = '\n\n'.join(f'``{name}``' for name in text.split())
    return found(make, literals, {file: LANGUAGES[file][0]}, [file.partition('/')[0]])


def unknown(*names):
    return {(name, 'unknown') for name in names}


@pytest.mark.parametrize('file', LANGUAGES)
def test_what_the_sources_have_is_no_finding(make, file):
    assert named(make, LANGUAGES[file][1], file) == set()


@pytest.mark.parametrize('file', LANGUAGES)
def test_what_the_sources_have_not_is_unknown(make, file):
    gone = LANGUAGES[file][2]
    assert named(make, gone, file) == unknown(*gone.replace('()', '').split())


@pytest.mark.parametrize('file', LANGUAGES)
def test_names_of_others_are_no_findings(make, file):
    others = """
    time.gone fmt.Gone console.gone log.Gone java.util.Gone std::gone data.gone Other.gone org.gone
    HTMLElement.gone gone com.example.Gone event.gone std.gone main.Gone self.gone
    """
    assert named(make, others, file) == set()


OBJECTS = """
.. js:class:: Widget

   .. js:method:: render()

.. cpp:namespace:: drops

.. cpp:function:: void count()

.. c:struct:: gauge

   .. c:member:: int level

"""


@pytest.mark.parametrize('sources', [[], ['src']])
def test_documented_objects_of_all_languages_are_the_projects(make, sources):
    """Also where sources of another language are read."""
    text = (
        '``Widget.render()``, ``drops::count``, ``gauge.level``, ``Widget.gone()``,\n'
        '``drops::gone``, ``gauge.gone``'
    )
    names = found(make, OBJECTS + text, {'src/acme/__init__.py': ''}, sources)
    assert names == unknown('Widget.gone', 'drops::gone', 'gauge.gone')


def test_imports_and_calls_in_blocks_of_all_languages_are_looked_at(make):
    blocks = {
        'java': 'import com.acme.rain.Gone;',
        'go': 'gauge.Gone()',
        'javascript': 'Widget.gone();',
        'js': "import { Dialog } from './widget';\nDialog.gone();\nDialog.open();",
        'rust': 'use my_crate::Gone;',
    }
    text = '\n'.join(code_block(*block) for block in blocks.items())
    files = {file: source for file, (source, *_rest) in LANGUAGES.items()}
    assert found(make, text, files) == unknown(
        'com.acme.rain.Gone', 'gauge.Gone', 'Widget.gone', 'my_crate::Gone', 'widget.Dialog.gone'
    )


#: the same package for other languages, whose sources are not known
OTHER_TECHNOLOGIES = {
    'rust': 'use acme::prelude::Frame;\nacme::start();',
    'typescript': "import { Frame, open } from 'acme';\nopen(new Frame());",
    'java': 'import acme.api.Frame;\nacme.api.Frame.of();',
    'go': 'import "example.org/acme"\nframe := acme.NewFrame(acme.Default)',
    'c++': 'acme::Frame frame;\nClient.call(1);',
}


def test_a_package_of_the_same_name_for_another_language_is_no_part_of_that_in_python(make):
    sources = {'src/acme/__init__.py': 'class Client:\n    def send(self): ...\n'}
    blocks = '\n'.join(code_block(*block) for block in OTHER_TECHNOLOGIES.items())
    text = f'``acme::Client``, ``Client#send`` and ``Client->call``.\n\n{blocks}'
    assert found(make, text, sources) == set()


def test_what_scripts_import_is_looked_up_without_its_package(make):
    sources = {
        'src/acme/__init__.py': '',
        'src/acme.go': 'package acme\nfunc Open() {}\n',
        'src/client.ts': 'export class Client { send() {} }\n',
    }
    code = "import { Client, Gone } from 'acme';\nClient.send();\nClient.sent();\n"
    names = found(make, code_block('ts', code), sources)
    assert names == unknown('acme.Client.sent', 'acme.Gone')
