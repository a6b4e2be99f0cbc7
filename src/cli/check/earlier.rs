//! The output of an earlier run, so that an interrupted run can be resumed.

use super::super::read_text;
use super::record::Record;
use crate::hash::HashMap;
use crate::words::joined;
use anyhow::bail;
use std::path::Path;

#[derive(Default)]
pub struct Earlier {
    by_file: HashMap<String, Vec<Record>>,
}

impl Earlier {
    /// Reads the JSON lines of a run with these solvers. A last line that was cut off is ignored.
    pub fn read(path: &Path, solvers: &[String]) -> anyhow::Result<Earlier> {
        let text = read_text(path)?;
        let mut earlier = Earlier::default();
        for (number, line) in text.split_inclusive('\n').enumerate() {
            let record = match serde_json::from_str::<Record>(line) {
                Ok(record) => record,
                Err(_) if !line.ends_with('\n') => break,
                Err(error) => {
                    bail!("{}:{}: not a line of `gainsay check --json`: {error}", path.display(), number + 1)
                }
            };
            let asked = record.answers.iter().map(|said| said.solver.as_str());
            if !asked.clone().eq(solvers.iter().map(String::as_str)) {
                let (path, asked) = (path.display(), joined(asked));
                bail!(
                    "{path} comes from a run with other solvers: {asked}; give the same ones with --solver"
                );
            }
            earlier.by_file.entry(record.place.file.clone()).or_default().push(record);
        }
        Ok(earlier)
    }

    /// The records of a file, if all of its questions were asked.
    pub fn records_of(&self, path: &Path) -> Option<&[Record]> {
        let records = self.by_file.get(&*path.to_string_lossy())?;
        let is_complete = records.first().is_some_and(|first| first.place.questions == records.len());
        is_complete.then_some(records.as_slice())
    }
}
