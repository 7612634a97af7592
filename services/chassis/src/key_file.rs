//! Files of secret keys: one a line, 32 bytes in base64, the newest first.

use std::{
    fs,
    io::{self, Write as _},
    os::unix::fs::OpenOptionsExt as _,
    path::Path,
};

use base64::{Engine as _, prelude::BASE64_STANDARD};

use crate::config::{Env, Profile, Secret};

/// Bytes of a key.
pub const KEY_BYTES: usize = 32;

/// A key that two processes share, or one with its own past.
pub type Key = Secret<[u8; KEY_BYTES]>;

/// The line that marks a file of keys as one of development, of which people are careless.
const DEVELOPMENT: &str = "# for development";
/// What production says of a key that others have.
pub const KNOWN: &str = "holds a key of development or of tests, which others have";

/// The keys cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum KeyFileError {
    /// A line is not a key; its content is not told.
    #[error("line {0} is not 32 bytes in base64")]
    Line(usize),
    /// No line is a key.
    #[error("there is no key")]
    Empty,
}

/// The keys of the file that a setting names. What is wrong is noted; in production also that others may read it, or have
/// its keys.
pub fn from_env(env: &mut Env, name: &'static str) -> Option<Vec<Key>> {
    let text = env.secret_file(name)?;
    match parse(text.expose()) {
        Ok(keys) => {
            let is_marked = text.expose().lines().any(|line| line.trim() == DEVELOPMENT);
            if is_marked || keys.iter().any(|key| is_of_tests(key.expose())) {
                env.problem_in_production(name, KNOWN);
            }
            Some(keys)
        }
        Err(error) => {
            env.problem(name, error.to_string());
            None
        }
    }
}

/// Makes the file with a new key, its owner's alone (0600), unless it is there.
pub fn make(path: &Path, profile: Profile) -> io::Result<()> {
    let mut out = match fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(()),
        opened => opened?,
    };
    let mut key = [0; KEY_BYTES];
    getrandom::fill(&mut key).map_err(io::Error::other)?;
    let mark = if profile == Profile::Dev { format!("{DEVELOPMENT}\n") } else { String::new() };
    out.write_all(format!("{mark}{}\n", BASE64_STANDARD.encode(key)).as_bytes())?;
    out.sync_all()
}

/// Whether a key is one of our tests, which are published: one byte again and again.
pub fn is_of_tests(key: &[u8; KEY_BYTES]) -> bool {
    key.iter().all(|byte| *byte == key[0])
}

/// Keys as they stand in their file, at least one. Empty lines and those that begin with `#` are left out.
pub fn parse(text: &str) -> Result<Vec<Key>, KeyFileError> {
    let lines = text.lines().map(str::trim).zip(1..);
    let keys: Vec<Key> = lines
        .filter(|(line, _)| !line.is_empty() && !line.starts_with('#'))
        .map(|(line, number)| {
            let bytes = BASE64_STANDARD.decode(line).ok().and_then(|bytes| bytes.try_into().ok());
            bytes.map(Secret::new).ok_or(KeyFileError::Line(number))
        })
        .collect::<Result<_, _>>()?;
    if keys.is_empty() { Err(KeyFileError::Empty) } else { Ok(keys) }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use pishkhan_testkit::TestFolder;

    use super::*;

    #[test]
    fn a_file_is_made_once_for_its_owner_alone_and_says_when_it_is_of_development() {
        let folder = TestFolder::new();
        fs::create_dir_all(folder.path()).unwrap();
        let (good, careless) = (folder.path().join("good.keys"), folder.path().join("careless.keys"));
        make(&good, Profile::Production).unwrap();
        make(&careless, Profile::Dev).unwrap();
        let first = fs::read_to_string(&good).unwrap();
        make(&good, Profile::Production).unwrap();
        assert_eq!(fs::read_to_string(&good).unwrap(), first, "a key was replaced");
        assert_eq!(fs::metadata(&good).unwrap().permissions().mode() & 0o777, 0o600);
        let told = |path: &Path| {
            let mut env = Env::from_map([("KEYS_FILE", path.to_str().unwrap())]);
            let keys = from_env(&mut env, "KEYS_FILE");
            env.finish(keys).map(|keys| keys.len()).map_err(|error| error.to_string())
        };
        assert_eq!(told(&good), Ok(1));
        assert!(told(&careless).unwrap_err().contains(KNOWN));
    }

    #[test]
    fn a_file_of_keys_says_which_line_is_none_and_never_quotes_it() {
        let good = BASE64_STANDARD.encode([1; KEY_BYTES]);
        for (text, problem) in [
            ("# nothing\n\n".to_owned(), "there is no key"),
            (format!("{good}\nsecret"), "line 2 is not 32 bytes in base64"),
            (BASE64_STANDARD.encode([1; 31]), "line 1 is not 32 bytes in base64"),
        ] {
            assert_eq!(parse(&text).unwrap_err().to_string(), problem);
        }
        let keys = parse(&format!("# newest first\n\n {good} \n{}\n", BASE64_STANDARD.encode([2; KEY_BYTES]))).unwrap();
        assert_eq!(keys.iter().map(|key| key.expose()[0]).collect::<Vec<_>>(), [1, 2]);
        assert!(!format!("{keys:?}").contains(&good), "{keys:?}");
    }
}
