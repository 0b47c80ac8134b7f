#!/usr/bin/env python3
"""The explorer on terminals that are only pretended: what they are asked, what they get, what is left.

    terminal.py PROGRAM NETWORK [tmux]

tmux: only what concerns it.
Exits 1 with a line for each thing that is wrong.
"""
import base64
import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import zlib

DA = b"\033[?62;4;22c"
ANSWERS = {
    "kitty": [(b"\033_Gi=31", b"\033_Gi=31;OK\033\\"), (b"\033[c", b"\033[?62c")],
    "sixel": [(b"\033[c", DA)],
    "never": [],
    # As old as 0.26 it does not know U=1, and then says nothing at all.
    "old kitty": [(b"\033_Gi=31,s=1,v=1,a=q,t=d,f=24;", b"\033_Gi=31;OK\033\\"), (b"\033[c", b"\033[?62c")],
}
wrong = []


def check(holds, text):
    if not holds:
        wrong.append(text)


class Terminal:
    """One run of the explorer at 120 x 40 with cells of 8 x 16 pixels."""

    def __init__(self, program, network, kind, options=(), pixels=(960, 640), within=()):
        self.got, self.kind, self.start = b"", kind, time.monotonic()
        self.child, self.fd = pty.fork()
        if self.child == 0:
            for name in ("TMUX", "STY", "TERM_PROGRAM", "LC_TERMINAL"):
                os.environ.pop(name, None)
            os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8")
            time.sleep(0.2)  # until the size is set
            words = [*within, program, "--no-config", *options, network]
            os.execvp(words[0], words)
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
    count, head, text = 0, None, b""
    for keys, part in re.findall(rb"\033_G([^;\033]*);([^\033]*)\033\\", data):
        if keys.startswith(b"a=T"):
            head, text = dict(x.split(b"=") for x in keys.split(b",")), b""
        text += part
        if head is None or not keys.endswith(b"m=0"):
            continue
        w, h, c, r = (int(head[x]) for x in (b"s", b"v", b"c", b"r"))
        raw = zlib.decompress(base64.b64decode(text))
        check(len(raw) == 3 * w * h, "kitty: pixels are missing")
        check(w % c == 0 and h % r == 0, "kitty: it does not fill its cells")
        count, head = count + 1, None
    return count + len(re.findall(rb"\033P0;1;0q[^\033]+\033\\", data))


def written(data, columns=120, rows=40):
    """The cells that a stream of text and sequences writes, as far as curses uses them."""
    cells, x, y = set(), 0, 0
    token = re.compile(rb"\033\[([\d;?]*)([A-Za-z@`])|\033P.*?\033\\\\|\033[()].|\033[^\[P]|[\x00-\x1f]|[^\033\x00-\x1f]+", re.S)
    for t in token.finditer(data):
        text = t.group(0)
        if t.group(2):
            n = [int(v) if v.isdigit() else 0 for v in t.group(1).split(b";")]
            first, end = max(n[0], 1), t.group(2)
            if end in b"Hf":
                y, x = first - 1, (max(n[1], 1) if len(n) > 1 else 1) - 1
            elif end == b"G":
                x = first - 1
            elif end == b"d":
                y = first - 1
            elif end == b"C":
                x += first
            elif end == b"D":
                x -= first
            elif end == b"A":
                y -= first
            elif end == b"B":
                y += first
            elif end == b"K":
                cells |= {(i, y) for i in (range(0, x + 1) if n[0] == 1 else range(x, columns))}
            elif end == b"X":
                cells |= {(i, y) for i in range(x, x + first)}
            elif end == b"b":
                cells |= {(i, y) for i in range(x, x + first)}
                x += first
            elif end == b"J":
                cells |= {(i, j) for i in range(columns) for j in range(rows)}
        elif text == b"\r":
            x = 0
        elif text == b"\n":
            y += 1
        elif text == b"\b":
            x -= 1
        elif text[0] >= 0x20:
            for c in text.decode(errors="replace"):
                cells.add((x, y))
                x += 1
    return cells


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
    if kind == "sixel":
        # Where no picture is any more its cells are written, the blanks of an equation too.
        t.press("ssss", 2)
        lesson = written(t.press("i", 2))
        left = [(x, y) for y in range(3, 18) for x in range(3, 60) if (x, y) not in lesson]
        check(not left, f"sixel: the picture of the loss is left in the lesson: {len(left)} cells, {left[:4]}")
        t.press("\033", 2)
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


