//! Files of secret keys: one a line, 32 bytes in base64, the newest first.

use std::{fs, io, path::Path};

use base64::{Engine as _, prelude::BASE64_STANDARD};

use crate::config::Secret;

/// Bytes of a key.
pub const KEY_BYTES: usize = 32;

/// A key that two processes share, or one with its own past.
pub type Key = Secret<[u8; KEY_BYTES]>;

/// The keys cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum KeyFileError {
    /// The file cannot be read.
    #[error("the keys could not be read")]
    Read(#[from] io::Error),
    /// A line is not a key; its content is not told.
    #[error("line {0} is not 32 bytes in base64")]
    Line(usize),
    /// No line is a key.
    #[error("there is no key")]
    Empty,
}

/// The keys of a file, at least one. Empty lines and those that begin with `#` are left out.
pub fn read(path: &Path) -> Result<Vec<Key>, KeyFileError> {
    parse(&fs::read_to_string(path)?)
}

/// Keys as they stand in their file.
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
    use super::*;

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
