//! `gainsay page` in a browser: campaigns and dockets, live.

use super::door;
use super::process::{listen_to_signals, now};
use crate::hash::{HashMap, hash_of};
use crate::page::{CONTENT_SECURITY_POLICY, Content, Site};
use crate::threads::in_threads;
use anyhow::{Context, bail};
use std::io::Read;
use std::net::{IpAddr, SocketAddr, TcpListener, ToSocketAddrs};
use std::os::unix::fs::DirBuilderExt;
use std::os::unix::net::UnixListener;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tiny_http::{Header, Method, Request, Response, Server};

/// How many requests are answered at once.
const WORKERS: usize = 4;
/// The time between two checks for changed files.
const PAUSE: Duration = Duration::from_secs(1);
/// The longest wait for a request, after which the stop flag is checked.
const WAIT: Duration = Duration::from_millis(200);

/// Serves a site until Ctrl-C. Without a token, only on this machine.
pub fn serve(site: Site, address: &str, with_token: bool) -> anyhow::Result<ExitCode> {
    let address = resolve(address)?;
    let is_local = address.ip().is_loopback();
    let token = if is_local && !with_token { None } else { Some(new_token()?) };
    let listener =
        TcpListener::bind(address).map_err(|error| anyhow::anyhow!("cannot listen at {address}: {error}"))?;
    let address = listener.local_addr().unwrap_or(address);
    let inside = Inside::new().context("cannot make a folder for the server's socket")?;
    let server = Server::from_listener(UnixListener::bind(inside.socket())?, None)
        .map_err(|error| anyhow::anyhow!("cannot serve: {error}"))?;
    door::open(listener, inside.socket());
    let shown = match &token {
        Some(token) => format!("http://{address}/?token={token}"),
        None => format!("http://{address}/"),
    };
    say!("{shown}");
    if let Some(host) = is_anywhere(address.ip()) {
        remark!("from elsewhere, put this machine's name in place of {host}; whoever has the token can read");
    }
    let handler = Handler { token, live: Mutex::new(Live::new(site)) };
    let stop = listen_to_signals()?;
    in_threads(WORKERS, || {
        while !stop.is_set() {
            if let Ok(Some(request)) = server.recv_timeout(WAIT) {
                handler.answer(request);
            }
        }
    });
    Ok(ExitCode::SUCCESS)
}

/// A private folder with the socket on which the server listens, removed on drop.
struct Inside(PathBuf);

impl Inside {
    fn new() -> std::io::Result<Inside> {
        // A folder left from an earlier process may have the first name.
        const TRIES: u32 = 100;
        let mut made = Err(std::io::ErrorKind::AlreadyExists.into());
        for number in 0..TRIES {
            let folder = std::env::temp_dir().join(format!("gainsay-serve-{}-{number}", std::process::id()));
            made = std::fs::DirBuilder::new().mode(0o700).create(&folder).map(|()| Inside(folder));
            if made.is_ok() {
                break;
            }
        }
        made
    }

