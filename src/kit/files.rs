//! Files written whole or not at all, one or many.

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::kit::flaw::shown;

/// What became of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// It is new, or was overwritten.
    Wrote,
    /// It had these bytes already.
    Unchanged,
}

/// Writes `files`, all or none, and calls `wrote` for each. Missing folders are made.
///
/// Every file is first written beside its place, and only then are they put there. So a full disk
/// or a folder that cannot be made leaves everything as it was.
///
/// # Errors
/// If one of them is there with other bytes, and `force` is not given; or if one cannot be
/// written.
pub fn write_files(
    files: &[(PathBuf, Vec<u8>)],
    force: bool,
    mut wrote: impl FnMut(&Path, Written),
) -> Result<(), FilesError> {
    let states = states(files)?;
    let different = files.iter().zip(&states).filter(|(_, state)| **state == State::Different);
    let different: Vec<PathBuf> = different.map(|((path, _), _)| path.clone()).collect();
    if !force && !different.is_empty() {
        return Err(FilesError::WouldOverwrite(different));
    }
    let mut staged = Vec::new();
    for ((path, bytes), state) in files.iter().zip(states) {
        let new = (state != State::Same).then(|| stage(path, bytes)).transpose();
        // Only its path is kept: of so many open files there may not be enough.
        staged.push(new.map_err(failed(path))?.map(NamedTempFile::into_temp_path));
    }
    for ((path, _), new) in files.iter().zip(staged) {
        let written = if new.is_some() { Written::Wrote } else { Written::Unchanged };
        new.map_or(Ok(()), |new| new.persist(path)).map_err(|e| failed(path)(e.error))?;
        wrote(path, written);
    }
    Ok(())
}

fn failed(path: &Path) -> impl Fn(io::Error) -> FilesError {
    |error| FilesError::File(path.to_owned(), error)
}

fn states(files: &[(PathBuf, Vec<u8>)]) -> Result<Vec<State>, FilesError> {
    files.iter().map(|(path, bytes)| state(path, bytes).map_err(failed(path))).collect()
}

#[derive(PartialEq, Eq)]
enum State {
    Absent,
    Same,
    Different,
}

fn state(path: &Path, bytes: &[u8]) -> io::Result<State> {
    match fs::read(path) {
        Ok(old) if old == bytes => Ok(State::Same),
        Ok(_) => Ok(State::Different),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(State::Absent),
        Err(error) => Err(error),
    }
}

/// Writes `bytes` to `path` by way of a new file beside it, so that whoever looks sees the old
/// file or the new one, even after a power failure. Missing folders are made.
///
/// # Errors
/// Whatever keeps it from being written; then the old file, if any, still stands.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let file = stage(path, bytes)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// Whether something can be written to `path`; makes the missing folders, and writes nothing.
///
/// # Errors
/// What keeps it from being written.
pub fn try_to_write(path: &Path) -> io::Result<()> {
    stage(path, &[]).map(drop)
}

/// A new file beside `path` with these bytes, which goes away unless it is put there.
fn stage(path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tmp-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // What any new file gets: the umask takes its part away.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    Ok(file)
}

/// Why files were not written.
#[derive(Debug)]
pub enum FilesError {
    /// These files are there with other bytes.
    WouldOverwrite(Vec<PathBuf>),
    /// This one cannot be read or written.
    File(PathBuf, io::Error),
}

/// The most files that one error names.
const MOST_NAMED: usize = 6;

impl fmt::Display for FilesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FilesError::WouldOverwrite(paths) => {
                write!(f, "nothing is written, since other bytes would be lost in")?;
                for path in paths.iter().take(MOST_NAMED) {
                    write!(f, " `{}`", shown(path))?;
                }
                if paths.len() > MOST_NAMED {
                    write!(f, " and {} more", paths.len() - MOST_NAMED)?;
                }
                write!(f, "; say `--force` to overwrite")
            }
            FilesError::File(path, error) => write!(f, "`{}`: {error}", shown(path)),
        }
    }
}

impl std::error::Error for FilesError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_one_cannot_be_written_none_is() {
        let folder = tempfile::tempdir().unwrap();
        let files = |names: &[&str]| -> Vec<(PathBuf, Vec<u8>)> {
            names.iter().map(|name| (folder.path().join(name), b"new".to_vec())).collect()
        };
        fs::write(folder.path().join("file"), "old").unwrap();
        // The folder `file/` cannot be made.
        let error = write_files(&files(&["a", "b/c", "file/d"]), true, |_, _| {}).unwrap_err();
        assert!(matches!(error, FilesError::File(path, _) if path.ends_with("file/d")));
        let left = walkdir::WalkDir::new(folder.path()).into_iter().map(Result::unwrap);
        let left: Vec<_> = left.filter(|entry| entry.file_type().is_file()).collect();
        assert_eq!(left.len(), 1, "{left:?}");
        assert_eq!(fs::read(folder.path().join("file")).unwrap(), b"old");
    }

    #[test]
    fn an_error_names_some_files() {
        let paths = (1..=9).map(|i| PathBuf::from(format!("f{i}"))).collect();
        let told = FilesError::WouldOverwrite(paths).to_string();
        assert!(told.contains("`f1` `f2` `f3` `f4` `f5` `f6` and 3 more; say"), "{told}");
    }
}
