//! What production asks of settings, and development does not.

use std::{fs, net::IpAddr, os::unix::fs::PermissionsExt as _};

use super::{Env, Profile, Secret};
use crate::grpc;

/// What the mode of a secret's file may not grant: anything to others, more than reading to its group. Kubernetes lets the
/// group of a volume (`fsGroup`) read everything in it.
const TOO_OPEN: u32 = 0o037;

const PROFILE: &str = "PISHKHAN_PROFILE";

impl Profile {
    /// Reads the profile (`PISHKHAN_PROFILE`), production unless it is said. What cannot be read is noted.
    pub fn read(env: &mut Env) -> Self {
        env.or(PROFILE, Self::Production)
    }
}

impl Env {
    /// The same without a note, for whoever reads another setting.
    pub fn profile(&self) -> Profile {
        self.text(PROFILE).and_then(|text| text.parse().ok()).unwrap_or(Profile::Production)
    }

    /// Notes a problem that is none in the dev profile.
    pub fn problem_in_production(&mut self, name: &str, problem: impl Into<String>) {
        if self.profile() == Profile::Production {
            self.problem(name, problem);
        }
    }

    /// Whether what is said to a host in clear may be heard by others: it is another machine, and no mesh encrypts what
    /// goes there.
    pub fn is_overheard(&self, host: &str) -> bool {
        !is_loopback(host) && self.text(grpc::MODE).is_none_or(|mode| mode != grpc::MESH)
    }

    /// What stands in the file that a setting names, without white space around it.
    pub fn text_file(&mut self, name: &str) -> Option<String> {
        let path: String = self.required(name)?;
        match fs::read_to_string(&path) {
            Ok(text) if !text.trim().is_empty() => return Some(text.trim().to_owned()),
            Ok(_) => self.problem(name, format!("{path} is empty")),
            Err(error) => self.problem(name, format!("{path} cannot be read: {error}")),
        }
        None
    }

    /// The same, of a file that in production nobody else may read.
    pub fn secret_file(&mut self, name: &str) -> Option<Secret<String>> {
        self.guard(name);
        self.text_file(name).map(Secret::new)
    }

    /// Notes that others may read the file of a secret, or change it. One that is not there is told of by whoever reads it.
    pub fn guard(&mut self, name: &str) {
        let Some(path) = self.text(name) else { return };
        let Ok(found) = fs::metadata(&path) else { return };
        let mode = found.permissions().mode() & 0o777;
        if mode & TOO_OPEN != 0 {
            self.problem_in_production(name, format!("{path} is open to others (mode {mode:04o}): 0600, at most 0640"));
        }
    }
}

/// Whether what goes to a host stays on this machine.
pub fn is_loopback(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.to_canonical().is_loopback())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::{
        clock::{Clock as _, SystemClock},
        config::ConfigErrors,
    };

    struct File(PathBuf);

    impl File {
        fn new(text: &str, mode: u32) -> Self {
            let path = std::env::temp_dir().join(format!("pishkhan-secret-{}", SystemClock.new_id()));
            fs::write(&path, text).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            Self(path)
        }

        fn read(&self, profile: &str) -> Result<Secret<String>, ConfigErrors> {
            let env = Env::from_map([("KEY", self.0.to_str().unwrap()), ("PISHKHAN_PROFILE", profile)]);
            env.build(|env| env.secret_file("KEY"))
        }
    }

    impl Drop for File {
        fn drop(&mut self) {
            fs::remove_file(&self.0).unwrap();
        }
    }

    #[test]
    fn secrets_are_not_open_to_others_in_production() {
        for mode in [0o600, 0o400, 0o440, 0o640] {
            assert_eq!(File::new(" hush\n", mode).read("production").unwrap().expose(), "hush", "{mode:o}");
        }
        for mode in [0o644, 0o604, 0o660, 0o602, 0o601, 0o610, 0o777] {
            let file = File::new("hush", mode);
            // A profile that cannot be read is no way around.
            for profile in ["production", "", "Dev"] {
                let told = file.read(profile).unwrap_err().to_string();
                assert!(told.contains(&format!("is open to others (mode {mode:04o})")), "{told}");
                assert!(!told.contains("hush"), "{told}");
            }
            assert!(file.read("dev").is_ok());
        }
    }

    #[test]
    fn a_file_that_says_nothing_is_told_once() {
        let told = File::new(" \n", 0o600).read("production").unwrap_err().to_string();
        assert!(told.starts_with("1 setting(s)") && told.ends_with("is empty"), "{told}");
        let missing = Env::from_map([("KEY", "/nowhere/at/all")]).build(|env| env.secret_file("KEY")).unwrap_err();
        assert!(missing.to_string().starts_with("1 setting(s)") && missing.to_string().contains("cannot be read"));
    }

    #[test]
    fn what_goes_to_another_machine_in_clear_is_overheard_unless_a_mesh_encrypts() {
        let (alone, mesh) = (Env::from_map([("TLS_MODE", "mutual")]), Env::from_map([("TLS_MODE", "mesh")]));
        for host in ["db.example", "10.0.0.7", "::", "0.0.0.0", "localhost.example", "", "fe80::1", "::ffff:10.0.0.7"] {
            assert!(alone.is_overheard(host), "{host}");
            assert!(!mesh.is_overheard(host), "{host}");
        }
        for host in ["localhost", "127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"] {
            assert!(!alone.is_overheard(host), "{host}");
        }
    }
}
