//! Pictures in a folder of this machine.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

use bytes::Bytes;

use super::{ImageStore, StorageError};
use crate::domain::picture::ImageFile;

/// Pictures in a folder of this machine. Several processes may share it.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
    /// Tells apart the unfinished files of this process.
    written: AtomicU64,
}

impl Folder {
    /// Pictures in this folder, which is made with the first of them.
    pub const fn new(root: PathBuf) -> Self {
        Self { root, written: AtomicU64::new(0) }
    }

    /// Makes the folder if need be, and proves that it can be written to.
    pub fn check(&self) -> Result<(), StorageError> {
        let failed = |error: io::Error| StorageError::new("open", &self.root.display().to_string(), error);
        fs::create_dir_all(&self.root).map_err(failed)?;
        let probe = self.root.join(format!(".probe-{}", std::process::id()));
        File::create(&probe).and_then(|_| fs::remove_file(&probe)).map_err(failed)
    }

    fn unfinished(&self, path: &Path) -> PathBuf {
        let number = self.written.fetch_add(1, Ordering::Relaxed);
        path.with_extension(format!("{}-{number}.new", std::process::id()))
    }
}

/// Writes beside the place and moves it there whole: a reader sees all of a file or none of it, also after a power cut.
fn write(path: &Path, unfinished: &Path, content: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = File::create(unfinished)?;
    let written = file.write_all(content).and_then(|()| file.sync_all()).and_then(|()| fs::rename(unfinished, path));
    if written.is_err() {
        fs::remove_file(unfinished).or_else(absent_is_fine)?;
    }
    written
}

fn absent_is_fine(error: io::Error) -> io::Result<()> {
    if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
}

async fn blocking<T: Send + 'static>(
    what: &'static str,
    key: String,
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T, StorageError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done.map_err(|error| StorageError::new(what, &key, error)),
        Err(error) => Err(StorageError::new(what, &key, error)),
    }
}

impl ImageStore for Folder {
    async fn put(&self, file: &ImageFile, content: Bytes) -> Result<(), StorageError> {
        let key = file.key();
        let path = self.root.join(&key);
        let unfinished = self.unfinished(&path);
        blocking("put", key, move || write(&path, &unfinished, &content)).await
    }

    async fn get(&self, file: &ImageFile) -> Result<Option<Bytes>, StorageError> {
        let key = file.key();
        let path = self.root.join(&key);
        let read = move || match fs::read(path) {
            Ok(content) => Ok(Some(Bytes::from(content))),
            Err(error) => absent_is_fine(error).map(|()| None),
        };
        blocking("get", key, read).await
    }

    async fn delete(&self, file: &ImageFile) -> Result<(), StorageError> {
        let key = file.key();
        let path = self.root.join(&key);
        let delete = move || {
            fs::remove_file(&path).or_else(absent_is_fine)?;
            // The last file of a picture takes its folder along; one that is not empty stays.
            if let Some(folder) = path.parent() {
                match fs::remove_dir(folder) {
                    Ok(()) => {}
                    Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => {}
                    Err(error) => absent_is_fine(error)?,
                }
            }
            Ok(())
        };
        blocking("delete", key, delete).await
    }
}
