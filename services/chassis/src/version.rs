//! Which build of a process this is: `--version`, `/version`, `build_info` of the metrics, `service.version` of the traces.

use std::fmt;

/// A build of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Build {
    /// The binary: `orders`.
    pub service: &'static str,
    /// The release, as in `CHANGELOG.md`: `0.1.0`.
    pub version: &'static str,
    /// The commit; `unknown` where the compiler was not told.
    pub revision: &'static str,
}

impl fmt::Display for Build {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {} ({})", self.service, self.version, self.revision)
    }
}

/// The [`Build`](crate::version::Build) of the binary that says so, whose commit the compiler is told by
/// `PISHKHAN_REVISION`: of another commit, that binary is linked again and no library compiled.
#[macro_export]
macro_rules! build {
    () => {
        $crate::version::Build {
            service: env!("CARGO_BIN_NAME"),
            version: env!("CARGO_PKG_VERSION"),
            revision: match option_env!("PISHKHAN_REVISION") {
                Some(revision) if !revision.is_empty() => revision,
                _ => "unknown",
            },
        }
    };
}
