//! Swagger UI at `/docs`, from files that are built in.

use utoipa_swagger_ui::{Config, SwaggerUi};

/// The UI over `/openapi.json`.
pub fn swagger() -> SwaggerUi {
    SwaggerUi::new("/docs/{_:.*}").config(Config::from("/openapi.json"))
}
