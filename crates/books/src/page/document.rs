//! The HTML document around the data of a page.

use gainsay_lang::quote::xml;
use serde_json::Value;

/// Allows only our own files and code, wherever a page is opened.
pub const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
     connect-src 'self'; base-uri 'none'; form-action 'none'";

/// A page with its data.
pub fn document(title: &str, data: &Value) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n\
         <link rel=\"icon\" href=\"page.svg\">\n<link rel=\"stylesheet\" href=\"page.css\">\n</head>\n<body>\n\
         <noscript>This page needs JavaScript, which comes from the same place as the page and asks nobody else.</noscript>\n\
         <script type=\"application/json\" id=\"data\">{}</script>\n<script src=\"page.js\"></script>\n</body>\n</html>\n",
        xml(CONTENT_SECURITY_POLICY),
        xml(title),
        json_for_html(data)
    )
}

/// JSON that cannot end its `<script>` element, and is also valid JavaScript.
pub fn json_for_html(data: &Value) -> String {
    let text = data.to_string();
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("\\u003c"),
            '>' => out.push_str("\\u003e"),
            '&' => out.push_str("\\u0026"),
            '\u{2028}' => out.push_str("\\u2028"),
            '\u{2029}' => out.push_str("\\u2029"),
            _ => out.push(c),
        }
    }
    out
}
