"""Names of no project: those of Python and its library, of C, of examples."""

from __future__ import annotations

import builtins
import importlib
import sys
import warnings
from functools import cache
from typing import Final

_MODULES: Final = """
    abc argparse ast asyncio atexit base64 binascii bisect builtins calendar cmath cmd code codecs
    collections collections.abc concurrent.futures configparser contextlib contextvars copy csv
    dataclasses datetime decimal difflib dis email email.message enum errno fcntl fnmatch fractions
    ftplib functools gc getopt getpass gettext glob gzip hashlib heapq hmac html html.parser
    http.client http.cookies http.server imaplib importlib importlib.metadata importlib.resources
    importlib.util inspect io ipaddress itertools json keyword linecache locale logging
    logging.config logging.handlers lzma mailbox math mimetypes mmap multiprocessing numbers
    operator optparse os os.path pathlib pdb pickle pkgutil platform plistlib poplib pprint pwd
    queue random re resource sched secrets select selectors shelve shlex shutil signal site smtplib
    socket socketserver sqlite3 ssl stat statistics string stringprep struct subprocess sys
    sysconfig tarfile tempfile textwrap threading time timeit token tokenize trace traceback
    tracemalloc types typing unicodedata unittest unittest.mock urllib.error urllib.parse
    urllib.request uuid warnings wave weakref webbrowser wsgiref.simple_server xml.dom
    xml.etree.ElementTree xml.sax zipfile zipimport zlib zoneinfo
"""
#: functions of C, of SQL, of style sheets, of scripts; and what examples are made of
_OTHERS: Final = """
    abort alarm alert alloca atoi bar baz calloc chmod close closedir coalesce confirm console count
    dlopen dlsym do_something do_something_else do_stuff document encodeURIComponent exec execve
    exit f fclose fetch fgets fo foo foobar fopen fork fprintf fread free frobnicate fun func function
    fwrite g getenv gettimeofday h hello hello_world hsl hsla index ioctl kill lseek main malloc
    max memcpy memset method min mmap my_func my_function my_method nice now opendir pipe poll
    printf prompt pthread_create putenv quux qux read readdir realloc regex render require rgb rgba
    run select setInterval setTimeout setenv setsid setup sha256 sigaction signal sleep some_func
    some_function spam sprintf stat strcmp strftime strlen strptime super test test_something time
    url usleep var view wait waitpid while write x y
"""


@cache
def names() -> frozenset[str]:
    """Give the names that a documentation may call without being their project's."""
    found = set(_OTHERS.split()) | set(dir(builtins)) | sys.stdlib_module_names
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        for name in ['builtins', *_MODULES.split()]:
            found |= _names_in(name)
    return frozenset(found)


def _names_in(name: str) -> set[str]:
    """Give the names in a module of the standard library, and in the classes in it."""
    try:
        module = importlib.import_module(name)
    except ImportError:  # of another system
        return set()
    found = set(dir(module))
    for value in vars(module).values():
        if isinstance(value, type):
            found |= set(dir(value))
    return found
