//! The server: who may read what.

use crate::support::Folder;
use crate::support::records::{campaign, record};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

/// A server, ended with the test.
pub struct Served {
    child: Child,
    /// Host and port.
    pub address: String,
    pub token: Option<String>,
}

impl Served {
    pub fn start(folder: &Folder, arguments: &[&str]) -> Served {
        let mut command = crate::support::gainsay();
        command
            .arg("page")
            .args(arguments)
            .current_dir(&folder.0)
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let rest = line.trim().strip_prefix("http://").unwrap_or_else(|| panic!("{line:?}"));
        let (address, query) = rest.split_once('/').unwrap();
        let token = query.strip_prefix("?token=").map(str::to_owned);
        Served { child, address: address.to_owned(), token }
    }

    /// The status, the headers and the text of a response.
    pub fn get(&self, path: &str, headers: &str) -> (u16, String, String) {
        request(&self.address, &format!("GET {path} HTTP/1.1\r\nConnection: close\r\n{headers}\r\n"))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a request, and reads all that comes.
pub fn request(address: &str, text: &str) -> (u16, String, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(text.as_bytes()).unwrap();
    // Not until the end: a driver may keep the connection.
    let mut reader = BufReader::new(stream);
    let (mut head, mut length) = (String::new(), None);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap() == 0 || line == "\r\n" {
            break;
        }
        let value =
            line.to_lowercase().strip_prefix("content-length:").map(|value| value.trim().parse::<usize>());
        length = value.map(Result::unwrap).or(length);
        head.push_str(&line);
    }
    let mut body = Vec::new();
    match length {
        Some(length) => drop(reader.take(length as u64).read_to_end(&mut body).unwrap()),
        None => drop(reader.read_to_end(&mut body).unwrap()),
    }
    let body = String::from_utf8_lossy(&body).into_owned();
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    (status, head, body)
}

fn scene(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("secret.txt", "secret");
    campaign(&folder, "one", 1, &[record("wrong-sat", "(assert false)(check-sat)")], 1);
    folder
}

#[test]
fn pages_are_served_to_this_machine_and_nothing_else_is() {
    let folder = scene("serve-local");
    let served = Served::start(&folder, &["one", "--address", "127.0.0.1:0"]);
    let host = format!("Host: {}\r\n", served.address);
    let (status, head, body) = served.get("/", &host);
    assert!(status == 200 && body.contains("application/json"), "{head}");
    assert!(head.contains("script-src 'self'") && head.contains("nosniff"), "{head}");
    let tag = head.lines().find_map(|line| line.strip_prefix("ETag: ")).unwrap();
    assert_eq!(served.get("/", &format!("{host}If-None-Match: {tag}\r\n")).0, 304);
    assert_eq!(served.get("/s1.wrong-sat-z3-4.12.2-00000001/bug.smt2", &host).2, "(assert false)(check-sat)");
    for path in [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/s1/../../secret.txt",
        "//etc/passwd",
        "/one/campaign.db",
        "/campaign.db",
    ] {
        let (status, _, body) = served.get(path, &host);
        assert!(status == 404 && !body.contains("secret"), "{path}: {status}");
    }
    // A page of another site could ask under its own name.
    assert_eq!(served.get("/", "Host: evil.example\r\n").0, 403);
    let post = format!("POST / HTTP/1.1\r\nConnection: close\r\nContent-Length: 0\r\n{host}\r\n");
    assert_eq!(request(&served.address, &post).0, 405);
}

#[test]
fn others_need_the_token() {
    let folder = scene("serve-token");
    let served = Served::start(&folder, &["one", "--address", "0.0.0.0:0"]);
    let token = served.token.clone().unwrap();
    let address = served.address.replace("0.0.0.0", "127.0.0.1");
    let get = |path: &str, headers: &str| {
        request(&address, &format!("GET {path} HTTP/1.1\r\nConnection: close\r\n{headers}\r\n"))
    };
    assert_eq!(get("/", "Host: localhost\r\n").0, 403);
    assert_eq!(get("/?token=0123", "").0, 403);
    let (status, head, _) = get(&format!("/?token={token}"), "");
    assert!(status == 200 && head.contains("HttpOnly; SameSite=Strict"), "{head}");
    assert_eq!(get("/s1.html", &format!("Cookie: other=1; gainsay-token={token}\r\n")).0, 200);
    assert_eq!(get("/s1.html", "Cookie: gainsay-token=\r\n").0, 403);
    assert_eq!(get("/page.js", "").0, 403);
}

#[test]
fn visitors_who_say_nothing_are_limited_in_number() {
    let folder = scene("page-idle");
    let served = Served::start(&folder, &["one", "--address", "127.0.0.1:0"]);
    let mut idle: Vec<TcpStream> = (0..100).map(|_| TcpStream::connect(&served.address).unwrap()).collect();
    // The first ones are let in, and say half of something; the last one is sent away.
    idle.iter_mut().for_each(|stream| drop(stream.write_all(b"GET / HT")));
    let last = idle.last_mut().unwrap().read(&mut [0; 1]);
    assert!(!matches!(last, Ok(1..)), "{last:?}");
    drop(idle);
    // When they have gone, others come in.
    let asks = || {
        let mut stream = TcpStream::connect(&served.address).unwrap();
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        let mut text = Vec::new();
        stream.read_to_end(&mut text).is_ok() && text.starts_with(b"HTTP/1.1 200")
    };
    while !asks() {
        std::thread::yield_now();
    }
}
