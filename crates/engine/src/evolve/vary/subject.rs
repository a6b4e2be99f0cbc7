//! A script that is being changed.

use gainsay_eval::generate::{Generator, TermConfig, Vocabulary};
use gainsay_lang::rng::Rng;
use gainsay_lang::script::occurrences::{Occurrences, Place, free_variables};
use gainsay_lang::script::rewrite::{Rewriter, replace_at};
use gainsay_lang::script::{Command, Script, Term, Terms};
use gainsay_lang::theory::sort::{Sort, SortKind};

/// A script to vary, with the vocabulary and the random numbers for that.
pub struct Subject<'a> {
    pub script: Script,
    pub rng: &'a mut Rng,
    /// The vocabulary of the logics, without the script's own functions.
    language: &'a Vocabulary,
}

/// Bounds of random terms.
const TERMS: TermConfig = TermConfig {
    depth: 4,
    size: 24,
    widest: 64,
    own_widths: true,
    n_ary: true,
    quantifiers: false,
    higher_order: false,
    annotations: false,
    patterns: false,
    sharing: false,
    prefer_symbols: true,
    linear: false,
};

impl<'a> Subject<'a> {
    pub fn new(mut script: Script, language: &'a Vocabulary, rng: &'a mut Rng) -> Subject<'a> {
        // Declarations first, so that every assertion can use them.
        script.commands.sort_by_key(|command| match command {
            Command::SetLogic(_) => 0,
            Command::Assert(_) => 2,
            Command::CheckSat => 3,
            _ => 1,
        });
        Subject { script, rng, language }
    }

    pub fn into_script(self) -> Script {
        self.script
    }

    pub fn roots(&self) -> Vec<Term> {
        self.script.assertions().collect()
    }

    /// Replaces all assertions.
    pub fn set_roots(&mut self, roots: &[Term]) {
        self.script.commands.retain(|command| !matches!(command, Command::Assert(_)));
        roots.iter().for_each(|&root| self.assert(root));
    }

    pub fn assert(&mut self, term: Term) {
        let at = self.script.commands.iter().position(|command| matches!(command, Command::CheckSat));
        self.script.commands.insert(at.unwrap_or(self.script.commands.len()), Command::Assert(term));
    }

    /// Declares a constant.
    pub fn declare(&mut self, sort: Sort) -> Term {
        let terms = &mut self.script.terms;
        let base = terms.symbols.intern("v");
        let name = terms.fresh_name(base);
        let name = terms.symbols.name(name).to_owned();
        let constant = terms.declare_constant(&name, sort);
        if let Some(decl) = terms.declaration(constant) {
            let is_logic = |command: &Command| matches!(command, Command::SetLogic(_));
            let at = usize::from(self.script.commands.first().is_some_and(is_logic));
            self.script.commands.insert(at, Command::Declare { decl, constant: true });
        }
        constant
    }

    /// A generator of terms from the script's declarations and the logics' vocabulary.
    pub fn generator(&self) -> Generator {
        let mut vocabulary = self.language.clone();
        // Operators that only the script has (it may come from a seed) are used as well.
        vocabulary.add_script(&self.script);
        Generator::new(vocabulary, TERMS)
    }

    /// The sorts of which constants can be declared.
    pub fn sorts(&self) -> Vec<Sort> {
        let sorts = &self.script.terms.sorts;
        let can_declare = |sort: &Sort| {
            !matches!(sorts.kind(*sort), SortKind::RegLan | SortKind::Unknown | SortKind::Opaque(_))
        };
        self.generator().vocabulary.sorts.into_iter().filter(can_declare).collect()
    }

    /// A random occurrence of a term for which `wanted` holds.
    pub fn place(&mut self, wanted: impl Fn(&Terms, Term) -> bool) -> Option<(Place, Term)> {
        let mut places = Occurrences::default();
        let (terms, roots) = (&self.script.terms, self.roots());
        places.find_where(terms, &roots, |term| wanted(terms, term));
        match places.count() {
            0 => None,
            count => places.nth(terms, self.rng.below(count)),
        }
    }

    /// Replaces the term at a place by one of the same sort.
    pub fn put(&mut self, place: &Place, new: Term) {
        let mut roots = self.roots();
        if let Some(root) = roots.get_mut(place.root) {
            *root = replace_at(&mut self.script.terms, *root, &place.path, new);
        }
        self.set_roots(&roots);
    }

    /// Rewrites all assertions bottom-up; returns whether anything changed.
    pub fn rewrite(&mut self, mut make: impl FnMut(&mut Terms, &mut Rng, Term) -> Term) -> bool {
        let old = self.roots();
        let mut rewriter = Rewriter::default();
        let (terms, rng) = (&mut self.script.terms, &mut *self.rng);
        let mut rewrite = |&root| rewriter.bottom_up(terms, root, |terms, _, term| make(terms, rng, term));
        let new: Vec<Term> = old.iter().map(&mut rewrite).collect();
        self.set_roots(&new);
        new != old
    }
}

/// Whether a term can stand elsewhere: no variable in it is bound outside of it.
pub fn is_closed(terms: &Terms, term: Term) -> bool {
    free_variables(terms, term).is_empty()
}
