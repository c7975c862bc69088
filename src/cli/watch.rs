//! Long work: how many threads do it, its progress on a terminal, and how Ctrl-C ends it.

use std::io::{self, IsTerminal};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// How much runs side by side.
#[derive(Args)]
pub struct Jobs {
    /// How much runs at a time [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
}

impl Jobs {
    /// A pool of that many threads.
    pub fn pool(&self) -> Result<ThreadPool, ThreadPoolBuildError> {
        ThreadPoolBuilder::new().num_threads(self.jobs.map_or(0, usize::from)).build()
    }
}

/// How long work takes before its progress is shown.
const PROGRESS_AFTER: Duration = Duration::from_millis(500);

/// Set by Ctrl-C, once [`end_on_interrupt`] was called.
pub static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The first Ctrl-C sets [`INTERRUPTED`], so that what runs is ended and what is known is
/// reported. A later one ends all, but not before what runs has been ended.
pub fn end_on_interrupt() -> Result<(), ctrlc::Error> {
    static FIRST: OnceLock<Instant> = OnceLock::new();
    ctrlc::set_handler(|| {
        INTERRUPTED.store(true, Ordering::Relaxed);
        if FIRST.get_or_init(Instant::now).elapsed() > Duration::from_secs(2) {
            std::process::exit(130);
        }
    })
}

/// Whether Ctrl-C was pressed.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// A bar on standard error, if that is a terminal and the work takes a while.
pub struct Progress {
    start: Instant,
    bar: ProgressBar,
}

impl Progress {
    pub fn of(steps: u64) -> Progress {
        let bar = ProgressBar::hidden();
        bar.set_length(steps);
        Progress { start: Instant::now(), bar }
    }

    pub fn step(&self) {
        let late = self.start.elapsed() > PROGRESS_AFTER;
        if late && self.bar.is_hidden() && io::stderr().is_terminal() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.inc(1);
    }

    pub fn finish(self) {
        self.bar.finish_and_clear();
    }
}
