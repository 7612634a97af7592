//! What is tidied up in the background.

use std::time::Duration;

use pishkhan_chassis::lifecycle::LifecycleHandle;
use pishkhan_chassis_db::Housekeeping;

use super::Catalogue;
use crate::store::previews;

/// How often pictures are looked for that nothing shows.
const EVERY: Duration = Duration::from_mins(10);

impl Catalogue {
    /// What forgets old files of products, beside what every service forgets.
    pub fn housekeeping(&self) -> Housekeeping {
        Housekeeping::new(self.db.clone(), self.clock.clone()).and([previews::OLD])
    }

    /// Deletes pictures that nothing shows any more, until the soft stop.
    pub async fn let_go_of_unused_images(self, lifecycle: LifecycleHandle) {
        let (stop, mut ticks) = (lifecycle.soft(), tokio::time::interval(EVERY));
        while stop.run_until_cancelled(ticks.tick()).await.is_some() {
            match self.drop_unused_images().await {
                Ok(0) => {}
                Ok(count) => tracing::debug!(images.count = count, "unused pictures deleted"),
                // The next round tries again; nothing depends on it meanwhile.
                Err(error) => {
                    tracing::warn!(error = &error as &dyn std::error::Error, "unused pictures could not be deleted");
                }
            }
        }
    }
}
