//! Work that costs much or takes its time, and what it takes at most: files that come in, files that are read or written,
//! a payment gateway that is asked. One seller never has all of it.
//!
//! What a request holds in memory it holds under a turn, and so does what it has set to work beside the HTTP workers: a
//! client that hangs up frees its turn when the work is done, not before.

use std::{sync::Arc, time::Duration};

use actix_web::web;
use pishkhan_chassis::turns::{Bounds, Turn, Turns};

use crate::wire::error::BffError;

/// How long a request waits for its turn before it is told to come again. Calls that may take less wait less.
const PATIENCE: Duration = Duration::from_secs(20);
/// Pictures on their way to the catalogue: each up to 5 MiB, twice while it is sent on.
const PICTURES: Bounds = Bounds { work: "picture", at_once: 6, of_one: 2, queue: 48, queue_of_one: 12 };
/// Files of products on their way, from the first byte to what the catalogue says of them: each up to 10 MiB, then up to
/// 40 MiB of cells while those are sent on.
const SHEETS: Bounds = Bounds { work: "sheet", at_once: 4, of_one: 1, queue: 32, queue_of_one: 4 };
/// Files that are read or written: each takes a core, and up to 64 MiB.
const FILES: Bounds = Bounds { work: "file", at_once: 2, of_one: 1, queue: 32, queue_of_one: 4 };

/// Payments that the gateway is asked about, which may take it many seconds: they hold next to nothing.
const PAYMENTS: Bounds = Bounds { work: "payment", at_once: 16, of_one: 2, queue: 64, queue_of_one: 6 };
/// How long a payment waits for its turn: the gateway needs what is left of the call's time.
const PAYMENT_PATIENCE: Duration = Duration::from_secs(2);

/// The turns of all workers together.
#[derive(Debug)]
pub struct Work {
    /// At pictures that come in.
    pub pictures: Turns,
    /// At files of products that come in.
    pub sheets: Turns,
    /// At reading and writing files.
    pub files: Turns,
    /// At asking a payment gateway.
    pub payments: Turns,
}

impl Default for Work {
    fn default() -> Self {
        Self {
            pictures: Turns::new(PICTURES),
            sheets: Turns::new(SHEETS),
            files: Turns::new(FILES),
            payments: Turns::new(PAYMENTS),
        }
    }
}

impl Work {
    /// Waits until a picture of this seller may come in.
    pub async fn picture(&self, seller_id: &str) -> Result<SharedTurn, BffError> {
        take(&self.pictures, seller_id).await
    }

    /// Waits until a file of products of this seller may come in.
    pub async fn sheet(&self, seller_id: &str) -> Result<SharedTurn, BffError> {
        take(&self.sheets, seller_id).await
    }

    /// Waits until a file of this seller may be read or written.
    pub async fn file(&self, seller_id: &str) -> Result<SharedTurn, BffError> {
        take(&self.files, seller_id).await
    }

    /// Waits until the payment gateway may be asked for this payer.
    pub async fn payment(&self, payer: &str) -> Result<Turn, BffError> {
        self.payments.take(payer, PAYMENT_PATIENCE).await.map_err(|_refused| BffError::unavailable())
    }
}

async fn take(turns: &Turns, seller_id: &str) -> Result<SharedTurn, BffError> {
    let turn = turns.take(seller_id, PATIENCE).await.map_err(|_refused| BffError::unavailable())?;
    Ok(SharedTurn(Arc::new(turn)))
}

/// A turn of a request and of what it has set to work: it ends with the last of them.
#[derive(Clone, Debug)]
pub struct SharedTurn(#[expect(dead_code, reason = "it is there to be dropped")] Arc<Turn>);

impl SharedTurn {
    /// Works beside the HTTP workers. The turn ends no earlier than the work, also when nobody waits for it any more.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, BffError> + Send + 'static,
    ) -> Result<T, BffError> {
        let turn = self.clone();
        let done = web::block(move || {
            let _turn = turn;
            work()
        });
        done.await.map_err(|_stopping| BffError::unavailable())?
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use futures_util::FutureExt as _;

    use super::*;

    #[actix_web::test]
    async fn a_turn_ends_with_the_work_and_not_with_who_waits_for_it() {
        let work = Work::default();
        let turn = work.file("a").await.unwrap();
        let (finish, told) = mpsc::channel::<()>();
        let done = turn.run(move || told.recv().map_err(|_gone| BffError::unavailable()));
        assert!(done.now_or_never().is_none(), "it works, and the client hangs up");
        drop(turn);
        assert_eq!(work.files.taken(), 1);
        let mut next = Box::pin(work.file("a"));
        assert!(next.as_mut().now_or_never().is_none(), "there is one at a time for each seller");
        finish.send(()).unwrap();
        next.await.unwrap();
    }

    #[actix_web::test]
    async fn work_that_panics_gives_its_turn_back() {
        let work = Work::default();
        let turn = work.file("a").await.unwrap();
        assert!(turn.run::<()>(|| panic!("a file brings its reader down")).await.is_err());
        drop(turn);
        assert_eq!(work.files.taken(), 0);
    }
}
