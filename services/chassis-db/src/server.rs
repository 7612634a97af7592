//! One server of a database, and the way to it.

use std::{io, time::Duration};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    time::timeout,
};

use crate::socket::{Place, Proof, Socket};

/// How long one waits for a socket, TLS included.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// Asks for TLS: a message of eight bytes whose version no server has.
const TLS_REQUEST: [u8; 8] = [0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f];

/// Where a server of the database listens.
#[derive(Debug, Clone)]
pub struct Server {
    /// The address or the socket's file.
    pub place: Place,
    /// Who it has to be; none: over a unix socket, or where the URL asks for no TLS.
    pub proof: Option<Proof>,
}

impl Server {
    /// Opens a socket, within 2 s. With TLS asked for there is no way without.
    pub async fn open(&self) -> io::Result<Socket> {
        let opened = async {
            let socket = self.place.open().await?;
            match &self.proof {
                Some(proof) => proof.demand(ask_for_tls(socket).await?).await,
                None => Ok(socket),
            }
        };
        timeout(CONNECT_TIMEOUT, opened).await.map_err(|_elapsed| io::Error::from(io::ErrorKind::TimedOut))?
    }
}

async fn ask_for_tls(mut socket: Socket) -> io::Result<Socket> {
    socket.write_all(&TLS_REQUEST).await?;
    let mut answer = [0];
    // One byte: whatever somebody else may have sent behind it is for the handshake to refuse.
    socket.read_exact(&mut answer).await?;
    if answer == *b"S" { Ok(socket) } else { Err(io::Error::other("the server offers no TLS")) }
}
