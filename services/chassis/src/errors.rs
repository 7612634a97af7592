//! Errors on the wire: a canonical code, exactly one `ErrorInfo` reason, and the fields that were wrong.
//!
//! Texts here are English and for developers. People read what the BFF says for the reason.

use std::{collections::BTreeMap, time::Duration};

use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt};

/// The `domain` of every `ErrorInfo` of ours.
pub const ERROR_DOMAIN: &str = "pishkhan";

/// The reasons that the chassis itself gives; each is one of the contracts' reason codes.
pub mod reasons {
    /// A field is missing or malformed; the violations name it.
    pub const INVALID_FIELD: &str = "INVALID_FIELD";
    /// Something failed inside; the log has the cause.
    pub const INTERNAL: &str = "INTERNAL";
    /// A service behind does not answer.
    pub const DEPENDENCY_DOWN: &str = "DEPENDENCY_DOWN";
    /// The server has as much work as it can do.
    pub const OVERLOADED: &str = "OVERLOADED";
    /// The caller's time is up.
    pub const DEADLINE_EXCEEDED: &str = "DEADLINE_EXCEEDED";
    /// No passport, or one that is not valid here.
    pub const PASSPORT_INVALID: &str = "PASSPORT_INVALID";
    /// The caller is known and may not do this.
    pub const FORBIDDEN: &str = "FORBIDDEN";
    /// No such seller, or not the caller's.
    pub const SELLER_NOT_FOUND: &str = "SELLER_NOT_FOUND";

    /// All of them.
    pub const ALL: [&str; 8] = [
        INVALID_FIELD,
        INTERNAL,
        DEPENDENCY_DOWN,
        OVERLOADED,
        DEADLINE_EXCEEDED,
        PASSPORT_INVALID,
        FORBIDDEN,
        SELLER_NOT_FOUND,
    ];
}

/// Problem codes of single fields, shared by all services.
pub mod problem {
    /// The field is missing or empty.
    pub const REQUIRED: &str = "REQUIRED";
    /// The field cannot be read as what it should be.
    pub const INVALID: &str = "INVALID";
    /// The text is longer than allowed.
    pub const TOO_LONG: &str = "TOO_LONG";
    /// The message is larger than allowed.
    pub const TOO_LARGE: &str = "TOO_LARGE";
    /// The number or date lies outside of what is allowed.
    pub const OUT_OF_RANGE: &str = "OUT_OF_RANGE";
    /// The password is one that everybody tries first.
    pub const COMMON: &str = "COMMON";
}

/// Starts a status with its reason (`UPPER_SNAKE`) and a message for developers.
pub fn status(code: Code, reason: impl Into<String>, message: impl Into<String>) -> StatusBuilder {
    StatusBuilder {
        code,
        reason: reason.into(),
        message: message.into(),
        metadata: BTreeMap::new(),
        fields: Vec::new(),
        retry_after: None,
    }
}

/// `INVALID_ARGUMENT` for one field, with the reason `INVALID_FIELD`.
pub fn invalid_field(field: impl Into<String>, problem: impl Into<String>) -> Status {
    let (field, problem) = (field.into(), problem.into());
    status(Code::InvalidArgument, reasons::INVALID_FIELD, format!("{field}: {problem}")).field(field, problem).build()
}

/// A status while it is being put together.
#[derive(Debug, Clone)]
#[must_use = "a status does nothing until it is built and returned"]
pub struct StatusBuilder {
    code: Code,
    reason: String,
    message: String,
    metadata: BTreeMap<String, String>,
    fields: Vec<FieldProblem>,
    retry_after: Option<Duration>,
}

impl StatusBuilder {
    /// Adds a value that a text for people may need (`ErrorInfo.metadata`).
    #[expect(clippy::needless_pass_by_value, reason = "numbers and texts are given as they are")]
    pub fn metadata(mut self, key: impl Into<String>, value: impl ToString) -> Self {
        self.metadata.insert(key.into(), value.to_string());
        self
    }

    /// Adds a field and its problem code (`UPPER_SNAKE`).
    pub fn field(mut self, field: impl Into<String>, problem: impl Into<String>) -> Self {
        self.fields.push(FieldProblem { field: field.into(), problem: problem.into() });
        self
    }

