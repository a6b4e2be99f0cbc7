//! The points at which a file can be changed, found by a walk over its syntax tree.

use crate::changes::{catches_all, has_let, is_effect, other, other_method, returned, row};
use proc_macro2::Span;
use std::ops::Range;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Block, Expr, ExprBinary, ExprIf, ExprMethodCall, ExprWhile, Lit, Pat, Stmt, Token, Type, UnOp};

/// One possible change of a file.
#[derive(Clone, Debug)]
pub struct Point {
    /// The bytes that are replaced; empty for an insertion.
    pub range: Range<usize>,
    pub change: Change,
    /// The path of the enclosing function: `Line::size`; for a closure of the operator table, the operator.
    pub function: String,
    /// The bytes of that function.
    pub within: Range<usize>,
    /// The original text as it is shown, and as reasons in `reasons.toml` name it.
    pub original: String,
    /// The new text, likewise.
    pub replacement: String,
}

/// The kind of a change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Another expression.
    Expression(String),
    /// The statement is left out.
    Omission,
    /// The function returns this at once.
    Return(String),
    /// The arm of a `match` does not apply.
    Arm,
}

/// All points of a file, in order.
pub fn points(text: &str) -> syn::Result<Vec<Point>> {
    let file = syn::parse_file(text)?;
    let mut finder =
        Finder { text, points: Vec::new(), names: Vec::new(), bodies: Vec::new(), constant: false };
    finder.visit_file(&file);
    finder.points.sort_by_key(|point| (point.range.start, std::cmp::Reverse(point.range.end)));
    Ok(finder.points)
}

struct Finder<'t> {
    text: &'t str,
    points: Vec<Point>,
    names: Vec<String>,
    bodies: Vec<Range<usize>>,
    /// Whether the walk is in a place where only constants are allowed.
    constant: bool,
}

/// Macros whose arguments are visited as expressions.
const MACROS: [&str; 2] = ["assert", "vec"];

