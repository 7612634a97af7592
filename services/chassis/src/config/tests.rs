//! Settings that are read and refused.

use std::{fs, os::unix::fs::PermissionsExt as _, path::PathBuf};

use super::*;
use crate::{
    clock::{Clock as _, SystemClock},
    passport::generate_keys,
};

/// A folder of keys, and what names those of a process.
struct Keys(PathBuf);

impl Keys {
    fn new(profile: Profile) -> Self {
        let dir = std::env::temp_dir().join(format!("pishkhan-config-{}", SystemClock.new_id()));
        generate_keys(&dir, &["auth", "orders", "bff"], profile).unwrap();
        Self(dir)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    /// What a process is told in a mesh, and `more`.
    fn settings(&self, process: &str, more: &[(&'static str, &str)]) -> Env {
        let keys = [
            ("PASSPORT_KEY_FILE", self.path(&format!("{process}.key"))),
            ("PASSPORT_KEYRING_FILE", self.path("keyring.json")),
            ("TLS_MODE", "mesh".to_owned()),
        ];
        Env::from_map(keys.into_iter().chain(more.iter().map(|(name, value)| (*name, (*value).to_owned()))))
    }

    fn read(&self, process: &'static str, more: &[(&'static str, &str)]) -> Result<ProcessConfig, ConfigErrors> {
        self.settings(process, more).build(|env| ProcessConfig::read(env, process))
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

/// Text of the only problem there is.
fn told(read: Result<ProcessConfig, ConfigErrors>) -> String {
    let errors = read.unwrap_err();
    assert_eq!(errors.0.len(), 1, "{errors}");
    errors.0[0].to_string()
}

fn names(errors: &ConfigErrors) -> Vec<&str> {
    errors.0.iter().map(|problem| problem.name.as_str()).collect()
}

#[test]
fn defaults_are_those_of_the_service() {
    let keys = Keys::new(Profile::Production);
    let config = keys.read("orders", &[]).unwrap();
    assert_eq!(config.grpc_listen, Some(loopback(50053)));
    assert_eq!(config.admin_listen, loopback(9053));
    assert_eq!(config.profile, Profile::Production);
    assert_eq!(config.drain.keep_serving, Duration::from_secs(5));
    assert_eq!(config.telemetry, TelemetryConfig { otlp: None, sample_ratio: 0.05, log_filter: "info".to_owned() });
    assert!(config.verifier.is_some());
    // It serves no gRPC, and has to believe nobody.
    let bff = keys.read("bff", &[("PASSPORT_KEYRING_FILE", "")]).unwrap();
    assert_eq!((bff.grpc_listen, bff.admin_listen, bff.verifier.is_none()), (None, loopback(9080), true));
}

#[test]
fn all_mistakes_are_reported_together() {
    let env = Env::from_map([
        ("PISHKHAN_PROFILE", "staging"),
        ("PISHKHAN_GRPC_LISTEN", "nowhere"),
        ("OTEL_TRACES_SAMPLER_ARG", "7"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://traces.example:4317"),
        ("PASSPORT_KEY_FILE", "  "),
        ("RUST_LOG", "loud=very"),
    ]);
    let errors = env.build(|env| ProcessConfig::read(env, "auth")).unwrap_err();
    assert_eq!(
        names(&errors),
        [
            "PISHKHAN_PROFILE",
            "PISHKHAN_GRPC_LISTEN",
            "TLS_CA_FILE",
            "TLS_CERT_FILE",
            "TLS_KEY_FILE",
            "PASSPORT_KEY_FILE",
            "PASSPORT_KEYRING_FILE",
            "OTEL_TRACES_SAMPLER_ARG",
            "RUST_LOG",
            "OTEL_EXPORTER_OTLP_ENDPOINT",
        ]
    );
    assert!(
        errors.to_string().starts_with("10 setting(s) cannot be used\n  PISHKHAN_PROFILE: must be dev or production")
    );
}

#[test]
fn the_dev_profile_stays_on_loopback_and_ends_at_once() {
    let keys = Keys::new(Profile::Dev);
    let errors = keys.read("auth", &[("PISHKHAN_PROFILE", "dev"), ("PISHKHAN_ADMIN_LISTEN", "0.0.0.0:9051")]);
    assert_eq!(names(&errors.unwrap_err()), ["PISHKHAN_ADMIN_LISTEN"]);
    let config = keys.read("auth", &[("PISHKHAN_PROFILE", "dev")]).unwrap();
    assert_eq!(config.drain.keep_serving, Duration::ZERO);
}

#[test]
fn a_process_has_its_own_key_and_a_ring_that_can_be_read() {
    let keys = Keys::new(Profile::Production);
    let other = keys.path("auth.key");
    assert!(told(keys.read("orders", &[("PASSPORT_KEY_FILE", &other)])).ends_with("is the key of auth, not of orders"));
    let missing = told(keys.read("orders", &[("PASSPORT_KEY_FILE", "/nowhere")]));
    assert!(missing.starts_with("PASSPORT_KEY_FILE: /nowhere cannot be read: No such file"), "{missing}");
    let missing = told(keys.read("orders", &[("PASSPORT_KEYRING_FILE", "/nowhere")]));
    assert!(missing.starts_with("PASSPORT_KEYRING_FILE: /nowhere cannot be read: No such file"), "{missing}");
    assert!(told(keys.read("orders", &[("PASSPORT_KEYRING_FILE", &other)])).contains("is not a key file"));
}

#[test]
fn production_takes_no_key_that_others_have_or_can_read() {
    const DEV: (&str, &str) = ("PISHKHAN_PROFILE", "dev");
    let (keys, known) = (Keys::new(Profile::Production), Keys::new(Profile::Dev));
    let (key, ring) = (known.path("orders.key"), known.path("keyring.json"));
    let refused = told(keys.read("orders", &[("PASSPORT_KEY_FILE", &key)]));
    assert!(refused.starts_with("PASSPORT_KEY_FILE: holds a key of development"), "{refused}");
    let refused = told(keys.read("orders", &[("PASSPORT_KEYRING_FILE", &ring)]));
    assert!(refused.contains("the key dev-auth-") && refused.ends_with("was made for development"), "{refused}");
    assert!(known.read("orders", &[DEV]).is_ok());

    let tests = keys.path("tests.key");
    let seed = "AwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwM=";
    fs::write(&tests, format!(r#"{{"kid":"mine","issuer":"orders","seed":"{seed}"}}"#)).unwrap();
    let own = |mode| {
        fs::set_permissions(&tests, fs::Permissions::from_mode(mode)).unwrap();
        keys.read("orders", &[("PASSPORT_KEY_FILE", &tests)])
    };
    assert!(told(own(0o600)).contains("of tests, which others have"));
    assert_eq!(names(&own(0o644).unwrap_err()), ["PASSPORT_KEY_FILE"; 2]);
    assert!(keys.read("orders", &[DEV, ("PASSPORT_KEY_FILE", &tests)]).is_ok());
}

#[test]
fn traces_leave_the_machine_encrypted() {
    let keys = Keys::new(Profile::Production);
    let to = |mode, endpoint| keys.read("orders", &[("TLS_MODE", mode), ("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint)]);
    for (mode, endpoint) in [
        ("plain", "http://127.0.0.1:4317"),
        ("plain", "http://[::1]:4317"),
        ("plain", "https://traces.example:4317"),
        ("mesh", "http://traces.example:4317"),
    ] {
        assert!(to(mode, endpoint).is_ok(), "{mode} {endpoint}");
    }
    let refused = told(to("plain", "http://traces.example:4317"));
    assert_eq!(refused, "OTEL_EXPORTER_OTLP_ENDPOINT: sends what people do to traces.example in clear: https");
}

#[test]
fn what_is_plain_stays_on_loopback() {
    let keys = Keys::new(Profile::Production);
    let listening = |mode, address| {
        let read = keys.read("orders", &[("TLS_MODE", mode), ("PISHKHAN_GRPC_LISTEN", address)]);
        read.map_or_else(|errors| errors.to_string(), |_| String::new())
    };
    for open in ["0.0.0.0:50053", "[::]:50053", "10.0.0.7:50053"] {
        assert!(listening("plain", open).contains("PISHKHAN_GRPC_LISTEN: must be a loopback address"), "{open}");
        assert_eq!(listening("mesh", open), "");
    }
    for closed in ["127.0.0.1:50053", "[::1]:50053"] {
        assert_eq!(listening("plain", closed), "");
    }
}

#[test]
fn secrets_are_never_printed() {
    let mut env = Env::from_map([("DATABASE_URL", "postgresql://u:hunter2@db/x")]);
    assert!(!format!("{env:?}").contains("hunter2"));
    let secret = env.secret("DATABASE_URL").unwrap();
    assert_eq!(format!("{secret:?} {secret}"), "*** ***");
    assert!(secret.expose().contains("hunter2"));
}

#[test]
fn a_secret_may_stand_in_a_file_that_nobody_else_reads() {
    let file = std::env::temp_dir().join(format!("pishkhan-config-{}", SystemClock.new_id()));
    fs::write(&file, "postgresql://u:hunter2@db/x\n").unwrap();
    let path = file.to_str().unwrap();
    let read = |mode, more: &[(&str, &str)]| {
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        Env::from_map(more.iter().copied().chain([("DATABASE_URL_FILE", path)])).build(|env| env.secret("DATABASE_URL"))
    };
    assert_eq!(read(0o440, &[]).unwrap().expose(), "postgresql://u:hunter2@db/x");
    assert_eq!(names(&read(0o644, &[]).unwrap_err()), ["DATABASE_URL_FILE"]);
    let both = read(0o440, &[("DATABASE_URL", "postgresql://u:hunter2@db/y")]).unwrap_err();
    assert_eq!(both.0[0].to_string(), "DATABASE_URL_FILE: is given beside DATABASE_URL: one of them");
    fs::remove_file(&file).unwrap();
    assert_eq!(
        names(&Env::from_map([("A", "b")]).build(|env| env.secret("DATABASE_URL")).unwrap_err()),
        ["DATABASE_URL"]
    );
}

#[test]
fn the_names_of_all_settings_that_are_read_can_be_told() {
    let keys = Keys::new(Profile::Production);
    let told = |more: &[(&'static str, &str)]| {
        keys.settings("orders", more).names(|env| {
            env.optional::<String>("DATABASE_URL_FILE");
            ProcessConfig::read(env, "orders")
        })
    };
    let usual = told(&[("UNHEARD", "1")]).unwrap();
    for name in ["PISHKHAN_PROFILE", "TLS_MODE", "TLS_CA_FILE", "PASSPORT_KEY_FILE", "TOKIO_WORKER_THREADS", "RUST_LOG"]
    {
        assert!(usual.contains(name), "{name}: {usual:?}");
    }
    assert!(!usual.contains("UNHEARD") && !usual.contains("OTEL_EXPORTER_OTLP_CERTIFICATE"), "{usual:?}");
    let traced = told(&[("OTEL_EXPORTER_OTLP_ENDPOINT", "https://traces.example:4317")]).unwrap();
    assert!(traced.contains("OTEL_EXPORTER_OTLP_CERTIFICATE"), "{traced:?}");
    assert_eq!(names(&told(&[("TOKIO_WORKER_THREADS", "0")]).unwrap_err()), ["TOKIO_WORKER_THREADS"]);
}

#[test]
fn lists_are_comma_separated_and_checked() {
    let mut env = Env::from_map([("PORTS", "80, 443 ,,x")]);
    assert_eq!(env.list::<u16>("PORTS"), [80, 443]);
    assert!(env.list::<u16>("ABSENT").is_empty());
    assert_eq!(names(&env.finish(Some(())).unwrap_err()), ["PORTS"]);
}

#[test]
fn an_incomplete_reading_is_an_error_even_without_a_named_problem() {
    assert_eq!(names(&Env::from_map([("A", "b")]).finish(None::<()>).unwrap_err()), ["configuration"]);
}
