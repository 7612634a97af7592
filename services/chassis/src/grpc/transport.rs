//! How gRPC is spoken between our processes: plain, through a mesh's TLS, or through our own.

use std::{net::SocketAddr, str::FromStr};

use http::Uri;

use crate::{
    config::{Env, Profile, is_loopback},
    tls::{ProcessTls, TlsSettings},
};

/// The setting that says how gRPC is spoken.
pub const MODE: &str = "TLS_MODE";
/// Its value where a mesh encrypts.
pub const MESH: &str = "mesh";
const CERTIFICATES: TlsSettings =
    TlsSettings { authorities: Some("TLS_CA_FILE"), own: Some(["TLS_CERT_FILE", "TLS_KEY_FILE"]) };

/// How gRPC is spoken between our processes (`TLS_MODE`).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Transport {
    /// In clear, and therefore on the loopback alone.
    #[default]
    Plain,
    /// In clear as far as this process knows: a mesh around it encrypts and says who may call whom.
    Mesh,
    /// Through TLS, both sides with a certificate of their own (`TLS_CA_FILE`, `TLS_CERT_FILE`, `TLS_KEY_FILE`).
    Mutual(ProcessTls),
}

#[derive(Clone, Copy)]
enum Mode {
    Plain,
    Mesh,
    Mutual,
}

impl Mode {
    /// What the profile says where nothing else does.
    const fn of(profile: Profile) -> Self {
        match profile {
            Profile::Dev => Self::Plain,
            Profile::Production => Self::Mutual,
        }
    }

    /// The host and the port of a URL.
    fn parse(self, url: &str) -> Result<(String, u16), UrlProblem> {
        let scheme = match self {
            Self::Plain | Self::Mesh => "http",
            Self::Mutual => "https",
        };
        let uri: Uri = url.parse().map_err(|_| UrlProblem::Form(scheme))?;
        let host = uri.host().filter(|host| !host.is_empty()).map(|host| host.trim_matches(['[', ']']).to_owned());
        let (Some(found), Some(host), Some(port)) = (uri.scheme_str(), host, uri.port_u16()) else {
            return Err(UrlProblem::Form(scheme));
        };
        if found != scheme {
            return Err(UrlProblem::Form(scheme));
        }
        match self {
            Self::Plain if !is_loopback(&host) => Err(UrlProblem::Open),
            Self::Plain | Self::Mesh | Self::Mutual => Ok((host, port)),
        }
    }
}

impl FromStr for Mode {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "plain" => Ok(Self::Plain),
            MESH => Ok(Self::Mesh),
            "mutual" => Ok(Self::Mutual),
            _ => Err("must be mutual, mesh or plain"),
        }
    }
}

/// Why an address cannot be called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UrlProblem {
    /// It has another form.
    #[error("must be a URL of the form {0}://host:port")]
    Form(&'static str),
    /// Whoever is on the way could read everything.
    #[error("must be a loopback address where TLS_MODE is plain")]
    Open,
}

impl Transport {
    /// Reads the mode, and what it needs, for `process`: plain in the dev profile and `mutual` in production, unless it
    /// is said.
    pub fn read(env: &mut Env, process: &str) -> Option<Self> {
        let default = Mode::of(env.profile());
        let found = match env.or(MODE, default) {
            Mode::Mutual => return ProcessTls::from_env(env, CERTIFICATES, process).map(Self::Mutual),
            Mode::Mesh => Self::Mesh,
            Mode::Plain => Self::Plain,
        };
        CERTIFICATES.refuse_unused(env, "is given, but TLS_MODE is not mutual");
        Some(found)
    }

    /// Whether a server may listen there.
    pub const fn may_listen(&self, address: SocketAddr) -> bool {
        match self {
            Self::Plain => address.ip().is_loopback(),
            Self::Mesh | Self::Mutual(_) => true,
        }
    }

    /// The address of another process, as its setting says it; noted where it does not go with the mode.
    pub fn url(env: &mut Env, name: &'static str) -> Option<String> {
        let url: String = env.required(name)?;
        // One that cannot be read is told of with the mode itself.
        let mode = env.text(MODE).map_or_else(|| Ok(Mode::of(env.profile())), |mode| mode.parse::<Mode>());
        if let Some(problem) = mode.ok().and_then(|mode| mode.parse(&url).err()) {
            env.problem(name, problem.to_string());
        }
        Some(url)
    }

    /// The host and the port of a URL.
    pub(super) fn parse(&self, url: &str) -> Result<(String, u16), UrlProblem> {
        let mode = match self {
            Self::Plain => Mode::Plain,
            Self::Mesh => Mode::Mesh,
            Self::Mutual(_) => Mode::Mutual,
        };
        mode.parse(url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(profile: &str, settings: &[(&str, &str)]) -> Result<Transport, String> {
        Env::from_map(settings.iter().copied().chain([("PISHKHAN_PROFILE", profile)]))
            .build(|env| Transport::read(env, "orders"))
            .map_err(|errors| errors.to_string())
    }

    #[test]
    fn production_is_never_plain_by_itself() {
        assert_eq!(read("dev", &[]), Ok(Transport::Plain));
        let told = read("production", &[]).unwrap_err();
        for name in ["TLS_CA_FILE", "TLS_CERT_FILE", "TLS_KEY_FILE"] {
            assert!(told.contains(&format!("{name}: is missing")), "{told}");
        }
        for (mode, expected) in [("plain", Transport::Plain), ("mesh", Transport::Mesh)] {
            assert_eq!(read("production", &[(MODE, mode)]), Ok(expected));
            let told = read("production", &[(MODE, mode), ("TLS_CA_FILE", "/ca.pem")]).unwrap_err();
            assert!(told.contains("TLS_CA_FILE: is given, but"), "{told}");
        }
        assert!(read("production", &[(MODE, "off")]).unwrap_err().contains("TLS_MODE: must be mutual"));
    }

    #[test]
    fn addresses_go_with_the_transport() {
        let open = Err(UrlProblem::Open);
        let form = Err(UrlProblem::Form("http"));
        let at = |host: &str, port| Ok((host.to_owned(), port));
        for (url, plain, mesh) in [
            ("http://127.0.0.1:50051", at("127.0.0.1", 50051), at("127.0.0.1", 50051)),
            ("http://[::1]:50051", at("::1", 50051), at("::1", 50051)),
            ("http://localhost:50051/", at("localhost", 50051), at("localhost", 50051)),
            ("http://orders.panel.svc:50053", open.clone(), at("orders.panel.svc", 50053)),
            ("http://10.0.0.7:50053", open, at("10.0.0.7", 50053)),
            ("https://localhost:50053", form.clone(), form.clone()),
            ("http://orders", form.clone(), form.clone()),
            ("orders:50053", form.clone(), form.clone()),
            ("unix:/run/x", form.clone(), form.clone()),
            ("http://:1", form.clone(), form.clone()),
            ("", form.clone(), form),
        ] {
            assert_eq!(Transport::Plain.parse(url), plain, "{url}");
            assert_eq!(Transport::Mesh.parse(url), mesh, "{url}");
        }
    }
}
