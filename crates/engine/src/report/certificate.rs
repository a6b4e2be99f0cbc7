//! A refutation as files that anyone can check.

use gainsay_lang::script::Script;
use gainsay_prove::evidence::{Certified, Evidence, Search};
use gainsay_prove::refute::{Bounds, CertificateText, Effort, PlainFailure, refute_plainly};

/// The largest certificate to be sent, in bytes.
const LARGEST: usize = 4 << 20;

/// The effort for a plain certificate, which readers can check without trusting our encoder.
const PLAINLY: Bounds<'static> =
    Bounds { clauses: 100_000, effort: Effort { work: 20_000_000, stop: &|| false } };

/// The certificate files for a script, if it is refuted and the files are small enough: a plain certificate if
/// possible. Nothing if the encoders contradict each other.
pub fn of_script(text: &str) -> Vec<(&'static str, String)> {
    let script = Script::read(text);
    let question = script.question();
    let proved = Evidence::certified(&question, Search::THOROUGH);
    let Ok(Certified { certificate: Some(certificate), .. }) = proved else { return Vec::new() };
    let plain = match refute_plainly(&question, PLAINLY) {
        Ok(plain) => Some(plain.to_text()),
        Err(PlainFailure::Undecided(_)) => None,
        Err(PlainFailure::Satisfied | PlainFailure::Refused(_)) => return Vec::new(),
    };
    let texts = [plain, Some(certificate.to_text())];
    let files = texts.into_iter().flatten().map(CertificateText::files);
    files.into_iter().find(|files| is_small(files)).unwrap_or_default()
}

fn is_small(files: &[(&'static str, String)]) -> bool {
    files.iter().map(|(_, text)| text.len()).sum::<usize>() <= LARGEST
}
