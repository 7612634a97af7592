//! One table: reason code → HTTP status and text.
//!
//! A body is `{"message": …}` or a flat map of field to message, never both, and never an internal detail.

use std::{borrow::Cow, collections::BTreeMap, fmt, time::Duration};

use actix_web::{
    HttpResponse, ResponseError,
    http::{StatusCode, header},
};
use pishkhan_chassis::errors::{self, FieldProblem, problem};
use pishkhan_proto::reason;
use serde::Serialize;
use tonic::Code;
use utoipa::ToSchema;

use super::{
    billing, catalogue,
    number::{persian, shown},
    settings,
    text::{self, Lang, Text},
};

/// How long a caller should wait before it tries again when a service behind is down.
const RETRY_AFTER_DOWN: Duration = Duration::from_secs(2);
/// How long a caller should wait when there is too much to do: that passes sooner.
const RETRY_AFTER_OVERLOAD: Duration = Duration::from_secs(1);

/// The body of an error: a `message`, or field names with their messages.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorReply(#[schema(inline)] BTreeMap<String, String>);

/// A message in both languages; the request's language decides when it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Message {
    fa: Cow<'static, str>,
    en: Cow<'static, str>,
}

impl Message {
    fn in_lang(&self, lang: Lang) -> &str {
        match lang {
            Lang::Fa => &self.fa,
            Lang::En => &self.en,
        }
    }
}

impl From<Text> for Message {
    fn from(text: Text) -> Self {
        Self { fa: text.fa.into(), en: text.en.into() }
    }
}

#[derive(Debug)]
enum Body {
    Message(Message),
    Fields(Vec<(String, Message)>),
}

/// Why a request was not answered as asked.
#[derive(Debug)]
pub struct BffError {
    status: StatusCode,
    body: Body,
    retry_after: Option<Duration>,
    ends_session: bool,
    /// The methods that there are, as a header's text.
    allow: Option<String>,
}

impl BffError {
    fn with(status: StatusCode, body: Body) -> Self {
        Self { status, body, retry_after: None, ends_session: false, allow: None }
    }

    /// An error with one message.
    pub fn new(status: StatusCode, text: Text) -> Self {
        Self::with(status, Body::Message(text.into()))
    }

    /// An error with a message that is made up for it, in both languages.
    pub fn saying(status: StatusCode, fa: String, en: String) -> Self {
        Self::with(status, Body::Message(Message { fa: fa.into(), en: en.into() }))
    }

    /// 400 with a message for each field.
    pub fn fields<N: Into<String>>(fields: impl IntoIterator<Item = (N, Text)>) -> Self {
        let fields = fields.into_iter().map(|(name, text)| (name.into(), text.into())).collect();
        Self::with(StatusCode::BAD_REQUEST, Body::Fields(fields))
    }

    /// 400 for one field.
    pub fn field(name: impl Into<String>, text: Text) -> Self {
        Self::fields([(name.into(), text)])
    }

    /// 400 with one message.
    pub fn bad_request(text: Text) -> Self {
        Self::new(StatusCode::BAD_REQUEST, text)
    }

    /// 401: no valid session. Both cookies are cleared.
    pub fn session_invalid() -> Self {
        Self { ends_session: true, ..Self::new(StatusCode::UNAUTHORIZED, text::SESSION_INVALID) }
    }

    /// 403.
    pub fn forbidden() -> Self {
        Self::new(StatusCode::FORBIDDEN, text::FORBIDDEN)
    }

