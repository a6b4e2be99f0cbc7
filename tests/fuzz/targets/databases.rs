//! A campaign's database with any damage is read or refused, without a panic: as `bugs` and `merge` read it.
//!
//! The bytes are the file itself if they begin as one; otherwise they are changes of a campaign that is in order.

use super::bytes::Bytes;
use crate::store::snapshot::sample;
use gainsay::merge::{Part, merge};
use gainsay::report::filing::entries;
use gainsay::solver::Profiles;
use gainsay::store::Store;
use std::path::PathBuf;
use std::sync::LazyLock;

/// A folder for one process, gone with it as far as the system sees to it.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("gainsay-fuzz-databases-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
});

static WHOLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let folder = FOLDER.join("whole");
    Store::restore(&folder, &sample(), None).expect("a campaign can be written");
    std::fs::read(folder.join("campaign.db")).expect("the database is there")
});

const MAGIC: &[u8] = b"SQLite format 3\0";

pub fn check(bytes: &[u8]) -> Result<(), String> {
    let database = if bytes.starts_with(MAGIC) { bytes.to_vec() } else { changed(Bytes(bytes)) };
    let folder = FOLDER.join("damaged");
    let _ = std::fs::remove_dir_all(&folder);
    let written =
        std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(folder.join("campaign.db"), database));
    written.map_err(|error| error.to_string())?;
    if let Ok(mut store) = Store::look_into(&folder) {
        let _ = store.setup();
        let _ = store.tally();
        let _ = entries(&mut store, &folder, &Profiles::shipped());
    }
    if let Ok(Some(snapshot)) = Store::snapshot_in(&folder) {
        let part = |name: &str, snapshot| Part { name: name.to_owned(), snapshot };
        let _ = merge(&[part("damaged", snapshot.clone()), part("again", snapshot.clone())]);
        let _ = merge(&[part("whole", sample()), part("damaged", snapshot)]);
    }
    Ok(())
}

/// Each change is a place, a length and what stands there then. Most fall on what the rows say.
fn changed(mut bytes: Bytes<'_>) -> Vec<u8> {
    let mut database = WHOLE.clone();
    let texts: Vec<usize> = (MAGIC.len()..database.len()).filter(|&at| database[at] != 0).collect();
    while !bytes.is_empty() {
        let anywhere = bytes.byte().is_multiple_of(8);
        let at = if anywhere { bytes.below(database.len()) } else { *bytes.pick(&texts) };
        for offset in 0..bytes.between(1, 4) as usize {
            let new = bytes.byte();
            database.get_mut(at + offset).into_iter().for_each(|byte| *byte = new);
        }
    }
    database
}
