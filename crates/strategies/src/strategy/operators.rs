//! Type-aware operator mutation (Winterer, Zhang, Su: On the Unusual Effectiveness of Type-Aware Operator
//! Mutations for Testing SMT Solvers, OOPSLA 2020).
//!
//! An operator is replaced by another one with the same argument and result sorts. The candidates are not listed
//! anywhere: they follow from the signatures of the operator table and of the script's functions.

use super::draft::{ATTEMPTS, Draft, head_text};
use super::{Inputs, Skip, Steps, Strategy};
use gainsay_eval::generate::{Vocabulary, indices_for};
use gainsay_lang::rng::Rng;
use gainsay_lang::script::occurrences::Place;
use gainsay_lang::script::{Binder, Function, FunctionId, Head, Term, Terms, View};
use gainsay_lang::theory::OpId;
use gainsay_lang::theory::sort::Sort;
use gainsay_prove::evidence::Test;
use smallvec::SmallVec;

pub(super) struct Operators;

/// The most places at which an operator is replaced.
const MAX_CHANGES: usize = 3;

impl Strategy for Operators {
    fn name(&self) -> &'static str {
        "operators"
    }

    fn about(&self) -> &'static str {
        "replaces operators by others of the same signature; the answer is not known"
    }

    fn make(&self, seeds: &Inputs, rng: &mut Rng, steps: &mut Steps) -> Result<Test, Skip> {
        let seed = &*seeds.main;
        let mut draft = Draft::new(seed, rng, is_operator)?;
        let mut changes: Vec<(Place, Term, Head)> = Vec::new();
        for _ in 0..=rng.index(MAX_CHANGES) {
            let change = (0..ATTEMPTS).find_map(|_| {
                let (place, term) = draft.place(rng)?;
                let is_new = changes.iter().all(|change| change.0 != place);
                let head = is_new.then(|| another(&mut draft, &seed.vocabulary, rng, term))??;
                Some((place, term, head))
            });
            changes.extend(change);
        }
        if changes.is_empty() {
            return Err(Skip::NothingApplies);
        }
        changes.retain(|(place, term, head)| {
            let (old, new) = (*term, with_head(&mut draft.script.terms, *term, *head));
            let [old, new] = [old, new].map(|term| head_text(&draft.script.terms, term));
            steps.take("operator", format!("{old} -> {new} at assertion {}", place.root + 1))
        });
        // Deepest first, so that a term above is rebuilt with the changed arguments.
        changes.sort_by_key(|change| std::cmp::Reverse(change.0.path.len()));
        for (place, _, head) in changes {
            if let Some(term) = draft.term_at(&place) {
                let new = with_head(&mut draft.script.terms, term, head);
                draft.replace(&[(place, new)]);
            }
        }
        draft.finish(self.name(), steps)
    }
}

/// Whether a term has an operator: of a theory, a function with arguments, a tester, or a quantifier.
fn is_operator(terms: &Terms, term: Term) -> bool {
    match terms.view(term) {
        View::Apply(function, args) => match terms.function(function) {
            Function::Op(..) | Function::Tester(_) => true,
            Function::Declared(_) => !args.is_empty(),
            _ => false,
        },
        View::Bind(binder, ..) => matches!(binder, Binder::Forall | Binder::Exists),
        _ => false,
    }
}

/// The same arguments under another head.
fn with_head(terms: &mut Terms, term: Term, head: Head) -> Term {
    let children: SmallVec<[Term; 8]> = terms.children(term).into();
    match (head, &children[..]) {
        (Head::Bind(binder), [variables @ .., body]) => terms.bind(binder, variables, *body),
        _ => terms.intern(head, terms.sort(term), &children),
    }
}

/// A replacement for a function.
enum Candidate {
    Op(OpId),
    Function(Function),
}

