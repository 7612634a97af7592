//! The built client and the pictures: read once at the start, served from memory.

use std::{
    collections::{BTreeMap, HashMap},
    fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

use actix_web::{
    HttpRequest, HttpResponse,
    http::{
        Method, StatusCode,
        header::{ACCEPT, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, VARY},
    },
    web::Bytes,
};
use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use pishkhan_chassis::config::Env;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use crate::{
    reply::{FOR_EVER, accepts, is_known},
    wire::{error::BffError, text},
};

/// How long a picture is kept before it is asked for again.
const PICTURE_AGE: Duration = Duration::from_hours(24);
/// The client's one page.
const INDEX: &str = "index.html";

/// A file in memory, as it is and as it was packed at build time.
#[derive(Debug)]
struct Asset {
    content_type: String,
    cache_control: String,
    etag: String,
    plain: Bytes,
    brotli: Option<Bytes>,
    gzip: Option<Bytes>,
}

/// All files that are served.
#[derive(Debug, Default)]
pub struct Assets {
    files: HashMap<String, Asset>,
    style_hashes: Vec<String>,
}

/// `csp.json` of the build: what the policy has to allow.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct BuildPolicy {
    style_hashes: Vec<String>,
}

impl Assets {
    /// Reads the client's build (`BFF_STATIC_DIR`) and the pictures (`BFF_IMAGES_DIR`), either of which may be absent. What
    /// cannot be read is noted.
    pub fn from_env(env: &mut Env) -> Self {
        type Add = fn(&mut Assets, &Path) -> io::Result<()>;
        let mut assets = Self::default();
        let folders: [(_, Add); 2] = [("BFF_STATIC_DIR", Self::add_client), ("BFF_IMAGES_DIR", Self::add_pictures)];
        for (name, add) in folders {
            let Some(folder) = env.optional::<PathBuf>(name) else { continue };
            if let Err(error) = add(&mut assets, &folder) {
                env.problem(name, format!("{} cannot be served: {error}", folder.display()));
            }
        }
        assets
    }

    /// Adds the client's build.
    fn add_client(&mut self, folder: &Path) -> io::Result<()> {
        let mut found = BTreeMap::new();
        collect(folder, "", &mut found)?;
        if !found.contains_key("/index.html") {
            return Err(io::Error::new(io::ErrorKind::NotFound, format!("it has no {INDEX}")));
        }
        if let Some(policy) = found.remove("/csp.json") {
            self.style_hashes = serde_json::from_slice::<BuildPolicy>(&policy)?.style_hashes;
        }
        self.add(found, |path| if is_hashed(path) { FOR_EVER.to_owned() } else { "no-cache".to_owned() });
        Ok(())
    }

    /// Adds pictures, below `/images`.
    pub fn add_pictures(&mut self, folder: &Path) -> io::Result<()> {
        let mut found = BTreeMap::new();
        collect(folder, "/images", &mut found)?;
        self.add(found, |_| format!("public, max-age={}", PICTURE_AGE.as_secs()));
        Ok(())
    }

    fn add(&mut self, mut found: BTreeMap<String, Bytes>, cache_control: impl Fn(&str) -> String) {
        let plain: Vec<String> =
            found.keys().filter(|path| !has_ending(path, "br") && !has_ending(path, "gz")).cloned().collect();
        for path in plain {
            let Some(bytes) = found.remove(&path) else { continue };
            let guess = mime_guess::from_path(&path).first_or_octet_stream();
            let content_type = match (guess.type_().as_str(), guess.subtype().as_str()) {
                ("text", _) | ("application", "json" | "javascript") => format!("{guess}; charset=utf-8"),
                _ => guess.to_string(),
            };
            let asset = Asset {
                content_type,
                cache_control: cache_control(&path),
                etag: format!("\"{}\"", BASE64_URL_SAFE_NO_PAD.encode(&Sha256::digest(&bytes)[..12])),
                brotli: found.remove(&format!("{path}.br")),
                gzip: found.remove(&format!("{path}.gz")),
                plain: bytes,
            };
            self.files.insert(path, asset);
        }
    }

    /// Hashes of the style texts that the client's libraries put into the page.
    pub fn style_hashes(&self) -> &[String] {
        &self.style_hashes
    }

    /// The answer to a path that no call has: a file, the client's page for a browser that asks for one, or 404.
    pub fn respond(&self, request: &HttpRequest) -> Result<HttpResponse, BffError> {
        let reads = matches!(*request.method(), Method::GET | Method::HEAD);
        match self.files.get(request.path()) {
            Some(asset) if reads => return Ok(asset.respond(request)),
            Some(_) => return Err(BffError::method_not_allowed("GET, HEAD".to_owned())),
            None if !reads => return Err(BffError::not_found()),
            None => {}
        }
        let wants_page = request.headers().get_all(ACCEPT).any(|accept| {
            accept.to_str().is_ok_and(|accept| accept.split(',').any(|item| item.trim().starts_with("text/html")))
        });
        let last = request.path().rsplit('/').next().unwrap_or_default();
        match self.files.get("/index.html") {
            // A missing file is missing; it is not a page.
            Some(index) if wants_page && !last.contains('.') => Ok(index.respond(request)),
            _ => Err(BffError::new(StatusCode::NOT_FOUND, text::NOT_FOUND)),
        }
    }
}

