#!/usr/bin/env bash
# The same cases under `sliding-puzzle check -- COMMAND` and under prysk, in one run.
# Prints the best of three of each, in seconds for all cases, and the ratio. Needs python3.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --locked --quiet
bin=$PWD/target/release/sliding-puzzle
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet prysk
"$bin" copy "$work/copy" > /dev/null

python3 - "$bin" "$work" <<'PY'
import pathlib, subprocess, sys, time
binary, work = sys.argv[1], pathlib.Path(sys.argv[2])
tests, names = work / "tests", []
tests.mkdir()
for typed in sorted((work / "copy/p054").rglob("*.in")):
    stdout, status = (typed.with_suffix(end).read_text() for end in (".stdout", ".status"))
    # prysk has its own marks for other outputs: only plain ones are compared.
    plain = stdout.replace("\n", "").isprintable() and stdout.isascii() and stdout.endswith("\n")
    if not plain or status.strip() != "0" or any(l.endswith(" ") for l in stdout.split("\n")):
        continue
    name = str(typed.relative_to(work / "copy").with_suffix(""))
    names.append(name)
    shown = "".join(f"  {line}\n" for line in stdout.splitlines())
    test = tests / (name.replace("/", "-") + ".t")
    test.write_text(f"  $ {binary} --echo never < {typed}\n{shown}")

def best(command):
    def once():
        start = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
        return time.perf_counter() - start
    return min(once() for _ in range(3))

check = best([binary, "check", "--jobs", "1", *names, "--", binary, "--echo", "never"])
prysk = best([str(work / "venv/bin/prysk"), *map(str, sorted(tests.glob("*.t")))])
start = time.perf_counter()
for name in names:
    with open(work / "copy" / f"{name}.in") as typed:
        subprocess.run([binary, "--echo", "never"], stdin=typed, capture_output=True)
bare = time.perf_counter() - start
print(f"{len(names)} cases: check {check:.3f} s, prysk {prysk:.3f} s, ratio {prysk / check:.1f}")
print(f"a bare Python loop over the command: {bare:.3f} s")
PY
