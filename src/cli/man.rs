//! `man`: prints the manual page, or writes a page for each command.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Command, CommandFactory};
use clap_mangen::Man as Page;

use super::{Cli, Failure, counted, print, print_bytes};
use crate::kit::files::write_files;
use crate::kit::flaw::shown;

/// Print the manual page (roff), or write one for each command
#[derive(Args)]
pub struct Man {
    /// Write the pages of all commands to this folder
    #[arg(long = "dir", value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Overwrite pages that are different
    #[arg(long, requires = "folder")]
    force: bool,
}

impl Man {
    pub fn run(self) -> Result<ExitCode, Failure> {
        let mut command = Cli::command().disable_help_subcommand(true);
        command.build(); // names the commands in full
        match self.folder {
            None => print_bytes(&page(&command)?)?,
            Some(folder) => {
                let pages = pages(&command, &folder)?;
                write_files(&pages, self.force, |_, _| {})?;
                print(&format!("{} in `{}`\n", counted(pages.len(), "page"), shown(&folder)))?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The main page and one for each command, by file.
fn pages(command: &Command, folder: &Path) -> io::Result<Vec<(PathBuf, Vec<u8>)>> {
    std::iter::once(command)
        .chain(command.get_subcommands())
        .map(|command| {
            let name = command.get_display_name().unwrap_or(command.get_name());
            Ok((folder.join(format!("{name}.1")), page(command)?))
        })
        .collect()
}

fn page(command: &Command) -> io::Result<Vec<u8>> {
    let mut roff = Vec::new();
    let source = concat!("sliding-puzzle ", env!("CARGO_PKG_VERSION"));
    Page::new(command.clone()).source(source).render(&mut roff)?;
    Ok(roff)
}
