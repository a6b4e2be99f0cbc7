//! Addresses of servers and how to log in, following libpq: `sslmode`, environment variables and password
//! files.

use super::{in_words, tls};
use crate::store::StoreError;
use crate::store::schema::Failure;
use postgres::config::{Host, SslMode};
use postgres::{Client, Config};
use std::env::var;
use std::fmt;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The address of a shared campaign: `postgres://user@host:5432/database?campaign=NAME`. An address with a
/// password is rejected.
#[derive(Clone)]
pub struct Address {
    /// As the user wrote it.
    text: String,
    config: Config,
    trust: tls::Trust,
    /// The name of the campaign in the database; `None`: the unnamed one.
    campaign: Option<String>,
    lease: Duration,
    /// How long a worker keeps trying while the server is away.
    pub(super) patience: Duration,
    /// Why the password file was not used, if it was not.
    note: Option<String>,
    /// Whether connections are read-only.
    is_for_reading: bool,
}

const LEASE: Duration = Duration::from_secs(60);
const PATIENCE: Duration = Duration::from_secs(300);
/// The most letters in a name; PostgreSQL allows 63 in its own.
const LONGEST_NAME: usize = 40;
/// A server that does not react for this long counts as lost.
const SILENCE: Duration = Duration::from_secs(30);

impl Address {
    pub fn parse(campaign: &Path) -> Result<Address, StoreError> {
        let text = campaign.to_string_lossy().into_owned();
        let wrong = |why: String| StoreError::Address { why };
        if has_password(&text) {
            return Err(wrong(
                "the address of a campaign has a password in it, which everybody could see in the list of processes; \
                 put it into a file (~/.pgpass, or the one that PGPASSFILE names) or into PGPASSWORD"
                    .to_owned(),
            ));
        }
        let (base, options) = text.split_once('?').unwrap_or((&text, ""));
        let mut ours = Ours::default();
        let mut theirs = Vec::new();
        for option in options.split('&').filter(|option| !option.is_empty()) {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            if !ours.take(name, value).map_err(wrong)? {
                theirs.push(option);
            }
        }
        let plain = format!("{base}?{}", theirs.join("&"));
        let config =
            plain.parse::<Config>().map_err(|error| wrong(format!("{text}: {}", in_words(&error))))?;
        let (config, note) = completed(config).map_err(wrong)?;
        let mode = ours.mode.or_else(|| var("PGSSLMODE").ok());
        let (mode, trust) = trust(mode.as_deref(), ours.roots).map_err(wrong)?;
        let config = settled(config, mode);
        let Ours { campaign, lease, patience, .. } = ours;
        let (lease, patience) = (lease.unwrap_or(LEASE), patience.unwrap_or(PATIENCE));
        Ok(Address { text, config, trust, campaign, lease, patience, note, is_for_reading: false })
    }

    /// The same address, for read-only connections.
    pub fn for_reading(&self) -> Address {
        Address { is_for_reading: true, ..self.clone() }
    }

    /// The quoted name of the schema with the campaign's tables.
    pub fn schema(&self) -> String {
        let name = self.campaign.as_deref().map(|name| format!("_{name}")).unwrap_or_default();
        format!("\"gainsay{name}\"")
    }

    /// How long leases of blocks last unless they are prolonged.
    pub fn lease(&self) -> Duration {
        self.lease
    }

