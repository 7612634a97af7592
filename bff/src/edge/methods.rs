//! Which methods a path has.

use std::collections::{BTreeMap, BTreeSet};

use actix_web::http::Method;
use utoipa::openapi::{HttpMethod, OpenApi};

/// The methods of every path that calls have.
#[derive(Clone, Debug, Default)]
pub struct Methods(BTreeMap<String, BTreeSet<&'static str>>);

/// The method as a label of metrics: anybody can invent one.
pub fn label(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "PUT" => "PUT",
        "PATCH" => "PATCH",
        "DELETE" => "DELETE",
        "OPTIONS" => "OPTIONS",
        _ => "other",
    }
}

/// The pattern with nameless parameters: calls at one path may name them differently.
fn shape(pattern: &str) -> String {
    let part = |part: &str| match (part.find('{'), part.rfind('}')) {
        (Some(open), Some(close)) if open < close => format!("{}{{}}{}", &part[..open], &part[close + 1..]),
        _ => part.to_owned(),
    };
    pattern.split('/').map(part).collect::<Vec<_>>().join("/")
}

impl Methods {
    /// Those of the published calls.
    pub fn of(document: &OpenApi) -> Self {
        let mut methods = Self::default();
        for (path, item) in &document.paths.paths {
            let named = [
                (item.get.is_some(), HttpMethod::Get),
                (item.post.is_some(), HttpMethod::Post),
                (item.put.is_some(), HttpMethod::Put),
                (item.patch.is_some(), HttpMethod::Patch),
                (item.delete.is_some(), HttpMethod::Delete),
            ];
            for (_, method) in named.into_iter().filter(|(there, _)| *there) {
                methods.add(path, name(&method));
            }
        }
        methods
    }

    /// Something else that is read at `pattern`.
    #[must_use]
    pub fn with_read(mut self, pattern: &str) -> Self {
        self.add(pattern, "GET");
        self
    }

    fn add(&mut self, pattern: &str, method: &'static str) {
        let methods = self.0.entry(shape(pattern)).or_default();
        methods.insert(method);
        // What can be read has a head.
        if method == "GET" {
            methods.insert("HEAD");
        }
    }

    /// Those of `pattern` as an `Allow` header has them; none for a path that no call has.
    pub fn allow(&self, pattern: &str) -> Option<String> {
        let methods = self.0.get(&shape(pattern))?;
        Some(methods.iter().copied().collect::<Vec<_>>().join(", "))
    }
}

fn name(method: &HttpMethod) -> &'static str {
    match method {
        HttpMethod::Get => "GET",
        HttpMethod::Post => "POST",
        HttpMethod::Put => "PUT",
        HttpMethod::Delete => "DELETE",
        HttpMethod::Options => "OPTIONS",
        HttpMethod::Head => "HEAD",
        HttpMethod::Patch => "PATCH",
        HttpMethod::Trace => "TRACE",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app;

    #[test]
    fn paths_know_their_methods() {
        let methods = Methods::of(&app::document()).with_read("/healthz");
        assert_eq!(methods.allow("/healthz").as_deref(), Some("GET, HEAD"));
        assert_eq!(methods.allow("/market/product-image-app2/{other}").as_deref(), Some("DELETE, POST"));
        assert_eq!(methods.allow("/media/{image_id}/{width}.jpg").as_deref(), Some("GET, HEAD"));
        assert_eq!(methods.allow("/nothing"), None);
    }
}
