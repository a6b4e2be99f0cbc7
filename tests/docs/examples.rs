//! The examples of using the library do what they say.

use std::process::Command;

fn output(example: &str) -> String {
    let programs = crate::support::program().parent().unwrap();
    let program = programs.join("examples").join(example);
    let output = Command::new(&program).output().expect("`cargo test` builds the examples");
    assert!(output.status.success(), "{}", program.display());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_wrong_model_is_explained() {
    let expected = "the model is not known to satisfy the script:\n  (bvnego x) is false: x = #xff\n";
    assert_eq!(output("check_model"), expected);
}

#[test]
fn a_script_is_reduced_while_a_condition_holds() {
    let text = output("reduce");
    assert!(text.ends_with("\n(assert (= (bvmul #b0 #b0) #b1))\n(check-sat)\n"), "{text}");
}
