//! The ten generators of the thesis: of one size, of one answer, and of nothing else.

use gainsay::answer::Status;
use gainsay::rng::Rng;
use gainsay::script::Features;
use gainsay::strategy::{GENERATORS, Inputs, Steps, Strategy, strategy};

#[test]
fn each_makes_what_its_name_says() {
    for generator in &GENERATORS {
        let name = generator.name();
        assert!(!strategy(name).unwrap().is_default(), "{name}");
        let mut made = 0;
        for unit in 0..300 {
            let inputs = Inputs::of_size(1 + (unit % 20) as u32);
            let Ok(test) = generator.make(&inputs, &mut Rng::of_unit(1, unit), &mut Steps::default()) else {
                continue;
            };
            made += 1;
            let script = test.script();
            let answer = test.evidence().answer();
            match name.rsplit('_').next() {
                Some("sat") => assert_eq!(answer, Status::Sat, "{name}"),
                Some("unsat") => assert_eq!(answer, Status::Unsat, "{name}"),
                _ => {}
            }
            let wanted = if name.starts_with("bv") { Features::BIT_VECTORS } else { Features::FLOATS };
            assert!(wanted.contains(script.usage().features), "{name}: {}", script.needed_logic());
            let sizes = match name.split('_').nth(1) {
                Some("few") => ["(_ BitVec 3)", "(_ FloatingPoint 2 3)"],
                _ => ["(_ BitVec 8)", "(_ FloatingPoint 8 24)"],
            };
            for (_, decl) in script.terms.decls().filter(|(_, decl)| decl.arity() == 0) {
                let sort = script.terms.sorts.to_text(&script.terms.symbols, decl.result_sort());
                let is_right = sizes.contains(&sort.as_str()) || sort == "Bool" || sort == "RoundingMode";
                assert!(
                    is_right || matches!(decl.kind, gainsay::script::DeclKind::Defined { .. }),
                    "{name}: {sort}"
                );
            }
        }
        assert!(made > 100, "{name}: {made}");
    }
}
