//! A proxy in front of the page's server that limits the number and duration of connections. The server itself
//! listens on a socket that only this user can reach.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// The most connections; further ones are closed immediately.
const MOST: usize = 64;
/// The longest time of a connection, whatever is sent through it. Browsers open another one.
const TIME: Duration = Duration::from_secs(30);

/// Accepts connections until the program ends.
pub fn open(listener: TcpListener, server: PathBuf) {
    // Each connection holds a clone of `seat`, whose count limits them.
    let (seat, server) = (Arc::new(()), Arc::new(server));
    thread::spawn(move || {
        for visitor in listener.incoming().flatten() {
            if Arc::strong_count(&seat) <= MOST {
                let (seat, server) = (seat.clone(), server.clone());
                thread::spawn(move || {
                    // A visitor who has disconnected is no error.
                    let _ = pass(&visitor, &server);
                    drop(seat);
                });
            }
        }
    });
}

/// Passes data between visitor and server until one of them disconnects or the time is up.
fn pass(visitor: &TcpStream, server: &Path) -> io::Result<()> {
    let end = Instant::now() + TIME;
    let server = UnixStream::connect(server)?;
    visitor.set_write_timeout(Some(TIME))?;
    let (mut to_visitor, mut from_server) = (visitor.try_clone()?, server.try_clone()?);
    let back = thread::spawn(move || {
        let limit = |from: &UnixStream, left| from.set_read_timeout(Some(left));
        let _ = copy(&mut from_server, &mut to_visitor, end, limit);
        let _ = to_visitor.shutdown(Shutdown::Both);
    });
    let (mut from_visitor, mut to_server) = (visitor.try_clone()?, server.try_clone()?);
    let limit = |from: &TcpStream, left| from.set_read_timeout(Some(left));
    // A visitor may close only the sending direction after its request.
    let how = match copy(&mut from_visitor, &mut to_server, end, limit) {
        Ok(()) => Shutdown::Write,
        Err(_) => Shutdown::Both,
    };
    server.shutdown(how)?;
    back.join().map_err(|_| io::Error::other("the way back has failed"))
}

/// Copies until the end of input; fails when the time is up.
fn copy<R: Read>(
    from: &mut R,
    to: &mut impl Write,
    end: Instant,
    limit: impl Fn(&R, Duration) -> io::Result<()>,
) -> io::Result<()> {
    let mut buffer = [0; 1 << 14];
    loop {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        limit(from, left)?;
        match from.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(length) => to.write_all(&buffer[..length])?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
