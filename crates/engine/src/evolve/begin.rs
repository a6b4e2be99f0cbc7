//! The first population: shapes, what other strategies make, and seeds, in turns.

use super::individual::Draft;
use super::shapes::SHAPES;
use super::vary::vary;
use crate::generate::{ScriptConfig, TermConfig, Vocabulary, script};
use crate::rng::Rng;
use crate::script::{Features, Script};
use crate::seeds::Library;
use crate::strategy::{Inputs, Steps, Strategy, strategies};

/// What individuals may be made of, and where the first ones come from.
pub struct Origins {
    /// What the logics offer together.
    features: Features,
    pub language: Vocabulary,
    seeds: Library,
}

impl Origins {
    /// For the logics of these names; `None` if one of them is not a standard name.
    pub fn new(logics: &[String], seeds: Library) -> Option<Origins> {
        let mut features = Features::NONE;
        for logic in logics {
            features = features | Features::of_logic(logic)?;
        }
        // Strings have lengths.
        if features.contains(Features::STRINGS) {
            features = features | Features::INTS;
        }
        Some(Origins { features, language: Vocabulary::of_features(features), seeds })
    }

    /// The draft of a number: the same for the same seed of the evolution. `None` if nothing came of it.
    pub fn draft(&self, seed: u64, number: u64) -> Option<Draft> {
        let rng = &mut Rng::of_unit(seed, number);
        // They get larger as time goes by, and begin small again.
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

    /// What a strategy makes that needs no seeds, if it is about nothing but what the logics offer.
    fn made(&self, rng: &mut Rng, size: u32) -> Option<Draft> {
        let makers: Vec<&&dyn Strategy> = strategies()
            .iter()
            .filter(|strategy| !strategy.needs_seeds() && strategy.asks().is_none())
            .collect();
        /// Makers for all theories seldom hit the wanted ones.
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
        // Some as they are, others changed a little.
        if rng.coin() { Some(own) } else { vary(&own.text, &self.language, rng) }
    }

    /// Whether the logics have all that a script uses.
    fn offers(&self, script: &Script) -> bool {
        self.features.contains(script.usage().features)
    }
}
