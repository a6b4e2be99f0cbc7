//! Files as users name them: which ones are meant, and the text in them.

mod find;
mod read;
mod replace;

pub use find::{FindError, find, find_all};
pub use read::{ReadError, Source, decode, read, read_at_most};
pub use replace::replace;
