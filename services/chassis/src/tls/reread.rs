//! What is made of files, and made again when they change.

use std::{
    fs,
    os::unix::fs::MetadataExt as _,
    sync::{Mutex, PoisonError},
};

use super::{TlsError, TlsFiles};

type Make<T> = dyn Fn(&TlsFiles) -> Result<T, TlsError> + Send + Sync;

/// What was made of the files when they were last good.
pub(super) struct Reread<T> {
    files: TlsFiles,
    make: Box<Make<T>>,
    last: Mutex<Last<T>>,
}

struct Last<T> {
    stamps: Vec<Stamp>,
    made: T,
}

/// What differs between a file and its successor.
#[derive(PartialEq, Eq)]
struct Stamp {
    file: (u64, u64, u64),
    changed: [(i64, i64); 2],
}

impl<T: Clone> Reread<T> {
    /// Reads the files.
    pub(super) fn new(
        files: TlsFiles,
        make: impl Fn(&TlsFiles) -> Result<T, TlsError> + Send + Sync + 'static,
    ) -> Result<Self, TlsError> {
        let last = Mutex::new(Last { stamps: stamps(&files)?, made: make(&files)? });
        Ok(Self { files, make: Box::new(make), last })
    }

    pub(super) const fn files(&self) -> &TlsFiles {
        &self.files
    }

    /// What is made of the files as they are now, or of those before where these cannot be used.
    pub(super) fn get(&self) -> T {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        match stamps(&self.files) {
            Ok(now) if now == last.stamps => {}
            // Remembered before it is read: what changes in the meantime is read the next time.
            Ok(now) => {
                last.stamps = now;
                match (self.make)(&self.files) {
                    Ok(made) => {
                        last.made = made;
                        metrics::counter!("tls_files_read_total", "outcome" => "used").increment(1);
                        tracing::info!(files = ?self.files, "certificates have changed and were read again");
                    }
                    Err(error) => keep(&error),
                }
            }
            Err(error) => {
                // Told once, and read again whatever comes back.
                if !std::mem::take(&mut last.stamps).is_empty() {
                    keep(&error);
                }
            }
        }
        last.made.clone()
    }
}

fn keep(error: &TlsError) {
    metrics::counter!("tls_files_read_total", "outcome" => "refused").increment(1);
    tracing::warn!(
        error = error as &dyn std::error::Error,
        "certificates have changed and cannot be used; those before stay"
    );
}

fn stamps(files: &TlsFiles) -> Result<Vec<Stamp>, TlsError> {
    let own = files.own.iter().flat_map(|own| [&own.certificate, &own.key]);
    files
        .authorities
        .iter()
        .chain(own)
        .map(|path| {
            let found = fs::metadata(path).map_err(|source| TlsError::Look { path: path.clone(), source })?;
            let changed = [(found.mtime(), found.mtime_nsec()), (found.ctime(), found.ctime_nsec())];
            Ok(Stamp { file: (found.dev(), found.ino(), found.size()), changed })
        })
        .collect()
}
