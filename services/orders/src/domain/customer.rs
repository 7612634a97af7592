//! Customers, and the rows of files that bring them.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use pishkhan_chassis::{digits, text};
use uuid::Uuid;

/// The longest code of a customer.
pub const MAX_CODE: usize = 64;
const MAX_TITLE: usize = 200;
const MAX_WORDS: usize = 100;
const MAX_ADDRESS: usize = 300;
const MAX_LANDLINE: usize = 15;

/// A shop that buys from a seller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Customer {
    /// Time-ordered id.
    pub customer_id: Uuid,
    /// Whose customer it is.
    pub seller_id: Uuid,
    /// What the seller says of it.
    pub draft: CustomerDraft,
    /// Creation of its last order.
    pub last_order_at: Option<DateTime<Utc>>,
    /// Orders of status 0, reopened ones included.
    pub open_orders: i32,
}

/// What a seller says of a customer. Texts in their stored form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomerDraft {
    /// The seller's own code.
    pub code: String,
    /// Name.
    pub title: String,
    /// 11 Latin digits, 09…
    pub mobile: String,
    /// Latin digits, or empty.
    pub landline: String,
    /// Kind of business.
    pub trade_type: String,
    /// Name of the shop.
    pub shop_name: String,
    /// Region.
    pub activity_area: String,
    /// Address.
    pub address: String,
}

impl CustomerDraft {
    /// The names of the fields in which two drafts differ.
    pub fn differences(&self, other: &Self) -> Vec<&'static str> {
        let Self { code, title, mobile, landline, trade_type, shop_name, activity_area, address } = self;
        [
            ("code", code == &other.code),
            ("title", title == &other.title),
            ("mobile", mobile == &other.mobile),
            ("landline", landline == &other.landline),
            ("trade_type", trade_type == &other.trade_type),
            ("shop_name", shop_name == &other.shop_name),
            ("activity_area", activity_area == &other.activity_area),
            ("address", address == &other.address),
        ]
        .into_iter()
        .filter_map(|(name, same)| (!same).then_some(name))
        .collect()
    }
}

/// A half-open span of time; absent ends are open.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Span {
    /// From here on.
    pub start: Option<DateTime<Utc>>,
    /// Until here, exclusive.
    pub end: Option<DateTime<Utc>>,
}

/// Which customers are asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CustomerFilter {
    /// Those whose last order was placed in this span.
    pub last_order: Option<Span>,
    /// Those whose title contains this; folded like the titles.
    pub search: Option<String>,
    /// Those with, or without, an open order.
    pub has_open_order: Option<bool>,
}

/// Who stands first in a list of customers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum CustomerSort {
    /// Whoever ordered last.
    #[default]
    Recent,
    /// Whoever never ordered, then whoever did longest ago.
    Silent,
}

/// How many customers a seller has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CustomerCounts {
    /// All of them.
    pub all: i64,
    /// Those with an open order.
    pub with_open_order: i64,
}

/// A row of a customer file, as it stands there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Row {
    /// Its number in the file.
    pub row: i32,
    /// The texts.
    pub texts: CustomerTexts,
}

/// Unchecked texts of a customer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CustomerTexts {
    /// The seller's own code.
    pub code: String,
    /// Name.
    pub title: String,
    /// Mobile number.
    pub mobile: String,
    /// Landline.
    pub landline: String,
    /// Kind of business.
    pub trade_type: String,
    /// Name of the shop.
    pub shop_name: String,
    /// Region.
    pub activity_area: String,
    /// Address.
    pub address: String,
}

/// Why a row was not taken.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct RowProblem {
    /// The row's number in the file.
    pub row: i32,
    /// The column.
    pub column: String,
    /// What stood there.
    pub value: String,
    /// `REQUIRED`, `TOO_LONG`, `INVALID`, `NOT_A_MOBILE_NUMBER`, `NOT_A_PHONE_NUMBER` or `DUPLICATE_CODE`.
    pub problem: String,
}

/// Checks rows, each for itself. Of rows with the same code only the first is taken.
pub fn accept_rows(rows: Vec<Row>) -> (Vec<CustomerDraft>, Vec<RowProblem>) {
    let (mut drafts, mut problems, mut codes) = (Vec::new(), Vec::new(), BTreeSet::new());
    for Row { row, texts } in rows {
        let mut checker = Checker { row, problems: Vec::new() };
        let draft = checker.draft(&texts);
        if checker.problems.is_empty() && !codes.insert(draft.code.clone()) {
            checker.problem("customer_code", &texts.code, "DUPLICATE_CODE");
        }
        if checker.problems.is_empty() {
            drafts.push(draft);
        }
        problems.append(&mut checker.problems);
    }
    (drafts, problems)
}

struct Checker {
    row: i32,
    problems: Vec<RowProblem>,
}

impl Checker {
    fn draft(&mut self, texts: &CustomerTexts) -> CustomerDraft {
        let CustomerTexts { code, title, mobile, landline, trade_type, shop_name, activity_area, address } = texts;
        CustomerDraft {
            code: self.required("customer_code", code, MAX_CODE),
            title: self.required("title", title, MAX_TITLE),
            mobile: self.mobile(mobile),
            landline: self.landline(landline),
            trade_type: self.text("trade_type", trade_type, MAX_WORDS),
            shop_name: self.text("shop_name", shop_name, MAX_TITLE),
            activity_area: self.text("activity_area", activity_area, MAX_WORDS),
            address: self.lines("address", address, MAX_ADDRESS),
        }
    }

