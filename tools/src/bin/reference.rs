//! Writes the pages of the book that are made from the code: `cargo run --release -p gainsay-tools --bin reference`.

#[path = "../../../tests/docs/reference.rs"]
mod reference;

use std::path::Path;

fn main() -> std::io::Result<()> {
    for (path, text) in reference::pages() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src").join(path);
        path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        std::fs::write(path, text)?;
    }
    Ok(())
}
