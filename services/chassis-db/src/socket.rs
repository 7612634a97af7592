//! Sockets to PostgreSQL and Redis: quick to send, and broken soon when nobody is at the other end any more.

use std::{io, path::PathBuf, time::Duration};

use pishkhan_chassis::tls::ClientTls;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpStream, UnixStream},
    time::timeout,
};

/// How long a TCP connection may be idle before it is asked whether its server still is there.
const KEEPALIVE: Duration = Duration::from_secs(30);
/// How long a TCP connection may leave unacknowledged what was sent before it counts as broken.
const SILENCE: Duration = Duration::from_secs(10);

/// How long one that can be tried before others may take. Somewhere on the way to one kind of addresses packets may get
/// lost.
const TRY: Duration = Duration::from_millis(800);

/// What the first of these opens that can be, in their order; `failed` says that none could.
pub async fn first<P, T, E, F: Future<Output = Result<T, E>>>(
    places: impl IntoIterator<Item = P>,
    open: impl Fn(P) -> F,
    failed: impl Fn(io::Error) -> E,
) -> Result<T, E> {
    let mut failure = failed(io::Error::other("no such host has an address"));
    let mut places = places.into_iter().peekable();
    while let Some(place) = places.next() {
        let limit = if places.peek().is_some() { TRY } else { Duration::MAX };
        match timeout(limit, open(place)).await {
            Ok(Ok(opened)) => return Ok(opened),
            Ok(Err(error)) => failure = error,
            Err(_elapsed) => failure = failed(io::ErrorKind::TimedOut.into()),
        }
    }
    Err(failure)
}

/// Where a server listens.
#[derive(Debug, Clone)]
pub enum Place {
    /// An address and a port.
    Tcp(std::net::SocketAddr),
    /// The file of a socket.
    Unix(PathBuf),
}

/// An open socket of any kind.
pub type Socket = Box<dyn Duplex>;

/// Both directions of a socket.
pub trait Duplex: AsyncRead + AsyncWrite + Send + Unpin {}
impl<S: AsyncRead + AsyncWrite + Send + Unpin> Duplex for S {}

/// Who must answer at a place, and prove it.
#[derive(Debug, Clone)]
pub struct Proof {
    /// Whom to believe.
    pub tls: ClientTls,
    /// What the certificate has to say.
    pub host: String,
}

impl Place {
    /// Opens a socket.
    pub async fn open(&self) -> io::Result<Socket> {
        Ok(match self {
            Self::Unix(path) => Box::new(UnixStream::connect(path).await?),
            Self::Tcp(address) => {
                let stream = TcpStream::connect(address).await?;
                stream.set_nodelay(true)?;
                let socket = socket2::SockRef::from(&stream);
                socket.set_tcp_keepalive(&socket2::TcpKeepalive::new().with_time(KEEPALIVE))?;
                #[cfg(target_os = "linux")]
                socket.set_tcp_user_timeout(Some(SILENCE))?;
                Box::new(stream)
            }
        })
    }
}

impl Proof {
    /// Has a server prove who it is; what goes over the socket then is for it alone.
    pub async fn demand(&self, socket: Socket) -> io::Result<Socket> {
        Ok(Box::new(self.tls.connect(&self.host, socket).await?))
    }
}
