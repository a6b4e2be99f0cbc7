//! Outlines of questions: operators without the names of symbols and the values of literals. One question is
//! part of another if leaving out parts of the other yields it (tree embedding).

use gainsay_lang::hash::HashMap;
use gainsay_lang::script::{Binder, Function, Question, Term, Terms, View};

/// The outline of a question's assertions.
#[derive(Clone, Debug)]
pub struct Outline {
    /// Children come before their parents.
    nodes: Vec<Node>,
    roots: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Node {
    label: Box<str>,
    children: Vec<usize>,
}

/// Larger questions are not compared: it would take long, and similarity would mean little.
const MOST_NODES: usize = 500;
/// With at most this many arguments, their order does not matter.
const FEW: usize = 4;

impl Outline {
    /// `None` for a question that is too large.
    pub fn of(question: &Question<'_>) -> Option<Outline> {
        let terms = &question.terms;
        let roots: Vec<Term> = question.assertions().map(|root| terms.bare(root)).collect();
        let order = terms.postorder(&roots);
        if order.len() > MOST_NODES || roots.is_empty() {
            return None;
        }
        let mut numbers: HashMap<Term, usize> = HashMap::default();
        let mut nodes: Vec<Node> = Vec::new();
        for term in order {
            if let View::Annotated(inner, ..) = terms.view(term) {
                let inner = numbers.get(&inner).copied()?;
                numbers.insert(term, inner);
                continue;
            }
            let children = terms.children(term).iter().filter_map(|child| numbers.get(child).copied());
            let children: Vec<usize> = children.collect();
            let label = if children.is_empty() { "_".into() } else { label(terms, term) };
            numbers.insert(term, nodes.len());
            nodes.push(Node { label, children });
        }
        let roots = roots.iter().filter_map(|root| numbers.get(root).copied()).collect();
        Some(Outline { nodes, roots })
    }

    /// A text that is equal for questions that differ only in names, values and the order of assertions. `None`
    /// if sharing makes it too long.
    pub fn text(&self) -> Option<String> {
        const LONGEST: usize = 1 << 16;
        let mut texts: Vec<String> = Vec::new();
        let mut total = 0;
        for node in &self.nodes {
            let text = match node.children.as_slice() {
                [] => node.label.to_string(),
                children => {
                    let inner: Vec<&str> = children.iter().map(|&child| texts[child].as_str()).collect();
                    format!("({} {})", node.label, inner.join(" "))
                }
            };
            total += text.len();
            if total > LONGEST {
                return None;
            }
            texts.push(text);
        }
        let mut roots: Vec<&str> = self.roots.iter().map(|&root| texts[root].as_str()).collect();
        roots.sort_unstable();
        Some(roots.join(" "))
    }

    /// Whether each assertion embeds into one of the other's assertions, that is, can be made from it by
    /// leaving things out.
    pub fn is_part_of(&self, other: &Outline) -> bool {
        let mut known: HashMap<(usize, usize), bool> = HashMap::default();
        let mut fits =
            |part: usize| other.roots.iter().any(|&whole| self.embeds(part, other, whole, &mut known));
        self.roots.iter().all(|&root| fits(root))
    }

    fn embeds(
        &self,
        part: usize,
        other: &Outline,
        whole: usize,
        known: &mut HashMap<(usize, usize), bool>,
    ) -> bool {
        if let Some(&known) = known.get(&(part, whole)) {
            return known;
        }
        let (node, in_other) = (&self.nodes[part], &other.nodes[whole]);
        // A leaf embeds into everything.
        let embeds = node.children.is_empty()
            || node.label == in_other.label && self.fit(&node.children, other, &in_other.children, known)
            || in_other.children.iter().any(|&inner| self.embeds(part, other, inner, known));
        known.insert((part, whole), embeds);
        embeds
    }

    /// Whether all arguments embed into different ones of the other's; if there are more than `FEW`, in the
    /// same order.
    fn fit(
        &self,
        parts: &[usize],
        other: &Outline,
        wholes: &[usize],
        known: &mut HashMap<(usize, usize), bool>,
    ) -> bool {
        let Some((&first, rest)) = parts.split_first() else { return true };
        if parts.len() > wholes.len() {
            return false;
        }
        if wholes.len() > FEW {
            let at = wholes.iter().position(|&whole| self.embeds(first, other, whole, known));
            return at.is_some_and(|at| self.fit(rest, other, &wholes[at + 1..], known));
        }
        (0..wholes.len()).any(|at| {
            let others: Vec<usize> =
                wholes.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, w)| *w).collect();
            self.embeds(first, other, wholes[at], known) && self.fit(rest, other, &others, known)
        })
    }
}

fn label(terms: &Terms, term: Term) -> Box<str> {
    match terms.view(term) {
        View::Apply(function, _) => match terms.function(function) {
            Function::Op(operator, _) => operator.op().name.into(),
            Function::Declared(_) => "function".into(),
            _ => "other".into(),
        },
        View::Bind(Binder::Case(_), ..) | View::Match(..) => "match".into(),
        View::Bind(Binder::Forall, ..) => "forall".into(),
        View::Bind(Binder::Exists, ..) => "exists".into(),
        View::Bind(..) => "lambda".into(),
        View::Literal(_) | View::Variable(_) | View::Annotated(..) => "_".into(),
    }
}
