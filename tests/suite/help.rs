//! The help of every command is a snapshot.

use std::path::Path;

use crate::{run, told};

fn help(arguments: &[&str]) -> String {
    told(&run(Path::new("."), arguments, b""))
}

#[test]
fn of_every_command() {
    let root = help(&["--help"]);
    insta::assert_snapshot!("help", root);
    let commands = root.split("Commands:\n").nth(1).expect("a list of commands");
    for line in commands.lines().take_while(|line| !line.is_empty()) {
        let command = line.split_whitespace().next().expect("a name");
        if command != "help" {
            insta::assert_snapshot!(format!("help-{command}"), help(&[command, "--help"]));
        }
    }
}

#[test]
fn a_mistyped_command_is_guessed() {
    let told = help(&["chek"]);
    assert!(told.starts_with("status 2") && told.contains("'check'"), "{told}");
}
