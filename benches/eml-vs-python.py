"""The EML engine against CPython, on the record's program, in one run.

eml-vs-python.py RECORD.json [COMMAND...]

In process: CPython runs the record's Python, the engine the record's EML (through `cargo bench
--bench eml -- --times 50`), on the sessions `basic`, `bad-input` and `both-31`, the last of which
types and solves both 3 x 3 boards of 31 moves. Each time is the best of many.

With a COMMAND that plays the record as a filter, such as `sliding-puzzle eml RECORD.json`, whole
processes are compared too: that command against `python3 main.py`.
"""

import io
import json
import os
import subprocess
import sys
import tempfile
import time
import types

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BOTH_31 = "5\n8 6 7 2 5 4 3 0 1\n3\n5\n6 4 7 8 5 0 3 2 1\n3\n7\n"


def session(name):
    if name == "both-31":
        return BOTH_31
    with open(f"{ROOT}/spec/p054/{name}.in", encoding="utf-8") as file:
        return file.read()


def compiled(record):
    """The modules' code, those that import nothing first."""
    code = {
        module["name"].removesuffix(".eml"): compile(module["python"], module["name"], "exec")
        for module in record["modules"]
    }
    entry = record["entry"].removesuffix(".eml")
    return code, entry


def run_python(code, entry, text):
    """Runs the program on the typed lines in `text` and returns what it printed."""
    lines, out = io.StringIO(text, newline="\n"), io.StringIO(newline="\n")

    def ask(prompt=""):
        out.write(prompt)
        line = lines.readline()
        if line == "":
            raise EOFError
        return line.removesuffix("\n")

    def say(value):
        out.write(f"{value}\n")

    def load(name, *_):
        if name not in loaded:
            loaded[name] = types.ModuleType(name)
            loaded[name].__dict__.update(__builtins__=builtins)
            exec(code[name], loaded[name].__dict__)
        return loaded[name]

    loaded = {}
    names = ("len", "str", "int", "range", "__build_class__", "EOFError")
    own = __builtins__ if isinstance(__builtins__, dict) else vars(__builtins__)
    builtins = {name: own[name] for name in names}
    builtins.update(input=ask, print=say, __import__=load, __name__="builtins")
    load(entry)
    return out.getvalue()


def best(runs, function):
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return min(times)


def engine_times(record_path):
    command = ["cargo", "bench", "--quiet", "--bench", "eml", "--", "--times", "50"]
    environment = dict(os.environ, SLIDING_PUZZLE_RECORD=os.path.abspath(record_path))
    done = subprocess.run(
        command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    )
    pairs = (line.split() for line in done.stdout.splitlines())
    return {name: float(seconds) for name, seconds in pairs}


def compare(title, sessions):
    print(f"{title:24}{'CPython':>12}{'engine':>12}{'ratio':>8}")
    for name, python, engine in sessions:
        print(f"{name:24}{python * 1e3:9.3f} ms{engine * 1e3:9.3f} ms{python / engine:8.2f}")


def in_process(record, record_path):
    code, entry = compiled(record)
    engine = engine_times(record_path)
    rows = []
    for name, seconds in engine.items():
        text = session(name)
        rows.append((name, best(20, lambda: run_python(code, entry, text)), seconds))
    compare("in process", rows)


def whole_processes(record, names, command):
    with tempfile.TemporaryDirectory() as folder:
        for module in record["modules"]:
            path = os.path.join(folder, module["name"].replace(".eml", ".py"))
            with open(path, "w", encoding="utf-8") as file:
                file.write(module["python"])
        main = os.path.join(folder, record["entry"].replace(".eml", ".py"))
        rows = []
        for name in names:
            text = session(name).encode()

            def run(argv):
                subprocess.run(argv, input=text, stdout=subprocess.DEVNULL, check=True)

            python = best(20, lambda: run([sys.executable, main]))
            rows.append((name, python, best(20, lambda: run(command))))
        compare("whole process", rows)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        record = json.load(file)
    in_process(record, sys.argv[1])
    if len(sys.argv) > 2:
        whole_processes(record, ("basic", "bad-input", "both-31"), sys.argv[2:])


if __name__ == "__main__":
    main()
