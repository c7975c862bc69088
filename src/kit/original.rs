//! Programs written in EML, from a record or from files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::eml::{self, CompileErrors, Source};
use crate::kit::record::{Module, Record, RecordError};

impl Record {
    /// The record's program, compiled from its own modules.
    ///
    /// # Errors
    /// If the record has no modules or no entry, or they are no program.
    pub fn program(&self) -> Result<eml::Program, RecordError> {
        let entry = self.entry.as_deref().filter(|_| !self.modules.is_empty());
        let entry = entry.ok_or(RecordError::NoProgram)?;
        compile(&self.modules, entry).map_err(RecordError::Compile)
    }
}

/// The program in `path`: a record (`.json`), or a module whose imports lie beside it.
///
/// # Errors
/// If a file cannot be read, or it is no program.
pub fn program_in(path: &Path) -> Result<eml::Program, RecordError> {
    if path.extension().is_some_and(|ending| ending == "json") {
        return Record::read(path)?.program();
    }
    let text = fs::read_to_string(path).map_err(RecordError::Unreadable)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    compile(&with_imports(path, &name, text), &name).map_err(RecordError::Compile)
}

fn compile(modules: &[Module], entry: &str) -> Result<eml::Program, CompileErrors> {
    let sources: Vec<_> =
        modules.iter().map(|module| Source { name: &module.name, text: &module.eml }).collect();
    eml::compile(&sources, entry)
}

/// The module, and those that it and its imports import, as far as they lie beside it. What is
/// missing is for the compiler to tell.
fn with_imports(path: &Path, name: &str, text: String) -> Vec<Module> {
    let mut waiting = imports(&text);
    let mut found = BTreeMap::from([(name.to_owned(), text)]);
    while let Some(import) = waiting.pop() {
        let file = format!("{import}.eml");
        if !found.contains_key(&file)
            && let Ok(text) = fs::read_to_string(path.with_file_name(&file))
        {
            waiting.extend(imports(&text));
            found.insert(file, text);
        }
    }
    found.into_iter().map(|(name, eml)| Module { name, eml }).collect()
}

/// The names after `import` at the start of a line.
fn imports(text: &str) -> Vec<String> {
    let names = text.lines().filter_map(|line| line.trim_start().strip_prefix("import "));
    let word =
        |name: &str| name.split(['#', ' ', '\t']).find(|word| !word.is_empty()).map(str::to_owned);
    names.filter_map(word).collect()
}
