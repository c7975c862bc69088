//! Everything that is tested besides the cases themselves, by theme.

/// The report of `check`, its exit status, and `list`.
mod check;
/// The game as a filter: the byte rules, to the byte.
mod filter;
/// The help of every command, as snapshots.
mod help;
/// `import`, and the record in `sessions/` against the cases.
mod import;
/// Properties that hold for any input.
mod properties;
/// The README's commands and layout.
mod readme;
/// Whatever a specification may not have.
mod refusals;
/// The game on a terminal.
mod terminal;
/// The house's own rules.
mod tidy;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The project's folder.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");
/// The command under test.
const COMMAND: &str = env!("CARGO_BIN_EXE_sliding-puzzle");

/// The command, to be run in `folder` with no environment of the host.
fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(COMMAND);
    command.args(arguments).current_dir(folder).env_clear();
    command
}

/// Runs the command in `folder` with `input` to read.
fn run(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut command = command(folder, arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&input); // it may stop reading before the end
    });
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("the writer ends");
    output
}

/// A run as a snapshot shows it: status, standard output, standard error.
fn told(output: &Output) -> String {
    let status = output.status.code().expect("no signal");
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    format!("status {status}\n--- stdout\n{stdout}--- stderr\n{stderr}")
}

/// A folder of its own for one test, with a specification of the given files.
struct Folder(tempfile::TempDir);

impl Folder {
    /// A folder with the two recorded sessions as cases.
    fn with_sessions() -> Folder {
        let folder = Folder::empty();
        for name in ["basic", "bad-input"] {
            for file in [
                format!("spec/p054/{name}.in"),
                format!("snapshots/p054/{name}.snap"),
                format!("snapshots/p054/{name}.snap.screen"),
            ] {
                let bytes = fs::read(Path::new(ROOT).join(&file)).expect("a recorded session");
                folder.write(&file, &bytes);
            }
        }
        folder
    }

    fn empty() -> Folder {
        Folder(tempfile::tempdir().expect("a temporary folder"))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.file(name)).expect("a readable file")
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.file(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a writable file");
    }

    fn remove(&self, name: &str) {
        fs::remove_file(self.file(name)).expect("a file to remove");
    }

    fn run(&self, arguments: &[&str]) -> Output {
        run(self.path(), arguments, b"")
    }
}
