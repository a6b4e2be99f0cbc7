//! Results that are kept: what was measured is not measured again, so that a comparison can be stopped and go on.

use anyhow::Context;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};
use std::time::Instant;

pub struct Cells {
    folder: PathBuf,
}

impl Cells {
    pub fn open(folder: &Path) -> anyhow::Result<Cells> {
        let folder = folder.join("cells");
        std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        Ok(Cells { folder })
    }

    /// Where more than numbers can be kept.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What was measured under this name, or what is measured now.
    pub fn get<T: Serialize + DeserializeOwned>(
        &self,
        name: &str,
        measure: impl FnOnce() -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let path = self.folder.join(format!("{}.json", name.replace(['/', ' ', '@'], "-")));
        if let Ok(text) = std::fs::read_to_string(&path)
            && let Ok(kept) = serde_json::from_str(&text)
        {
            return Ok(kept);
        }
        println!(".. {name}");
        let start = Instant::now();
        let measured = measure()?;
        println!("   {:.0} s", start.elapsed().as_secs_f64());
        let draft = path.with_extension("draft");
        std::fs::write(&draft, serde_json::to_string_pretty(&measured)?)?;
        std::fs::rename(&draft, &path)?;
        Ok(measured)
    }
}
