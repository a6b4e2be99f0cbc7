//! A real browser, driven through its own driver: a few requests of the WebDriver protocol.

use super::server::request;
use crate::support::Folder;
use serde_json::{Value, json};
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

pub struct Browser {
    driver: Child,
    address: String,
    session: String,
}

/// Set where a missing browser is a failure.
const NEEDED: &str = "GAINSAY_NEEDS_BROWSER";

impl Browser {
    /// `None` where Debian's chromium is not installed, which is said.
    pub fn start(folder: &Folder) -> Option<Browser> {
        let has = |program: &str| {
            Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
        };
        if !has("chromium") || !has("chromedriver") {
            assert!(std::env::var_os(NEEDED).is_none(), "chromium and chromedriver are needed");
            // Not with a macro, whose output is shown for failures only.
            let _ = std::io::stderr().write_all(
                b"left out: the page in a browser, since chromium and chromium-driver are not installed\n",
            );
            return None;
        }
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let address = format!("127.0.0.1:{port}");
        let driver = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut browser = Browser { driver, address, session: String::new() };
        while TcpStream::connect(&browser.address).is_err() {
            assert!(browser.driver.try_wait().unwrap().is_none(), "chromedriver ended");
            std::thread::sleep(Duration::from_millis(50));
        }
        let profile = format!("--user-data-dir={}", folder.0.join("profile").display());
        let flags = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            &profile,
        ];
        let wanted = json!({
            "browserName": "chrome", "goog:chromeOptions": {"args": flags}, "goog:loggingPrefs": {"browser": "ALL"},
        });
        let session = browser.call("POST", "", &json!({"capabilities": {"alwaysMatch": wanted}}));
        browser.session = session["sessionId"].as_str().unwrap_or_else(|| panic!("{session}")).to_owned();
        Some(browser)
    }

    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let path = if self.session.is_empty() {
            "/session".to_owned()
        } else {
            format!("/session/{}{path}", self.session)
        };
        let body = if method == "POST" { body.to_string() } else { String::new() };
        let text = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        let (status, _, answer) = request(&self.address, &text);
        let answer: Value = serde_json::from_str(&answer).unwrap_or_else(|_| panic!("{status} {answer}"));
        assert_eq!(status, 200, "{method} {path}: {answer}");
        answer["value"].clone()
    }

    /// Opens a page, and waits until its script has run: the driver may be content before.
    pub fn open(&self, url: &str) {
        self.call("POST", "/url", &json!({"url": url}));
        self.wait_for("document.readyState === 'complete' && document.querySelector('footer') !== null");
    }

    /// The value of an expression.
    pub fn value(&self, expression: &str) -> Value {
        self.call("POST", "/execute/sync", &json!({"script": format!("return {expression};"), "args": []}))
    }

    pub fn text(&self, selector: &str) -> String {
        let selector = serde_json::to_string(selector).unwrap();
        let found = self.value(&format!(
            "[...document.querySelectorAll({selector})].map(e => e.textContent).join('\\n')"
        ));
        found.as_str().unwrap_or_default().to_owned()
    }

    pub fn count(&self, selector: &str) -> u64 {
        let selector = serde_json::to_string(selector).unwrap();
        self.value(&format!("document.querySelectorAll({selector}).length")).as_u64().unwrap()
    }

    /// Types as a person does, wherever the focus is.
    pub fn press(&self, keys: &str) {
        let events: Vec<Value> = keys
            .chars()
            .flat_map(|key| {
                ["keyDown", "keyUp"].map(|event| json!({"type": event, "value": key.to_string()}))
            })
            .collect();
        self.call(
            "POST",
            "/actions",
            &json!({"actions": [{"type": "key", "id": "keys", "actions": events}]}),
        );
    }

    pub fn resize(&self, width: u32, height: u32) {
        self.call("POST", "/window/rect", &json!({"width": width, "height": height}));
    }

    /// Light or dark, as a user has set it.
    pub fn prefer(&self, scheme: &str) {
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        let call = json!({"cmd": "Emulation.setEmulatedMedia", "params": {"features": features}});
        self.call("POST", "/goog/cdp/execute", &call);
    }

    /// Waits until an expression is true; what never becomes true fails the test.
    pub fn wait_for(&self, expression: &str) {
        for _ in 0..3000 {
            if self.value(expression) == true {
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("never true: {expression}");
    }

    /// What the console complains about since it was last asked.
    pub fn complaints(&self) -> Vec<String> {
        let log = self.call("POST", "/se/log", &json!({"type": "browser"}));
        log.as_array().unwrap().iter().map(ToString::to_string).collect()
    }

    /// A picture of what is seen, as PNG.
    pub fn picture(&self) -> Vec<u8> {
        decode(self.call("GET", "/screenshot", &Value::Null).as_str().unwrap())
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() && !std::thread::panicking() {
            self.call("DELETE", "", &Value::Null);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Base64.
fn decode(text: &str) -> Vec<u8> {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut held) = (Vec::new(), 0u32, 0);
    for letter in text.bytes() {
        let Some(value) = LETTERS.iter().position(|known| *known == letter) else { continue };
        bits = bits << 6 | value as u32;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    bytes
}
