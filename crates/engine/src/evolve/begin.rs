//! The first population: in turns shapes (random scripts in logics without strings), tests of strategies, and
//! seeds.

use super::individual::Draft;
use super::shapes::SHAPES;
use super::vary::vary;
use crate::seeds::Library;
use gainsay_eval::generate::{ScriptConfig, TermConfig, Vocabulary, script};
use gainsay_lang::rng::Rng;
use gainsay_lang::script::{Features, Script};
use gainsay_strategies::strategy::{Inputs, Steps, Strategy, strategies};

/// The material of individuals: the logics' vocabulary and the seeds.
pub struct Origins {
    /// The features of all logics together.
    features: Features,
    pub language: Vocabulary,
    seeds: Library,
}

impl Origins {
    /// For the logics with these names; `None` if one of them is not a standard logic.
    pub fn new(logics: &[String], seeds: Library) -> Option<Origins> {
        let mut features = Features::NONE;
        for logic in logics {
            features = features | Features::of_logic(logic)?;
        }
        // Lengths of strings are integers.
        if features.contains(Features::STRINGS) {
            features = features | Features::INTS;
        }
        Some(Origins { features, language: Vocabulary::of_features(features), seeds })
    }

    /// The draft with a number: the same for the same random seed. `None` if it could not be made.
    pub fn draft(&self, seed: u64, number: u64) -> Option<Draft> {
        let rng = &mut Rng::of_unit(seed, number);
        // Sizes grow with the number, and then start small again.
        let size = 1 + number / 4 % 8;
        match number % 4 {
            0 | 1 if self.features.contains(Features::STRINGS) => {
                let shape = rng.pick(SHAPES);
                Draft::new(shape.script(rng, size), shape.name)
            }
            0 | 1 => self.random(rng, size),
            2 => self.made(rng, size as u32),
            _ => self.seed(rng),
        }
    }

    fn random(&self, rng: &mut Rng, size: u64) -> Option<Draft> {
        let terms = TermConfig {
            depth: 2 + size as u32 / 2,
            size: 10 * size as u32,
            widest: 64,
            quantifiers: self.features.contains(Features::QUANTIFIERS),
            higher_order: false,
            annotations: false,
            ..TermConfig::default()
        };
        let config = ScriptConfig {
            ops: self.language.ops.all().to_vec(),
            constants: 2 + size as usize,
            assertions: 1 + size as usize,
            own_sorts: false,
            all_commands: false,
            terms,
        };
        Draft::new(script(rng, &config), "random").filter(|draft| self.offers(&Script::read(&draft.text)))
    }

    /// A test of a strategy that needs no seeds, if it uses nothing but what the logics offer.
    fn made(&self, rng: &mut Rng, size: u32) -> Option<Draft> {
        let makers: Vec<&&dyn Strategy> = strategies()
            .iter()
            .filter(|strategy| !strategy.needs_seeds() && strategy.asks().is_none())
            .collect();
        /// Strategies for all theories seldom make a test within the wanted ones.
        const ATTEMPTS: usize = 40;
        (0..ATTEMPTS).find_map(|_| {
            let maker = rng.pick(&makers);
            let test = maker.make(&Inputs::of_size(size), rng, &mut Steps::default()).ok()?;
            if !self.offers(test.script()) {
                return None;
            }
            Draft::new(test.into_script(), maker.name())
        })
    }

    fn seed(&self, rng: &mut Rng) -> Option<Draft> {
        if self.seeds.is_empty() {
            return None;
        }
        let draft = self.seeds.load(rng.index(self.seeds.len())).ok()?;
        let origin = draft.origin;
        let own = Draft::new(draft.script, origin)?;
        // Half of them unchanged, the others with one variation.
        if rng.coin() { Some(own) } else { vary(&own.text, &self.language, rng) }
    }

    /// Whether the logics have everything that a script uses.
    fn offers(&self, script: &Script) -> bool {
        self.features.contains(script.usage().features)
    }
}
