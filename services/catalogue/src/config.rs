//! Settings, read once from the environment.

use std::path::{Path, PathBuf};

use pishkhan_chassis::{
    config::{Env, ProcessConfig, Secret},
    tls::{ClientTls, TlsSettings},
};
use pishkhan_chassis_db::{DbConfig, bus::Redis};
use url::Url;

/// The name of the process: audience, issuer, database role.
pub const SERVICE: &str = "catalogue";

const DIR: &str = "CATALOGUE_IMAGES_DIR";
const ENDPOINT: &str = "CATALOGUE_IMAGES_S3_ENDPOINT";
const BUCKET: &str = "CATALOGUE_IMAGES_S3_BUCKET";
const REGION: &str = "CATALOGUE_IMAGES_S3_REGION";
const KEY_FILE: &str = "CATALOGUE_IMAGES_S3_KEY_FILE";
const SECRET_FILE: &str = "CATALOGUE_IMAGES_S3_SECRET_FILE";
/// Where the certificates for connections to the bucket lie.
const CERTIFICATES: TlsSettings = TlsSettings { authorities: Some("CATALOGUE_IMAGES_S3_CA_FILE"), own: None };

/// What the process is told.
#[derive(Debug, Clone)]
pub struct Config {
    /// What all processes are told.
    pub process: ProcessConfig,
    /// The database.
    pub db: DbConfig,
    /// Where pictures lie.
    pub images: ImagesConfig,
    /// Where events come from (`REDIS_URL`).
    pub redis: Redis,
    /// What the names of the streams begin with (`PISHKHAN_STREAM_PREFIX`).
    pub stream_prefix: String,
}

/// Where pictures lie.
#[derive(Debug, Clone)]
pub enum ImagesConfig {
    /// In a folder of this machine.
    Folder(PathBuf),
    /// In a bucket.
    S3(S3Config),
}

/// A bucket of an S3-compatible server.
#[derive(Debug, Clone)]
pub struct S3Config {
    /// Where the server answers, `http` or `https`.
    pub endpoint: Url,
    /// Whom to believe over `https`.
    pub tls: ClientTls,
    /// The bucket, which must be there.
    pub bucket: String,
    /// The region that requests are signed for.
    pub region: String,
    /// The id of the key.
    pub key: String,
    /// The key.
    pub secret: Secret<String>,
}

impl Config {
    /// Reads all settings; notes every mistake.
    pub fn read(env: &mut Env) -> Option<Self> {
        let process = ProcessConfig::read(env, SERVICE);
        let db = DbConfig::read(env);
        let images = ImagesConfig::read(env);
        let redis = Redis::read(env);
        let stream_prefix = env.or("PISHKHAN_STREAM_PREFIX", "pishkhan".to_owned());
        Some(Self { process: process?, db: db?, images: images?, redis: redis?, stream_prefix })
    }
}

impl ImagesConfig {
    /// Reads either the folder or the bucket; having to choose between both is a mistake.
    pub fn read(env: &mut Env) -> Option<Self> {
        let folder: Option<PathBuf> = env.optional(DIR);
        let endpoint: Option<Url> = env.optional(ENDPOINT);
        match (folder, endpoint) {
            (Some(folder), None) => Some(Self::Folder(folder)),
            (None, Some(endpoint)) => Some(Self::S3(S3Config::read(env, endpoint)?)),
            (Some(_), Some(_)) => {
                env.problem(DIR, format!("stands beside {ENDPOINT}: pictures lie in one place"));
                None
            }
            (None, None) => {
                env.problem(DIR, format!("is missing, and so is {ENDPOINT}: one of them says where pictures lie"));
                None
            }
        }
    }
}

impl S3Config {
    fn read(env: &mut Env, endpoint: Url) -> Option<Self> {
        let tls = tls_of(env, &endpoint);
        let bucket = env.required(BUCKET);
        let region = env.or(REGION, "us-east-1".to_owned());
        let key = env.required::<PathBuf>(KEY_FILE).and_then(|path| line_of(env, KEY_FILE, &path));
        let secret = env.required::<PathBuf>(SECRET_FILE).and_then(|path| line_of(env, SECRET_FILE, &path));
        Some(Self { endpoint, tls: tls?, bucket: bucket?, region, key: key?, secret: Secret::new(secret?) })
    }
}

fn tls_of(env: &mut Env, endpoint: &Url) -> Option<ClientTls> {
    match endpoint.scheme() {
        "https" if endpoint.host().is_some() => ClientTls::from_env(env, CERTIFICATES),
        "http" if endpoint.host().is_some() => {
            CERTIFICATES.refuse_unused(env, "is given, but the bucket's address does not begin with https");
            Some(ClientTls::public())
        }
        _ => {
            env.problem(ENDPOINT, "must be an http or https address");
            None
        }
    }
}

/// What stands in a file, without white space around it.
fn line_of(env: &mut Env, name: &'static str, path: &Path) -> Option<String> {
    match std::fs::read_to_string(path) {
        Ok(text) if !text.trim().is_empty() => return Some(text.trim().to_owned()),
        Ok(_) => env.problem(name, format!("{} is empty", path.display())),
        Err(error) => env.problem(name, format!("{} cannot be read: {error}", path.display())),
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(pairs: &[(&str, &str)]) -> Vec<String> {
        let env = Env::from_map(pairs.iter().copied());
        match env.build(ImagesConfig::read) {
            Ok(config) => panic!("{config:?}"),
            Err(errors) => errors.0.into_iter().map(|problem| problem.name).collect(),
        }
    }

    #[test]
    fn pictures_lie_in_one_place() {
        let folder = Env::from_map([(DIR, "/var/lib/pictures")]).build(ImagesConfig::read).unwrap();
        assert!(matches!(folder, ImagesConfig::Folder(path) if path == Path::new("/var/lib/pictures")));
        assert_eq!(problems(&[]), [DIR]);
        assert_eq!(problems(&[(DIR, "/x"), (ENDPOINT, "http://s3:9000")]), [DIR]);
    }

    #[test]
    fn a_bucket_wants_its_name_and_its_key() {
        assert_eq!(problems(&[(ENDPOINT, "http://s3:9000")]), [BUCKET, KEY_FILE, SECRET_FILE]);
        let missing = "/nowhere/at/all";
        assert_eq!(
            problems(&[(ENDPOINT, "ftp://s3.example"), (BUCKET, "b"), (KEY_FILE, missing), (SECRET_FILE, missing)]),
            [ENDPOINT, KEY_FILE, SECRET_FILE]
        );
    }

    #[test]
    fn key_and_secret_come_from_files_and_are_not_shown() {
        let file = std::env::temp_dir().join(format!("pishkhan-s3-{}", std::process::id()));
        std::fs::write(&file, "hush-hush\n").unwrap();
        let path = file.to_str().unwrap();
        let pairs = [(ENDPOINT, "http://s3:9000"), (BUCKET, "b"), (KEY_FILE, path), (SECRET_FILE, path)];
        let config = Env::from_map(pairs).build(ImagesConfig::read).unwrap();
        std::fs::remove_file(&file).unwrap();
        let ImagesConfig::S3(config) = config else { panic!("a bucket was named") };
        assert_eq!(
            (config.key.as_str(), config.secret.expose().as_str(), config.region.as_str()),
            ("hush-hush", "hush-hush", "us-east-1")
        );
        assert!(!format!("{:?}", config.secret).contains("hush"));
    }
}
