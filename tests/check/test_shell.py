"""Commands for a shell, and the options of the project's programs in them."""

import pytest
from project import code_block

from sphinxcontrib_kwindex.check.cli_options import commands

CONF = """
extensions = ['sphinxcontrib_kwindex']
exclude_patterns = ['src']
kwcheck_level = 'warning'
kwcheck_sources = ['src']
"""
SOURCES = {
    'src/acme/__init__.py': '',
    'src/acme/cli.py': "parser = ArgumentParser('acmectl')\nparser.add_argument('--dry-run')\n",
}


def read(code):
    return [' '.join(word.text for word in words) for words in commands(code)]


@pytest.mark.parametrize(
    ('code', 'expected'),
    [
        ('acme --x', ['acme --x']), ('$ acme --x\nacme output\n$ ls', ['acme --x', 'ls']),
        ('(venv) me@host:~/src$ acme --x', ['acme --x']),
        ('C:\\work> acme --x ^\n  --y\nPS C:\\> acme', ['acme --x --y', 'acme']),
        ('cat x | acme --x | sort', ['cat x', 'acme --x', 'sort']),
        ('make && acme --x; acme || acme &', ['make', 'acme --x', 'acme', 'acme']),
        ('if acme --x; then acme --y; else acme; fi', ['acme --x', 'acme --y', 'acme', 'fi']),
        ('for f in *; do\n  acme $f\ndone', ['for f in *', 'acme $f', 'done']),
        ('sudo -u me A=1 B="x y" acme --x', ['acme --x']), ('env -i A=1 acme', ['acme']),
        ('A=$(acme --x)', ['acme --x']),
        ('echo "$(acme --x)" `acme --y`', ['acme --x', 'echo "$(acme --x)"', 'acme --y']),
        ('(cd x && acme --x)', ['cd x', 'acme --x']),
        ('acme --x \\\n    --y  # --z', ['acme --x --y']),
        ('$ acme --x \\\n> --y\nshown', ['acme --x --y']), ('# acme --x', []),
        ('python3.11 -m acme --x', ['acme --x']), ('python tools/acme.py --x', ['acme --x']),
        ('./venv/bin/acme --x', ['acme --x']),
        ('uv run --all acme --x; npx acme; poetry run acme', ['acme --x', 'acme', 'acme']),
        ('xargs -n 1 acme --x', ['acme --x']), ("echo 'a; acme --x'", ["echo 'a; acme --x'"]),
        ('- run: acme --x', ['acme --x']), ('RUN acme --x', ['acme --x']), ("it's", ["it's"]),
        ('| && ;;', []), ('sudo', []),
    ],
)  # fmt: skip
def test_commands_are_found_in_all_that_shells_read(code, expected):
    assert read(code) == expected


def test_each_word_has_its_line():
    code = '$ acme \\\n    --x\n\n$ cat a |\n> acme --y'
    lines = [[(word.text, word.line) for word in words] for words in commands(code)]
    assert lines == [[('acme', 0), ('--x', 1)], [('cat', 3), ('a', 3)], [('acme', 4), ('--y', 4)]]


@pytest.fixture
def check(make):
    def check(text):
        page = {'index.rst': f'Index\n=====\n\n{text}'}
        result = make({'conf.py': CONF, **SOURCES, **page}, 'kwcheck')
        return [(one['line'], one['name']) for one in result.lines('kwcheck.jsonl')]

    return check


def block(code, language='shell'):
    return code_block(language, code)


@pytest.mark.parametrize(
    'code',
    [
        'cat x | acme --gone', 'acme --dry-run \\\n    --gone', 'if true; then acme --gone; fi',
        'make && acme --gone', 'make; acme --gone', 'for x in 1 2; do acme --gone; done',
        'sudo -E acme --gone', 'DEBUG=1 acme --gone', 'X=$(acme --gone)', 'echo "$(acme --gone)"',
        'acmectl --gone=1', 'acme [--gone] FILE',
    ],
)  # fmt: skip
def test_options_are_found_wherever_a_command_may_stand(check, code):
    line = 6 + next(n for n, text in enumerate(code.splitlines()) if '--gone' in text)
    assert check(block(code)) == [(line, '--gone')]
    assert check(block(code.replace('gone', 'dry-run'))) == []
    assert check(block(code.replace('acmectl', 'git').replace('acme', 'git'))) == []


def test_a_command_in_a_literal_is_read_as_one_in_a_block(check):
    assert check('Call ``cat x | acme --gone``.\n') == [(4, '--gone')]
    assert check('Call ``sudo acme --gone``, ``git --none``.\n') == [(4, '--gone')]


def test_an_option_is_found_on_its_line_and_not_on_that_of_another_program(check):
    code = 'git --gone\nacme --gone-x\nacme --gone'
    assert check(block(code)) == [(7, '--gone-x'), (8, '--gone')]


@pytest.mark.parametrize(('language', 'code'), [
    ('console', '$ acme --dry-run\nacme --gone'), ('yaml', 'acme: --gone'),
    ('text', "What acme's option --gone does"), ('bash', 'git commit -m "acme --gone"'),
    ('bash', 'acme -- --gone'), ('bash', 'acme # --gone'),
])  # fmt: skip
def test_what_is_no_command_of_the_project_is_no_finding(check, language, code):
    assert check(block(code, language)) == []


def test_a_workflow_runs_commands(check):
    code = '- name: Check\n  run: acme --gone\n- acme --dry-run'
    assert check(block(code, 'yaml')) == [(7, '--gone')]
