//! A report as a file: CSV with a byte order mark, or a right-to-left workbook.

use actix_web::{HttpResponse, http::StatusCode};
use pishkhan_sheet::{Cell, Table, XLSX};

use crate::{
    reply::file,
    wire::{
        error::BffError,
        report::{FileRow, Totals},
        text::{self, Lang},
    },
    work::SharedTurn,
};

/// A file of these rows while it is written.
pub enum ReportFile {
    /// Comma-separated values.
    Csv(Box<csv::Writer<Vec<u8>>>),
    /// A workbook.
    Xlsx(Table),
}

impl ReportFile {
    /// Comma-separated values with nothing but their headings.
    pub fn csv<R: FileRow>(lang: Lang) -> Result<Self, BffError> {
        // Excel takes a file without the mark for a Latin one.
        let mut writer = csv::Writer::from_writer("\u{feff}".as_bytes().to_vec());
        writer.write_record(headings::<R>(lang)).map_err(failed)?;
        Ok(Self::Csv(Box::new(writer)))
    }

    /// A workbook with nothing but its headings.
    pub fn xlsx<R: FileRow>(lang: Lang) -> Result<Self, BffError> {
        Ok(Self::Xlsx(Table::fitted(&headings::<R>(lang), lang == Lang::Fa).map_err(failed)?))
    }

    /// Adds rows, under `turn`.
    pub async fn with<R: FileRow + Send + 'static>(
        mut self,
        turn: &SharedTurn,
        rows: Vec<R>,
    ) -> Result<Self, BffError> {
        turn.run(move || {
            for row in rows {
                self.add(&row)?;
            }
            Ok(self)
        })
        .await
    }

    fn add(&mut self, row: &impl FileRow) -> Result<(), BffError> {
        let Totals { total_orders, total_quantity, total_amount } = row.totals();
        let figures = [total_orders, total_quantity, total_amount];
        match self {
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

    /// The file as an answer, under `turn`.
    pub async fn answer<R: FileRow>(self, turn: &SharedTurn) -> Result<HttpResponse, BffError> {
        let (ending, content_type) = match self {
            Self::Csv(_) => ("csv", "text/csv; charset=utf-8"),
            Self::Xlsx(_) => ("xlsx", XLSX),
        };
        let bytes = turn
            .run(|| match self {
                Self::Csv(writer) => writer.into_inner().map_err(|error| failed(error.into_error())),
                Self::Xlsx(table) => table.finish().map_err(failed),
            })
            .await?;
        Ok(file(&format!("{}.{ending}", R::FILE), content_type, bytes))
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
