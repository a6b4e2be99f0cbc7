//! The table of changes: what is replaced by what.

use syn::{BinOp, Expr, Lit, Pat, ReturnType, Type};

/// Methods that are easily confused.
const METHODS: [(&str, &str); 9] = [
    ("min", "max"),
    ("any", "all"),
    ("is_some", "is_none"),
    ("first", "last"),
    ("checked_add", "checked_sub"),
    ("saturating_add", "saturating_sub"),
    ("wrapping_add", "wrapping_sub"),
    ("leading_zeros", "trailing_zeros"),
    ("insert", "remove"),
];

/// The method that this one is easily confused with.
pub fn other_method(name: &str) -> Option<&'static str> {
    METHODS.iter().find_map(|&(one, two)| match name {
        _ if name == one => Some(two),
        _ if name == two => Some(one),
        _ => None,
    })
}

/// Values that a function can return immediately.
pub fn returned(output: &ReturnType) -> &'static [&'static str] {
    let ReturnType::Type(_, output) = output else { return &[""] };
    let Type::Path(path) = &**output else { return &[] };
    let Some(last) = path.path.segments.last() else { return &[] };
    let argument = match &last.arguments {
        syn::PathArguments::AngleBracketed(arguments) => arguments.args.first(),
        _ => None,
    };
    match (last.ident.to_string().as_str(), argument) {
        ("bool", _) => &["true", "false"],
        ("Option", _) => &["None"],
        ("Vec" | "Word", _) => &["Vec::new()"],
        ("u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i64" | "i32", _) => &["0", "1"],
        ("Ordering", _) => &["std::cmp::Ordering::Equal"],
        ("Result", Some(syn::GenericArgument::Type(Type::Tuple(unit)))) if unit.elems.is_empty() => {
            &["Ok(())"]
        }
        ("Result", Some(syn::GenericArgument::Type(Type::Path(path)))) if path.path.is_ident("bool") => {
            &["Ok(true)", "Ok(false)"]
        }
        _ => &[],
    }
}

/// The operator that replaces this one.
pub fn other(operator: &BinOp) -> Option<&'static str> {
    Some(match operator {
        BinOp::Add(_) => "-",
        BinOp::Sub(_) | BinOp::Mul(_) => "+",
        BinOp::Div(_) => "*",
        BinOp::Rem(_) => "/",
        BinOp::And(_) => "||",
        BinOp::Or(_) => "&&",
        BinOp::BitXor(_) | BinOp::BitAnd(_) => "|",
        BinOp::BitOr(_) => "&",
        BinOp::Shl(_) => ">>",
        BinOp::Shr(_) => "<<",
        BinOp::Eq(_) => "!=",
        BinOp::Ne(_) => "==",
        BinOp::Lt(_) => "<=",
        BinOp::Le(_) => "<",
        BinOp::Gt(_) => ">=",
        BinOp::Ge(_) => ">",
        BinOp::AddAssign(_) => "-=",
        BinOp::SubAssign(_) | BinOp::MulAssign(_) => "+=",
        BinOp::DivAssign(_) => "*=",
        BinOp::BitXorAssign(_) | BinOp::BitAndAssign(_) => "|=",
        BinOp::BitOrAssign(_) => "&=",
        BinOp::ShlAssign(_) => ">>=",
        BinOp::ShrAssign(_) => "<<=",
        _ => return None,
    })
}

/// Whether a condition has a `let`, so that it is no expression.
pub fn has_let(expression: &Expr) -> bool {
    match expression {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

/// Whether a statement is there for its effect.
pub fn is_effect(expression: &Expr) -> bool {
    match expression {
        Expr::MethodCall(_) | Expr::Call(_) | Expr::Assign(_) => true,
        Expr::Try(attempt) => is_effect(&attempt.expr),
        Expr::Binary(binary) => other(&binary.op).is_some_and(|operator| operator.ends_with('=')),
        _ => false,
    }
}

/// The operator that a row of the operator table declares: `op("(bvadd ..", ..).circuit(..)`.
pub fn row(expression: &Expr) -> Option<String> {
    match expression {
        Expr::MethodCall(call) => row(&call.receiver),
        Expr::Call(call) => match call.args.first()? {
            Expr::Lit(syn::ExprLit { lit: Lit::Str(declaration), .. }) => {
                let text = declaration.value();
                let text = text
                    .trim_start_matches("(par ")
                    .trim_start_matches(|c: char| c != ' ' && "(".contains(c));
                text.split([' ', ')']).find(|word| !["", "_"].contains(word)).map(str::to_owned)
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether a pattern matches everything.
pub fn catches_all(pattern: &Pat) -> bool {
    match pattern {
        Pat::Wild(_) => true,
        Pat::Ident(name) => name.subpat.is_none() && name.ident.to_string().starts_with(char::is_lowercase),
        _ => false,
    }
}