impl Finder<'_> {
    fn text(&self, span: Span) -> &str {
        &self.text[span.byte_range()]
    }

    fn add(&mut self, range: Range<usize>, change: Change, original: &str, replacement: &str) {
        if self.constant {
            return;
        }
        let within = self.bodies.last().cloned().unwrap_or(range.clone());
        let (original, replacement) = (one_line(original), one_line(replacement));
        self.points.push(Point {
            range,
            change,
            function: self.names.join("::"),
            within,
            original,
            replacement,
        });
    }

    fn replace(&mut self, span: Span, replacement: String) {
        let original = self.text(span).to_owned();
        self.add(span.byte_range(), Change::Expression(replacement.clone()), &original, &replacement);
    }

    /// Visits a body under another name; `constant` says whether only constants are allowed there.
    fn inside(&mut self, name: String, body: Range<usize>, constant: bool, visit: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.constant, constant);
        self.names.push(name);
        self.bodies.push(body);
        visit(self);
        self.names.pop();
        self.bodies.pop();
        self.constant = before;
    }

    fn function(&mut self, signature: &syn::Signature, block: &Block) {
        let body = block.span().byte_range();
        self.inside(signature.ident.to_string(), body.clone(), signature.constness.is_some(), |finder| {
            let body_text = finder.text(block.span()).to_owned();
            for &value in returned(&signature.output) {
                if one_line(&body_text) != format!("{{ {value} }}") && !block.stmts.is_empty() {
                    let at = body.start + 1;
                    let shown = format!("return {value}");
                    finder.add(at..at, Change::Return(value.to_owned()), "body", shown.trim_end());
                }
            }
            finder.visit_block(block);
        });
    }

    fn negated(&mut self, condition: &Expr) {
        let has_own = matches!(condition, Expr::Binary(_) | Expr::Unary(_) | Expr::Let(_));
        if !has_own {
            let text = self.text(condition.span()).to_owned();
            self.replace(condition.span(), format!("!({text})"));
        }
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.function(&item.sig, &item.block);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.function(&item.sig, &item.block);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(&item.sig, block);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let of = one_line(self.text(item.self_ty.span()));
        let name = item.trait_.as_ref().map_or(of.clone(), |(_, path, _)| {
            format!("{} for {of}", path.segments.last().map_or(String::new(), |last| last.ident.to_string()))
        });
        self.names.push(name);
        for item in &item.items {
            self.visit_impl_item(item);
        }
        self.names.pop();
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        let body = item.span().byte_range();
        self.inside(item.ident.to_string(), body, true, |finder| finder.visit_expr(&item.expr));
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        let body = item.span().byte_range();
        self.inside(item.ident.to_string(), body, true, |finder| finder.visit_expr(&item.expr));
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        let body = item.span().byte_range();
        self.inside(item.ident.to_string(), body, true, |finder| finder.visit_expr(&item.expr));
    }

    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_pat(&mut self, _: &'ast Pat) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
    fn visit_path_arguments(&mut self, _: &'ast syn::PathArguments) {}
    fn visit_angle_bracketed_generic_arguments(&mut self, _: &'ast syn::AngleBracketedGenericArguments) {}
    fn visit_variant(&mut self, _: &'ast syn::Variant) {}
    fn visit_item_macro(&mut self, _: &'ast syn::ItemMacro) {}

    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
    }

    /// The body of a closure is not constant, even if the closure stands in a constant.
    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        let before = std::mem::replace(&mut self.constant, false);
        if before {
            let body = closure.span().byte_range();
            self.bodies.push(body);
        }
        self.visit_expr(&closure.body);
        if before {
            self.bodies.pop();
        }
        self.constant = before;
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        let named = if self.constant { row(expression) } else { None };
        let is_named = named.is_some();
        self.names.extend(named);
        visit::visit_expr(self, expression);
        if is_named {
            self.names.pop();
        }
    }

    fn visit_expr_binary(&mut self, binary: &'ast ExprBinary) {
        visit::visit_expr_binary(self, binary);
        let Some(operator) = other(&binary.op).filter(|_| !has_let(&binary.left) && !has_let(&binary.right))
        else {
            return;
        };
        let (left, right) =
            (self.text(binary.left.span()).to_owned(), self.text(binary.right.span()).to_owned());
        let is_assignment = is_effect(&Expr::Binary(binary.clone()));
        let new = match is_assignment {
            true => format!("{left} {operator} {right}"),
            false => format!("({left}) {operator} ({right})"),
        };
        let old = self.text(binary.op.span()).to_owned();
        let (left, right) = (end(&one_line(&left)), start(&one_line(&right)));
        let (original, replacement) = (format!("{left} {old} {right}"), format!("{left} {operator} {right}"));
        self.add(binary.span().byte_range(), Change::Expression(new), &original, &replacement);
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        visit::visit_expr_unary(self, unary);
        if matches!(unary.op, UnOp::Not(_) | UnOp::Neg(_)) && !matches!(&*unary.expr, Expr::Lit(_)) {
            let operand = self.text(unary.expr.span()).to_owned();
            self.replace(unary.span(), operand);
        }
    }

    fn visit_expr_if(&mut self, expression: &'ast ExprIf) {
        visit::visit_expr_if(self, expression);
        self.negated(&expression.cond);
    }

    fn visit_expr_while(&mut self, expression: &'ast ExprWhile) {
        visit::visit_expr_while(self, expression);
        self.negated(&expression.cond);
    }

    fn visit_expr_match(&mut self, expression: &'ast syn::ExprMatch) {
        visit::visit_expr_match(self, expression);
        let ends_with_all =
            expression.arms.last().is_some_and(|arm| arm.guard.is_none() && catches_all(&arm.pat));
        for (at, arm) in expression.arms.iter().enumerate() {
            match &arm.guard {
                Some((_, guard)) => self.negated(guard),
                None if ends_with_all && at + 1 < expression.arms.len() => {
                    let end = arm.pat.span().byte_range().end;
                    let pattern = self.text(arm.pat.span()).to_owned();
                    self.add(end..end, Change::Arm, &pattern, "_ if false");
                }
                None => {}
            }
        }
    }

    fn visit_expr_lit(&mut self, literal: &'ast syn::ExprLit) {
        match &literal.lit {
            Lit::Int(number) => {
                let Ok(value) = number.base10_parse::<u64>() else { return };
                let Some(more) = value.checked_add(1) else { return };
                self.replace(literal.span(), format!("{more}{}", number.suffix()));
            }
            Lit::Bool(truth) => self.replace(literal.span(), (!truth.value).to_string()),
            _ => {}
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        visit::visit_expr_method_call(self, call);
        let name = call.method.to_string();
        if let Some(other) = other_method(&name) {
            let (whole, method) = (call.span().byte_range(), call.method.span().byte_range());
            let (before, after) = (
                self.text[whole.start..method.start].to_owned(),
                self.text[method.end..whole.end].to_owned(),
            );
            let original = format!("{}{name}{}", end(&one_line(&before)), start(&one_line(&after)));
            let replacement = format!("{}{other}{}", end(&one_line(&before)), start(&one_line(&after)));
            self.add(whole, Change::Expression(format!("{before}{other}{after}")), &original, &replacement);
        }
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        visit::visit_stmt(self, statement);
        if let Stmt::Expr(expression, Some(_)) = statement
            && is_effect(expression)
        {
            let text = self.text(statement.span()).to_owned();
            self.add(statement.span().byte_range(), Change::Omission, &text, "");
        }
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let name = mac.path.segments.last().map_or(String::new(), |last| last.ident.to_string());
        if name == "matches" {
            let first = |input: syn::parse::ParseStream<'_>| {
                let expression: Expr = input.parse()?;
                input.parse::<Token![,]>()?;
                input.parse::<proc_macro2::TokenStream>()?;
                Ok(expression)
            };
            if let Ok(expression) = first.parse2(mac.tokens.clone()) {
                Visit::visit_expr(self, &expression);
            }
        } else if MACROS.contains(&name.as_str())
            && let Ok(arguments) = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(mac.tokens.clone())
        {
            arguments.iter().for_each(|argument| Visit::visit_expr(self, argument));
        }
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The most characters of an operand that are shown.
const SHOWN: usize = 48;

fn start(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}..", &text[..at]),
        None => text.to_owned(),
    }
}

fn end(text: &str) -> String {
    let length = text.chars().count();
    match length.checked_sub(SHOWN) {
        Some(left @ 1..) => format!("..{}", text.chars().skip(left).collect::<String>()),
        _ => text.to_owned(),
    }
}