/// Another head for the same arguments.
fn another(draft: &mut Draft<'_>, vocabulary: &Vocabulary, rng: &mut Rng, term: Term) -> Option<Head> {
    let function = match draft.script.terms.head(term) {
        Head::Bind(Binder::Forall) => return Some(Head::Bind(Binder::Exists)),
        Head::Bind(Binder::Exists) => return Some(Head::Bind(Binder::Forall)),
        Head::Apply(function) => function,
        _ => return None,
    };
    let own = draft.script.terms.function(function).clone();
    let args: SmallVec<[Term; 8]> = draft.script.terms.children(term).into();
    let candidates = candidates(draft, vocabulary, &own, term, &args);
    for _ in 0..ATTEMPTS.min(candidates.len()) {
        let other = match rng.pick(&candidates) {
            Candidate::Op(op) => op_function(&mut draft.script.terms, rng, *op, &own, term),
            Candidate::Function(function) => Some(draft.script.terms.function_id(function.clone())),
        };
        if let Some(other) = other.filter(|&other| other != function) {
            return Some(Head::Apply(other));
        }
    }
    None
}

/// All operators and functions that accept the arguments, as far as can be told without choosing indices.
fn candidates(
    draft: &mut Draft<'_>,
    vocabulary: &Vocabulary,
    own: &Function,
    term: Term,
    args: &[Term],
) -> Vec<Candidate> {
    let sort = draft.script.terms.sort(term);
    let sorts: SmallVec<[Sort; 8]> = args.iter().map(|&arg| draft.script.terms.sort(arg)).collect();
    let mut found = Vec::new();
    for &id in vocabulary.ops.giving(&draft.script.terms.sorts, sort, !args.is_empty()) {
        let op = id.op();
        let same = matches!(own, Function::Op(own, _) if *own == id);
        // Some solvers only accept fewer arguments than the signature declares.
        let counts = args.len() >= op.signature.args.len() && op.signature.accepts_count(args.len());
        if counts
            && (!same || op.signature.indices != Some(0))
            && draft.allows(op, args)
            && (op.signature.indices != Some(0) || gives(&mut draft.script.terms, id, &sorts, sort))
        {
            found.push(Candidate::Op(id));
        }
    }
    let terms = &mut draft.script.terms;
    if let (Function::Tester(_), Some(datatype)) = (own, sorts.first().and_then(|&sort| terms.datatype(sort)))
    {
        let testers = datatype.constructors.iter().map(|constructor| Function::Tester(constructor.decl));
        found.extend(testers.map(Candidate::Function));
    }
    for &decl in &vocabulary.functions {
        if args.is_empty() || terms.decl(decl).arity() != args.len() {
            continue;
        }
        let signature = terms.decl(decl).signature.clone();
        let ascribed = signature.needs_ascription().then_some(sort);
        let applied = signature.apply(&mut terms.sorts, &[], &sorts, ascribed, false);
        if applied.is_ok_and(|applied| applied.sort == sort) {
            found.push(Candidate::Function(Function::Declared(decl)));
        }
    }
    found
}

/// Whether an operator without indices has the wanted result sort for arguments of these sorts.
fn gives(terms: &mut Terms, id: OpId, args: &[Sort], wanted: Sort) -> bool {
    let op = id.op();
    let ascribed = op.ascribed.then_some(wanted);
    let applied = op.signature.apply(&mut terms.sorts, &[], args, ascribed, false);
    applied.is_ok_and(|applied| applied.sort == wanted)
}

/// The operator with fitting indices: those of the old operator, or others.
fn op_function(terms: &mut Terms, rng: &mut Rng, id: OpId, own: &Function, term: Term) -> Option<FunctionId> {
    let signature = &id.op().signature;
    if signature.indices == Some(0) {
        return Some(terms.op_function(id, &[]));
    }
    let sort = terms.sort(term);
    let sorts: SmallVec<[Sort; 8]> = terms.children(term).iter().map(|&arg| terms.sort(arg)).collect();
    if let Function::Op(op, indices) = own
        && *op != id
        && (signature.indices.is_none() || rng.coin())
    {
        let applied = signature.apply(&mut terms.sorts, indices, &sorts, None, false);
        if applied.is_ok_and(|applied| applied.sort == sort) {
            return Some(terms.op_function(id, indices));
        }
    }
    let indices = indices_for(signature, &terms.sorts, &sorts, sort, rng)?;
    Some(terms.op_function(id, &indices))
}
