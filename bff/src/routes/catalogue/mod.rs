//! What the catalogue's pages call, by theme; most paths begin with `/market`.

mod bulk;
mod edit;
mod images;
mod products;

use utoipa_actix_web::service_config::ServiceConfig;

pub use bulk::is_bulk;
pub use images::MEDIA;

/// Calls that bring a file: it may come over a slow line, and takes the catalogue its time.
const FILE_CALLS: &[&str] = &["/market/product-image-app2/{product_id}", "/market/product-type-image-app2/{type_id}"];

/// Whether the call at `route` brings a file.
pub fn brings_file(route: &str) -> bool {
    FILE_CALLS.contains(&route)
}

/// Adds the calls.
pub fn configure(config: &mut ServiceConfig) {
    products::configure(config);
    edit::configure(config);
    images::configure(config);
    bulk::configure(config);
}
