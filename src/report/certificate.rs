//! A refutation as files that anybody can check.

use crate::evidence::{Certified, Evidence, Search};
use crate::refute::{Bounds, CertificateText, Effort, NoPlain, refute_plainly};
use crate::script::Script;

/// Nobody wants to be sent more, in bytes.
const LARGEST: usize = 4 << 20;

/// What is done for a plain certificate, which readers can check without trusting our encoder.
const PLAINLY: Bounds<'static> =
    Bounds { clauses: 100_000, effort: Effort { work: 20_000_000, stop: &|| false } };

/// The files for a script as it is handed out, if it is refuted by something that can be sent: a plain certificate if there
/// is one. If the encoders contradict each other, there is nothing to send.
pub fn of_script(text: &str) -> Vec<(&'static str, String)> {
    let script = Script::read(text);
    let question = script.question();
    let proved = Evidence::certified(&question, Search::THOROUGH);
    let Ok(Certified { certificate: Some(certificate), .. }) = proved else { return Vec::new() };
    let plain = match refute_plainly(&question, PLAINLY) {
        Ok(plain) => Some(plain.to_text()),
        Err(NoPlain::Undecided(_)) => None,
        Err(NoPlain::Satisfied | NoPlain::Refused(_)) => return Vec::new(),
    };
    let texts = [plain, Some(certificate.to_text())];
    let files = texts.into_iter().flatten().map(CertificateText::files);
    files.into_iter().find(|files| is_small(files)).unwrap_or_default()
}

fn is_small(files: &[(&'static str, String)]) -> bool {
    files.iter().map(|(_, text)| text.len()).sum::<usize>() <= LARGEST
}
