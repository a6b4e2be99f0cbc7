//! The text of a file, whatever form it comes in; what is no text is named.

use crate::support::gzip;
use gainsay::files::{ReadError, Source, decode};

const SCRIPT: &str = "(check-sat)\n";

fn read(bytes: &[u8]) -> Result<Source, String> {
    decode(bytes, 1000).map_err(|error| error.to_string())
}

#[test]
fn plain_and_compressed_texts_are_read_and_a_byte_order_mark_is_not() {
    let plain = Source { text: SCRIPT.to_owned(), is_compressed: false, is_exact: true };
    let compressed = Source { is_compressed: true, ..plain.clone() };
    assert_eq!(read(SCRIPT.as_bytes()), Ok(plain.clone()));
    assert_eq!(read(format!("\u{feff}{SCRIPT}").as_bytes()), Ok(plain));
    assert_eq!(read(&gzip(SCRIPT)), Ok(compressed.clone()));
    assert_eq!(read(&gzip(&format!("\u{feff}{SCRIPT}"))), Ok(compressed));
}

#[test]
fn other_bytes_are_replaced_and_that_is_known() {
    let source = read(b"; caf\xe9\n").unwrap();
    assert_eq!((source.text.as_str(), source.is_exact), ("; caf\u{fffd}\n", false));
}

#[test]
fn what_is_no_text_is_named() {
    for (bytes, name) in [
        (&b"\xFD7zXZ\0\0\x04\xe6"[..], "compressed with xz"),
        (b"BZh91AY&SY", "compressed with bzip2"),
        (b"\x28\xB5\x2F\xFD\x04", "compressed with zstd"),
        (b"PK\x03\x04\x14", "a zip archive"),
        (b"\x7FELF\x02\x01", "a program"),
        (b"\xFF\xFE(\0c\0", "UTF-16"),
        (b"(check-sat)\0\0\0", "a binary file"),
    ] {
        let error = read(bytes).unwrap_err();
        assert!(error.contains(name), "{error}");
        assert!(error.is_ascii() && !error.contains(char::is_control), "{error:?}");
    }
}

#[test]
fn damaged_and_swollen_files_are_refused() {
    let mut damaged = gzip(&SCRIPT.repeat(50));
    damaged.truncate(damaged.len() - 12);
    assert!(matches!(decode(&*damaged, 1000), Err(ReadError::Corrupt(_))));
    // A small file that holds much.
    let swollen = gzip(&" ".repeat(100_000));
    assert!(swollen.len() < 1000);
    assert!(matches!(decode(&*swollen, 1000), Err(ReadError::TooLarge { limit: 1000 })));
    assert!(matches!(decode(" ".repeat(1001).as_bytes(), 1000), Err(ReadError::TooLarge { .. })));
    assert!(decode(" ".repeat(1000).as_bytes(), 1000).is_ok());
}
