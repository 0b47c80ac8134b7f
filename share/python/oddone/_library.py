"""The shared library liboddone, loaded with ctypes, and its handle."""
from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import weakref
from typing import List

import numpy as np


class Error(Exception):
    """An error liboddone reports; code is its odd_status."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code

    def __reduce__(self):
        return type(self), (self.code, str(self))


class InputError(Error, ValueError):
    """The data or an argument has a wrong value."""


class InputTypeError(Error, TypeError):
    """The data or an argument has a wrong type."""


class FileError(Error, OSError):
    """The system refused to read or write a file."""

    def __init__(self, code, message):
        Exception.__init__(self, message)
        self.code = code
        self.message = message

    def __str__(self):
        return self.message


class MissingFileError(FileError, FileNotFoundError):
    """There is no such file."""


class OutOfMemoryError(Error, MemoryError):
    """Memory ran out."""


class NumericError(Error, ArithmeticError):
    """A number stopped being finite."""


class Cancelled(Error):
    """The listener asked to stop."""


_OF_STATUS = {-1: OutOfMemoryError, -2: FileError, -3: InputError, -4: NumericError,
              -5: Cancelled, -6: InputError}


def error_of(code, message, path=None):
    """The exception for a status of the library."""
    kind = _OF_STATUS.get(code, Error)
    if kind is FileError and path is not None and not os.path.exists(path):
        kind = MissingFileError
    return kind(code, message)


_NEWS = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_double,
                         ctypes.c_double)
_TEXTS = ctypes.POINTER(ctypes.c_char_p)
_WHOLES = ctypes.POINTER(ctypes.c_int64)
_REALS = ctypes.POINTER(ctypes.c_double)
_SIZE = ctypes.c_size_t
_HANDLE = ctypes.c_void_p
_FUNCTIONS = {
    "new": (_HANDLE, []),
    "free": (None, [_HANDLE]),
    "error": (ctypes.c_char_p, [_HANDLE]),
    "set": (ctypes.c_int, [_HANDLE, ctypes.c_char_p, ctypes.c_char_p]),
    "load": (ctypes.c_int, [_HANDLE, ctypes.c_char_p]),
    "nodes": (ctypes.c_int, [_HANDLE, _SIZE, _TEXTS, _SIZE, _TEXTS]),
    "links": (ctypes.c_int, [_HANDLE, _SIZE, _WHOLES, _WHOLES, _REALS]),
    "attributes": (ctypes.c_int, [_HANDLE, _SIZE, _WHOLES, _WHOLES, _REALS]),
    "labels": (ctypes.c_int, [_HANDLE, _SIZE, _TEXTS]),
    "truth": (ctypes.c_int, [_HANDLE, _SIZE, ctypes.POINTER(ctypes.c_uint8)]),
    "run": (ctypes.c_int, [_HANDLE, _NEWS, ctypes.c_void_p]),
    "start": (ctypes.c_int, [_HANDLE, _NEWS, ctypes.c_void_p]),
    "step": (ctypes.c_int, [_HANDLE, ctypes.c_char_p, _NEWS, ctypes.c_void_p]),
    "iterate": (ctypes.c_int, [_HANDLE, _SIZE, _NEWS, ctypes.c_void_p]),
    "plant": (ctypes.c_int, [_HANDLE, _NEWS, ctypes.c_void_p]),
    "undo": (ctypes.c_int, [_HANDLE]),
    "beside": (ctypes.c_int, [_HANDLE, _HANDLE]),
    "shape": (ctypes.c_int, [_HANDLE, ctypes.c_char_p, ctypes.POINTER(_SIZE),
                             ctypes.POINTER(_SIZE)]),
    "get": (ctypes.c_int, [_HANDLE, ctypes.c_char_p, _REALS, _SIZE]),
    "text": (ctypes.c_char_p, [_HANDLE, ctypes.c_char_p, _SIZE]),
    "explain": (ctypes.c_int, [_HANDLE, _SIZE]),
}


def _places():
    """Candidates for the library: ODDONE_LIBRARY, the system's, folders above this file."""
    if os.environ.get("ODDONE_LIBRARY"):
        yield os.environ["ODDONE_LIBRARY"]
        return
    name = "liboddone.1.dylib" if sys.platform == "darwin" else "liboddone.so.1"
    folder = os.path.dirname(os.path.abspath(__file__))
    yield os.path.join(folder, name)
    yield name
    for _ in range(5):
        folder = os.path.dirname(folder)
        for part in ("lib", "lib64"):
            yield os.path.join(folder, part, name)


def _open():
    reasons = []
    # Threads that wait by spinning slow other threads down. OpenMP reads the setting when it is
    # loaded, so the variable exists only while the library loads, unless the user has set it.
    chosen = any(name in os.environ for name in ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT"))
    if not chosen:
        os.environ["GOMP_SPINCOUNT"] = "10000"
    try:
        for place in _places():
            try:
                library = ctypes.CDLL(place)
                break
            except OSError as reason:
                reasons.append(str(reason))
        else:
            raise ImportError("liboddone was not found: " + "; ".join(reasons) +
                              " (set ODDONE_LIBRARY to the path of liboddone.so.1)")
    finally:
        if not chosen:
            del os.environ["GOMP_SPINCOUNT"]
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, "odd_easy_" + name)
        function.restype = result
        function.argtypes = arguments
    library.odd_version.restype = ctypes.c_char_p
    return library


