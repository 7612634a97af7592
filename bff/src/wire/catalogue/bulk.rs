//! What a preview of a file of products tells, and what came of its commit.

use pishkhan_proto::catalogue::v1 as pb;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    sheet::{heading, problem_text},
    text,
};
use crate::wire::{number::persian, text::Lang, time::instant};

/// One field that a row changes.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChangeRow {
    /// Its name in the contract, such as `sell_price`.
    field: String,
    /// The heading of its column, in Persian.
    label: String,
    /// As the catalogue has it; empty for a new type.
    from: String,
    /// As the file has it.
    to: String,
    /// A price that changes by more than 30 percent.
    jump: bool,
}

impl ChangeRow {
    fn new(change: pb::RowChange, lang: Lang) -> Self {
        let pb::RowChange { field, from, to, jump } = change;
        let word = |value: String| match (field.as_str(), value.as_str()) {
            ("active", "true") => text::YES.in_lang(lang).to_owned(),
            ("active", "false") => text::NO.in_lang(lang).to_owned(),
            _ => value,
        };
        Self { label: heading(&field), from: word(from), to: word(to), jump, field }
    }
}

/// A row that changes something.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportPreviewRow {
    /// Its number in the file; the headings are row 1.
    row: i32,
    /// Empty for a new type.
    #[serde(rename = "typeId")]
    type_id: String,
    /// The product's title afterwards.
    title: String,
    /// The type's name afterwards.
    #[serde(rename = "typeName")]
    type_name: String,
    changes: Vec<ChangeRow>,
}

/// A cell that cannot be taken, and its row with it.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportProblem {
    /// The row's number in the file.
    row: i32,
    /// The heading of the column, in Persian.
    column: String,
    /// What stands there.
    value: String,
    /// What is wrong, for people.
    message: String,
}

/// Answer of `POST /market/products-import-preview-app2`.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportPreviewReply {
    /// The name under which it is committed.
    #[serde(rename = "importId")]
    import_id: String,
    /// Rows that change something: at most 500, those with a jump first.
    rows: Vec<ImportPreviewRow>,
    /// Rows that make a type.
    created: i32,
    /// Rows that change something.
    updated: i32,
    /// Rows that change nothing.
    unchanged: i32,
    /// Rows with a price that changes by more than 30 percent.
    jumps: i32,
    /// Rows that cannot be taken.
    failed: i32,
    /// At most 500.
    problems: Vec<ImportProblem>,
    /// Until when it can be committed.
    #[serde(rename = "expiresAt")]
    expires_at: String,
}

impl ImportPreviewReply {
    /// The preview in `lang`.
    pub fn new(reply: pb::PreviewImportResponse, lang: Lang) -> Self {
        let pb::PreviewImportResponse {
            import_id,
            rows,
            created,
            updated,
            unchanged,
            jumps,
            problems,
            failed,
            expire_time,
        } = reply;
        let row = |row: pb::PreviewRow| {
            let pb::PreviewRow { row, type_id, product_title, type_name, changes } = row;
            let changes = changes.into_iter().map(|change| ChangeRow::new(change, lang)).collect();
            ImportPreviewRow { row, type_id, title: product_title, type_name, changes }
        };
        let problem = |problem: pb::RowProblem| {
            let pb::RowProblem { row, column, value, problem } = problem;
            let message = problem_text(&problem).in_lang(lang).to_owned();
            ImportProblem { row, column: heading(&column), value, message }
        };
        Self {
            import_id,
            rows: rows.into_iter().map(row).collect(),
            created,
            updated,
            unchanged,
            jumps,
            failed,
            problems: problems.into_iter().map(problem).collect(),
            expires_at: expire_time.and_then(instant).unwrap_or_default(),
        }
    }
}

/// Answer of `POST /market/products-import-commit-app2/{importId}`.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportCommitReply {
    /// How many rows are saved, for people.
    message: String,
    /// Rows that made a type.
    created: i32,
    /// Rows that changed something.
    updated: i32,
    /// Rows that were not taken, those of the preview included.
    failed: i32,
}

impl ImportCommitReply {
    /// What came of the file, in `lang`.
    pub fn new(reply: pb::CommitImportResponse, lang: Lang) -> Self {
        let pb::CommitImportResponse { created, updated, failed } = reply;
        let saved = i64::from(created) + i64::from(updated);
        let message = match lang {
            Lang::Fa => format!("{} ردیف با موفقیت ثبت شد.", persian(saved)),
            Lang::En => format!("{saved} rows are saved."),
        };
        Self { message, created, updated, failed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preview_keeps_the_names_of_the_document() {
        let reply = pb::PreviewImportResponse {
            import_id: "i".to_owned(),
            rows: vec![pb::PreviewRow {
                row: 7,
                type_id: "t".to_owned(),
                product_title: "چای".to_owned(),
                type_name: "۱۰۰ گرم".to_owned(),
                changes: vec![
                    pb::RowChange {
                        field: "sell_price".to_owned(),
                        from: "100".to_owned(),
                        to: "200".to_owned(),
                        jump: true,
                    },
                    pb::RowChange {
                        field: "active".to_owned(),
                        from: "true".to_owned(),
                        to: "false".to_owned(),
                        jump: false,
                    },
                ],
            }],
            updated: 1,
            jumps: 1,
            failed: 1,
            problems: vec![pb::RowProblem {
                row: 8,
                column: "unit".to_owned(),
                value: "چیز".to_owned(),
                problem: "UNKNOWN_UNIT".to_owned(),
            }],
            expire_time: Some(prost_types::Timestamp { seconds: 1_795_249_800, nanos: 5 }),
            ..Default::default()
        };
        insta::assert_json_snapshot!(ImportPreviewReply::new(reply, Lang::Fa), @r#"
        {
          "importId": "i",
          "rows": [
            {
              "row": 7,
              "typeId": "t",
              "title": "چای",
              "typeName": "۱۰۰ گرم",
              "changes": [
                {
                  "field": "sell_price",
                  "label": "قیمت فروش",
                  "from": "100",
                  "to": "200",
                  "jump": true
                },
                {
                  "field": "active",
                  "label": "فعال",
                  "from": "بله",
                  "to": "خیر",
                  "jump": false
                }
              ]
            }
          ],
          "created": 0,
          "updated": 1,
          "unchanged": 0,
          "jumps": 1,
          "failed": 1,
          "problems": [
            {
              "row": 8,
              "column": "واحد",
              "value": "چیز",
              "message": "این واحد فروش شناخته نیست."
            }
          ],
          "expiresAt": "2026-11-21T08:30:00Z"
        }
        "#);
        let done = pb::CommitImportResponse { created: 2, updated: 10, failed: 1 };
        let done = serde_json::to_string(&ImportCommitReply::new(done, Lang::Fa)).unwrap();
        assert_eq!(done, r#"{"message":"۱۲ ردیف با موفقیت ثبت شد.","created":2,"updated":10,"failed":1}"#);
    }
}
