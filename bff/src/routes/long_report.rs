//! A long report while it is written: JSON, CSV with a byte order mark, or a right-to-left workbook.

use actix_web::{HttpRequest, HttpResponse, http::StatusCode};
use pishkhan_sheet::{Cell, Table, XLSX};
use serde::Serialize;

use crate::{
    reply::{ListWriter, Written, file},
    wire::{
        error::BffError,
        report::{FileRow, Format, ReportReply, Totals},
        text::{self, Lang},
    },
    work::SharedTurn,
};

/// A report as it is answered, while its rows come.
pub enum LongReport {
    /// What the screens read.
    Json(ListWriter),
    /// Comma-separated values.
    Csv(Box<csv::Writer<Vec<u8>>>),
    /// A workbook.
    Xlsx(Table),
}

/// The same with all its rows.
enum Whole {
    Json(Written),
    File { ending: &'static str, content_type: &'static str, bytes: Vec<u8> },
}

impl LongReport {
    /// A report without rows.
    pub fn new<R: FileRow>(format: Format, request: &HttpRequest) -> Result<Self, BffError> {
        let lang = Lang::of(request);
        Ok(match format {
            Format::Json => Self::Json(ListWriter::new(ReportReply::<R>::LIST, request)?),
            Format::Csv => {
                // Excel takes a file without the mark for a Latin one.
                let mut writer = csv::Writer::from_writer("\u{feff}".as_bytes().to_vec());
                writer.write_record(headings::<R>(lang)).map_err(failed)?;
                Self::Csv(Box::new(writer))
            }
            Format::Xlsx => Self::Xlsx(Table::fitted(&headings::<R>(lang), lang == Lang::Fa).map_err(failed)?),
        })
    }

    /// Adds rows, under `turn`.
    pub async fn with<R>(mut self, turn: &SharedTurn, rows: Vec<R>) -> Result<Self, BffError>
    where
        R: FileRow + Serialize + Send + 'static,
    {
        turn.run(move || {
            rows.iter().try_for_each(|row| self.add(row))?;
            Ok(self)
        })
        .await
    }

    fn add(&mut self, row: &(impl FileRow + Serialize)) -> Result<(), BffError> {
        let Totals { total_orders, total_quantity, total_amount } = row.totals();
        let figures = [total_orders, total_quantity, total_amount];
        match self {
            Self::Json(list) => list.add(row),
            Self::Csv(writer) => {
                let labels = row.labels().into_iter().map(inert);
                writer.write_record(labels.chain(figures.map(|figure| figure.to_string()))).map_err(failed)
            }
            Self::Xlsx(table) => {
                let labels = row.labels().into_iter().map(Cell::Text);
                table.row(labels.chain(figures.map(Cell::Number))).map_err(failed)
            }
        }
    }

    /// The report as an answer, under `turn`.
    pub async fn answer<R: FileRow>(self, turn: &SharedTurn) -> Result<HttpResponse, BffError> {
        let whole = turn.run(|| {
            Ok(match self {
                Self::Json(list) => Whole::Json(list.finish()?),
                Self::Csv(writer) => {
                    let bytes = writer.into_inner().map_err(|error| failed(error.into_error()))?;
                    Whole::File { ending: "csv", content_type: "text/csv; charset=utf-8", bytes }
                }
                Self::Xlsx(table) => {
                    Whole::File { ending: "xlsx", content_type: XLSX, bytes: table.finish().map_err(failed)? }
                }
            })
        });
        Ok(match whole.await? {
            Whole::Json(written) => written.respond(),
            Whole::File { ending, content_type, bytes } => file(&format!("{}.{ending}", R::FILE), content_type, bytes),
        })
    }
}

fn headings<R: FileRow>(lang: Lang) -> Vec<&'static str> {
    let mut headings = R::headings(lang);
    headings.extend([text::COLUMN_BASKETS, text::COLUMN_UNITS, text::COLUMN_AMOUNT].map(|column| column.in_lang(lang)));
    headings
}

fn failed(error: impl std::error::Error + 'static) -> BffError {
    tracing::error!(error = &error as &dyn std::error::Error, "a report's file could not be written");
    BffError::new(StatusCode::INTERNAL_SERVER_ERROR, text::INTERNAL)
}

/// Keeps a cell a text: spreadsheets read these first letters as a formula.
fn inert(label: &str) -> String {
    if label.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{label}") } else { label.to_owned() }
}
