//! The languages of enumerated formulas: for each logic, the sorts of symbols and what else is declared.

/// The language of a logic.
pub struct LanguageRow {
    /// The name that users type: the logic, or another name if no standard logic fits.
    pub name: &'static str,
    /// The logic that scripts set.
    pub logic: &'static str,
    /// Declarations that every fragment has: datatypes and functions.
    pub declares: &'static str,
    /// The sorts of symbols. `FLOAT` is replaced by a float format that the solver supports.
    pub symbols: &'static [&'static str],
    /// Further sorts of terms.
    pub sorts: &'static [&'static str],
    /// Whether nonlinear operators are left out.
    pub is_linear: bool,
}

/// Placeholder for a float format.
pub const FLOAT: &str = "FLOAT";
/// A float format with few enough values to try all.
pub const TINY_FLOAT: &str = "(_ FloatingPoint 2 3)";

/// A row without declarations or further sorts.
const fn row(logic: &'static str, symbols: &'static [&'static str]) -> LanguageRow {
    LanguageRow { name: logic, logic, declares: "", symbols, sorts: &[], is_linear: false }
}

pub const LANGUAGES: &[LanguageRow] = &[
    row("QF_BV", &["(_ BitVec 1)", "(_ BitVec 2)", "(_ BitVec 3)", "Bool"]),
    LanguageRow { sorts: &["RoundingMode"], ..row("QF_FP", &[FLOAT, "RoundingMode"]) },
    LanguageRow { sorts: &["RoundingMode", "(_ BitVec 2)"], ..row("QF_BVFP", &[FLOAT, "(_ BitVec 5)"]) },
    LanguageRow { is_linear: true, ..row("QF_LIA", &["Int", "Bool"]) },
    row("QF_NIA", &["Int"]),
    LanguageRow { is_linear: true, ..row("QF_LRA", &["Real", "Bool"]) },
    row("QF_NRA", &["Real"]),
    LanguageRow { sorts: &["RegLan"], ..row("QF_S", &["String"]) },
    LanguageRow { sorts: &["RegLan"], is_linear: true, ..row("QF_SLIA", &["String", "Int"]) },
    row(
        "QF_ABV",
        &["(Array (_ BitVec 1) (_ BitVec 1))", "(Array (_ BitVec 1) (_ BitVec 2))", "(_ BitVec 1)"],
    ),
    LanguageRow {
        declares: "(declare-fun f ((_ BitVec 1)) (_ BitVec 1))",
        ..row("QF_UFBV", &["(_ BitVec 1)", "(_ BitVec 2)"])
    },
    // Arrays over tiny finite domains, where solvers tend to forget the finiteness.
    LanguageRow {
        name: "bool-arrays",
        ..row("ALL", &["(Array Bool Bool)", "(Array Bool (Array Bool Bool))", "Bool"])
    },
    LanguageRow { name: "mode-arrays", ..row("ALL", &["(Array RoundingMode Bool)", "RoundingMode"]) },
    LanguageRow {
        name: "enumerations",
        declares: "(declare-datatypes ((Colour 0)) (((red) (green) (blue))))",
        ..row("ALL", &["Colour", "(Array Colour Bool)"])
    },
    LanguageRow {
        name: "datatypes",
        declares: "(declare-datatypes ((Inner 0) (Outer 0)) (((none) (some (of Bool))) ((pair (left Inner) (right Inner)))))",
        ..row("ALL", &["Inner", "Outer"])
    },
    LanguageRow {
        name: "parametric-datatypes",
        declares: "(declare-datatypes ((Maybe 1)) ((par (T) ((none) (some (of T))))))",
        ..row("ALL", &["(Maybe Bool)", "(Maybe (Maybe Bool))"])
    },
    LanguageRow {
        name: "bool-functions",
        declares: "(declare-fun f (Bool) Bool)(declare-fun g (Bool) Bool)",
        ..row("QF_UF", &["Bool"])
    },
];

/// The row with a name.
pub fn language(name: &str) -> Option<&'static LanguageRow> {
    LANGUAGES.iter().find(|row| row.name == name)
}

/// The names of symbols.
const NAMES: [&str; 4] = ["x", "y", "z", "w"];

impl LanguageRow {
    /// Limit on the symbols besides those of `declares`.
    pub const MOST_SYMBOLS: usize = NAMES.len();

    /// The declarations of all multisets of this many symbols' sorts.
    pub fn declarations(&self, symbols: usize, float: &str) -> Vec<String> {
        let mut chosen: Vec<Vec<usize>> = vec![Vec::new()];
        for _ in 0..symbols {
            let longer = |list: &Vec<usize>| {
                let first = list.last().copied().unwrap_or(0);
                let list = list.clone();
                (first..self.symbols.len())
                    .map(move |next| [list.clone(), vec![next]].concat())
                    .collect::<Vec<_>>()
            };
            chosen = chosen.iter().flat_map(longer).collect();
        }
        let declare = |list: &Vec<usize>| {
            let symbols = list.iter().zip(NAMES).map(|(&at, name)| {
                let sort = self.symbols[at].replace(FLOAT, float);
                format!("(declare-const {name} {sort})")
            });
            format!("{}{}", self.declares, symbols.collect::<String>())
        };
        chosen.iter().map(declare).collect()
    }

    /// Sorts of terms, besides those of the declarations.
    pub fn more_sorts(&self, float: &str) -> Vec<String> {
        self.symbols.iter().chain(self.sorts).map(|sort| sort.replace(FLOAT, float)).collect()
    }
}
