//! The specification for other projects: plain files, and the contract on one page.
//!
//! Each case has four: its typed lines, its output with and without echoes, its exit status.

use std::path::{Path, PathBuf};

use crate::kit::case::Case;
use crate::kit::flaw::Problem;
use crate::kit::specification::Specification;
use crate::transcript::Ending;

/// What the copy's README says.
const CONTRACT: &str = include_str!("contract.md");

/// What keeps Git from touching a byte.
const ATTRIBUTES: &str = "\
# Every byte here is meant.
* -text -whitespace
";

/// The files of a copy in `folder`. Nothing is written.
///
/// # Errors
/// The first case that is not sound, or whose screen is not what its program prints.
pub fn files(
    specification: &Specification,
    folder: &Path,
) -> Result<Vec<(PathBuf, Vec<u8>)>, Problem> {
    let mut files = vec![
        (folder.join("README.md"), CONTRACT.into()),
        (folder.join("VERSION"), version(specification.cases.len()).into_bytes()),
        (folder.join(".gitattributes"), ATTRIBUTES.into()),
    ];
    for case in &specification.cases {
        let bytes = of_case(case)?;
        let path = |ending| folder.join(format!("{}.{ending}", case.name));
        files.extend(bytes.map(|(ending, bytes)| (path(ending), bytes)));
    }
    Ok(files)
}

/// Each ending with its bytes.
fn of_case(case: &Case) -> Result<[(&'static str, Vec<u8>); 4], Problem> {
    let transcript = case.transcript()?;
    Ok([
        ("in", case.typed()?.into_bytes()),
        ("screen", transcript.screen().into()),
        ("stdout", transcript.stdout().into_bytes()),
        ("status", status(transcript.ending()).into()),
    ])
}

fn status(ending: &Ending) -> &'static str {
    match ending {
        Ending::Quit => "0\n",
        Ending::InputEnded | Ending::Failed(_) => "1\n",
    }
}

fn version(cases: usize) -> String {
    format!("sliding-puzzle {}\ncases {cases}\n", env!("CARGO_PKG_VERSION"))
}
