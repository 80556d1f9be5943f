"""Names of no project: those of Python and its library, of C, of scripts, of examples."""

from __future__ import annotations

import builtins
import importlib
import keyword
import sys
import warnings
from functools import cache
from typing import Final

#: parts of the standard library that documentation calls by bare names; they do nothing at import
_MODULES: Final = """
    abc argparse array ast asyncio atexit base64 bisect builtins cmath codecs collections
    collections.abc concurrent.futures configparser contextlib contextvars copy csv dataclasses
    datetime decimal difflib dis email.message enum errno fcntl fnmatch fractions functools gc
    getpass gettext glob gzip hashlib heapq hmac html html.parser http.client http.cookies
    http.server importlib importlib.metadata importlib.resources importlib.util inspect io
    ipaddress itertools json linecache locale logging logging.config logging.handlers math mimetypes
    mmap multiprocessing numbers operator optparse os os.path pathlib pdb pickle pkgutil platform
    pprint pwd queue random re resource select selectors shelve shlex shutil signal site smtplib
    socket socketserver sqlite3 ssl stat statistics string struct subprocess sys sysconfig tarfile
    tempfile textwrap threading time timeit tokenize traceback types typing unicodedata unittest
    unittest.mock urllib.error urllib.parse urllib.request uuid warnings wave weakref
    wsgiref.simple_server xml.dom xml.etree.ElementTree xml.sax zipfile zlib zoneinfo
"""
#: functions of C, SQL, style sheets, scripts, servers; and what examples are made of
_OTHERS: Final = """
    JSON abort addEventListener alarm alert alloca application assign atoi avg bar baz calloc catch
    chmod clearTimeout close closedir coalesce concat confirm console count dlopen dlsym
    do_something do_something_else do_stuff document encodeURIComponent exec execve exit f fclose
    fetch fgets filter fo foo foobar fopen fork fprintf fread free frobnicate fun func function
    fwrite g getElementById getenv gettimeofday h hello hello_world hsl hsla index ioctl jQuery kill
    lseek main malloc max memcpy memset method min mmap my_func my_function my_method nice now
    opendir parse pipe poll printf prompt pthread_create putenv quux qux read readdir realloc regex
    render require rgb rgba run select setInterval setTimeout setenv setsid setup sha256 sigaction
    signal sleep some_func some_function spam sprintf stat start_response strcmp strftime strlen
    stringify strptime sum super test test_something then time update url usleep uuid4 var view wait
    waitpid while write x y
"""


@cache
def names() -> frozenset[str]:
    """Give the names that a documentation may call without being their project's."""
    found = set(_OTHERS.split()) | set(dir(builtins)) | sys.stdlib_module_names
    found |= set(keyword.kwlist)
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        for name in _MODULES.split():
            found |= _names_in(name)
    return frozenset(found)


def _names_in(name: str) -> set[str]:
    """Give the names in a module of the standard library, and in the classes in it."""
    try:
        module = importlib.import_module(name)
    except ImportError:  # of another system
        return set()
    classes = [value for value in vars(module).values() if isinstance(value, type)]
    return set(dir(module)).union(*map(dir, classes))