    /// A folder name for the campaign.
    pub fn folder_name(&self) -> String {
        let name = self.config.get_dbname().or(self.config.get_user()).unwrap_or("postgres");
        let parts = [Some(name), self.campaign.as_deref()];
        let text = parts.into_iter().flatten().collect::<Vec<_>>().join("-");
        text.chars().map(|c| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' }).collect()
    }

    /// One attempt to connect. The outer error means that further attempts are pointless.
    pub(super) fn connect(&self) -> Result<Result<Client, postgres::Error>, Failure> {
        let connector = self.trust.connector().map_err(|why| Failure::Other(StoreError::Address { why }))?;
        let connected = self.config.connect(connector).and_then(|mut client| {
            client.batch_execute(&format!("SET search_path TO {}", self.schema()))?;
            if self.is_for_reading {
                client.batch_execute("SET default_transaction_read_only TO on")?;
            }
            Ok(client)
        });
        Ok(connected)
    }

    /// The error for a user whom the server refused.
    pub(super) fn refused(&self, error: &postgres::Error) -> StoreError {
        let note = self.note.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
        StoreError::Server { address: self.text.clone(), why: in_words(error) + &note }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Without the configuration, which may hold a password.
impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Whether an address contains a password: `user:password@host` or `?password=..`. The password itself may
/// contain `/` or `?`, even unescaped.
fn has_password(text: &str) -> bool {
    let options = text.split_once('?').map_or("", |(_, options)| options);
    let rest = text.split_once("://").map_or(text, |(_, rest)| rest);
    let user = rest.rsplit_once('@').map(|(user, _)| user);
    user.is_some_and(|user| user.contains(':'))
        || options.split('&').any(|option| option.to_ascii_lowercase().starts_with("password="))
}

/// The options of an address that are ours, or that the client does not know.
#[derive(Default)]
struct Ours {
    campaign: Option<String>,
    mode: Option<String>,
    roots: Option<PathBuf>,
    lease: Option<Duration>,
    patience: Option<Duration>,
}

impl Ours {
    /// Takes an option, if it is one of these; returns whether it was.
    fn take(&mut self, name: &str, value: &str) -> Result<bool, String> {
        let seconds = || match value.parse::<u64>() {
            Ok(seconds) if seconds > 0 => Ok(Some(Duration::from_secs(seconds))),
            _ => Err(format!("`{name}={value}` in the address of a campaign: expected a number of seconds")),
        };
        match name {
            "campaign" => self.campaign = Some(campaign_name(value)?),
            "sslmode" => self.mode = Some(value.to_owned()),
            "sslrootcert" => self.roots = Some(PathBuf::from(value)),
            "lease" => self.lease = seconds()?,
            "patience" => self.patience = seconds()?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

fn campaign_name(name: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
    if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(is_plain) {
        return Err(format!(
            "`campaign={name}` in the address: a name has at most {LONGEST_NAME} of a-z, 0-9, `-` and `_`"
        ));
    }
    Ok(name.to_owned())
}

/// Completes the configuration from the environment and finds the password. Also returns why the password file
/// was not used, if it was not.
fn completed(mut config: Config) -> Result<(Config, Option<String>), String> {
    if config.get_hosts().is_empty() {
        config.host(&var("PGHOST").unwrap_or_else(|_| "localhost".to_owned()));
    }
    if config.get_ports().is_empty() {
        let port = var("PGPORT").ok().map(|port| port.parse().map_err(|_| format!("PGPORT is `{port}`")));
        config.port(port.transpose()?.unwrap_or(5432));
    }
    if config.get_user().is_none()
        && let Ok(user) = var("PGUSER").or_else(|_| var("USER")).or_else(|_| var("LOGNAME"))
    {
        config.user(&user);
    }
    if config.get_dbname().is_none()
        && let Ok(name) = var("PGDATABASE")
    {
        config.dbname(&name);
    }
    if let Ok(password) = var("PGPASSWORD") {
        config.password(password);
        return Ok((config, None));
    }
    let own = || Some(PathBuf::from(var("HOME").ok()?).join(".pgpass"));
    let Some(file) = var("PGPASSFILE").ok().map(PathBuf::from).or_else(own) else {
        return Ok((config, None));
    };
    let Ok(data) = fs::metadata(&file) else { return Ok((config, None)) };
    if data.permissions().mode() & 0o077 != 0 {
        let note = format!("{} was not used, because others may read it: chmod 600 it", file.display());
        return Ok((config, Some(note)));
    }
    let text =
        fs::read_to_string(&file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    if let Some(password) = password_in(&text, &config) {
        config.password(password);
    }
    Ok((config, None))
}

/// The password for a server in a password file: that of the first matching line
/// `host:port:database:user:password`.
fn password_in(text: &str, config: &Config) -> Option<String> {
    let host = match config.get_hosts().first()? {
        Host::Tcp(name) => name.clone(),
        Host::Unix(_) => "localhost".to_owned(),
    };
    let port = config.get_ports().first()?.to_string();
    let user = config.get_user()?;
    let wanted = [host.as_str(), &port, config.get_dbname().unwrap_or(user), user];
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(fields).find_map(|[host, port, database, user, password]| {
        let fits = |(field, wanted): (&String, &str)| field == "*" || field == wanted;
        [host, port, database, user].iter().zip(wanted).all(fits).then_some(password)
    })
}

/// The five fields of a line; `\` escapes the next letter.
fn fields(line: &str) -> Option<[String; 5]> {
    let mut fields = vec![String::new()];
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            ':' if fields.len() < 5 => fields.push(String::new()),
            '\\' => fields.last_mut()?.extend(letters.next()),
            letter => fields.last_mut()?.push(letter),
        }
    }
    fields.try_into().ok()
}

/// The meaning of `sslmode`.
fn trust(mode: Option<&str>, roots: Option<PathBuf>) -> Result<(SslMode, tls::Trust), String> {
    let named = roots.or_else(|| var("PGSSLROOTCERT").ok().map(PathBuf::from));
    let usual = var("HOME").ok().map(|home| PathBuf::from(home).join(".postgresql/root.crt"));
    let roots = named.or(usual.filter(|path| path.exists()));
    Ok(match mode.unwrap_or("prefer") {
        "disable" => (SslMode::Disable, tls::Trust::Anybody),
        "allow" | "prefer" => (SslMode::Prefer, tls::Trust::Anybody),
        // If root certificates are present, `require` is as strict as `verify-ca`, as in libpq.
        "require" => (SslMode::Require, roots.map_or(tls::Trust::Anybody, tls::Trust::Signed)),
        word @ ("verify-ca" | "verify-full") => {
            let roots = roots.ok_or_else(|| {
                format!(
                    "sslmode={word} needs the certificates to trust: name their file with sslrootcert=FILE"
                )
            })?;
            let is_full = word == "verify-full";
            (
                SslMode::Require,
                if is_full { tls::Trust::SignedAndNamed(roots) } else { tls::Trust::Signed(roots) },
            )
        }
        word => {
            return Err(format!(
                "`sslmode={word}` in the address of a campaign: there are disable, allow, prefer, require, verify-ca and \
                 verify-full"
            ));
        }
    })
}

fn settled(mut config: Config, mode: SslMode) -> Config {
    config.ssl_mode(mode).application_name("gainsay");
    config.connect_timeout(SILENCE).keepalives_idle(SILENCE).tcp_user_timeout(SILENCE);
    config
}