    fn problem(&mut self, column: &str, value: &str, problem: &str) {
        self.problems.push(RowProblem {
            row: self.row,
            column: column.to_owned(),
            // As much as tells which cell it is.
            value: value.chars().take(100).collect(),
            problem: problem.to_owned(),
        });
    }

    fn text(&mut self, column: &str, value: &str, max: usize) -> String {
        self.at_most(column, text::normalise(value), max)
    }

    fn lines(&mut self, column: &str, value: &str, max: usize) -> String {
        self.at_most(column, text::normalise_lines(value), max)
    }

    fn at_most(&mut self, column: &str, normal: String, max: usize) -> String {
        if normal.chars().count() > max {
            self.problem(column, &normal, "TOO_LONG");
        }
        normal
    }

    fn required(&mut self, column: &str, value: &str, max: usize) -> String {
        let normal = self.text(column, value, max);
        if normal.is_empty() {
            self.problem(column, value, "REQUIRED");
        }
        normal
    }

    fn mobile(&mut self, value: &str) -> String {
        let number = number_of(value);
        if number.is_empty() {
            self.problem("mobile", value, "REQUIRED");
        } else if number.len() != 11 || !number.starts_with("09") || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            self.problem("mobile", value, "NOT_A_MOBILE_NUMBER");
        }
        number
    }

    fn landline(&mut self, value: &str) -> String {
        let number = number_of(value);
        if number.len() > MAX_LANDLINE || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            self.problem("landline", value, "NOT_A_PHONE_NUMBER");
        }
        number
    }
}

/// Digits of any script as Latin ones, without what people put between them.
fn number_of(value: &str) -> String {
    digits::to_latin(value).chars().filter(|character| !character.is_whitespace() && *character != '-').collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn row(number: i32, code: &str, mobile: &str) -> Row {
        Row {
            row: number,
            texts: CustomerTexts {
                code: code.to_owned(),
                title: "shop".to_owned(),
                mobile: mobile.to_owned(),
                ..CustomerTexts::default()
            },
        }
    }

    fn problems(rows: Vec<Row>) -> Vec<(i32, String, String)> {
        accept_rows(rows).1.into_iter().map(|problem| (problem.row, problem.column, problem.problem)).collect()
    }

    #[test]
    fn numbers_are_read_in_all_digits() {
        let (drafts, problems) = accept_rows(vec![
            row(1, "A", "\u{6f0}\u{6f9}\u{6f1}\u{6f2} \u{6f1}\u{6f2}\u{6f3}-\u{6f4}\u{6f5}\u{6f6}\u{6f7}"),
            row(2, "B", "09121234567"),
        ]);
        assert_eq!(problems, []);
        assert_eq!((drafts[0].mobile.as_str(), drafts[1].mobile.as_str()), ("09121234567", "09121234567"));
    }

    #[test]
    fn bad_rows_name_their_column_and_good_ones_pass() {
        let long =
            Row { texts: CustomerTexts { address: "a".repeat(301), ..row(6, "F", "09121234567").texts }, row: 6 };
        let phone =
            Row { texts: CustomerTexts { landline: "021x".to_owned(), ..row(7, "G", "09121234567").texts }, row: 7 };
        let rows = vec![
            row(1, "A", "09121234567"),
            row(2, " ", "09121234567"),
            row(3, "C", "9121234567"),
            row(4, "A", "09121234567"),
            row(5, "E", ""),
            long,
            phone,
            row(8, "A\0", "09121234567"),
        ];
        assert_eq!(accept_rows(rows.clone()).0.len(), 1);
        let expected = [
            (2, "customer_code", "REQUIRED"),
            (3, "mobile", "NOT_A_MOBILE_NUMBER"),
            (4, "customer_code", "DUPLICATE_CODE"),
            (5, "mobile", "REQUIRED"),
            (6, "address", "TOO_LONG"),
            (7, "landline", "NOT_A_PHONE_NUMBER"),
            (8, "customer_code", "DUPLICATE_CODE"),
        ];
        assert_eq!(problems(rows), expected.map(|(row, column, problem)| (row, column.to_owned(), problem.to_owned())));
    }

    #[test]
    fn drafts_tell_what_differs() {
        let (drafts, _) = accept_rows(vec![row(1, "A", "09121234567")]);
        let other = CustomerDraft { mobile: "09121234568".to_owned(), address: "x".to_owned(), ..drafts[0].clone() };
        assert_eq!(drafts[0].differences(&other), ["mobile", "address"]);
        assert!(other.differences(&other).is_empty());
    }

    proptest! {
        #[test]
        fn every_row_is_taken_or_explained(texts in prop::collection::vec(("\\PC{0,70}", "\\PC{0,20}", "0?9?[0-9]{0,10}"), 0..8)) {
            let rows: Vec<Row> = texts
                .into_iter()
                .zip(1..)
                .map(|((code, title, mobile), row)| Row {
                    row,
                    texts: CustomerTexts { code, title, mobile, ..CustomerTexts::default() },
                })
                .collect();
            let count = rows.len();
            let (drafts, problems) = accept_rows(rows);
            let refused: BTreeSet<i32> = problems.iter().map(|problem| problem.row).collect();
            prop_assert_eq!(drafts.len() + refused.len(), count);
            for draft in drafts {
                prop_assert!(draft.mobile.len() == 11 && draft.mobile.starts_with("09"));
                prop_assert!(!draft.code.is_empty() && !draft.title.is_empty());
            }
        }
    }
}
