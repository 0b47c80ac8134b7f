#!/usr/bin/env python3
"""endurance.py ODDONE DATA MINUTES [PART...]: what an hour at full speed, two thousand resizes and
two hundred kills do, and what eight people who share a state directory do to each other. Parts: play
resize screen kill use (all of them unless named). Prints figures; exits with
1 when memory grows, the explorer ends, its screen is spoilt, or a kill loses more than the file being
written.

`make endurance MINUTES=60` runs it; KILLS=20 and RESIZES=100 for less.
"""
import fcntl
import hashlib
import os
import pty
import random
import select
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time

ODDONE, DATA, MINUTES = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), float(sys.argv[3])
PARTS = sys.argv[4:] or ["play", "resize", "screen", "kill", "use"]
RESIZES = int(os.environ.get("RESIZES", 2000))
KILLS = int(os.environ.get("KILLS", 200))
SEED = int(os.environ.get("SEED", 1))
ENV = dict(os.environ, ODDONE_DATA=DATA, TERM="xterm-256color", LC_ALL="C.UTF-8", OMP_WAIT_POLICY="passive")
for name in ("TMUX", "COLUMNS", "LINES", "COLORTERM", "NO_COLOR"):
    ENV.pop(name, None)
problems = []


def problem(text):
    problems.append(text)
    print("PROBLEM:", text, flush=True)


class Explorer:
    """The explorer in a terminal of its own, whose output is thrown away."""

    def __init__(self, *arguments, env=None):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execve(ODDONE, [ODDONE, *arguments, *([] if env else ["--no-config"])], env or ENV)
        self.bytes, self.last = 0, b""
        self.resize(80, 24)

    def drain(self, seconds):
        end = time.monotonic() + seconds
        while True:
            left = end - time.monotonic()
            if not select.select([self.fd], [], [], max(left, 0))[0]:
                return True
            try:
                got = os.read(self.fd, 1 << 16)
            except OSError:
                return False
            self.bytes += len(got)
            self.last = (self.last + got)[-600:]
            if left <= 0:
                return True

    def type(self, text):
        os.write(self.fd, text.encode())

    def command(self, line):
        self.type(":" + line + "\r")

    def resize(self, columns, rows):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resident(self):  # MB
        try:
            with open(f"/proc/{self.pid}/statm") as f:
                return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
        except OSError:
            return 0.0

    def alive(self):
        return os.waitpid(self.pid, os.WNOHANG) == (0, 0)

    def code(self):
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def end(self):
        self.command("pause")
        self.drain(0.3)
        self.command("quit")
        end = time.monotonic() + 60
        while time.monotonic() < end:
            self.drain(0.1)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                return os.waitstatus_to_exitcode(status)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        return None


