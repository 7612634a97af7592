//! Settings, read once from the environment.

use std::path::PathBuf;

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
    /// Reads all settings but those of the pictures; notes every mistake.
    pub fn read(env: &mut Env) -> Option<Self> {
        let process = ProcessConfig::read(env, SERVICE);
        let db = DbConfig::read(env);
        let redis = Redis::read(env);
        let stream_prefix = env.or("PISHKHAN_STREAM_PREFIX", "pishkhan".to_owned());
        Some(Self { process: process?, db: db?, redis: redis?, stream_prefix })
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

    /// The setting that says where.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Folder(_) => DIR,
            Self::S3(_) => ENDPOINT,
        }
    }
}

impl S3Config {
    fn read(env: &mut Env, endpoint: Url) -> Option<Self> {
        let tls = tls_of(env, &endpoint);
        let bucket = env.required(BUCKET);
        let region = env.or(REGION, "us-east-1".to_owned());
        let (key, secret) = (env.text_file(KEY_FILE), env.secret_file(SECRET_FILE));
        Some(Self { endpoint, tls: tls?, bucket: bucket?, region, key: key?, secret: secret? })
    }
}

fn tls_of(env: &mut Env, endpoint: &Url) -> Option<ClientTls> {
    match endpoint.scheme() {
        "https" if endpoint.host().is_some() => ClientTls::from_env(env, CERTIFICATES),
        "http" if endpoint.host().is_some() => {
            if let Some(host) = endpoint.host_str().filter(|host| env.is_overheard(host.trim_matches(['[', ']']))) {
                env.problem_in_production(ENDPOINT, format!("speaks in clear with {host}: https"));
            }
            CERTIFICATES.refuse_unused(env, "is given, but the bucket's address does not begin with https");
            Some(ClientTls::public())
        }
        _ => {
            env.problem(ENDPOINT, "must be an http or https address");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

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
        assert!(matches!(folder, ImagesConfig::Folder(path) if path.ends_with("var/lib/pictures")));
        assert_eq!(problems(&[]), [DIR]);
        assert_eq!(problems(&[(DIR, "/x"), (ENDPOINT, "http://s3:9000")]), [DIR]);
    }

    #[test]
    fn a_bucket_wants_its_name_and_its_key() {
        assert_eq!(problems(&[(ENDPOINT, "https://s3.example")]), [BUCKET, KEY_FILE, SECRET_FILE]);
        let missing = "/nowhere/at/all";
        assert_eq!(
            problems(&[(ENDPOINT, "ftp://s3.example"), (BUCKET, "b"), (KEY_FILE, missing), (SECRET_FILE, missing)]),
            [ENDPOINT, KEY_FILE, SECRET_FILE]
        );
    }

    #[test]
    fn production_sends_pictures_to_another_machine_encrypted() {
        let told = |profile: &str, mode: &str, endpoint: &str| {
            let settings = [("PISHKHAN_PROFILE", profile), ("TLS_MODE", mode)];
            let env = Env::from_map(settings);
            let endpoint: Url = endpoint.parse().unwrap();
            env.build(|env| tls_of(env, &endpoint)).err().map(|errors| errors.to_string()).unwrap_or_default()
        };
        for (profile, mode, endpoint, refused) in [
            ("production", "mutual", "http://s3.example:9000", true),
            ("production", "mutual", "http://[fd00::7]:9000", true),
            ("production", "mutual", "https://s3.example", false),
            ("production", "mutual", "http://127.0.0.1:9000", false),
            ("production", "mutual", "http://[::1]:9000", false),
            ("production", "mesh", "http://s3.example:9000", false),
            ("dev", "plain", "http://s3.example:9000", false),
        ] {
            let found = told(profile, mode, endpoint);
            assert_eq!(found.contains(&format!("{ENDPOINT}: speaks in clear with ")), refused, "{endpoint}: {found}");
        }
    }

    #[test]
    fn key_and_secret_come_from_files_and_are_not_shown() {
        let file = std::env::temp_dir().join(format!("pishkhan-s3-{}", std::process::id()));
        std::fs::write(&file, "hush-hush\n").unwrap();
        let path = file.to_str().unwrap();
        let pairs = [(ENDPOINT, "https://s3.example"), (BUCKET, "b"), (KEY_FILE, path), (SECRET_FILE, path)];
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
        assert_eq!(problems(&pairs), [SECRET_FILE]);
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
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
