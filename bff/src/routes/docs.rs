//! Swagger UI at `/docs`, from files that are built in.

use utoipa_swagger_ui::{Config, SwaggerUi};

/// The UI's pattern.
pub const PATH: &str = "/docs/{_:.*}";

/// The UI over `/openapi.json`.
pub fn swagger() -> SwaggerUi {
    SwaggerUi::new(PATH).config(Config::from("/openapi.json"))
}
