//! A test as a text, with its evidence in comments before the script, and the recovery of the evidence when such a
//! text is read. Comments prove nothing: a model is evaluated, and a derivation is accepted only if making the
//! test again by its recipe gives the same question. So a changed text loses its evidence, and no solver is
//! accused because of what a comment claims.

use super::{Recipe, strings};
use gainsay_eval::eval::{Rejection, model_text, read_model};
use gainsay_lang::script::{Command, Printer, Question, Script};
use gainsay_prove::evidence::{Evidence, Test, witness};

/// The test as a script that any solver takes, with its evidence and its recipe in comments.
pub fn write(test: &Test, recipe: Option<&Recipe>) -> String {
    let mut script = test.script().clone();
    if !script.asks() {
        script.commands.push(Command::CheckSat);
    }
    script.set_status(test.evidence().answer().word());
    let mut text = format!("; {}: {}\n", test.lineage().strategy, test.evidence().reason());
    let about = About::of(test);
    let lines = [(OPERATION, about.operation), (CLASS, about.class), (RECIPE, recipe.map(Recipe::to_string))];
    for (key, value) in lines {
        if let Some(value) = value {
            text.push_str(&format!("; {key}{value}\n"));
        }
    }
    if let Some(core) = test.evidence().core() {
        text.push_str(&format!("; unsat core: {}\n", core.join(" ")));
    }
    if let Evidence::Witness(witness) = &test.evidence() {
        for line in model_text(&test.script().terms, &test.model_of(witness)).lines() {
            text.push_str(&format!("; {line}\n"));
        }
    }
    text + &Printer::default().script(&script)
}

const OPERATION: &str = "operation: ";
const CLASS: &str = "class: ";
const RECIPE: &str = "made by: gainsay make ";

/// What a test is about, for grouping.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct About {
    /// The operation that the test was made for.
    pub operation: Option<String>,
    /// How the test was made: the rule of its first step.
    pub class: Option<String>,
}

impl About {
    pub fn of(test: &Test) -> About {
        let operation = strings::operation_of(test.lineage()).map(str::to_owned);
        let class = test.lineage().steps.first().map(|step| step.rule.clone());
        About { operation, class }
    }
}

/// The comments before a script.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Header {
    pub about: About,
    recipe: Option<String>,
    /// The model in the comments, as a solver would print it.
    model: Option<String>,
}

/// A question with the evidence that was recovered for it.
#[derive(Clone, Debug)]
pub struct Found {
    pub test: Test,
    /// Claims in the comments that could not be used, and why.
    pub remarks: Vec<String>,
    /// A contradiction between our own proofs, if there is one.
    pub alarm: Option<String>,
}

impl Header {
    pub fn read(text: &str) -> Header {
        let mut header = Header::default();
        for line in text.lines().map_while(|line| line.strip_prefix(';')) {
            let line = line.trim();
            if let Some(model) = &mut header.model {
                *model += &format!("{line}\n");
            } else if let Some(operation) = line.strip_prefix(OPERATION) {
                header.about.operation = Some(operation.to_owned());
            } else if let Some(class) = line.strip_prefix(CLASS) {
                header.about.class = Some(class.to_owned());
            } else if let Some(recipe) = line.strip_prefix(RECIPE) {
                header.recipe = Some(recipe.to_owned());
            } else if line.starts_with("(define-") {
                header.model = Some(format!("{line}\n"));
            }
        }
        header
    }

    /// The question with the best evidence available: the model, the evidence of the test made again, or the
    /// result of an exhaustive search.
    pub fn find_evidence(&self, question: Question<'_>) -> Found {
        let (mut remarks, mut open) = (Vec::new(), None);
        if let Some(model) = &self.model {
            match satisfied(question.clone().into_script(), model) {
                Ok(test) => return Found { test, remarks, alarm: None },
                Err(Refused::False(why)) => remarks.push(why),
                Err(Refused::Open(why)) => open = Some(why),
            }
        }
        let mut test = Test::given(question.into_script(), Evidence::None);
        if let Some(recipe) = &self.recipe {
            match made_again(&test.question(), recipe) {
                Ok(made) => test = made,
                Err(why) => remarks.push(why),
            }
        }
        // A model may be open because it leaves out irrelevant values; that matters only if nothing else decides
        // the test.
        remarks.extend(open.filter(|_| !test.evidence().answer().is_known()));
        // A proof is stronger than a derivation, but does not tell which assertions it needs.
        if test.evidence().core().is_some() {
            return Found { test, remarks, alarm: None };
        }
        match test.clone().tried() {
            Ok(test) => Found { test, remarks, alarm: None },
            Err(why) => {
                Found { test: Test::given(test.into_script(), Evidence::None), remarks, alarm: Some(why) }
            }
        }
    }
}

/// Why a model is not accepted as a witness.
enum Refused {
    /// An assertion is false in it.
    False(String),
    /// Not every assertion is known to be true in it.
    Open(String),
}

/// The question with the model as its witness, if the model satisfies it.
fn satisfied(mut script: Script, model: &str) -> Result<Test, Refused> {
    let read = read_model(&mut script, model)
        .map_err(|error| Refused::Open(format!("the model in its comments cannot be read: {error}")))?;
    let witness = witness(&script.question(), read.model).map_err(|rejection| match rejection {
        Rejection::False(assertion) => {
            let assertion = Printer::default().term(&script.terms, assertion);
            Refused::False(format!("the model in its comments is no model of it: it makes {assertion} false"))
        }
        other => Refused::Open(format!("the model in its comments is not known to be one of it: {other}")),
    })?;
    Ok(Test::given(script, Evidence::Witness(witness)))
}

/// The test made by the recipe, if it asks the same question: then its evidence holds for this one.
fn made_again(question: &Question<'_>, recipe: &str) -> Result<Test, String> {
    let made = Recipe::read(recipe).and_then(|recipe| recipe.make().ok());
    let made = made.ok_or_else(|| format!("this version of gainsay makes no test by `{recipe}`"))?;
    if made.question().essence() != question.essence() {
        return Err(format!(
            "it is not the test that `gainsay make {recipe}` makes: it was changed, or another version of gainsay made it"
        ));
    }
    Ok(made)
}
