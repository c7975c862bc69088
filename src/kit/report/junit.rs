//! JUnit's XML: a test suite a program, a test case a case.

use std::collections::BTreeMap;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::{Results, text};
use crate::kit::check::Outcome;
use crate::kit::visible::visible;

/// The whole report.
pub fn report(results: &Results) -> String {
    let mut suites: BTreeMap<&str, TestSuite> = BTreeMap::new();
    for outcome in &results.outcomes {
        let program = outcome.case.program_name();
        let suite = suites.entry(program).or_insert_with(|| TestSuite::new(program));
        suite.add_test_case(test_case(outcome));
    }
    let wrong = results.problems.iter().map(ToString::to_string).chain(results.unfit.clone());
    for problem in wrong {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
        status.set_message(&problem);
        let suite =
            suites.entry("specification").or_insert_with(|| TestSuite::new("specification"));
        suite.add_test_case(TestCase::new(problem, status));
    }
    let mut report = Report::new("sliding-puzzle");
    report.add_test_suites(suites.into_values());
    report.to_string().expect("text without what XML cannot hold")
}

fn test_case(outcome: &Outcome) -> TestCase {
    let mut case = TestCase::new(visible(outcome.case.name.as_bytes()), status(outcome));
    case.set_classname(outcome.case.program_name());
    if !outcome.stderr.is_empty() {
        case.set_system_err(text::lines_of(&outcome.stderr));
    }
    case
}

fn status(outcome: &Outcome) -> TestCaseStatus {
    let mut status = match &outcome.known {
        None if outcome.verdict.conforms() => return TestCaseStatus::success(),
        Some(reason) if outcome.is_expected() => {
            let mut skipped = TestCaseStatus::skipped();
            skipped.set_message(visible(reason.as_bytes()));
            return skipped;
        }
        _ => TestCaseStatus::non_success(NonSuccessKind::Failure),
    };
    status.set_type(outcome.verdict.word());
    status.set_message(text::headline(outcome));
    let block = text::block(outcome);
    status.set_description(anstream::adapter::strip_str(&block).to_string());
    status
}
