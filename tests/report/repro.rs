//! Commands that can be copied into a shell.

use gainsay::report::quote;

#[test]
fn words_are_safe_from_the_shell() {
    assert_eq!(quote("--seed=1"), "--seed=1");
    assert_eq!(quote("a b"), "'a b'");
    assert_eq!(quote("it's $HOME"), "'it'\\''s $HOME'");
    assert_eq!(quote(""), "''");
}
