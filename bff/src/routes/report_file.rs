//! A report as a file: CSV with a byte order mark, or a right-to-left workbook.

use actix_web::{HttpResponse, http::StatusCode};
use pishkhan_sheet::{Cell, Table, WriteError, XLSX};

use crate::{
    reply::file,
    wire::{
        error::BffError,
        report::{FileRow, Totals},
        text::{self, Lang},
    },
    work::SharedTurn,
};

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

/// The rows as comma-separated values, made under `turn`.
pub async fn csv<R: FileRow + Send + 'static>(
    turn: SharedTurn,
    rows: Vec<R>,
    lang: Lang,
) -> Result<HttpResponse, BffError> {
    let bytes = turn.run(move || separated(&rows, lang).map_err(failed)).await?;
    Ok(file(&format!("{}.csv", R::FILE), "text/csv; charset=utf-8", bytes))
}

/// The rows as a workbook, made under `turn`.
pub async fn xlsx<R: FileRow + Send + 'static>(
    turn: SharedTurn,
    rows: Vec<R>,
    lang: Lang,
) -> Result<HttpResponse, BffError> {
    let bytes = turn.run(move || workbook(&rows, lang).map_err(failed)).await?;
    Ok(file(&format!("{}.xlsx", R::FILE), XLSX, bytes))
}

fn separated<R: FileRow>(rows: &[R], lang: Lang) -> Result<Vec<u8>, csv::Error> {
    // Excel takes a file without the mark for a Latin one.
    let mut writer = csv::Writer::from_writer("\u{feff}".as_bytes().to_vec());
    writer.write_record(headings::<R>(lang))?;
    for row in rows {
        let Totals { total_orders, total_quantity, total_amount } = row.totals();
        let mut record: Vec<String> = row.labels().into_iter().map(inert).collect();
        record.extend([total_orders, total_quantity, total_amount].map(|figure| figure.to_string()));
        writer.write_record(record)?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

fn workbook<R: FileRow>(rows: &[R], lang: Lang) -> Result<Vec<u8>, WriteError> {
    let mut table = Table::fitted(&headings::<R>(lang), lang == Lang::Fa)?;
    for row in rows {
        let Totals { total_orders, total_quantity, total_amount } = row.totals();
        let figures = [total_orders, total_quantity, total_amount].map(Cell::Number);
        table.row(row.labels().into_iter().map(Cell::Text).chain(figures))?;
    }
    table.finish()
}
