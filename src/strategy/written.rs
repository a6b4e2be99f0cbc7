//! A test as a text, with what is known about it in comments before the script; and the evidence that is found again where such a
//! text is read. Comments prove nothing: a model is evaluated, and a derivation is made again with its test, which must ask the
//! same. So who changes a text loses its evidence, and nobody is accused by what it claims.

use super::{Recipe, strings};
use crate::eval::{Rejection, model_text, read_model};
use crate::evidence::{Evidence, Test, witness};
use crate::script::{Command, Printer, Question, Script};

/// The text of a test as a script that any solver takes, with what is known about it, and what it can be made again by.
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

/// What a test is about, to sort it by.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct About {
    /// The operation that it was made to test.
    pub operation: Option<String>,
    /// The way in which it was made.
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
    /// The model, as its solver would print it.
    model: Option<String>,
}

/// A question with the evidence that was found for it.
#[derive(Clone, Debug)]
pub struct Found {
    pub test: Test,
    /// What was claimed and could not be used, and why.
    pub remarks: Vec<String>,
    /// How we contradict ourselves, if we do.
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

    /// The question with the best evidence there is: the model, that of the test made again, or else what trying everything tells.
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
        // A model may leave out what does not matter; then it must be seen otherwise.
        remarks.extend(open.filter(|_| !test.evidence().answer().is_known()));
        // Proof is better than a derivation, but does not tell which assertions it needs.
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
    /// It makes an assertion false.
    False(String),
    /// It is not known to make all of them true.
    Open(String),
}

/// The question with a model, if that satisfies it.
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

/// The test that the comments say it is, if it asks the same question: then all that is known of that is known of this.
fn made_again(question: &Question<'_>, recipe: &str) -> Result<Test, String> {
    let made = Recipe::read(recipe).and_then(|recipe| recipe.make().ok());
    let made = made.ok_or_else(|| format!("this version of gainsay makes no test by `{recipe}`"))?;
    if made.question().essence() != question.essence() {
        return Err(format!(
            "it is not the test that `gainsay make {recipe}` makes: somebody changed it, or another version of gainsay made it"
        ));
    }
    Ok(made)
}