    /// Says when it is worth trying again.
    pub fn retry_after(mut self, delay: Duration) -> Self {
        self.retry_after = Some(delay);
        self
    }

    /// The finished status.
    pub fn build(self) -> Status {
        let Self { code, reason, message, metadata, fields, retry_after } = self;
        let mut details = ErrorDetails::new();
        details.set_error_info(reason, ERROR_DOMAIN, metadata.into_iter().collect::<std::collections::HashMap<_, _>>());
        for FieldProblem { field, problem } in fields {
            details.add_bad_request_violation(field, problem);
        }
        if retry_after.is_some() {
            details.set_retry_info(retry_after);
        }
        Status::with_error_details(code, message, details)
    }
}

impl From<StatusBuilder> for Status {
    fn from(builder: StatusBuilder) -> Self {
        builder.build()
    }
}

/// A field and what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldProblem {
    /// The name of the field in the request.
    pub field: String,
    /// The problem code, `UPPER_SNAKE`.
    pub problem: String,
}

/// What a status says beyond its code, as the BFF reads it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Details {
    /// The reason, if the status is one of ours.
    pub reason: Option<String>,
    /// Values for the text.
    pub metadata: BTreeMap<String, String>,
    /// The fields that were wrong.
    pub fields: Vec<FieldProblem>,
    /// When it is worth trying again.
    pub retry_after: Option<Duration>,
}

/// The reason of a status of ours; none for a foreign one.
pub fn reason(status: &Status) -> Option<String> {
    let info = status.get_details_error_info()?;
    (info.domain == ERROR_DOMAIN).then_some(info.reason)
}

/// Everything that a status says beyond its code; details that cannot be read count as absent.
pub fn details(status: &Status) -> Details {
    if status.details().is_empty() {
        return Details::default();
    }
    let details = status.get_error_details();
    let info = details.error_info().filter(|info| info.domain == ERROR_DOMAIN);
    Details {
        reason: info.map(|info| info.reason.clone()),
        metadata: info.map(|info| info.metadata.clone().into_iter().collect()).unwrap_or_default(),
        fields: details
            .bad_request()
            .map(|request| {
                let problem = |violation: &tonic_types::FieldViolation| FieldProblem {
                    field: violation.field.clone(),
                    problem: violation.description.clone(),
                };
                request.field_violations.iter().map(problem).collect()
            })
            .unwrap_or_default(),
        retry_after: details.retry_info().and_then(|info| info.retry_delay),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_carries_everything_to_the_other_side() {
        let status = status(Code::FailedPrecondition, "ORDER_NOT_OPEN", "the order is not open")
            .metadata("status", 2)
            .field("cellphone", problem::REQUIRED)
            .retry_after(Duration::from_secs(3))
            .build();
        let received = Status::with_details(status.code(), status.message(), status.details().to_vec().into());
        assert_eq!(received.code(), Code::FailedPrecondition);
        assert_eq!(reason(&received).as_deref(), Some("ORDER_NOT_OPEN"));
        assert_eq!(
            details(&received),
            Details {
                reason: Some("ORDER_NOT_OPEN".to_owned()),
                metadata: BTreeMap::from([("status".to_owned(), "2".to_owned())]),
                fields: vec![FieldProblem { field: "cellphone".to_owned(), problem: "REQUIRED".to_owned() }],
                retry_after: Some(Duration::from_secs(3)),
            }
        );
    }

    #[test]
    fn foreign_and_broken_details_give_no_reason() {
        assert_eq!(details(&Status::internal("x")), Details::default());
        let broken = Status::with_details(Code::Internal, "x", vec![255, 1, 2].into());
        assert_eq!((reason(&broken), details(&broken)), (None, Details::default()));
        let mut foreign = ErrorDetails::new();
        foreign.set_error_info("QUOTA", "googleapis.com", std::collections::HashMap::<String, String>::new());
        assert_eq!(reason(&Status::with_error_details(Code::Internal, "x", foreign)), None);
    }

    #[test]
    fn an_invalid_field_names_itself() {
        let status = invalid_field("order_id", problem::INVALID);
        assert_eq!((status.code(), status.message()), (Code::InvalidArgument, "order_id: INVALID"));
        assert_eq!(
            details(&status).fields,
            [FieldProblem { field: "order_id".to_owned(), problem: "INVALID".to_owned() }]
        );
    }
}
