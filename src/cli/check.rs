//! `check`: replays the cases and compares their screens.

use std::process::ExitCode;

use clap::Args;
use rayon::prelude::*;

use super::{CaseArgs, Failure, print, told};
use crate::kit::case::Case;
use crate::kit::compare::difference;
use crate::kit::flaw::Problem;
use crate::kit::report::{self, BAD, GOOD};
use crate::transcript::replay;

/// Replay cases and compare each screen with its snapshot, byte for byte
///
/// A difference is told by the turn in which it stands. Exit status 0: all conform; 1: some
/// differ; 2: something is wrong with the specification.
#[derive(Args)]
pub struct Check {
    #[command(flatten)]
    cases: CaseArgs,
}

impl Check {
    pub fn run(self) -> Result<ExitCode, Failure> {
        let specification = self.cases.find()?;
        print(&format!("{specification}\n"))?;
        let mut problems = specification.problems;
        let mut reports = Vec::new();
        let outcomes: Vec<_> = specification.cases.par_iter().map(judge).collect();
        let count = outcomes.len();
        for outcome in outcomes {
            match outcome {
                Ok(report) => reports.extend(report),
                Err(problem) => problems.push(problem),
            }
        }
        print(&reports.concat())?;
        let status = told(&problems);
        print(&summary(count, reports.len(), problems.len()))?;
        Ok(if problems.is_empty() && !reports.is_empty() { ExitCode::FAILURE } else { status })
    }
}

/// How the case differs, if it does.
fn judge(case: &Case) -> Result<Option<String>, Problem> {
    let transcript = replay(case.program(), &case.typed()?);
    let difference = difference(&transcript, &case.expected()?);
    Ok(difference.map(|difference| report::difference(case, &difference)))
}

fn summary(count: usize, differ: usize, problems: usize) -> String {
    let cases = if count == 1 { "1 case" } else { &format!("{count} cases") };
    let (of_cases, of_differing) = (third_person(count), third_person(differ));
    match (differ, problems) {
        (0, 0) => format!("{GOOD}{cases} conform{of_cases}{GOOD:#}\n"),
        (0, _) => format!("{cases} replayed, {BAD}the specification is not sound{BAD:#}\n"),
        _ => format!(
            "{BAD}{differ} of {cases} differ{of_differing}{BAD:#}\n\
             if a new screen is right: `cargo insta test --review`\n"
        ),
    }
}

/// The ending of a verb whose subject is that many.
fn third_person(count: usize) -> &'static str {
    if count == 1 { "s" } else { "" }
}