    /// 404: absent, malformed and another seller's id look the same.
    pub fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, text::NOT_FOUND)
    }

    /// 503.
    pub fn unavailable() -> Self {
        Self { retry_after: Some(RETRY_AFTER_DOWN), ..Self::new(StatusCode::SERVICE_UNAVAILABLE, text::UNAVAILABLE) }
    }

    /// 503: too much is asked at once. Nothing was done for this request.
    pub fn overloaded() -> Self {
        Self { retry_after: Some(RETRY_AFTER_OVERLOAD), ..Self::unavailable() }
    }

    /// 405: the path is there, with other methods.
    pub fn method_not_allowed(allow: String) -> Self {
        Self { allow: Some(allow), ..Self::new(StatusCode::METHOD_NOT_ALLOWED, text::METHOD_NOT_ALLOWED) }
    }

    /// 408: the body came too slowly.
    pub fn too_slow() -> Self {
        Self::new(StatusCode::REQUEST_TIMEOUT, text::TOO_SLOW)
    }

    /// Whether the thing is absent.
    pub fn is_not_found(&self) -> bool {
        self.status == StatusCode::NOT_FOUND
    }

    /// Whether something that was sent is malformed.
    pub fn is_bad_request(&self) -> bool {
        self.status == StatusCode::BAD_REQUEST
    }

    /// Whether both session cookies are to be cleared.
    pub fn ends_session(&self) -> bool {
        self.ends_session
    }

    /// The status and the words, for a page; those of a field map are not for a page.
    pub fn words(&self, lang: Lang) -> (StatusCode, &str) {
        let words = match &self.body {
            Body::Message(message) => message.in_lang(lang),
            Body::Fields(_) => text::MALFORMED.in_lang(lang),
        };
        (self.status, words)
    }

    /// How long to wait before another try, if there is a use in one.
    pub fn retry_after(&self) -> Option<Duration> {
        self.retry_after
    }

    fn reply(&self, lang: Lang) -> ErrorReply {
        ErrorReply(match &self.body {
            Body::Message(message) => BTreeMap::from([("message".to_owned(), message.in_lang(lang).to_owned())]),
            Body::Fields(fields) => {
                fields.iter().map(|(name, message)| (name.clone(), message.in_lang(lang).to_owned())).collect()
            }
        })
    }

    /// The body of the answer in `lang`.
    pub fn body(&self, lang: Lang) -> Vec<u8> {
        // A map of texts is always JSON.
        serde_json::to_vec(&self.reply(lang)).unwrap_or_default()
    }

    /// The answer in `lang`, without cookies.
    pub fn respond(&self, lang: Lang) -> HttpResponse {
        let mut response = HttpResponse::build(self.status);
        if let Some(wait) = self.retry_after {
            response.insert_header((header::RETRY_AFTER, wait.as_secs().max(1)));
        }
        if let Some(allow) = &self.allow {
            response.insert_header((header::ALLOW, allow.as_str()));
        }
        response.json(self.reply(lang))
    }

    /// 429: the message names the wait in minutes.
    pub fn too_many_tries(wait: Duration) -> Self {
        let minutes = i64::try_from(wait.as_secs().div_ceil(60).max(1)).unwrap_or(i64::MAX);
        let message = Message {
            fa: format!("تلاش‌های زیادی انجام شده است. {} دقیقه دیگر دوباره تلاش کنید.", persian(minutes)).into(),
            en: format!("Too many tries. Please try again in {minutes} minute{}.", if minutes == 1 { "" } else { "s" })
                .into(),
        };
        let body = Body::Message(message);
        Self { retry_after: Some(wait), ..Self::with(StatusCode::TOO_MANY_REQUESTS, body) }
    }

    /// One entry per short line: `<typeId>` → how much there is.
    fn stock_short<'a>(lines: impl IntoIterator<Item = (&'a String, &'a String)>) -> Self {
        let fields = lines
            .into_iter()
            .map(|(type_id, line)| {
                let mut parts = line.splitn(3, '|');
                let available = parts.next().and_then(|count| count.parse().ok()).unwrap_or(0_i64).max(0);
                let product = parts.next().unwrap_or_default();
                (type_id.clone(), short_line(product, parts.next().unwrap_or_default(), available))
            })
            .collect();
        Self::with(StatusCode::CONFLICT, Body::Fields(fields))
    }

    /// 422: what an order lacks of its seller's minimums.
    fn below_minimum(missing: &BTreeMap<String, String>) -> Self {
        let lacks = |name: &str, text: Text| {
            let lacking =
                missing.get(name).and_then(|number| number.parse().ok()).filter(|lacking: &i64| *lacking > 0)?;
            Some([Lang::Fa, Lang::En].map(|lang| text.in_lang(lang).replace("{missing}", &shown(lacking, lang))))
        };
        let sentences: Vec<[String; 2]> =
            [lacks("missing_toman", text::BELOW_MIN_AMOUNT), lacks("missing_packages", text::BELOW_MIN_PACKAGES)]
                .into_iter()
                .flatten()
                .collect();
        let [fa, en] =
            [0, 1].map(|lang| sentences.iter().map(|said| said[lang].as_str()).collect::<Vec<_>>().join(" "));
        Self::saying(StatusCode::UNPROCESSABLE_ENTITY, fa, en)
    }
}

impl fmt::Display for BffError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.body {
            Body::Message(message) => write!(formatter, "{}: {}", self.status, message.en),
            Body::Fields(fields) => {
                write!(formatter, "{}:", self.status)?;
                fields.iter().try_for_each(|(name, message)| write!(formatter, " {name}: {}", message.en))
            }
        }
    }
}

