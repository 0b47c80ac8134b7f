#!/usr/bin/env python3
"""The explorer on terminals that are only pretended: what they are asked, what they get, what is left.

    terminal.py PROGRAM NETWORK

Exits 1 with a line for each thing that is wrong.
"""
import base64
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

DA = b"\033[?62;4;22c"
ANSWERS = {
    "kitty": [(b"\033_Gi=31", b"\033_Gi=31;OK\033\\"), (b"\033[c", b"\033[?62c")],
    "sixel": [(b"\033[c", DA)],
    "never": [],
}
wrong = []


def check(holds, text):
    if not holds:
        wrong.append(text)


class Terminal:
    """One run of the explorer at 120 x 40 with cells of 8 x 16 pixels."""

    def __init__(self, program, network, kind, options=(), pixels=(960, 640)):
        self.got, self.kind, self.start = b"", kind, time.monotonic()
        self.child, self.fd = pty.fork()
        if self.child == 0:
            for name in ("TMUX", "STY", "TERM_PROGRAM", "LC_TERMINAL"):
                os.environ.pop(name, None)
            os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8")
            time.sleep(0.2)  # until the size is set
            os.execv(program, [program, "--no-config", *options, network])
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, *pixels))
        self.answered = 0

    def read(self, seconds, until=None):
        """What comes within so many seconds, or until it has the bytes."""
        end, new = time.monotonic() + seconds, b""
        while time.monotonic() < end and not (until and until in new):
            if not select.select([self.fd], [], [], 0.05)[0]:
                continue
            try:
                data = os.read(self.fd, 65536)
            except OSError:
                break
            new += data
            self.got += data
            self.answer()
        return new

    def answer(self):
        for question, text in ANSWERS[self.kind]:
            at = self.got.find(question, self.answered)
            if at >= 0:
                self.answered = at + len(question)
                os.write(self.fd, text)

    def quiet(self, least=1.0):
        """What comes until nothing has come for a while."""
        new = more = self.read(least)
        while more:
            more = self.read(least)
            new += more
        return new

    def press(self, keys, seconds=1.0):
        os.write(self.fd, keys.encode())
        return self.quiet(seconds)

    def end(self):
        try:
            os.write(self.fd, b"Q")
        except OSError:
            pass
        return self.wait()

    def wait(self):
        """How it ended; it is read on meanwhile, and not waited for for ever."""
        end = time.monotonic() + 30
        while time.monotonic() < end:
            self.read(0.1)
            pid, status = os.waitpid(self.child, os.WNOHANG)
            if pid != 0:
                self.read(0.2)
                return status
        os.kill(self.child, signal.SIGKILL)
        return os.waitpid(self.child, 0)[1]


def pictures(data):
    """How many pictures are in what was sent, decoded."""
    kitty = re.findall(rb"\033_Ga=T,f=32,s=(\d+),v=(\d+),c=(\d+),r=(\d+),m=1\033\\((?:\033_Gm=1;[^\033]*\033\\)*)", data)
    for w, h, c, r, body in kitty:
        raw = b"".join(base64.b64decode(x) for x in re.findall(rb";([A-Za-z0-9+/=]+)\033", body))
        check(len(raw) == 4 * int(w) * int(h), "kitty: pixels are missing")
        check(int(w) == 8 * int(c) and int(h) == 16 * int(r), "kitty: it does not fill its cells")
    return len(kitty) + len(re.findall(rb"\033P0;1;0q[^\033]+\033\\", data))


def left_clean(t, status, kind):
    check(os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0, f"{kind}: it ended with {status}")
    tail = t.got[-400:]
    check(b"\033[?1049l" in tail, f"{kind}: the screen is not given back")
    if kind == "kitty":
        check(b"\033_Ga=d,d=A\033\\" in t.got[-3000:], "kitty: pictures are left behind")


def run_kind(program, network, kind):
    t = Terminal(program, network, kind)
    first = t.read(20, b"1-")
    first += t.quiet()
    check(pictures(first) >= 2, f"{kind}: {pictures(first)} pictures at first instead of loss and map")
    dialog = t.press("P", 2)
    check(b"Plant outliers" in dialog, f"{kind}: no dialog")
    if kind == "kitty":
        check(b"\033_Ga=d,d=P" in dialog, "kitty: the picture lies over the dialog")
    check(pictures(dialog) >= 1, f"{kind}: nothing is left of the pictures around a dialog")
    away = t.press("\033", 2)
    check(pictures(away) >= 2, f"{kind}: pictures do not come back")
    check(pictures(t.read(1)) == 0, f"{kind}: pictures are sent although nothing changed")
    moved = t.press("j", 1)
    check(pictures(moved) == 1, f"{kind}: another node is selected: {pictures(moved)} pictures instead of the map's")
    fcntl.ioctl(t.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 800, 480))
    os.kill(t.child, signal.SIGWINCH)
    check(pictures(t.quiet()) >= 2, f"{kind}: no pictures after a change of size")
    off = t.press(":set pixels=off\r", 2)
    check(pictures(off) == 0 and "⠁".encode()[:2] in off, f"{kind}: no characters after set pixels=off")
    t.press(f":set pixels={kind}\r", 2)
    left_clean(t, t.end(), kind)
    stray = re.search(rb"does nothing here", t.got)
    check(stray is None, f"{kind}: an answer was taken for a key")


def first_screen(program, network, options):
    t = Terminal(program, network, "never", options)
    t.read(20, b"Space")
    seconds = time.monotonic() - t.start
    check(pictures(t.got) == 0, "never: pictures without an answer")
    # What comes late is passed over.
    late = t.press("\033[?62;4;22c\033[6;16;8t\033_Gi=31;OK\033\\", 1)
    check(b"does nothing here" not in late, "never: a late answer was taken for keys")
    left_clean(t, t.end(), "never")
    return seconds


def main():
    program, network = sys.argv[1:3]
    for kind in ("kitty", "sixel"):
        run_kind(program, network, kind)
    # The least of some runs: the machine may be busy, the limit is not about that.
    asked = min(first_screen(program, network, ()) for _ in range(4))
    never = min(first_screen(program, network, ("--pixels", "off")) for _ in range(4))
    print(f"first screen: {1e3 * never:.0f} ms, asking a terminal that never answers {1e3 * asked:.0f} ms")
    check(asked - never < 0.150, f"a terminal that never answers costs {1e3 * (asked - never):.0f} ms")
    # Killed, it still gives the screen back.
    t = Terminal(program, network, "kitty")
    t.read(10, b"1-")
    os.kill(t.child, signal.SIGTERM)
    status = t.wait()
    check(b"\033[?1049l" in t.got[-400:], "a signal: the screen is not given back")
    check(os.WIFEXITED(status) and os.WEXITSTATUS(status) == 143, "a signal: another exit code")
    for text in wrong:
        print("FAIL:", text)
    sys.exit(1 if wrong else 0)


main()
