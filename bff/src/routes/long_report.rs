//! A long report while it is written: JSON, or a file.

use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;

use super::sheet_file::{Ending, SheetFile, WrittenFile};
use crate::{
    reply::{ListWriter, Written},
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
    /// For spreadsheets.
    File(SheetFile),
}

/// The same with all its rows.
enum Whole {
    Json(Written),
    File(WrittenFile),
}

impl LongReport {
    /// A report without rows.
    pub fn new<R: FileRow>(format: Format, request: &HttpRequest) -> Result<Self, BffError> {
        let lang = Lang::of(request);
        let file = |ending| SheetFile::new(ending, &headings::<R>(lang), lang).map(Self::File);
        match format {
            Format::Json => Ok(Self::Json(ListWriter::new(ReportReply::<R>::LIST, request)?)),
            Format::Csv => file(Ending::Csv),
            Format::Xlsx => file(Ending::Xlsx),
        }
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
        match self {
            Self::Json(list) => list.add(row),
            Self::File(file) => file.add(row.labels(), &[total_orders, total_quantity, total_amount]),
        }
    }

    /// The report as an answer, under `turn`.
    pub async fn answer<R: FileRow>(self, turn: &SharedTurn) -> Result<HttpResponse, BffError> {
        let whole = turn.run(|| {
            Ok(match self {
                Self::Json(list) => Whole::Json(list.finish()?),
                Self::File(file) => Whole::File(file.finish()?),
            })
        });
        Ok(match whole.await? {
            Whole::Json(written) => written.respond(),
            Whole::File(file) => file.respond(R::FILE),
        })
    }
}

fn headings<R: FileRow>(lang: Lang) -> Vec<&'static str> {
    let mut headings = R::headings(lang);
    headings.extend([text::COLUMN_BASKETS, text::COLUMN_UNITS, text::COLUMN_AMOUNT].map(|column| column.in_lang(lang)));
    headings
}
