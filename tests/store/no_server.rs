//! A program that was built without the client of a server.

use crate::support::Folder;

#[test]
fn an_address_is_refused_with_the_reason() {
    let folder = Folder::new("no-server");
    for arguments in [["hunt", "--campaign"], ["merge", "all"], ["bugs", "--all"], ["coverage", "--json"]] {
        let ran = folder.gainsay(&[&arguments[..], &["postgres://me@127.0.0.1/db"]].concat());
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.err.contains("built without PostgreSQL"), "{ran:?}");
    }
}
