#!/usr/bin/env python3
"""How quickly the explorer shows its first screen and answers a key.

    latency.py PROGRAM NETWORK [--until TEXT] [--keys BEFORE] [--count N]

Runs the explorer on a terminal of its own (120 x 40), waits until TEXT is on the screen, presses the
keys BEFORE (for example " " to play, "p" for t-SNE), then presses j so many times at odd moments and
tells how long it took until the screen changed. Prints milliseconds, since what counts is what a
person feels; nothing is asserted.
"""
import argparse
import fcntl
import os
import pty
import select
import statistics
import struct
import termios
import time


def read_for(fd, seconds):
    """All that comes within so many seconds."""
    end, got = time.monotonic() + seconds, b""
    while True:
        left = end - time.monotonic()
        if left <= 0 or not select.select([fd], [], [], left)[0]:
            return got
        got += os.read(fd, 65536)


def wait_for(fd, text, limit):
    """Seconds until the first byte and until the text; None when it never came."""
    start, got, first = time.monotonic(), b"", None
    while time.monotonic() - start < limit:
        if not select.select([fd], [], [], 0.05)[0]:
            continue
        got += os.read(fd, 65536)
        first = first or time.monotonic() - start
        if text.encode() in got:
            return first, time.monotonic() - start
    return first, None


def main():
    words = argparse.ArgumentParser()
    words.add_argument("program")
    words.add_argument("network")
    words.add_argument("--until", default="1-", help="text that tells that the list is there")
    words.add_argument("--keys", default="", help="keys to press before")
    words.add_argument("--count", type=int, default=40)
    args = words.parse_args()
    child, fd = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8")
        os.execv(args.program, [args.program, "--no-config", args.network])
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 960, 640))
    first, shown = wait_for(fd, args.until, 120)
    print(f"first bytes after {1e3 * first:.0f} ms, \"{args.until}\" after "
          + (f"{1e3 * shown:.0f} ms" if shown else "no time at all"))
    for key in args.keys:
        os.write(fd, key.encode())
        read_for(fd, 0.3)
    taken = []
    for i in range(args.count):
        read_for(fd, 0.05 + (0.37 * i) % 0.15)
        start = time.monotonic()
        os.write(fd, b"j")
        if select.select([fd], [], [], 2)[0]:
            taken.append(1e3 * (time.monotonic() - start))
    taken.sort()
    print(f"{len(taken)} keys: median {statistics.median(taken):.1f} ms, "
          f"nine of ten within {taken[int(0.9 * len(taken))]:.1f} ms, longest {taken[-1]:.1f} ms, "
          f"{sum(t <= 50 for t in taken)} within 50 ms")
    os.write(fd, b"Q")
    try:
        while os.read(fd, 65536):
            pass
    except OSError:
        pass
    os.waitpid(child, 0)


if __name__ == "__main__":
    main()
