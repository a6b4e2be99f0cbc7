use gainsay_books::docket::{Docket, DocketError};

pub fn main() {
    let folder = std::env::temp_dir().join(format!("gainsay-books-{}", std::process::id()));
    // A folder that is no docket says so, and how to begin one.
    assert!(matches!(Docket::open(&folder), Err(DocketError::NoDocket(_))));
    let docket = Docket::open_or_begin(&folder).unwrap();
    assert!(docket.cases.is_empty());
    std::fs::remove_dir_all(folder).unwrap();
}
