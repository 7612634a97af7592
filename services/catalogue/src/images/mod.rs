//! Where the files of uploaded pictures lie.

use std::{fmt, sync::Arc};

use bytes::Bytes;

use pishkhan_chassis::config::Env;

use crate::{config::ImagesConfig, domain::picture::ImageFile};

mod folder;
mod s3;

pub use folder::Folder;
pub use s3::S3;

/// The store did not do what was asked.
#[derive(Debug, thiserror::Error)]
#[error("pictures: {what} {key}: {problem}")]
pub struct StorageError {
    /// What was tried.
    pub what: &'static str,
    /// With which file.
    pub key: String,
    /// What came of it. Never a key or a signed address.
    pub problem: String,
}

impl StorageError {
    fn new(what: &'static str, key: &str, problem: impl fmt::Display) -> Self {
        Self { what, key: key.to_owned(), problem: problem.to_string() }
    }
}

/// A place for files that never change.
pub trait ImageStore: fmt::Debug + Send + Sync {
    /// Keeps a file. Putting the same one again changes nothing; nobody ever sees a part of one.
    fn put(&self, file: &ImageFile, content: Bytes) -> impl Future<Output = Result<(), StorageError>> + Send;
    /// The contents of a file, if it is there.
    fn get(&self, file: &ImageFile) -> impl Future<Output = Result<Option<Bytes>, StorageError>> + Send;
    /// Forgets a file; one that is not there is forgotten already.
    fn delete(&self, file: &ImageFile) -> impl Future<Output = Result<(), StorageError>> + Send;
}

/// The store that was configured. Clones share it.
#[derive(Debug, Clone)]
pub enum Storage {
    /// A folder of this machine.
    Folder(Arc<Folder>),
    /// A bucket of an S3-compatible server.
    S3(Arc<S3>),
}

impl Storage {
    /// Opens what the settings name; notes what is wrong with them, or with the place.
    pub fn from_env(env: &mut Env) -> Option<Self> {
        let config = ImagesConfig::read(env)?;
        let name = config.name();
        Self::open(config).map_err(|error| env.problem(name, error.to_string())).ok()
    }

    /// Opens the configured store; a folder is made if need be.
    pub fn open(config: ImagesConfig) -> Result<Self, StorageError> {
        Ok(match config {
            ImagesConfig::Folder(path) => {
                let folder = Folder::new(path);
                folder.check()?;
                Self::Folder(Arc::new(folder))
            }
            ImagesConfig::S3(config) => Self::S3(Arc::new(S3::new(config)?)),
        })
    }

    /// A folder that is made with the first file.
    pub fn in_folder(path: impl Into<std::path::PathBuf>) -> Self {
        Self::Folder(Arc::new(Folder::new(path.into())))
    }
}

impl ImageStore for Storage {
    async fn put(&self, file: &ImageFile, content: Bytes) -> Result<(), StorageError> {
        match self {
            Self::Folder(store) => store.put(file, content).await,
            Self::S3(store) => store.put(file, content).await,
        }
    }

    async fn get(&self, file: &ImageFile) -> Result<Option<Bytes>, StorageError> {
        match self {
            Self::Folder(store) => store.get(file).await,
            Self::S3(store) => store.get(file).await,
        }
    }

    async fn delete(&self, file: &ImageFile) -> Result<(), StorageError> {
        match self {
            Self::Folder(store) => store.delete(file).await,
            Self::S3(store) => store.delete(file).await,
        }
    }
}