def play():
    """Rounds of playing, planting, undoing, resizing and comparing, each beginning by `open`."""
    rng = random.Random(SEED)
    explorer = Explorer("town")
    explorer.drain(2)
    samples, rounds, commands, began = [], 0, 0, time.monotonic()
    looks = ["project tsne", "project pca", "screen lesson", "leave", "explain #3", "leave", "filter rank<50",
             "filter none", "sort node", "sort total", "screen compare", "leave", "axis log", "colour score"]
    while time.monotonic() - began < 60 * MINUTES:
        work = ["open town", "set k=%d" % rng.randrange(4, 20), "reset seed=%d" % rng.randrange(1000), "play 0"]
        for _ in range(12):
            work.append(rng.choice(["plant structural=%d" % rng.randrange(1, 6), "plant 5%", "unplant", "undo",
                                    "undo", "redo", "iterate 3", "substep 5", "back 2", "keep", "drop", "play 0",
                                    "compare start degree aane", "compare seeds 2", "compare drop aane",
                                    "weights 1,2,3", "weights preset"] + looks))
        for line in work:
            explorer.command(line)
            if rng.random() < 0.3:
                explorer.resize(rng.randrange(1, 200), rng.randrange(1, 60))
            if not explorer.drain(rng.random() * 0.2):
                problem("play: the explorer has ended in round %d at %r with %s; before it %r" % (
                    rounds, line, explorer.code(), work))
                return
        commands += len(work)
        rounds += 1
        samples.append((time.monotonic() - began, explorer.resident()))
    code = explorer.end()
    if code != 0:
        problem("play: ended with %s" % code)
    memory = [m for _, m in samples]
    fifth = max(1, len(memory) // 5)
    early, late = statistics.median(memory[fifth:2 * fifth] or memory), statistics.median(memory[-fifth:])
    print("play: %.0f minutes, %d rounds, %d commands, %.1f MB drawn; resident MB: %s; second fifth %.1f, "
          "last fifth %.1f, most %.1f" % (MINUTES, rounds, commands, explorer.bytes / 1e6,
                                          " ".join("%.0f" % memory[i * (len(memory) - 1) // 10] for i in range(11)),
                                          early, late, max(memory)), flush=True)
    if late > 1.1 * early + 10:
        problem("play: memory grows from %.1f to %.1f MB" % (early, late))


def resize():
    """Sizes one after the other while it plays, faster than it can draw."""
    rng = random.Random(SEED)
    explorer = Explorer("town")
    explorer.drain(1)
    explorer.command("play 4")
    first = 0.0
    for i in range(RESIZES):
        explorer.resize(rng.randrange(1, 250), rng.randrange(1, 80))
        if not explorer.drain(0.02):
            problem("resize: the explorer has ended at %d" % i)
            return
        if i == RESIZES // 4:
            first = explorer.resident()
    explorer.resize(80, 24)
    explorer.drain(1)
    last = explorer.resident()
    code = explorer.end()
    print("resize: %d sizes, resident %.1f MB after a quarter, %.1f at the end, exit %s" % (
        RESIZES, first, last, code), flush=True)
    if code != 0:
        problem("resize: ended with %s" % code)
    if last > 1.1 * first + 10:
        problem("resize: memory grows from %.1f to %.1f MB" % (first, last))


def tmux(*arguments):
    return subprocess.run(["tmux", "-L", "oddone-%d" % os.getpid(), *arguments], env=ENV, check=True,
                          stdout=subprocess.PIPE).stdout.decode()


def shown(name, seen, wanted):
    """The screen of a window, once it has stopped changing and has `wanted` on it."""
    for _ in range(300):
        now = tmux("capture-pane", "-p", "-t", name)
        if now == seen and wanted in now:
            return now
        seen = now
        time.sleep(0.2)
    problem("screen: no %r in\n%s" % (wanted, seen))
    return seen


def screen():
    """Resizes by a real terminal. Afterwards every cell is as in one that was never resized."""
    if shutil.which("tmux") is None:
        print("screen: there is no tmux: passed over", flush=True)
        return
    rng = random.Random(SEED)
    for name in ("tried", "quiet"):
        tmux("-f", "/dev/null", "new-session", "-d", "-s", name, "-x", "80", "-y", "24",
             "exec '%s' town --no-config" % ODDONE)
    try:
        screen_in(rng)
    finally:
        subprocess.run(["tmux", "-L", "oddone-%d" % os.getpid(), "kill-server"], env=ENV, check=False)


def screen_in(rng):
    pid = int(tmux("display-message", "-p", "-t", "tried", "#{pane_pid}"))
    samples = []

    def resident():
        with open("/proc/%d/statm" % pid) as f:
            return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    def command(name, line):
        tmux("send-keys", "-t", name, ":" + line, "Enter")

    shown("tried", "", "K = 18")
    command("tried", "play 4")
    try:
        for i in range(RESIZES):
            tmux("resize-window", "-t", "tried", "-x", str(rng.randrange(1, 250)), "-y", str(rng.randrange(1, 80)))
            if i % max(1, RESIZES // 8) == 0:
                samples.append(resident())
        samples.append(resident())
        tmux("resize-window", "-t", "tried", "-x", "80", "-y", "24")
        for name in ("tried", "quiet"):
            for line in ("pause", "open town", "set k=7", "iterate 3"):
                command(name, line)
        screens = [shown(name, "", "O of iteration 3").split("\n") for name in ("tried", "quiet")]
    except (OSError, subprocess.CalledProcessError) as error:
        problem("screen: the explorer has ended: %s" % error)
        return
    # the line below the panes has the time that an iteration takes
    differ = [pair for pair in list(zip(*screens))[:22] if pair[0] != pair[1]]
    print("screen: %d sizes in tmux, resident MB: %s; %d lines differ" % (
        RESIZES, " ".join("%.1f" % m for m in samples), len(differ)), flush=True)
    for pair in differ:
        print("    %s\n    %s" % pair)
    if differ:
        problem("screen: it is spoilt")
    half, last = samples[len(samples) // 2], samples[-1]
    if last > 1.1 * half + 2:
        problem("screen: memory grows from %.1f to %.1f MB" % (half, last))


def digest(path):
    with open(path, "rb") as f:
        return hashlib.sha256(f.read()).hexdigest()


def run(arguments, where, kill_after=None):
    process = subprocess.Popen([ODDONE, *arguments], cwd=where, env=ENV, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        return process.wait(kill_after)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.wait()
        return None


def kills(rng, count, one):
    """Until so many were killed: half of them anywhere, half near the end, where files are written. `one` runs
    something up to a share of its time and says whether it was killed. Returns kills, and ends before. How long
    it takes changes with what else the machine does: each that ends before says that it takes less."""
    killed = ended = 0
    pace = 1.0
    while killed < count and ended < 4 * count + 10:
        tries = killed + ended
        share = rng.uniform(0, 1) if tries % 2 else rng.uniform(0.6, 1.0)
        if one(tries, share * pace):
            killed += 1
            pace = min(1.0, pace * 1.03)
        else:
            ended += 1
            pace *= 0.93
    if killed < count:
        problem("kill: only %d of %d were killed" % (killed, count))
    return killed, ended


def timed(arguments, where):
    began = time.monotonic()
    if run(arguments, where) != 0:
        problem("does not run: " + " ".join(arguments))
    return time.monotonic() - began


def table(path):
    """comparison.tsv without what was measured by a clock."""
    with open(path) as f:
        rows = [line.rstrip("\n").split("\t") for line in f]
    keep = [i for i, name in enumerate(rows[0]) if "seconds" not in name and "memory" not in name]
    return [[row[i] for i in keep if i < len(row)] for row in rows]


def kill():
    rng = random.Random(SEED)
    top = tempfile.mkdtemp(prefix="oddone-endurance-")
    try:
        kill_in(top, rng)
    finally:
        shutil.rmtree(top)


def kill_in(top, rng):
    files = ["scores.tsv", "embedding.npy", "embedding.tsv", "projection.tsv", "recall.tsv"]

    # an export over one of an earlier day: each file is the old one or the new one, never neither
    old, new = ["run", "town", "-q", "-n", "2", "--dims", "6", "-o", "out"], \
        ["run", "town", "-q", "-n", "40", "--dims", "12", "-o", "out"]
    known = {name: set() for name in files}
    seconds = {}
    for command in (old, new):
        seconds[command[4]] = timed(command, top)
        for name in files:
            known[name].add(digest(os.path.join(top, "out", name)))

    def export(tries, share):
        command = old if tries % 4 < 2 else new
        code = run(command, top, share * seconds[command[4]])
        for name in files:
            path = os.path.join(top, "out", name)
            if not os.path.exists(path) or digest(path) not in known[name]:
                problem("export: %s is lost" % name)
        return code is None

    print("kill: %d exports killed, %d ended before" % kills(rng, KILLS * 2 // 5, export), flush=True)
    left = sum(name.startswith(".oddone-") for name in os.listdir(os.path.join(top, "out")))

    # a log that is written again and again: it is always whole
    with open(os.path.join(top, "script"), "w") as f:
        f.write("open town\nset k=4\n" + "".join("substep\nlog save a.oddlog --replace\n" for _ in range(60)))
    length = timed(["--script", "script"], top)

    def log(tries, share):
        code = run(["--script", "script"], top, share * length)
        with open(os.path.join(top, "a.oddlog")) as f:
            text = f.read()
        if not text.startswith("# oddone log") or not text.endswith("\n"):
            problem("log: cut off")
        return code is None

    print("kill: %d logs killed, %d ended before" % kills(rng, KILLS // 5, log), flush=True)
    if run(["play", "--batch", "-q", "a.oddlog"], top) != 0:
        problem("log: does not play")
    left += sum(name.startswith("a.oddlog.") for name in os.listdir(top))

    # a comparison: goes on where it was, to the same table
    compare = ["compare", "town", "-q", "--methods", "one-calibrated,degree,aane,random", "--tasks", "outliers",
               "--seeds", "3", "-o"]
    whole = timed(compare + ["whole"], top)
    wanted = table(os.path.join(top, "whole", "comparison.tsv"))
    cut, resumed = os.path.join(top, "cut"), []

    def compared(tries, share):
        if rng.random() < 0.5:
            shutil.rmtree(cut, ignore_errors=True)
        code = run(compare + ["cut"], top, share * whole)
        if rng.random() < 0.5:
            if run(compare + ["cut"], top) != 0:
                problem("compare: does not go on")
            elif table(os.path.join(cut, "comparison.tsv")) != wanted:
                problem("compare: goes on to another table")
            resumed.append(tries)
        return code is None

    print("kill: %d comparisons killed, %d ended before" % kills(
        rng, KILLS - KILLS * 2 // 5 - KILLS // 5, compared), flush=True)
    print("kill: %d gone on with, to the same table; %d temporary files left in all" % (len(resumed), left), flush=True)


class User:
    """Somebody who opens, plays, plants, judges, filters, exports, ends and goes on, or is cut off."""

    LINES = [(20, "iterate 2"), (10, "play 4"), (6, "pause"), (8, "plant structural=3"), (4, "unplant"), (8, "undo"),
             (4, "redo"), (8, "select #{n}"), (8, "judge odd"), (4, "judge not-odd"), (10, "filter degree>{n}"),
             (4, "filter none"), (8, "sort degree"), (4, "sort total"), (6, "screen node"), (6, "leave"), (4, "keep"),
             (3, "drop"), (6, "export scores {name}.tsv --number"), (4, "export map {name}.png --number"),
             (4, "set k={k}"), (3, "compare start degree"), (3, "compare stop"), (6, "open {network}")]

    def __init__(self, number, networks, env, where):
        self.rng = random.Random(1000 * SEED + number)
        self.number, self.networks, self.env, self.where = number, networks, env, where
        self.explorer, self.left, self.counts = None, 0, {"quit": 0, "kill": 0, "term": 0, "continued": 0}
        self.most = 0.0

    def turn(self):
        rng = self.rng
        if self.explorer is None:
            resume = rng.random() < 0.4
            self.counts["continued"] += resume
            self.explorer = Explorer("--continue" if resume else rng.choice(self.networks), env=self.env)
            self.left = rng.randrange(5, 40)
            return
        if not self.explorer.drain(0.05):
            code = self.explorer.code()
            if code != 2:  # --continue where nothing was saved yet
                problem("use: user %d: the explorer ended with %s: %r" % (self.number, code, self.explorer.last))
            self.end()
            return
        self.left -= 1
        if self.left > 0:
            line = rng.choices([text for _, text in self.LINES], [weight for weight, _ in self.LINES])[0]
            self.explorer.command(line.format(n=rng.randrange(1, 40), k=rng.randrange(3, 12),
                                              network=rng.choice(self.networks),
                                              name="%s/u%d" % (self.where, self.number)))
            return
        self.most = max(self.most, self.explorer.resident())
        how = rng.choice(["quit", "quit", "kill", "term"])
        self.counts[how] += 1
        if how == "quit":
            if self.explorer.end() is None:
                problem("use: user %d: it does not quit" % self.number)
        else:
            os.kill(self.explorer.pid, signal.SIGKILL if how == "kill" else signal.SIGTERM)
            while self.explorer.drain(0.1):
                pass
            code = self.explorer.code()
            told = code == 3 and b"the session is not saved" in self.explorer.last  # the disk is full
            if not told and code not in (2, -signal.SIGKILL, -signal.SIGTERM, 128 + signal.SIGTERM):
                problem("use: user %d: %s and it ended with %s: %r" % (self.number, how, code, self.explorer.last))
        self.end()

    def end(self):
        os.close(self.explorer.fd)
        self.explorer = None


def use():
    """Eight of them with one state directory on a disk of 2 MB (where one can be mounted) that is filled and
    emptied. Afterwards every session plays, and nothing is half-written."""
    top = tempfile.mkdtemp(prefix="oddone-use-")
    state = os.path.join(top, "state")
    os.mkdir(state)
    small = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "none", state], check=False,
                           stderr=subprocess.DEVNULL).returncode == 0
    try:
        use_in(top, state, small)
    finally:
        if small:
            subprocess.run(["umount", "-l", state], check=False)
        shutil.rmtree(top, ignore_errors=True)


def use_in(top, state, small):
    env = dict(ENV, HOME=top, XDG_CONFIG_HOME=top + "/config", XDG_STATE_HOME=state, OMP_NUM_THREADS="1")
    networks = ["town"]
    for i in range(9):
        networks.append(os.path.join(top, "n%d" % i))
        subprocess.run([ODDONE, "generate", "-q", "-o", networks[-1], "--nodes", str(40 * (i + 1)), "--seed", str(i)],
                       check=True, stdout=subprocess.DEVNULL)
    users = [User(n, networks, env, top) for n in range(8)]
    filler, began, fills = os.path.join(state, "filler"), time.monotonic(), 0
    rng = random.Random(SEED)
    while time.monotonic() - began < 60 * MINUTES:
        for user in users:
            user.turn()
        if small and rng.random() < 0.05:
            if os.path.exists(filler):
                os.remove(filler)
            else:
                fills += 1
                try:
                    with open(filler, "wb", buffering=0) as f:
                        while True:
                            f.write(bytes(4096))
                except OSError:
                    pass
    for user in users:
        if user.explorer is not None:
            user.left = 1
            user.turn()
    if os.path.exists(filler):
        os.remove(filler)
    sessions = os.path.join(state, "oddone", "sessions")
    names = sorted(os.listdir(sessions)) if os.path.isdir(sessions) else []
    logs = [name for name in names if name.endswith(".oddlog")]
    for name in logs:
        with open(os.path.join(sessions, name), errors="replace") as f:
            text = f.read()
        if not text.startswith("# oddone log") or not text.endswith("\n"):
            problem("use: %s is cut off" % name)
        played = subprocess.run([ODDONE, "--script", "/dev/stdin"], env=dict(env, XDG_STATE_HOME=top + "/other"), cwd=top,
                                input=("replay %s\n" % os.path.join(sessions, name)).encode(), capture_output=True,
                                timeout=300, check=False)
        if played.returncode != 0:
            problem("use: %s does not open: %s" % (name, played.stderr.decode()[:300]))
    exported = [name for name in os.listdir(top) if name.startswith("u")]
    print("use: %.0f minutes, %s; resident at most %.0f MB; the disk was filled %d times; %d sessions left, all "
          "played again; %d temporary files; %d exports" % (
              MINUTES, ", ".join("%d %s" % (sum(u.counts[how] for u in users), how) for how in users[0].counts),
              max(u.most for u in users), fills, len(logs), len(names) - len(logs), len(exported)), flush=True)


for part in PARTS:
    {"play": play, "resize": resize, "screen": screen, "kill": kill, "use": use}[part]()
sys.exit(1 if problems else 0)
