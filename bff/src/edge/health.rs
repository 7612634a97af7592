//! Whether the services behind answer: asked in the background, told from memory.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use futures_util::future::join_all;
use tokio_util::sync::CancellationToken;

use crate::clients::Clients;

/// How often the services are asked.
const EVERY: Duration = Duration::from_secs(2);
/// How long a service may take to say that it serves.
const PATIENCE: Duration = Duration::from_secs(1);

/// What was seen last of each service.
#[derive(Debug, Default)]
pub struct Health(Mutex<BTreeMap<&'static str, bool>>);

impl Health {
    fn seen(&self) -> MutexGuard<'_, BTreeMap<&'static str, bool>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether every service answered when it was asked last; false before the first time.
    pub fn is_well(&self) -> bool {
        let seen = self.seen();
        !seen.is_empty() && seen.values().all(|up| *up)
    }

    /// A line for each service, such as `orders up`.
    pub fn tell(&self) -> String {
        let mut text = String::new();
        for (service, up) in &*self.seen() {
            text.push_str(service);
            text.push_str(if *up { " up\n" } else { " down\n" });
        }
        text
    }

    async fn ask(&self, clients: &Clients) {
        let asked = clients.each().map(|peer| async move {
            let answer = tokio::time::timeout(PATIENCE, peer.check_health()).await;
            (peer.audience(), matches!(answer, Ok(Ok(()))))
        });
        let answers: BTreeMap<_, _> = join_all(asked).await.into_iter().collect();
        for (service, up) in &answers {
            metrics::gauge!("service_up", "service" => *service).set(if *up { 1.0 } else { 0.0 });
        }
        *self.seen() = answers;
    }

    /// Asks every other second until `stop`.
    pub async fn watch(&self, clients: Clients, stop: CancellationToken) {
        loop {
            self.ask(&clients).await;
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(EVERY) => {}
            }
        }
    }
}
