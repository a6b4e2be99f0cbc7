//! Names as numbers.

use gainsay::symbols::Symbols;

#[test]
fn a_truncated_table_knows_the_old_names_only() {
    let mut symbols = Symbols::default();
    let a = symbols.intern("a");
    let mark = symbols.count();
    let b = symbols.intern("b");
    symbols.truncate(mark);
    assert_eq!(symbols.find("a"), Some(a));
    assert_eq!(symbols.find("b"), None);
    // Its number is free again.
    assert_eq!(symbols.intern("c"), b);
    assert_eq!(symbols.name(b), "c");
}
