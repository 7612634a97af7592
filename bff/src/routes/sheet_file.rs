//! A table as a file, while it is written: CSV with a byte order mark, or a right-to-left workbook.

use actix_web::{HttpResponse, http::StatusCode};
use pishkhan_sheet::{Cell, Table, XLSX};

use crate::{
    reply::file,
    wire::{
        error::BffError,
        text::{self, Lang},
    },
};

/// Which file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Comma-separated values.
    Csv,
    /// A workbook.
    Xlsx,
}

/// The table, so far.
pub enum SheetFile {
    /// Comma-separated values.
    Csv(Box<csv::Writer<Vec<u8>>>),
    /// A workbook.
    Xlsx(Table),
}

/// All of it.
pub struct WrittenFile {
    ending: &'static str,
    content_type: &'static str,
    bytes: Vec<u8>,
}

impl SheetFile {
    /// A table with nothing but its headings.
    pub fn new(ending: Ending, headings: &[&str], lang: Lang) -> Result<Self, BffError> {
        Ok(match ending {
            Ending::Csv => {
                // Excel takes a file without the mark for a Latin one.
                let mut writer = csv::Writer::from_writer("\u{feff}".as_bytes().to_vec());
                writer.write_record(headings).map_err(failed)?;
                Self::Csv(Box::new(writer))
            }
            Ending::Xlsx => Self::Xlsx(Table::fitted(headings, lang == Lang::Fa).map_err(failed)?),
        })
    }

    /// Adds a row: texts, then numbers.
    pub fn add<'a>(&mut self, texts: impl IntoIterator<Item = &'a str>, numbers: &[i64]) -> Result<(), BffError> {
        match self {
            Self::Csv(writer) => {
                let texts = texts.into_iter().map(inert);
                writer.write_record(texts.chain(numbers.iter().map(i64::to_string))).map_err(failed)
            }
            Self::Xlsx(table) => {
                let texts = texts.into_iter().map(Cell::Text);
                table.row(texts.chain(numbers.iter().copied().map(Cell::Number))).map_err(failed)
            }
        }
    }

    /// The whole table.
    pub fn finish(self) -> Result<WrittenFile, BffError> {
        Ok(match self {
            Self::Csv(writer) => {
                let bytes = writer.into_inner().map_err(|error| failed(error.into_error()))?;
                WrittenFile { ending: "csv", content_type: "text/csv; charset=utf-8", bytes }
            }
            Self::Xlsx(table) => {
                WrittenFile { ending: "xlsx", content_type: XLSX, bytes: table.finish().map_err(failed)? }
            }
        })
    }
}

impl WrittenFile {
    /// The answer; `name` is without its ending.
    pub fn respond(self, name: &str) -> HttpResponse {
        let Self { ending, content_type, bytes } = self;
        file(&format!("{name}.{ending}"), content_type, bytes)
    }
}

fn failed(error: impl std::error::Error + 'static) -> BffError {
    tracing::error!(error = &error as &dyn std::error::Error, "a file could not be written");
    BffError::new(StatusCode::INTERNAL_SERVER_ERROR, text::INTERNAL)
}

/// Keeps a cell a text: spreadsheets read these first letters as a formula.
fn inert(label: &str) -> String {
    if label.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{label}") } else { label.to_owned() }
}
