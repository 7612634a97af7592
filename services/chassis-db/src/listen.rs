//! What PostgreSQL passes on by `NOTIFY`: it comes with the commit and needs no Redis.

use std::{future::poll_fn, pin::pin};

use tokio_postgres::AsyncMessage;

use crate::db::Db;

/// Why nothing is heard any more.
#[derive(Debug, thiserror::Error)]
pub enum ListenError {
    /// There is no connection.
    #[error("the database cannot be reached")]
    Connect(#[from] diesel::ConnectionError),
    /// It broke, or the channel was refused.
    #[error("the connection broke")]
    Broken(#[from] tokio_postgres::Error),
    /// The server closed it.
    #[error("the server closed the connection")]
    Closed,
}

impl Db {
    /// Listens to a channel on a connection of its own until that breaks: `begun` once nothing can be missed any more,
    /// `heard` with what each `NOTIFY` says. The channel is a name of SQL, as it would be written there.
    pub async fn listen(
        &self,
        channel: &'static str,
        begun: impl FnOnce(),
        mut heard: impl FnMut(String),
    ) -> Result<(), ListenError> {
        let (client, mut connection) = self.connector().open_for_notices().await?;
        let sql = format!("LISTEN {channel}");
        let mut asked = pin!(client.batch_execute(&sql));
        let mut begun = Some(begun);
        loop {
            tokio::select! {
                answer = &mut asked, if begun.is_some() => {
                    answer?;
                    begun.take().into_iter().for_each(|begun| begun());
                }
                message = poll_fn(|context| connection.poll_message(context)) => match message {
                    Some(Ok(AsyncMessage::Notification(said))) => heard(said.payload().to_owned()),
                    // Notices are for people at a terminal.
                    Some(Ok(_)) => {}
                    Some(Err(error)) => return Err(error.into()),
                    None => return Err(ListenError::Closed),
                },
            }
        }
    }
}
