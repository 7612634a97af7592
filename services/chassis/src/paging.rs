//! Opaque page tokens and page sizes, in rows and in bytes.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use prost::Message;
use serde::{Serialize, de::DeserializeOwned};
use tonic::Status;

use crate::errors::{self, problem};

/// Bytes that the rows of one page may take, encoded. Far below [`MAX_REPLY_BYTES`](crate::grpc::MAX_REPLY_BYTES), so that
/// a page of one large row (an order of 500 lines with the longest names is some 830 KiB) fits as well; and with its frame
/// below [`MAX_REQUEST_BYTES`](crate::grpc::MAX_REQUEST_BYTES), so that a tool can send on what it was given.
pub const PAGE_BYTES: usize = 768 * 1024;
/// The tag and the length before each row of a page: a row is shorter than 2 MiB.
const ROW_FRAME: usize = 5;

/// Longer tokens are not ours.
const MAX_TOKEN_LEN: usize = 2_048;

/// The token is not one that this method gave out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the page token is not valid")]
pub struct InvalidToken;

impl From<InvalidToken> for Status {
    fn from(InvalidToken: InvalidToken) -> Self {
        errors::invalid_field("page_token", problem::INVALID)
    }
}

/// Packs the place where the next page starts into a token that says nothing to its holder.
///
/// # Panics
/// If the cursor cannot be written as JSON, which a cursor of plain fields always can.
pub fn encode_token<T: Serialize>(cursor: &T) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(serde_json::to_vec(cursor).expect("a cursor of plain fields is JSON"))
}

/// Reads a token back. An empty token, which means the first page, is the caller's to handle.
pub fn decode_token<T: DeserializeOwned>(token: &str) -> Result<T, InvalidToken> {
    if token.len() > MAX_TOKEN_LEN {
        return Err(InvalidToken);
    }
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(token).map_err(|_| InvalidToken)?;
    serde_json::from_slice(&bytes).map_err(|_| InvalidToken)
}

/// The number of rows to give: `default` when nothing (or nonsense) was asked for, never above `max`.
pub fn page_size(requested: i32, default: u32, max: u32) -> u32 {
    match u32::try_from(requested) {
        Ok(0) | Err(_) => default.min(max),
        Ok(size) => size.min(max),
    }
}

/// Counts the bytes of a page while it is filled. A page has at least one row, whatever it takes.
#[derive(Debug, Clone)]
pub struct PageBudget {
    left: usize,
    empty: bool,
}

impl PageBudget {
    /// A page of at most so many bytes, such as [`PAGE_BYTES`].
    pub const fn new(bytes: usize) -> Self {
        Self { left: bytes, empty: true }
    }

    /// Whether the row still fits; if so it is counted. After a refusal the page is full.
    pub fn takes(&mut self, row: &impl Message) -> bool {
        let bytes = row.encoded_len() + ROW_FRAME;
        let fits = self.empty || bytes <= self.left;
        self.left = if fits { self.left.saturating_sub(bytes) } else { 0 };
        self.empty = false;
        fits
    }
}

/// The first rows, as many as a page of so many bytes takes, and whether some were left out.
pub fn fitting<M: Message>(rows: impl IntoIterator<Item = M>, bytes: usize) -> (Vec<M>, bool) {
    let (mut page, mut budget) = (Vec::new(), PageBudget::new(bytes));
    for row in rows {
        if !budget.takes(&row) {
            return (page, true);
        }
        page.push(row);
    }
    (page, false)
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, Utc};
    use proptest::prelude::*;
    use serde::Deserialize;
    use uuid::Uuid;

    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Cursor {
        at: DateTime<Utc>,
        id: Uuid,
        name: String,
    }

    proptest! {
        #[test]
        fn tokens_come_back_as_they_were(seconds in -1_000_000_000_i64..4_000_000_000, id: u128, name: String) {
            let cursor = Cursor { at: DateTime::from_timestamp(seconds, 0).unwrap(), id: Uuid::from_u128(id), name };
            prop_assume!(cursor.name.len() < 200);
            prop_assert_eq!(decode_token::<Cursor>(&encode_token(&cursor)), Ok(cursor));
        }

        #[test]
        fn strange_tokens_are_refused(token: String) {
            prop_assert_eq!(decode_token::<Cursor>(&token), Err(InvalidToken));
        }
    }

    #[test]
    fn a_bad_token_is_the_callers_mistake() {
        let status = Status::from(decode_token::<Cursor>("AAAA").unwrap_err());
        assert_eq!(status.code(), tonic::Code::InvalidArgument);
        assert_eq!(errors::details(&status).fields[0].field, "page_token");
        assert_eq!(decode_token::<Vec<u8>>(&"A".repeat(3_000)), Err(InvalidToken));
    }

    #[test]
    fn a_page_ends_where_its_bytes_do_and_has_at_least_one_row() {
        let row = |length: usize| "x".repeat(length);
        let lengths = |rows: &[usize], bytes| {
            let (page, cut) = fitting(rows.iter().copied().map(row), bytes);
            (page.len(), cut)
        };
        assert_eq!(lengths(&[], 100), (0, false));
        assert_eq!(lengths(&[200, 1], 100), (1, true));
        assert_eq!(lengths(&[40, 40, 40], 100), (2, true));
        assert_eq!(lengths(&[40, 40], 100), (2, false));
        // What comes behind a row that did not fit is left out, however small it is.
        assert_eq!(lengths(&[40, 90, 1], 100), (1, true));
    }

    #[test]
    fn page_sizes_have_a_default_and_a_limit() {
        assert_eq!(
            [page_size(0, 15, 100), page_size(-3, 15, 100), page_size(7, 15, 100), page_size(700, 15, 100)],
            [15, 15, 7, 100]
        );
    }
}
