//! `eml`, `verify` and `check --record` on programs of our own; tests/eml.rs has the language,
//! tests/record.rs the record.

use serde_json::{Value, json};

use crate::{Folder, run, told};

/// A program in two modules that greets until it is told to stop.
const MAIN: &str = r#"import words

True => running
while running:
    input("name> ") => name
    if name == "":
        False => running
    elif name == "fail":
        (name + 1) ^0
    else:
        words.greeting(name) ^0
"#;
const WORDS: &str = r#"def greeting(name):
    return "Hello, " + name + "."
"#;

fn folder() -> Folder {
    let folder = Folder::empty();
    folder.write("main.eml", MAIN.as_bytes());
    folder.write("words.eml", WORDS.as_bytes());
    folder
}

/// A record of that program with one session.
fn record(screen: &str, word: &str) -> String {
    json!({
        "id": "P999", "entry": "main.eml",
        "modules": [{"name": "main.eml", "eml": MAIN}, {"name": "words.eml", "eml": WORDS}],
        "sessions": [{"name": "one", "input": "Ada\n\n", "screen": screen, "interpreter": word}],
    })
    .to_string()
}

const SCREEN: &str = "name> Ada\nHello, Ada.\nname> \n";

#[test]
fn a_program_is_a_filter() {
    let folder = folder();
    let output = run(folder.path(), &["eml", "main.eml"], b"Ada\r\n\n");
    assert_eq!((output.status.code(), output.stdout), (Some(0), SCREEN.into()));
    let output = run(folder.path(), &["eml", "main.eml", "--echo", "never"], b"Ada");
    assert_eq!(output.stdout, b"name> Hello, Ada.\nname> ");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("ended at the prompt `name>`"));
    folder.write("record.json", record(SCREEN, "equal").as_bytes());
    let output = run(folder.path(), &["eml", "record.json"], b"Ada\n\n");
    assert_eq!((output.status.code(), output.stdout), (Some(0), SCREEN.into()));
}

#[test]
fn a_failure_while_running_keeps_what_was_printed() {
    insta::assert_snapshot!(told(&run(folder().path(), &["eml", "main.eml"], b"fail\n")), @r"
    status 1
    --- stdout
    name> fail
    --- stderr
    sliding-puzzle: main.eml:9:15: cannot add `int` to `str`
       |
     9 |         (name + 1) ^0
       |               ^
    ");
}

#[test]
fn what_cannot_be_compiled_is_told() {
    let folder = folder();
    insta::assert_snapshot!(told(&folder.run(&["eml", "main.eml", "--check"])), @r"
    status 0
    --- stdout
    `main.eml` compiles
    --- stderr
    ");
    folder.write("words.eml", b"def greting(name):\n    return nme\n");
    insta::assert_snapshot!(told(&folder.run(&["eml", "main.eml"])));
    folder.remove("words.eml");
    let told = told(&folder.run(&["eml", "main.eml", "--check"]));
    assert!(told.starts_with("status 2") && told.contains("main.eml:1:8: "), "{told}");
    assert!(
        crate::told(&folder.run(&["eml", "none.eml"])).contains("`none.eml`: cannot be read: ")
    );
}

#[test]
fn limits_end_a_program() {
    let folder = Folder::empty();
    folder.write("loop.eml", b"1 => x\nwhile True:\n    x ^0\n");
    for (limit, what) in [("--steps", "more than 1000 steps"), ("--output", "more than 1000 bytes")]
    {
        let told = told(&folder.run(&["eml", "loop.eml", limit, "1000"]));
        assert!(told.starts_with("status 1") && told.contains(what), "{told}");
    }
}

#[test]
fn a_record_holds_or_does_not() {
    let folder = Folder::empty();
    let verify = |text: String| {
        folder.write("record.json", text.as_bytes());
        told(&folder.run(&["verify", "record.json"]))
    };
    insta::assert_snapshot!(verify(record(SCREEN, "equal")), @r"
    status 0
    --- stdout
    one: eml equal, recorded as `equal`
    1 session: all holds
    --- stderr
    ");
    insta::assert_snapshot!(verify(record(&SCREEN.replace("Hello", "Hallo"), "equal")), @r"
    status 1
    --- stdout
    one: eml not equal, recorded as `equal`
    p999/one differs in the answer to input line 1, `Ada`
        --- expected, snapshots/p999/one.snap.screen
        +++ actual, from spec/p999/one.in:1
          name> Ada
        - Hallo, Ada.
           ^
        + Hello, Ada.
           ^
          name>\s

    1 session: 1 not as recorded
    --- stderr
    ");
    let told = verify(record(SCREEN, "different"));
    assert!(
        told.starts_with("status 1") && told.contains("eml equal, recorded as `different`"),
        "{told}"
    );
    let told = verify(record(&SCREEN.replace("Ada.", "Bob."), "different"));
    assert!(told.starts_with("status 0"), "the record says so itself: {told}");
    let told = verify(record(SCREEN, "equal").replace("return", "retrun"));
    assert!(
        told.starts_with("status 2") && told.contains("cannot be compiled\nwords.eml:2:"),
        "{told}"
    );
}

#[test]
fn a_record_without_sessions_proves_nothing() {
    let folder = Folder::empty();
    let mut record: Value = serde_json::from_str(&record(SCREEN, "equal")).unwrap();
    record["sessions"] = json!([]);
    folder.write("record.json", record.to_string().as_bytes());
    let told = told(&folder.run(&["verify", "record.json"]));
    assert!(
        told.starts_with("status 2") && told.contains("there are no `sessions` in it"),
        "{told}"
    );
}

#[test]
fn a_record_without_a_program_is_refused() {
    let folder = Folder::empty();
    folder.write("record.json", br#"{"id": "P054", "sessions": []}"#);
    let told_of_none = told(&folder.run(&["import", "record.json"]));
    assert!(told_of_none.contains("there are no `sessions` in it"), "{told_of_none}");
    let session = r#"{"name": "a", "input": "7\n", "screen": ""}"#;
    folder.write("record.json", format!(r#"{{"id": "P054", "sessions": [{session}]}}"#).as_bytes());
    for arguments in [["verify", "record.json"], ["eml", "record.json"]] {
        let told = told(&folder.run(&arguments));
        assert!(
            told.starts_with("status 2") && told.contains("there is no program in it"),
            "{told}"
        );
    }
    folder.write("record.json", record(SCREEN, "equal").as_bytes());
    let told = told(&folder.run(&["check", "--record", "record.json"]));
    assert!(told.starts_with("status 2") && told.contains("no program `p999`"), "{told}");
}