_library = _open()


def version() -> str:
    """The version of the library."""
    return _library.odd_version().decode()


def to_bytes(text):
    """Bytes for the library; a NUL would cut the text short, so it is refused."""
    found = os.fsencode(text) if isinstance(text, os.PathLike) else str(text).encode()
    if b"\0" in found:
        raise InputError(-3, "%r contains a NUL character" % (text,))
    return found


def write_whole(path, text):
    """Writes a file through a temporary one beside it, so that it is whole or absent."""
    path = os.fspath(path)
    other = "%s.%d.part" % (path, os.getpid())
    try:
        with open(other, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(other, path)
    finally:
        if os.path.exists(other):
            os.remove(other)


def _texts(values):
    values = [None if value is None else to_bytes(value) for value in values]
    return (ctypes.c_char_p * max(len(values), 1))(*values)


def _pointer(array, kind):
    return None if array is None else array.ctypes.data_as(ctypes.POINTER(kind))


class _Interrupts:
    """Holds back Ctrl-C while the library runs, so that it is neither lost in a callback nor
    raised halfway; afterwards the previous handler gets it."""

    def __init__(self):
        self.seen = None
        self.before = None

    def __enter__(self):
        if threading.current_thread() is threading.main_thread():
            before = signal.getsignal(signal.SIGINT)
            if callable(before):
                self.before = before
                signal.signal(signal.SIGINT, self._note)
        return self

    def _note(self, number, frame):
        self.seen = (number, frame)

    def __exit__(self, *_):
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)
            if self.seen is not None:
                self.before(*self.seen)


class Handle:
    """One odd_easy: functions by name, errors as exceptions. One thread at a time may use it."""

    def __init__(self):
        self.pointer = _library.odd_easy_new()
        if not self.pointer:
            raise OutOfMemoryError(-1, "liboddone: out of memory")
        self.free = weakref.finalize(self, _library.odd_easy_free, self.pointer)
        self.free.atexit = False
        self.lock = threading.RLock()

    def __reduce__(self):
        raise TypeError("a running computation cannot be pickled or copied")

    def call(self, name, *arguments, path=None):
        with self.lock:
            code = getattr(_library, "odd_easy_" + name)(self.pointer, *arguments)
            if code != 0:
                message = _library.odd_easy_error(self.pointer).decode(errors="replace")
                raise error_of(code, message, path)

    def set(self, name, value):
        """An option by its name, as the command line spells the value."""
        if isinstance(value, (bool, np.bool_)):
            value = "on" if value else "off"
        elif isinstance(value, (tuple, list)):
            value = ",".join(str(x) for x in value)
        self.call("set", to_bytes(name.replace("_", "-")), to_bytes(value))

    def beside(self, fitted):
        """The next network holds new nodes for the run of another handle, which is kept alive."""
        self.call("beside", fitted.pointer)
        self.fitted = fitted

    def load(self, path):
        self.call("load", to_bytes(path), path=path)

    def triplets(self, name, row, column, value):
        row = np.ascontiguousarray(row, np.int64)
        column = np.ascontiguousarray(column, np.int64)
        value = None if value is None else np.ascontiguousarray(value, np.float64)
        self.call(name, len(row), _pointer(row, ctypes.c_int64), _pointer(column, ctypes.c_int64),
                  _pointer(value, ctypes.c_double))

    def build(self, names, count, links, columns, attributes, labels, truth):
        """A network from numbers; names, columns, attributes, labels and truth may be None."""
        width = attributes[0] if attributes is not None else 0
        self.call("nodes", count, None if names is None else _texts(names), width,
                  None if columns is None else _texts(columns))
        self.triplets("links", *links)
        if attributes is not None:
            self.triplets("attributes", *attributes[1:])
        if labels is not None:
            self.call("labels", len(labels), _texts(labels))
        if truth is not None:
            odd = np.ascontiguousarray(truth, np.uint8)
            self.call("truth", len(odd), _pointer(odd, ctypes.c_uint8))

    def work(self, name, *arguments, progress=None):
        """A long call, with progress(what, done, total); True or Ctrl-C cancels the call."""
        raised = []
        with _Interrupts() as interrupts:
            def news(_, what, done, total):
                try:
                    if interrupts.seen is not None:
                        return 1
                    return 1 if progress is not None and progress(what.decode(), done, total) else 0
                except BaseException as reason:  # raised again below
                    raised.append(reason)
                    return 1

            try:
                self.call(name, *arguments, _NEWS(news), None)
                cancelled = None
            except Cancelled as reason:
                cancelled = reason
        if raised:
            raise raised[0]
        if cancelled is not None:
            raise cancelled

    def numbers(self, name):
        with self.lock:
            rows, columns = _SIZE(), _SIZE()
            self.call("shape", name.encode(), ctypes.byref(rows), ctypes.byref(columns))
            out = np.empty((rows.value, columns.value))
            self.call("get", name.encode(), _pointer(out, ctypes.c_double), out.size)
        return out

    def text(self, name, place=0):
        with self.lock:
            found = _library.odd_easy_text(self.pointer, name.encode(), place)
            return None if found is None else found.decode(errors="replace")

    def texts(self, name):
        """All texts of a kind, in order."""
        out: List[str] = []
        while True:
            found = self.text(name, len(out))
            if found is None:
                return out
            out.append(found)

    def explain(self, node):
        with self.lock:
            self.call("explain", int(node))
            return self.texts("sentence")
