//! Work that costs much, beside the threads that answer: bounded, and fair among sellers.

use std::{sync::Arc, time::Duration};

use pishkhan_chassis::turns::{Bounds, Refused, Turn, Turns};
use pishkhan_pictures::Weight;
use uuid::Uuid;

use super::CatalogueError;

/// How long a picture waits for its turn: the BFF waits 14 s for its answer.
const PICTURE_PATIENCE: Duration = Duration::from_secs(10);
/// Small pictures: a third of a second and 64 MiB each. They wait for no large one.
const SMALL_PICTURES: Bounds = Bounds { work: "picture_small", at_once: 1, of_one: 1, queue: 32, queue_of_one: 8 };
/// Large pictures: each takes a core for a second, and up to 256 MiB; reads must stay quick.
const LARGE_PICTURES: Bounds = Bounds { work: "picture_large", at_once: 1, of_one: 1, queue: 16, queue_of_one: 4 };
/// How long the rows of a file wait for their turn.
const IMPORT_PATIENCE: Duration = Duration::from_secs(20);
/// Files of rows: each takes a core for some seconds, and up to 64 MB.
const IMPORTS: Bounds = Bounds { work: "import", at_once: 2, of_one: 1, queue: 16, queue_of_one: 4 };
/// All types of a seller: each time a connection of the pool, for as long as they are read.
const EXPORTS: Bounds = Bounds { work: "export", at_once: 2, of_one: 1, queue: 16, queue_of_one: 4 };
/// How long they wait for their turn.
const EXPORT_PATIENCE: Duration = Duration::from_secs(20);

/// The turns at each kind of work. Clones share them.
#[derive(Debug, Clone)]
pub(super) struct WorkTurns {
    small_pictures: Turns,
    large_pictures: Turns,
    imports: Turns,
    exports: Turns,
}

impl Default for WorkTurns {
    fn default() -> Self {
        Self {
            small_pictures: Turns::new(SMALL_PICTURES),
            large_pictures: Turns::new(LARGE_PICTURES),
            imports: Turns::new(IMPORTS),
            exports: Turns::new(EXPORTS),
        }
    }
}

impl WorkTurns {
    /// A seller's turn at making the pictures of a file.
    pub(super) async fn picture(&self, seller_id: Uuid, weight: Weight) -> Result<Turn, Refused> {
        let turns = match weight {
            Weight::Small => &self.small_pictures,
            Weight::Large => &self.large_pictures,
        };
        turns.take(&seller_id.to_string(), PICTURE_PATIENCE).await
    }

    /// A seller's turn at having all its types read.
    pub(super) async fn export(&self, seller_id: Uuid) -> Result<Turn, Refused> {
        self.exports.take(&seller_id.to_string(), EXPORT_PATIENCE).await
    }

    /// A seller's turn at working on the rows of a file. It is asked for before anything is locked.
    pub(super) async fn import(&self, seller_id: Uuid) -> Result<ImportTurn, Refused> {
        Ok(ImportTurn(Arc::new(self.imports.take(&seller_id.to_string(), IMPORT_PATIENCE).await?)))
    }
}

/// A turn of a call and of what it has set to work: it ends with the last of them.
#[derive(Debug)]
pub(super) struct ImportTurn(Arc<Turn>);

impl ImportTurn {
    /// Calculates where nobody waits for the thread. The turn ends no earlier, also when the caller has left.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, CatalogueError> {
        let turn = Arc::clone(&self.0);
        let done = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work()
        });
        done.await.map_err(CatalogueError::Lost)
    }
}
