//! Text from outside does nothing where it is shown.

use gainsay::quote::{code, fenced, markdown, one_line, visible, visible_in_colour, xml};

#[test]
fn control_characters_are_shown_and_do_nothing() {
    assert_eq!(visible("a\u{1b}]0;title\u{7}b\r\n\tc\u{9b}2J"), "a\\u001b]0;title\\u0007b\\r\n\tc\\u009b2J");
    assert_eq!(one_line("a\nb\tc"), "a\\nb\\tc");
    assert_eq!(visible("left\u{202e}thgir\u{200b}\u{7f}"), "left\\u202ethgir\\u200b\\u007f");
    assert_eq!(visible("plain, größer, 漢字"), "plain, größer, 漢字");
}

#[test]
fn json_says_the_same_after_it_was_made_visible() {
    let hostile = "x\u{1b}[2J\u{7f}\u{85}\u{202e}\u{e0041}\\u0041\"\n";
    let json = serde_json::to_string(hostile).unwrap();
    let shown = visible(&json);
    assert!(!shown.contains(['\u{7f}', '\u{85}', '\u{202e}', '\u{e0041}']), "{shown}");
    assert_eq!(serde_json::from_str::<String>(&shown).unwrap(), hostile);
}

#[test]
fn only_colours_pass() {
    let ours = "\u{1b}[1;31merror\u{1b}[0m: no\n";
    assert_eq!(visible_in_colour(ours), ours);
    // The screen is not cleared, text is not hidden, titles are not set, and nothing follows half a code.
    for hostile in [
        "\u{1b}[2J",
        "\u{1b}[8mhidden",
        "\u{1b}]0;title\u{7}",
        "\u{1b}[31",
        "\u{1b}[1;2Km",
        "\u{1b}[m\u{1b}c",
    ] {
        let shown = visible_in_colour(hostile);
        assert!(!shown.contains('\u{1b}'), "{shown:?}");
    }
}

#[test]
fn nothing_ends_a_block_of_code() {
    for hostile in ["a", "```\n# heading", "````````", "~~~\n```", "|a\n```\n<img src=x>\n|"] {
        let block = fenced("smt2", hostile);
        let fence: String = block.chars().take_while(|c| *c == '`').collect();
        assert!(fence.len() >= 3);
        let closing = block.lines().skip(1).filter(|line| line.trim().starts_with(&fence)).count();
        assert_eq!(closing, 1, "{block}");
        assert!(block.ends_with(&format!("\n{fence}\n")), "{block}");
    }
}

#[test]
fn nothing_ends_code_inside_a_line() {
    assert_eq!(code("x"), "`x`");
    assert_eq!(code("a`b"), "``a`b``");
    assert_eq!(code("``"), "``` `` ```");
    assert_eq!(code("a\n# heading"), "`a\\n# heading`");
}

#[test]
fn words_are_no_markup() {
    assert_eq!(markdown("z3 4.8.7: crash in QF_BV, bvadd"), "z3 4.8.7: crash in QF_BV, bvadd");
    let hostile = "# <b>x</b> [a](b) *c* _d_ `e` a|b &amp; \\ \n```\n";
    let shown = markdown(hostile);
    assert!(!shown.contains('\n') && shown.contains("\\<b\\>") && shown.contains("\\[a\\](b)"), "{shown}");
}

#[test]
fn xml_stays_well_formed() {
    assert_eq!(
        xml("<a href=\"x\" b='y'>&\u{1b}\u{202e}\n"),
        "&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;\u{fffd}\u{fffd}\n"
    );
}
