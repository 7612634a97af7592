//! Whether the process that runs with these settings is ready: for whoever can start the binary and nothing else, as in an
//! image without a shell.

use std::{
    io::{self, Read as _, Write as _},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream},
    process::ExitCode,
    time::Duration,
};

use crate::config::{ConfigErrors, Env};

/// How long each step of the asking may take.
const PATIENCE: Duration = Duration::from_secs(1);
/// More of an answer is not read.
const MOST_BYTES: u64 = 4_096;

/// Asks the admin port of `service` (`PISHKHAN_ADMIN_LISTEN`) on this machine, prints what it says, and succeeds if it is
/// ready.
///
/// # Errors
/// The setting cannot be used.
pub fn command(service: &str, mut env: Env) -> Result<ExitCode, ConfigErrors> {
    let listen = env.admin_listen(service);
    let address = env.finish(Some(listen))?;
    let asked = ask(address);
    let (is_ready, told) = asked.unwrap_or_else(|error| (false, format!("nobody answers at {address}: {error}")));
    println!("{service}: {told}");
    Ok(if is_ready { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Whether the process whose admin port this is says that it is ready, and in what words.
fn ask(listen: SocketAddr) -> io::Result<(bool, String)> {
    let mut stream = connect(listen)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.write_all(b"GET /ready HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.take(MOST_BYTES).read_to_string(&mut answer)?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or(io::ErrorKind::UnexpectedEof)?;
    Ok((head.split(' ').nth(1) == Some("200"), body.trim().to_owned()))
}

/// Whoever listens on all addresses is asked at the loopback; at IPv4's too, which `[::]` is on a machine without IPv6.
fn connect(listen: SocketAddr) -> io::Result<TcpStream> {
    let at = |ip: IpAddr| TcpStream::connect_timeout(&SocketAddr::new(ip, listen.port()), PATIENCE);
    match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => at(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => {
            at(Ipv6Addr::LOCALHOST.into()).or_else(|_| at(Ipv4Addr::LOCALHOST.into()))
        }
        ip @ (IpAddr::V4(_) | IpAddr::V6(_)) => at(ip),
    }
}

#[cfg(test)]
mod tests {
    use std::{net::TcpListener, thread};

    use socket2::{Domain, Socket, Type};

    use super::*;

    /// Somebody who says this once, and the address as it was told to listen on.
    fn somebody(listen: &str, says: &'static str) -> (SocketAddr, thread::JoinHandle<String>) {
        let listener = TcpListener::bind(listen).unwrap();
        let address = listener.local_addr().unwrap();
        let asked = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut head = [0; 1_024];
            let length = stream.read(&mut head).unwrap();
            stream.write_all(says.as_bytes()).unwrap();
            String::from_utf8(head[..length].to_vec()).unwrap()
        });
        (address, asked)
    }

    #[test]
    fn whoever_is_ready_says_so_at_any_address() {
        for listen in ["127.0.0.1:0", "0.0.0.0:0", "[::]:0", "[::1]:0"] {
            let (address, asked) = somebody(listen, "HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nready\n");
            assert_eq!(ask(address).unwrap(), (true, "ready".to_owned()), "{listen}");
            assert!(asked.join().unwrap().starts_with("GET /ready HTTP/1.1\r\n"));
        }
    }

    #[test]
    fn whoever_waits_or_says_nothing_of_use_is_not_ready() {
        let waiting = "HTTP/1.1 503 Service Unavailable\r\n\r\nwaiting for: database\n";
        let (address, asked) = somebody("127.0.0.1:0", waiting);
        assert_eq!(ask(address).unwrap(), (false, "waiting for: database".to_owned()));
        asked.join().unwrap();
        let (address, asked) = somebody("127.0.0.1:0", "hello");
        assert_eq!(ask(address).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        asked.join().unwrap();
        // held, so that nobody else listens there either
        let held = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
        held.bind(&SocketAddr::from(([127, 0, 0, 1], 0)).into()).unwrap();
        let address = held.local_addr().unwrap().as_socket().unwrap();
        assert_eq!(ask(address).unwrap_err().kind(), io::ErrorKind::ConnectionRefused);
    }

    #[test]
    fn whoever_does_not_answer_is_not_waited_for() {
        let mute = TcpListener::bind("127.0.0.1:0").unwrap();
        assert_eq!(ask(mute.local_addr().unwrap()).unwrap_err().kind(), io::ErrorKind::WouldBlock);
    }
}