impl std::error::Error for BffError {}

impl ResponseError for BffError {
    fn status_code(&self) -> StatusCode {
        self.status
    }

    fn error_response(&self) -> HttpResponse {
        self.respond(Lang::Fa)
    }
}

/// What is said of a line that asks for more than there is.
fn short_line(product: &str, type_name: &str, available: i64) -> Message {
    let name = if type_name.is_empty() { product.to_owned() } else { format!("{product} {type_name}") };
    Message {
        fa: format!("موجودی «{name}» کافی نیست: {} عدد موجود است.", persian(available)).into(),
        en: format!("There is not enough of \"{name}\": {available} in stock.").into(),
    }
}

/// The same in one language, where it is no error.
pub fn short_line_text(product: &str, type_name: &str, available: i64, lang: Lang) -> String {
    short_line(product, type_name, available).in_lang(lang).to_owned()
}

/// What a reason code means on this surface.
enum Meaning {
    Say(StatusCode, Text),
    SayOf(&'static str, Text),
    Unavailable,
    SessionInvalid,
    TooManyTries,
    Fields,
    StockShort,
    BelowMinimum,
    /// Of a line, whose type the metadata names.
    SayOfLine(Text),
    Quantities,
    Internal,
}

/// The table. `None` for a code that is not in it.
fn meaning(code: &str) -> Option<Meaning> {
    use Meaning::{
        BelowMinimum, Fields, Internal, Quantities, Say, SayOf, SayOfLine, SessionInvalid, StockShort, TooManyTries,
        Unavailable,
    };
    const CONFLICT: StatusCode = StatusCode::CONFLICT;
    const BROKEN_RULE: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;
    Some(match code {
        reason::INVALID_FIELD => Fields,
        reason::INTERNAL | reason::STOPPED => Internal,
        // Our own passport was refused: the session is fine, the house is not.
        reason::PASSPORT_INVALID
        | reason::DATABASE_BUSY
        | reason::DEPENDENCY_DOWN
        | reason::OVERLOADED
        | reason::DEADLINE_EXCEEDED
        | reason::CHANGE_ABANDONED
        | reason::GATEWAY_DOWN => Unavailable,
        reason::FORBIDDEN | reason::CUSTOMER_NOTE_READ_ONLY => Say(StatusCode::FORBIDDEN, text::FORBIDDEN),
        reason::IDEMPOTENCY_KEY_REUSED => Say(BROKEN_RULE, text::IDEMPOTENCY_KEY_REUSED),
        // What only tools ask for is told to them by its code.
        reason::VERSION_STALE
        | reason::REVISION_STALE
        | reason::PASSWORD_SET
        | reason::USER_DISABLED
        | reason::PROPOSAL_DECIDED
        | reason::MONTH_INVOICED
        | reason::MONTH_NOT_OVER => Say(CONFLICT, text::VERSION_STALE),
        reason::CREDENTIALS_WRONG => Say(StatusCode::UNAUTHORIZED, text::CREDENTIALS_WRONG),
        reason::CODE_WRONG => SayOf("code", text::CODE_WRONG),
        reason::LINK_WRONG => SayOf("link", text::LINK_WRONG),
        reason::SESSION_INVALID => SessionInvalid,
        reason::TOO_MANY_TRIES => TooManyTries,
        reason::CELLPHONE_TAKEN => Say(CONFLICT, text::CELLPHONE_TAKEN),
        reason::SELLER_TAKEN => Say(CONFLICT, text::SELLER_TAKEN),
        reason::USERNAME_TAKEN => Say(CONFLICT, text::USERNAME_TAKEN),
        reason::SELLER_CODE_TAKEN => Say(CONFLICT, settings::text::CODE_TAKEN),
        reason::SUBSCRIPTION_REQUIRED => Say(CONFLICT, settings::text::SUBSCRIPTION_REQUIRED),
        reason::TIER_REVERSED => Say(BROKEN_RULE, settings::text::TIER_REVERSED),
        reason::TIERS_OVERLAP => Say(BROKEN_RULE, settings::text::TIERS_OVERLAP),
        reason::CARDS_TOO_MANY => Say(BROKEN_RULE, settings::text::CARDS_TOO_MANY),
        reason::SELL_BELOW_BUY => Say(BROKEN_RULE, catalogue::text::SELL_BELOW_BUY),
        reason::IMAGE_UNREADABLE => Say(BROKEN_RULE, catalogue::text::IMAGE_UNREADABLE),
        reason::IMPORT_NOT_FOUND => Say(StatusCode::NOT_FOUND, catalogue::text::IMPORT_NOT_FOUND),
        reason::PERIOD_REVERSED => Say(BROKEN_RULE, settings::text::PERIOD_REVERSED),
        reason::CHOICE_NOT_FOUND
        | reason::USER_NOT_FOUND
        | reason::SESSION_NOT_FOUND
        | reason::SELLER_NOT_FOUND
        | reason::PRODUCT_TYPE_NOT_FOUND
        | reason::PRODUCT_NOT_FOUND
        | reason::IMAGE_NOT_FOUND
        | reason::CUSTOMER_NOT_FOUND
        | reason::PLAN_NOT_FOUND
        | reason::PAYMENT_NOT_FOUND
        | reason::INVOICE_NOT_FOUND
        | reason::PROPOSAL_NOT_FOUND
        | reason::ORDER_NOT_FOUND => Say(StatusCode::NOT_FOUND, text::NOT_FOUND),
        reason::OPEN_ORDERS => Say(CONFLICT, billing::text::OPEN_ORDERS),
        reason::INVOICE_NOT_PAYABLE | reason::INVOICE_PAID => Say(CONFLICT, billing::text::INVOICE_NOT_PAYABLE),
        reason::SELLER_INACTIVE => Say(CONFLICT, text::SELLER_INACTIVE),
        reason::ORDER_CANCELLED => Say(CONFLICT, text::ORDER_CANCELLED),
        reason::ORDER_REGISTERED => Say(CONFLICT, text::ORDER_REGISTERED),
        reason::ORDER_NEVER_SAVED => Say(CONFLICT, text::ORDER_NEVER_SAVED),
        reason::ORDER_EMPTY => Say(BROKEN_RULE, text::ORDER_EMPTY),
        reason::ORDER_SETTLING => Say(CONFLICT, text::ORDER_SETTLING),
        reason::STOCK_EMPTY => Say(CONFLICT, text::STOCK_EMPTY),
        reason::STOCK_SHORT => StockShort,
        reason::TYPE_NOT_SELLABLE => SayOfLine(text::TYPE_NOT_SELLABLE),
        reason::PRICE_CHANGED => Say(BROKEN_RULE, text::PRICE_CHANGED),
        reason::QUANTITY_INVALID => Quantities,
        reason::LINES_TOO_MANY => Say(StatusCode::PAYLOAD_TOO_LARGE, text::LINES_TOO_MANY),
        reason::BELOW_MIN_AMOUNT | reason::BELOW_MIN_PACKAGES => BelowMinimum,
        _ => return None,
    })
}

/// What is wrong with the lines of an order as a whole, or with the number in one.
fn quantities(fields: &[FieldProblem]) -> BffError {
    const BROKEN_RULE: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;
    let wrong = |field: &str| fields.iter().any(|wrong| wrong.field == field);
    if wrong("lines.type_id") {
        let fields = vec![("products".to_owned(), text::TYPE_TWICE.into())];
        return BffError::with(BROKEN_RULE, Body::Fields(fields));
    }
    BffError::new(BROKEN_RULE, if wrong("lines") { text::TOTAL_TOO_LARGE } else { text::QUANTITY_INVALID })
}

/// The client's name for a contract's field.
fn wire_field(field: &str) -> String {
    if let Some(name) = settings::field::name(field) {
        return name;
    }
    if let Some(name) = catalogue::field::name(field) {
        return name.to_owned();
    }
    let name = match field {
        "current_password" => "current",
        "seller_note" => "sellerToz",
        "customer_note" => "customerToz",
        "lines" => "products",
        "lines.unit_price_toman" => "initialPrice",
        "shipping_toman" => "shippingCost",
        "paper_bill_toman" => "PaperBill",
        other => other,
    };
    name.to_owned()
}

/// What is wrong with a field, for people.
fn field_text(field: &str, code: &str) -> Text {
    if let Some(words) = settings::field::words(field, code) {
        return words;
    }
    if let Some(words) = catalogue::field::words(field, code) {
        return words;
    }
    match code {
        _ if field == "current_password" => settings::text::CURRENT_PASSWORD_WRONG,
        problem::REQUIRED => text::FIELD_REQUIRED,
        problem::TOO_LONG => text::TEXT_TOO_LONG,
        problem::COMMON => text::PASSWORD_COMMON,
        _ => text::FIELD_INVALID,
    }
}

impl From<tonic::Status> for BffError {
    fn from(status: tonic::Status) -> Self {
        let details = errors::details(&status);
        let internal = || {
            tracing::error!(rpc.code = ?status.code(), rpc.message = status.message(), "a service failed");
            Self::new(StatusCode::INTERNAL_SERVER_ERROR, text::INTERNAL)
        };
        let unavailable = || {
            tracing::warn!(rpc.code = ?status.code(), rpc.message = status.message(), "a service is away");
            Self::unavailable()
        };
        let Some(meaning) = details.reason.as_deref().and_then(meaning) else {
            let away = [Code::Unavailable, Code::DeadlineExceeded, Code::ResourceExhausted, Code::Cancelled];
            return if away.contains(&status.code()) { unavailable() } else { internal() };
        };
        match meaning {
            Meaning::Quantities => quantities(&details.fields),
            Meaning::Say(status, text) => Self::new(status, text),
            Meaning::SayOf(field, text) => Self::field(field, text),
            Meaning::Unavailable => unavailable(),
            Meaning::SessionInvalid => Self::session_invalid(),
            Meaning::TooManyTries => Self::too_many_tries(details.retry_after.unwrap_or(RETRY_AFTER_DOWN)),
            Meaning::StockShort => Self::stock_short(&details.metadata),
            Meaning::BelowMinimum => Self::below_minimum(&details.metadata),
            Meaning::SayOfLine(text) => {
                let line = details.metadata.get("type_id").cloned().unwrap_or_else(|| "products".to_owned());
                Self::with(StatusCode::UNPROCESSABLE_ENTITY, Body::Fields(vec![(line, text.into())]))
            }
            Meaning::Internal => internal(),
            Meaning::Fields if details.fields.is_empty() => Self::bad_request(text::MALFORMED),
            // An id that is no id is as absent as any other.
            Meaning::Fields if details.fields.iter().all(|wrong| wrong.field.ends_with("_id")) => Self::not_found(),
            Meaning::Fields => Self::fields(
                details.fields.iter().map(|wrong| (wire_field(&wrong.field), field_text(&wrong.field, &wrong.problem))),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use actix_web::body::to_bytes;
    use pishkhan_chassis::errors::status;

    use super::*;

    #[test]
    fn every_reason_there_is_has_its_row() {
        for code in reason::ALL {
            assert!(meaning(code).is_some(), "{code} has no row");
        }
        let unique: HashSet<_> = reason::ALL.iter().collect();
        assert_eq!(unique.len(), reason::ALL.len());
    }

    async fn body_of(error: &BffError, lang: Lang) -> serde_json::Value {
        let bytes = to_bytes(error.respond(lang).into_body()).await.unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    #[actix_web::test]
    async fn an_unknown_failure_tells_nothing_of_the_inside() {
        let error = BffError::from(tonic::Status::internal("relation \"sales_order\" does not exist"));
        assert_eq!(error.status_code(), StatusCode::INTERNAL_SERVER_ERROR);
        assert!(!body_of(&error, Lang::En).await.to_string().contains("sales_order"));
    }

    #[actix_web::test]
    async fn missing_stock_names_each_short_line() {
        let id = "019a9e3a-0000-7000-8000-000000000001";
        let error = BffError::from(
            status(Code::FailedPrecondition, reason::STOCK_SHORT, "short").metadata(id, "3|رب گوجه|۸۰۰ گرم").build(),
        );
        assert_eq!(error.status_code(), StatusCode::CONFLICT);
        let body = body_of(&error, Lang::Fa).await;
        assert_eq!(body[id], "موجودی «رب گوجه ۸۰۰ گرم» کافی نیست: ۳ عدد موجود است.");
    }

    #[actix_web::test]
    async fn too_many_tries_say_the_wait() {
        let error = BffError::from(
            status(Code::ResourceExhausted, reason::TOO_MANY_TRIES, "slow down")
                .retry_after(Duration::from_secs(841))
                .build(),
        );
        let response = error.respond(Lang::Fa);
        assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(response.headers().get(header::RETRY_AFTER).unwrap(), "841");
        assert!(body_of(&error, Lang::Fa).await["message"].as_str().unwrap().contains("۱۵ دقیقه"));
    }

    #[test]
    fn a_dependency_that_is_down_never_ends_the_session() {
        let error = BffError::from(tonic::Status::unavailable("connection refused"));
        assert_eq!(error.status_code(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(!error.ends_session());
        assert!(BffError::session_invalid().ends_session());
    }
}