impl Asset {
    fn respond(&self, request: &HttpRequest) -> HttpResponse {
        let known = is_known(request, &self.etag);
        let mut response = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
        response
            .insert_header((ETAG, self.etag.as_str()))
            .insert_header((CACHE_CONTROL, self.cache_control.as_str()))
            .insert_header((VARY, "Accept-Encoding"));
        if known {
            return response.finish();
        }
        response.insert_header((CONTENT_TYPE, self.content_type.as_str()));
        let headers = request.headers();
        if let Some(packed) = self.brotli.as_ref().filter(|_| accepts(headers, "br")) {
            return response.insert_header((CONTENT_ENCODING, "br")).body(packed.clone());
        }
        if let Some(packed) = self.gzip.as_ref().filter(|_| accepts(headers, "gzip")) {
            return response.insert_header((CONTENT_ENCODING, "gzip")).body(packed.clone());
        }
        response.body(self.plain.clone())
    }
}

fn has_ending(path: &str, ending: &str) -> bool {
    Path::new(path).extension().is_some_and(|found| found == ending)
}

/// Whether a name carries a content hash, as `main.3f2a9c1b.js` does.
fn is_hashed(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    name.split('.').rev().skip(1).any(|part| part.len() >= 8 && part.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

fn collect(folder: &Path, prefix: &str, found: &mut BTreeMap<String, Bytes>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        // A name that is no text can't be asked for.
        let Some(name) = name.to_str() else { continue };
        let path = format!("{prefix}/{name}");
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &path, found)?;
        } else {
            found.insert(path, Bytes::from(fs::read(entry.path())?));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use actix_web::{ResponseError as _, test::TestRequest};

    use super::*;

    fn site() -> Assets {
        let mut assets = Assets::default();
        let files = [
            ("/index.html", "<html>"),
            ("/main.3f2a9c1b.js", "plain"),
            ("/main.3f2a9c1b.js.br", "packed"),
            ("/brand/logo.svg", "<svg/>"),
        ];
        let found = files.map(|(path, body)| (path.to_owned(), Bytes::from_static(body.as_bytes())));
        assets.add(found.into(), |path| if is_hashed(path) { FOR_EVER.to_owned() } else { "no-cache".to_owned() });
        assets
    }

    fn header<'a>(response: &'a HttpResponse, name: &str) -> &'a str {
        response.headers().get(name).map_or("", |value| value.to_str().unwrap())
    }

    #[test]
    fn hashed_files_are_kept_for_ever_and_come_packed() {
        let request =
            TestRequest::with_uri("/main.3f2a9c1b.js").insert_header(("accept-encoding", "gzip, br")).to_http_request();
        let response = site().respond(&request).unwrap();
        assert_eq!(header(&response, "cache-control"), FOR_EVER);
        assert_eq!(header(&response, "content-encoding"), "br");
        assert!(header(&response, "content-type").contains("javascript"));
    }

    #[test]
    fn pages_fall_back_to_the_client_and_files_do_not() {
        let ask = |path: &str, accept: &'static str| {
            site().respond(&TestRequest::with_uri(path).insert_header(("accept", accept)).to_http_request())
        };
        assert_eq!(ask("/seller-customers", "text/html,*/*").unwrap().status(), 200);
        assert_eq!(ask("/", "text/html").unwrap().status(), 200);
        assert_eq!(ask("/missing.js", "text/html,*/*").unwrap_err().status_code(), 404);
        assert_eq!(ask("/seller-customers", "application/json").unwrap_err().status_code(), 404);
        let post = TestRequest::post().uri("/").insert_header(("accept", "text/html")).to_http_request();
        assert_eq!(site().respond(&post).unwrap_err().status_code(), 404);
        let post = TestRequest::post().uri("/brand/logo.svg").to_http_request();
        assert_eq!(site().respond(&post).unwrap_err().status_code(), 405);
    }

    #[test]
    fn a_known_file_is_not_sent_again() {
        let first = site().respond(&TestRequest::with_uri("/brand/logo.svg").to_http_request()).unwrap();
        let tag = header(&first, "etag").to_owned();
        assert_eq!(header(&first, "cache-control"), "no-cache");
        let again = TestRequest::with_uri("/brand/logo.svg").insert_header(("if-none-match", tag)).to_http_request();
        assert_eq!(site().respond(&again).unwrap().status(), 304);
    }
}