    fn socket(&self) -> PathBuf {
        self.0.join("socket")
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn resolve(text: &str) -> anyhow::Result<SocketAddr> {
    let found = text.to_socket_addrs().ok().and_then(|mut found| found.next());
    found.with_context(|| format!("`{text}` is not an address such as 127.0.0.1:7070"))
}

fn is_anywhere(address: IpAddr) -> Option<IpAddr> {
    address.is_unspecified().then_some(address)
}

fn new_token() -> anyhow::Result<String> {
    let mut bytes = [0u8; 16];
    let read = std::fs::File::open("/dev/urandom").and_then(|mut file| file.read_exact(&mut bytes));
    if let Err(error) = read {
        bail!("no random numbers for a token: {error}");
    }
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Answers requests.
struct Handler {
    token: Option<String>,
    live: Mutex<Live>,
}

/// The site as last read, and the pages that were made from it.
struct Live {
    site: Site,
    looked: Instant,
    made: HashMap<String, Arc<Made>>,
    /// The total size of these pages.
    bytes: usize,
}

struct Made {
    content: Content,
    tag: String,
}

/// The most bytes of cached pages: as much as a browser needs.
const KEPT: usize = 16 << 20;

impl Live {
    fn new(site: Site) -> Live {
        Live { site, looked: Instant::now(), made: HashMap::default(), bytes: 0 }
    }

    fn get(&mut self, path: &str) -> Option<Arc<Made>> {
        if self.looked.elapsed() >= PAUSE {
            // If reading fails for the moment, the old state is shown.
            let changed = self.site.refresh(now()).unwrap_or(true);
            self.looked = Instant::now();
            if changed || self.bytes > KEPT {
                self.made.clear();
                self.bytes = 0;
            }
        }
        if let Some(made) = self.made.get(path) {
            return Some(made.clone());
        }
        let content = self.site.content(path).ok().flatten()?;
        let tag = format!("\"{:x}\"", hash_of(&content.bytes));
        let made = Arc::new(Made { content, tag });
        self.bytes += made.content.bytes.len();
        if self.bytes <= KEPT {
            self.made.insert(path.to_owned(), made.clone());
        }
        Some(made)
    }
}

impl Handler {
    /// Answers a request. It is no error if the reader has disconnected.
    fn answer(&self, request: Request) {
        let head = *request.method() == Method::Head;
        if !head && *request.method() != Method::Get {
            return refuse(request, 405, "only reading is possible");
        }
        let url = request.url().to_owned();
        let (path, query) = url.split_once('?').unwrap_or((&url, ""));
        let mut cookie = None;
        if let Some(token) = &self.token {
            let given = query.split('&').find_map(|part| part.strip_prefix("token="));
            let kept = header(&request, "Cookie");
            let kept = kept.split(';').find_map(|part| part.trim().strip_prefix(COOKIE));
            match (given, kept) {
                (Some(given), _) if is_same(given, token) => {
                    cookie = Some(format!("{COOKIE}{token}; HttpOnly; SameSite=Strict"));
                }
                (_, Some(kept)) if is_same(kept, token) => {}
                _ => {
                    return refuse(
                        request,
                        403,
                        "a token is needed: open the address that `gainsay page` printed",
                    );
                }
            }
        } else if !is_local_name(&header(&request, "Host")) {
            // Guards against DNS rebinding: another site could point its own name here.
            return refuse(request, 403, "this page is for this machine only");
        }
        let path = decoded(path.trim_start_matches('/'));
        let made = self.live.lock().unwrap_or_else(PoisonError::into_inner).get(&path);
        let Some(made) = made else { return refuse(request, 404, "there is no such page") };
        let is_known = header(&request, "If-None-Match") == made.tag;
        let bytes = if is_known || head { Vec::new() } else { made.content.bytes.clone() };
        let mut response = Response::from_data(bytes).with_status_code(if is_known { 304 } else { 200 });
        let headers = [
            ("Content-Type", made.content.kind),
            ("ETag", &made.tag),
            ("Cache-Control", "no-cache"),
            ("Content-Security-Policy", CONTENT_SECURITY_POLICY),
            ("X-Content-Type-Options", "nosniff"),
            ("X-Frame-Options", "DENY"),
            ("Referrer-Policy", "no-referrer"),
        ];
        let cookie = cookie.iter().map(|cookie| ("Set-Cookie", cookie.as_str()));
        for (name, value) in headers.into_iter().chain(cookie) {
            if let Ok(header) = Header::from_bytes(name, value) {
                response.add_header(header);
            }
        }
        let _ = request.respond(response);
    }
}

const COOKIE: &str = "gainsay-token=";

fn refuse(request: Request, code: u16, why: &str) {
    let _ = request.respond(Response::from_string(format!("{why}\n")).with_status_code(code));
}

fn header(request: &Request, name: &'static str) -> String {
    let found = request.headers().iter().find(|header| header.field.equiv(name));
    found.map_or(String::new(), |header| header.value.to_string())
}

/// Compares in constant time.
fn is_same(given: &str, token: &str) -> bool {
    let differences = given.bytes().zip(token.bytes()).fold(0, |all, (left, right)| all | (left ^ right));
    given.len() == token.len() && differences == 0
}

fn is_local_name(host: &str) -> bool {
    let name = host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()));
    let name = name.map_or(host, |(name, _)| name);
    name == "localhost"
        || name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// A path with percent-encoding removed.
fn decoded(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, after @ ..] = rest {
        let code = after.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()).filter(|_| *first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
