"""Documents to look at: small ones with something of everything, and very many keywords."""

THEMES = ['alabaster', 'furo', 'pydata_sphinx_theme', 'sphinx_book_theme', 'sphinx_rtd_theme']

#: furo and rtd have scripts of their own in pages: those that look for violations have no theme
PLAIN = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{{ title|striptags }}</title>
{%- for file in css_files %}{{ css_tag(file) }}{% endfor %}
{%- for file in script_files %}{{ js_tag(file) }}{% endfor %}</head>
<body><main>{{ body }}</main></body></html>
"""

LETTERS = 'abcdefghij'


def page(title, *parts):
    """Give a document a title."""
    return f'{title}\n{"=" * len(title)}\n\n' + '\n\n'.join(parts) + '\n'


DOES = 'Does something with what it is given, and returns the rest of it.'


def function(name, text=DOES):
    """Define a function."""
    return f'.. py:function:: {name}(one, two)\n\n   {text}'


def section(title, text):
    """Begin a section."""
    return f'{title}\n{"-" * len(title)}\n\n{text}'


SOURCE = """.. code-block:: python

   '''Counts names.'''

   import os


   def count_names(names):
       counter = 0
       for one_name in names:
           counter += one_name.startswith(os.sep)
       total = counter + len(names)
       return total


   def count_twice(names):
       result = count_names(names) * 2
       return result
"""


def small():
    """Give documents in a folder, with kinds of all sorts, many places, and a block."""
    files = {
        'index.rst': page(
            'Start',
            '.. toctree::\n   :glob:\n\n   kwindex/index\n   guide/*\n   source\n   words',
            'See :kw:ref:`alpha_run` and ``shared_name``.',
            '.. kwindex:: guide/\n',
        ),
        'source.rst': page('A source', SOURCE),
        'words.rst': page(
            'Words',
            '.. glossary::\n\n   builder\n      What makes an output of the documents.\n\n'
            '   node\n      A part of a document.\n',
            '.. option:: --verbose\n\n   Say more.',
            '.. envvar:: WORDS_HOME\n\n   Where words are.',
            '.. kwindex::\n   :style: list',
        ),
    }
    for number, name in enumerate(['first', 'second', 'third']):
        own = 'abg'[number]
        functions = [function(f'{own}{n:02}_{name}') for n in range(18)]
        text = 'Uses ``shared_name`` and ``setup.cfg``.'
        uses = [section(f'Part {number}', text) for number in range(4)]
        files[f'guide/{name}.rst'] = page(
            f'The {name} page',
            *functions,
            f'.. py:class:: {name.title()}\n\n   Holds what {name} needs.',
            *uses,
            '.. kwindex::',
        )
    files['guide/first.rst'] += '\n' + function('alpha_run', 'Runs.') + '\n'
    return files


def functions(names):
    """Define functions with one text, and leave out Sphinx's own lists of them: they take long."""
    signatures = '\n   '.join(f'{name}()' for name in names)
    options = '   :no-index-entry:\n   :no-contents-entry:'
    return f'.. py:function::\n   {signatures}\n{options}\n\n   {DOES}'


def many(number, pages=50):
    """Give documents that define very many functions."""
    names = [f'{LETTERS[n % 10]}{LETTERS[n // 10 % 10]}_name_{n:05}' for n in range(number)]
    size = -(-number // pages)
    return {
        'index.rst': page('Start', '.. toctree::\n   :glob:\n\n   part*'),
        **{
            f'part{at // size:03}.rst': page(f'Part {at // size}', functions(names[at : at + size]))
            for at in range(0, number, size)
        },
    }
