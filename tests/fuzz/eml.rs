//! No text, however made, may panic, overflow the stack or hang the EML engine.
//!
//! The bytes are the modules `main.eml` and `other.eml` and the typed lines, parted by NUL.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sliding_puzzle::eml::{self, Limits, Source};
use sliding_puzzle::transcript::replay;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let mut parts = text.split('\0');
    let mut part = || parts.next().unwrap_or_default();
    let main = Source { name: "main.eml", text: part() };
    let other = Source { name: "other.eml", text: part() };
    match eml::compile(&[main, other], "main.eml") {
        Ok(program) => {
            let limits = Limits { steps: 50_000, depth: 200, bytes: 1 << 20, output: 1 << 16 };
            let transcript = replay(&program.with_limits(limits), part());
            assert!(transcript.screen().len() < 1 << 20);
        }
        Err(errors) => assert!(!errors.to_string().is_empty()),
    }
});
