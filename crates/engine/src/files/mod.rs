//! Files: finding the ones that a user names, reading their text, and replacing them atomically.

mod find;
mod foreign;
mod read;
mod replace;
mod work_folder;

pub use find::{FindError, find, find_all};
pub use foreign::{ForeignFile, ForeignFolder, LARGEST, MOST_FILES, Refused, plain};
pub use read::{ReadError, Source, decode, read, read_at_most};
pub use replace::replace;
pub use work_folder::{WorkError, WorkFolder, WorkSetup};
