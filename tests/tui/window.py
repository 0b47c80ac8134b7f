#!/usr/bin/env python3
"""The explorer in a real window: xterm or kitty on a display that nobody sees, with pictures in its panes.

    window.py PROGRAM NETWORK [--terminal xterm|kitty] [--size 120x40] [--keep DIR]

What the window shows is compared with itself: after a dialog, help and a change of size it is as it
was; and with the same screen as text: frames are where its frames are, pictures within them. Exits
with 1 and a line for each thing that is wrong, with 77 where Xvfb, the terminal, xdotool or xwd are
missing. --keep leaves the screenshots in a directory, as .ppm.
"""
import argparse
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time

wrong = []


def check(holds, text):
    if not holds:
        wrong.append(text)


class Picture:
    """Pixels of the whole display, from what xwd writes, as four bytes each."""

    def __init__(self, data):
        head = struct.unpack(">25I", data[:100])
        self.width, self.height, stride = head[4], head[5], head[12]
        size, start = head[11] // 8, head[0] + 12 * head[19]
        assert size in (3, 4), "a display of another depth"
        self.rows = [data[start + y * stride:start + y * stride + size * self.width] for y in range(self.height)]
        if size == 3:
            self.rows = [self.spread(row) for row in self.rows]

    def spread(self, row):
        out = bytearray(4 * self.width)
        out[0::4], out[1::4], out[2::4] = row[0::3], row[1::3], row[2::3]
        return bytes(out)

    def at(self, x, y):
        b, g, r = self.rows[int(y)][4 * int(x):4 * int(x) + 3]
        return r, g, b

    def part(self, x, y, w, h):
        """The pixels of a rectangle, row by row."""
        return [self.rows[j][4 * x:4 * (x + w)] for j in range(y, y + h)]

    def ground(self):
        """The colour that the window has most of, in a row that has little else."""
        row = self.rows[self.height // 4]
        pixels = [row[i:i + 3] for i in range(0, 1600, 4)]
        b, g, r = max(set(pixels), key=pixels.count)
        return r, g, b

    def longest(self, x, y, w, h):
        """The longest level line of one colour other than the ground's."""
        r, g, b = self.ground()
        best = 0
        for row in self.part(x, y, w, h):
            last, run = None, 0
            for i in range(0, 4 * w, 4):
                run = run + 1 if row[i:i + 3] == last else 1
                last = row[i:i + 3]
                if run > best and last != bytes((b, g, r)):
                    best = run
        return best

    def save(self, path):
        with open(path, "wb") as out:
            out.write(b"P6 %d %d 255\n" % (self.width, self.height))
            for row in self.rows:
                line = bytearray(3 * self.width)
                line[0::3], line[1::3], line[2::3] = row[2::4], row[1::4], row[0::4]
                out.write(line)


class Window:
    """A terminal of so many cells on a display of its own."""

    def __init__(self, words, terminal, size, keep):
        self.keep, self.count, self.size = keep, 0, size
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1200x24", "-noreset", "-nolisten", "tcp"],
            pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as told:  # to its end: the number and the line's end come apart
            self.display = ":" + told.readline().strip()
        self.env = {**os.environ, "DISPLAY": self.display, "LC_ALL": "C.UTF-8", "LIBGL_ALWAYS_SOFTWARE": "1"}
        for name in ("TMUX", "STY", "TERM_PROGRAM", "LC_TERMINAL", "COLORTERM", "NO_COLOR", "LINES", "COLUMNS"):
            self.env.pop(name, None)
        if terminal == "kitty":
            start = ["kitty", "--config", "NONE", "-o", "font_family=DejaVu Sans Mono", "-o", "font_size=10",
                     "-o", f"initial_window_width={size[0]}c", "-o", f"initial_window_height={size[1]}c",
                     "-o", "remember_window_size=no", "-o", "window_margin_width=0", "-o", "enable_audio_bell=no",
                     "-o", "update_check_interval=0", "-o", "cursor_blink_interval=0"]
        else:
            start = ["xterm", "-ti", "vt340", "-tn", "xterm-256color", "-geometry", f"{size[0]}x{size[1]}+0+0",
                     "-fa", "DejaVu Sans Mono", "-fs", "10", "-b", "0", "+sb", "-bg", "#14171c", "-fg", "#e6e6e6",
                     "-xrm", "XTerm*numColorRegisters: 256", "-xrm", "XTerm*cursorBlink: false", "-e"]
        self.terminal = subprocess.Popen([*start, *words], env=self.env, stderr=subprocess.DEVNULL)

    def run(self, *words):
        return subprocess.run(words, env=self.env, capture_output=True, check=False, timeout=30).stdout

    def look(self):
        return Picture(self.run("xwd", "-root", "-silent"))

    def settle(self, name, least=1.0):
        """What is seen once nothing has changed for a while."""
        time.sleep(least)
        before, picture = None, self.look()
        end = time.monotonic() + 40
        while time.monotonic() < end and (before is None or before.rows != picture.rows):
            time.sleep(0.7)
            before, picture = picture, self.look()
        if self.keep:
            picture.save(os.path.join(self.keep, f"{self.count:02d}-{name}.ppm"))
            self.count += 1
        return picture

    def begin(self):
        """The window, once it is there, at the corner, with the keyboard."""
        end = time.monotonic() + 40
        while time.monotonic() < end:
            found = self.run("xdotool", "search", "--onlyvisible", "--pid", str(self.terminal.pid)).split()
            found = found or self.run("xdotool", "search", "--onlyvisible", "--class", "xterm|kitty").split()
            if found:
                break
            time.sleep(0.3)
        else:
            raise SystemExit(f"no window on {self.display}: terminal {self.terminal.poll()}, server {self.server.poll()}")
        self.id = found[-1].decode()
        self.run("xdotool", "windowmove", self.id, "0", "0")
        self.run("xdotool", "windowfocus", self.id)
        self.run("xdotool", "mousemove", "3", "3")
        text = self.run("xdotool", "getwindowgeometry", "--shell", self.id).decode()
        shape = dict(line.split("=") for line in text.split())
        self.pixels = int(shape["WIDTH"]), int(shape["HEIGHT"])
        self.cell = self.pixels[0] / self.size[0], self.pixels[1] / self.size[1]

    def key(self, *names):
        self.run("xdotool", "key", "--delay", "60", *names)

    def resize(self, w, h):
        self.run("xdotool", "windowsize", self.id, str(w), str(h))

    def end(self):
        self.terminal.terminate()
        self.server.terminate()
        self.terminal.wait()
        self.server.wait()


def text_screen(program, network, size, place):
    """The same screen as text, frames and all."""
    script = os.path.join(place, "look.odd")
    out = os.path.join(place, "look.txt")
    with open(script, "w", encoding="utf-8") as f:
        f.write(f"iterate 5\nsave-screen {out}\n")
    env = {**os.environ, "COLUMNS": str(size[0]), "LINES": str(size[1]), "LC_ALL": "C.UTF-8"}
    subprocess.run([program, network, "--no-config", "--script", script], env=env, check=True,
                   stdout=subprocess.DEVNULL, cwd=place)
    with open(out, encoding="utf-8") as f:
        return [line.rstrip("\n").ljust(size[0]) for line in f]


def panes(screen):
    """Left, top, right, bottom of the frames, by their titles."""
    found = {}
    for y, line in enumerate(screen):
        for title in ("1 Loss", "2 Map", "4 Recall", "4 Scores"):
            at = line.find(f"┌─ {title}")
            if at < 0:
                continue
            right = line.index("┐", at)
            bottom = next(j for j in range(y + 1, len(screen)) if screen[j][at] == "└")
            found[title] = (at, y, right, bottom)
    return found


def cell_area(window, x, y, w, h):
    cw, ch = window.cell
    return round(x * cw), round(y * ch), round(w * cw), round(h * ch)


def frames_are_whole(window, picture, screen, name):
    """Every upright stroke of a frame has ink from the top of its cell to its bottom."""
    ground = picture.ground()
    gaps = 0
    for left, top, right, bottom in panes(screen).values():
        for x in (left, right):
            for y in range(top + 1, bottom):
                px, py, w, h = cell_area(window, x, y, 1, 1)
                gaps += any(all(picture.at(i, j) == ground for i in range(px, px + w)) for j in (py, py + h // 2, py + h - 1))
    check(gaps == 0, f"{name}: frames have {gaps} gaps")


def inside(window, pane):
    left, top, right, bottom = pane
    return cell_area(window, left + 1, top + 1, right - left - 1, bottom - top - 1)


def panes_have_pictures(window, picture, screen, name):
    """Axes and grids are whole lines there; in characters they are strokes of a cell at most."""
    for title, pane in panes(screen).items():
        x, y, w, h = inside(window, pane)
        longest = picture.longest(x, y, w, h) if title != "2 Map" else w  # which has neither
        check(longest > w // 4, f"{name}: no picture in {title}: the longest line has {longest} pixels")


def other(a, b, area, most):
    """How many bytes of the pixels differ by more."""
    pairs = zip(a.part(*area), b.part(*area))
    return sum(abs(p - q) > most for m, n in pairs if m != n for p, q in zip(m, n))


def same(window, a, b, screen, name):
    """The pictures, whatever the status line says; letters at their edge may reach a pixel into them."""
    for title, pane in panes(screen).items():
        x, y, w, h = inside(window, pane)
        others = other(a, b, (x + 2, y + 2, w - 4, h - 4), 0)
        check(others == 0, f"{name}: {title} is not as it was, in {others} places")


def main():
    words = argparse.ArgumentParser()
    words.add_argument("program")
    words.add_argument("network")
    words.add_argument("--terminal", choices=["xterm", "kitty"], default="xterm")
    words.add_argument("--size", default="120x40")
    words.add_argument("--keep")
    given = words.parse_args()
    for name in ("Xvfb", "xdotool", "xwd", given.terminal):
        if not shutil.which(name):
            print("there is no", name)
            sys.exit(77)
    size = tuple(int(x) for x in given.size.split("x"))
    program = os.path.abspath(given.program)
    network = os.path.abspath(given.network) if os.path.exists(given.network) else given.network
    if given.keep:
        os.makedirs(given.keep, exist_ok=True)
    place = tempfile.mkdtemp()
    screen = text_screen(program, network, size, place)
    pixels = "kitty" if given.terminal == "kitty" else "sixel"
    shell = f'"{program}" --no-config -e "iterate 5" "{network}"; echo it ended with $?; sleep 600'
    window = Window(["sh", "-c", shell], given.terminal, size, given.keep)
    try:
        window.begin()
        first = window.settle("first", 4)
        check(len(panes(screen)) == 3, "the screen as text has other panes")
        panes_have_pictures(window, first, screen, pixels)
        frames_are_whole(window, first, screen, pixels)
        window.key("P")
        dialog = window.settle("dialog")
        x, y, w, h = inside(window, panes(screen)["1 Loss"])
        check(dialog.part(x, y, w, h) != first.part(x, y, w, h), "the dialog does not cover the loss")
        # A part of a picture may have colours of its own, which are near those of the whole.
        check(other(first, dialog, (x, y, w // 3, h), 40) < w * h // 1000, "what is beside the dialog is not as it was")
        window.key("Escape")
        same(window, first, window.settle("dialog-away"), screen, "after a dialog")
        window.key("question")
        window.settle("help")
        window.key("q")
        same(window, first, window.settle("help-away"), screen, "after help")
        cw, ch = window.cell
        window.resize(round(100 * cw), round(30 * ch))
        window.settle("small", 2)
        window.resize(*window.pixels)
        large = window.settle("large-again", 2)
        panes_have_pictures(window, large, screen, "after a change of size")
        frames_are_whole(window, large, screen, "after a change of size")
        same(window, first, large, screen, "after a change of size")
        window.run("xdotool", "type", "--delay", "60", ":set pixels=off")
        window.key("Return")
        off = window.settle("off")
        for title, pane in panes(screen).items():
            area = inside(window, pane)
            check(off.part(*area) != large.part(*area), f"{title} was no picture before set pixels=off")
            check(off.longest(*area) < area[2] // 4, f"{title} is a picture after set pixels=off")
        window.key("Q")
        left = window.settle("left")
        ground = left.ground()
        ink = sum(left.at(x, y) != ground for y in range(0, window.pixels[1], 2) for x in range(0, window.pixels[0], 2))
        check(ink < 0.01 * window.pixels[0] * window.pixels[1] / 4, f"something is left behind: {ink} pixels")
    finally:
        window.end()
        shutil.rmtree(place)
    for text in wrong:
        print("FAIL:", text)
    sys.exit(1 if wrong else 0)


main()