def run_in_tmux(program, network, kind, passes):
    """Within tmux: pictures only where it passes them on to a terminal whose cells can show them."""
    place = tempfile.mkdtemp()
    socket, settings = os.path.join(place, "tmux"), os.path.join(place, "conf")
    with open(settings, "w", encoding="ascii") as conf:
        conf.write(f"set -g allow-passthrough {passes}\nset -g status off\n")
    tmux = ["tmux", "-u", "-S", socket]
    name = f"tmux, allow-passthrough {passes}, {kind}"
    # tmux begins its programs before it has the terminal, and loses what they ask till then.
    later = ["sh", "-c", 'sleep 2; exec "$@"', "sh"]
    t = Terminal(program, network, kind, within=[*tmux, "-f", settings, "new-session", "--", *later])
    try:
        t.read(20, b"Space")
        t.quiet()
        screen = subprocess.run([*tmux, "capture-pane", "-p"], capture_output=True, check=False).stdout.decode()
        title = subprocess.run([*tmux, "display-message", "-p", "#{pane_title}"], capture_output=True, check=False)
        cells = screen.count("\U0010eeee")
        braille = sum("\u2801" <= c <= "\u28ff" for c in screen)
        check("1 Loss" in screen, f"{name}: no explorer: {screen!r}")
        check(not re.search(r"_G|i=31|;OK|AAAA|m=[01];|tmux;", screen), f"{name}: stray characters")
        check("a=T" not in title.stdout.decode(), f"{name}: a picture has become the title")
        check("does nothing here" not in screen, f"{name}: an answer was taken for a key")
        if passes == "on" and kind == "kitty":
            check(pictures(t.got) >= 2, f"{name}: {pictures(t.got)} pictures")
            check(b",U=1,i=" in t.got, f"{name}: pictures without a number")
            check(cells > 1000 and braille < 20, f"{name}: {cells} cells of pictures, {braille} of characters")
            t.press("P", 2)
            over = subprocess.run([*tmux, "capture-pane", "-p"], capture_output=True, check=False).stdout.decode()
            check("Plant outliers" in over and over.count("\U0010eeee") < cells, f"{name}: no dialog over it")
            t.press("\033", 2)
            back = subprocess.run([*tmux, "capture-pane", "-p"], capture_output=True, check=False).stdout.decode()
            check(back.count("\U0010eeee") == cells, f"{name}: what was covered does not come back")
            t.press(":set pixels=off\r", 2)
            off = subprocess.run([*tmux, "capture-pane", "-p"], capture_output=True, check=False).stdout.decode()
            check(off.count("\U0010eeee") == 0, f"{name}: cells of pictures are left")
            check(b"\033_Ga=d,d=I,i=" in t.got, f"{name}: pictures are left behind")
        else:
            check(pictures(t.got) == 0 and cells == 0, f"{name}: pictures")
            check(braille > 100, f"{name}: no characters instead")
        t.end()
    finally:
        subprocess.run([*tmux, "kill-server"], capture_output=True, check=False)
        shutil.rmtree(place)


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


def finish():
    for text in wrong:
        print("FAIL:", text)
    sys.exit(1 if wrong else 0)


def main():
    program, network = sys.argv[1:3]
    if sys.argv[3:] != ["tmux"]:
        for kind in ("kitty", "sixel"):
            run_kind(program, network, kind)
    if shutil.which("tmux"):
        for kind in ("kitty", "old kitty", "sixel"):
            run_in_tmux(program, network, kind, "on")
        run_in_tmux(program, network, "kitty", "off")
    if sys.argv[3:] == ["tmux"]:
        finish()
    # The least of some runs, in turn: the machine may be busy, the limit is not about that.
    pairs = [(first_screen(program, network, ()), first_screen(program, network, ("--pixels", "off"))) for _ in range(7)]
    asked, never = (min(times) for times in zip(*pairs))
    print(f"first screen: {1e3 * never:.0f} ms, asking a terminal that never answers {1e3 * asked:.0f} ms")
    check(asked - never < 0.150, f"a terminal that never answers costs {1e3 * (asked - never):.0f} ms")
    # Killed, it still gives the screen back.
    t = Terminal(program, network, "kitty")
    t.read(10, b"1-")
    os.kill(t.child, signal.SIGTERM)
    status = t.wait()
    check(b"\033[?1049l" in t.got[-400:], "a signal: the screen is not given back")
    check(os.WIFEXITED(status) and os.WEXITSTATUS(status) == 143, "a signal: another exit code")
    finish()


main()
