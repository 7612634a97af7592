//! Files of products: what stands in which column, and why rows and files are not taken.

use actix_web::http::StatusCode;
use pishkhan_proto::catalogue::v1 as pb;
use pishkhan_sheet::{
    Cell, Row, Sheet, SheetError, Table, WriteError,
    columns::{Columns, ColumnsError, PRODUCTS},
};

use super::text;
use crate::wire::{
    error::BffError,
    number::persian,
    text::{FIELD_INVALID, Lang, Text},
};

/// Rows of one message.
const MESSAGE_ROWS: usize = 500;
/// A message with so many bytes of text gets no more rows.
const MESSAGE_BYTES: usize = 128 * 1024;

/// How wide a column is shown, in characters.
fn width(column: &str) -> u8 {
    match column {
        "title" | "type_name" | "image_url" => 30,
        "description" => 50,
        "brand" | "category" => 18,
        _ => 14,
    }
}

/// A workbook with the headings of product files, and maybe some more.
pub fn table(more: &[(&str, u8)]) -> Result<Table, WriteError> {
    let columns = PRODUCTS.columns().iter().map(|column| (column.heading(), width(column.name)));
    let headings: Vec<(&str, u8)> = columns.chain(more.iter().copied()).collect();
    Table::new(&headings, true)
}

/// A file of products that was read.
#[derive(Debug)]
pub struct ProductFile {
    sheet: Sheet,
    columns: Columns,
}

impl ProductFile {
    /// Finds the columns. A file without any text in them is empty.
    pub fn new(sheet: Sheet) -> Result<Self, BffError> {
        let columns = PRODUCTS.find(sheet.headings())?;
        let file = Self { sheet, columns };
        if file.rows_from(0).any(|row| row.is_some()) { Ok(file) } else { Err(SheetError::Empty.into()) }
    }

    /// Its rows behind so many, with the bytes of their texts; none for each that has texts only in columns that are
    /// none of ours.
    fn rows_from(&self, skipped: usize) -> impl Iterator<Item = Option<(pb::ProductRow, usize)>> {
        self.sheet.rows_from(skipped).map(|(row, cells)| self.row(row, cells))
    }

    fn row(&self, row: i32, cells: Row<'_>) -> Option<(pb::ProductRow, usize)> {
        let mut bytes = 0;
        let mut cell = |name| {
            let text = self.columns.cell(cells, name);
            bytes += text.len();
            text
        };
        let row = pb::ProductRow {
            row,
            product_code: cell("product_code"),
            title: cell("title"),
            brand: cell("brand"),
            category: cell("category"),
            type_code: cell("type_code"),
            type_name: cell("type_name"),
            unit: cell("unit"),
            pieces_per_unit: cell("pieces_per_unit"),
            buy_price: cell("buy_price"),
            sell_price: cell("sell_price"),
            stock: cell("stock"),
            description: cell("description"),
            image_url: cell("image_url"),
            active: cell("active"),
        };
        (bytes > 0).then_some((row, bytes))
    }

    /// Its rows in messages, each made when it is asked for.
    pub fn messages(self, request_id: String, seller_id: String) -> impl Iterator<Item = pb::PreviewFileRequest> {
        let mut sent = 0;
        std::iter::from_fn(move || {
            let (mut rows, mut bytes) = (Vec::new(), 0);
            for row in self.rows_from(sent) {
                sent += 1;
                let Some((row, more)) = row else { continue };
                bytes += more;
                rows.push(row);
                if rows.len() == MESSAGE_ROWS || bytes >= MESSAGE_BYTES {
                    break;
                }
            }
            let message = || pb::PreviewFileRequest {
                request_id: request_id.clone(),
                seller_id: seller_id.clone(),
                rows,
                keeps_rest: false,
            };
            (bytes > 0).then(message)
        })
    }
}

/// Writes a type as a row that reads back as it is.
pub fn write_type(table: &mut Table, found: &pb::ProductType) -> Result<(), WriteError> {
    let brand = found.brand.as_ref().map_or("", |brand| &brand.name);
    let unit = found.unit.as_ref().map_or("", |unit| &unit.name);
    // What the type shows: brought back, it is not made a picture of its own.
    let image = found.image_urls.first().or(found.product_image_urls.first()).map_or("", String::as_str);
    // An address elsewhere, from before these were refused: an empty cell leaves it as it is.
    let image = if image.starts_with('/') { image } else { "" };
    let active = if found.active { text::YES } else { text::NO };
    table.row(PRODUCTS.columns().iter().map(|column| match column.name {
        "product_code" => Cell::Text(&found.product_code),
        "title" => Cell::Text(&found.product_title),
        "brand" => Cell::Text(brand),
        "category" => Cell::Text(&found.category),
        "type_code" => Cell::Text(&found.code),
        "type_name" => Cell::Text(&found.name),
        "unit" => Cell::Text(unit),
        "pieces_per_unit" => Cell::Number(i64::from(found.pieces_per_unit)),
        "buy_price" => Cell::Number(found.buy_price_toman),
        "sell_price" => Cell::Number(found.sell_price_toman),
        "stock" => Cell::Number(found.available),
        "description" => Cell::Text(&found.description),
        "image_url" => Cell::Text(image),
        "active" => Cell::Text(active.fa),
        _ => Cell::Text(""),
    }))
}

/// Writes a row that was not taken as it stood in its file, and why.
pub fn write_failed(table: &mut Table, failed: &pb::FailedRow, lang: Lang) -> Result<(), WriteError> {
    let empty = pb::ProductRow::default();
    let row = failed.row.as_ref().unwrap_or(&empty);
    let why = failed.problems.iter().map(|problem| {
        let message = problem_text(&problem.problem).in_lang(lang);
        format!("{}: {message}", heading(&problem.column))
    });
    let why = why.collect::<Vec<_>>().join(text::BETWEEN_REASONS.in_lang(lang));
    let cells = PRODUCTS.columns().iter().map(|column| match column.name {
        "product_code" => &row.product_code,
        "title" => &row.title,
        "brand" => &row.brand,
        "category" => &row.category,
        "type_code" => &row.type_code,
        "type_name" => &row.type_name,
        "unit" => &row.unit,
        "pieces_per_unit" => &row.pieces_per_unit,
        "buy_price" => &row.buy_price,
        "sell_price" => &row.sell_price,
        "stock" => &row.stock,
        "description" => &row.description,
        "image_url" => &row.image_url,
        "active" => &row.active,
        _ => &empty.title,
    });
    table.row(cells.map(String::as_str).chain([why.as_str()]).map(Cell::Text))
}

/// The Persian heading of a field.
pub(super) fn heading(field: &str) -> String {
    PRODUCTS.heading(field).unwrap_or(field).to_owned()
}

/// What is wrong with a cell.
pub(super) fn problem_text(code: &str) -> Text {
    match code {
        "REQUIRED" => text::CELL_EMPTY,
        "TOO_LONG" => text::CELL_TOO_LONG,
        "NOT_A_NUMBER" => text::CELL_NOT_A_NUMBER,
        "OUT_OF_RANGE" => text::CELL_OUT_OF_RANGE,
        "UNKNOWN_UNIT" => text::UNIT_UNKNOWN,
        "BELOW_BUY_PRICE" => text::SELL_BELOW_BUY,
        "NOT_OUR_PICTURE" => text::PICTURE_NOT_OURS,
        "DUPLICATE" => text::TYPE_TWICE,
        "CONTRADICTS" => text::ROWS_CONTRADICT,
        "TAKEN" => text::TYPE_CODE_TAKEN,
        "TOO_MANY_TYPES" => text::TYPES_TOO_MANY,
        "CHANGED_MEANWHILE" => text::CHANGED_MEANWHILE,
        // INVALID, and what a newer service may find.
        _ => FIELD_INVALID,
    }
}

// === why a file is not taken ===

const BROKEN_RULE: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;

fn count(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

impl From<SheetError> for BffError {
    fn from(error: SheetError) -> Self {
        let say = |fa: String, en: String| Self::saying(BROKEN_RULE, fa, en);
        match error {
            SheetError::Empty => Self::new(BROKEN_RULE, text::FILE_EMPTY),
            SheetError::NotUtf8 => Self::new(BROKEN_RULE, text::FILE_NOT_UTF8),
            SheetError::Unreadable(_) => Self::new(BROKEN_RULE, text::FILE_UNREADABLE),
            SheetError::TooLarge(_) => Self::new(BROKEN_RULE, text::FILE_HOLDS_TOO_MUCH),
            SheetError::OpenQuote { row } => say(
                format!("در ردیف {} علامت نقل‌قول (\") باز شده و بسته نشده است.", persian(row.into())),
                format!("A quotation mark (\") in row {row} is not closed."),
            ),
            SheetError::TooManyRows { limit } => say(
                format!("فایل باید حداکثر {} ردیف داشته باشد.", persian(count(limit))),
                format!("A file may have at most {limit} rows."),
            ),
            SheetError::TooManyColumns { limit } => say(
                format!("فایل باید حداکثر {} ستون داشته باشد.", persian(count(limit))),
                format!("A file may have at most {limit} columns."),
            ),
            SheetError::CellTooLong { row, limit } => say(
                format!("متن یک خانه در ردیف {} بیش از {} کاراکتر دارد.", persian(row.into()), persian(count(limit))),
                format!("A cell in row {row} has more than {limit} characters."),
            ),
        }
    }
}

impl From<ColumnsError> for BffError {
    fn from(error: ColumnsError) -> Self {
        let name = |column: &'static str| heading(column);
        match error {
            ColumnsError::Twice(column) => Self::saying(
                BROKEN_RULE,
                format!("ستون «{}» در فایل دو بار آمده است.", name(column)),
                format!("The column \"{}\" ({column}) stands twice in the file.", name(column)),
            ),
            ColumnsError::Missing(columns) => {
                let fa: Vec<String> = columns.iter().map(|column| format!("«{}»", name(column))).collect();
                let en: Vec<String> = columns.iter().map(|column| format!("\"{}\" ({column})", name(column))).collect();
                Self::saying(
                    BROKEN_RULE,
                    format!("این ستون‌ها در فایل نیست: {}", fa.join("، ")),
                    format!("The file lacks these columns: {}", en.join(", ")),
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use pishkhan_sheet::Limits;

    use super::*;

    fn found() -> pb::ProductType {
        pb::ProductType {
            product_title: "=چای «سیاه»".to_owned(),
            product_code: "0012".to_owned(),
            category: "دمنوش".to_owned(),
            brand: Some(pb::Brand { brand_id: String::new(), name: "گلستان".to_owned() }),
            code: "0012-1".to_owned(),
            name: "۱۰۰ گرم".to_owned(),
            unit: Some(pb::Unit { unit_id: String::new(), name: "کارتن".to_owned(), numeric: false }),
            pieces_per_unit: 12,
            buy_price_toman: 1_000_000,
            sell_price_toman: 1_200_000,
            available: 7,
            description: "-خط اول\nخط دوم _x0041_".to_owned(),
            image_urls: vec!["/media/a/960.jpg".to_owned()],
            active: false,
            ..pb::ProductType::default()
        }
    }

    fn rows(sheet: Sheet) -> Vec<pb::ProductRow> {
        let file = ProductFile::new(sheet).unwrap();
        file.messages(String::new(), String::new()).flat_map(|message| message.rows).collect()
    }

    #[test]
    fn rows_go_in_messages_of_a_bounded_size_and_empty_ones_do_not_go() {
        let sheet = |rows: &str| {
            let headings =
                "product_code,title,brand,type_code,type_name,unit,pieces_per_unit,buy_price,sell_price,stock";
            Sheet::parse(format!("{headings},remarks\n{rows}").as_bytes(), &Limits::UPLOAD).unwrap()
        };
        let numbers = |rows: &str| {
            let messages = ProductFile::new(sheet(rows)).unwrap().messages("key".to_owned(), "s".to_owned());
            let numbers = messages.map(|message| {
                assert_eq!((message.request_id.as_str(), message.seller_id.as_str()), ("key", "s"));
                message.rows.iter().map(|row| row.row).collect::<Vec<_>>()
            });
            numbers.collect::<Vec<_>>()
        };
        let remark = ",,,,,,,,,,a remark\n";
        let many = [remark, &"P\n".repeat(1_001), remark, "P\n", remark].concat();
        let sent = numbers(&many);
        assert_eq!(sent.iter().map(Vec::len).collect::<Vec<_>>(), [500, 500, 2]);
        assert_eq!((sent[0][0], sent[2].as_slice()), (3, [1_003, 1_005].as_slice()));
        let large = format!("P,{}\n", "ا".repeat(4_096)).repeat(40);
        assert_eq!(numbers(&large).iter().map(Vec::len).collect::<Vec<_>>(), [16, 16, 8]);
        let error = ProductFile::new(sheet(&remark.repeat(3))).unwrap_err();
        assert_eq!(error.words(Lang::En), (BROKEN_RULE, text::FILE_EMPTY.en));
    }

    #[test]
    fn a_written_type_reads_back_as_it_is() {
        let mut table = table(&[]).unwrap();
        write_type(&mut table, &found()).unwrap();
        write_type(&mut table, &pb::ProductType { brand: None, image_urls: Vec::new(), ..found() }).unwrap();
        let inherits =
            pb::ProductType { product_image_urls: vec!["/p.svg".to_owned()], image_urls: Vec::new(), ..found() };
        write_type(&mut table, &inherits).unwrap();
        let elsewhere = vec!["https://elsewhere.example/a.png".to_owned()];
        write_type(&mut table, &pb::ProductType { image_urls: elsewhere, ..found() }).unwrap();
        let sheet = Sheet::parse(&table.finish().unwrap(), &Limits::UPLOAD).unwrap();
        let read = rows(sheet);
        let expected = pb::ProductRow {
            row: 2,
            product_code: "0012".to_owned(),
            title: "=چای «سیاه»".to_owned(),
            brand: "گلستان".to_owned(),
            category: "دمنوش".to_owned(),
            type_code: "0012-1".to_owned(),
            type_name: "۱۰۰ گرم".to_owned(),
            unit: "کارتن".to_owned(),
            pieces_per_unit: "12".to_owned(),
            buy_price: "1000000".to_owned(),
            sell_price: "1200000".to_owned(),
            stock: "7".to_owned(),
            description: "-خط اول\nخط دوم _x0041_".to_owned(),
            image_url: "/media/a/960.jpg".to_owned(),
            active: "خیر".to_owned(),
        };
        assert_eq!(read[0], expected);
        assert_eq!((read[1].brand.as_str(), read[1].image_url.as_str()), ("", ""));
        assert_eq!(read[2].image_url, "/p.svg", "its product's");
        assert_eq!(read[3].image_url, "", "an import would refuse it");
    }

    #[test]
    fn a_failed_row_is_written_as_it_stood_with_its_reasons_last() {
        let row =
            pb::ProductRow { title: "چای".to_owned(), stock: "۵٫۵".to_owned(), ..pb::ProductRow::default() };
        let problem = |column: &str, problem: &str| pb::RowProblem {
            row: 9,
            column: column.to_owned(),
            value: String::new(),
            problem: problem.to_owned(),
        };
        let problems = vec![problem("stock", "NOT_A_NUMBER"), problem("title", "SOMETHING_NEW")];
        assert_eq!(problem_text("NOT_OUR_PICTURE"), text::PICTURE_NOT_OURS);
        let mut table = table(&[(text::WHY.fa, 40)]).unwrap();
        write_failed(&mut table, &pb::FailedRow { row: Some(row.clone()), problems }, Lang::Fa).unwrap();
        let sheet = Sheet::parse(&table.finish().unwrap(), &Limits::UPLOAD).unwrap();
        assert_eq!(sheet.headings().last().unwrap(), "علت");
        let (_, cells) = sheet.rows().next().unwrap();
        let why = "موجودی: باید عدد صحیح باشد.؛ نام محصول: مقدار این فیلد نامعتبر است.";
        assert_eq!(cells.iter().last().unwrap(), why);
        assert_eq!(rows(sheet), [pb::ProductRow { row: 2, ..row }], "and can be imported again");
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said_in_both_languages() {
        let columns = BffError::from(ColumnsError::Missing(vec!["stock", "unit"]));
        assert_eq!(columns.words(Lang::Fa), (BROKEN_RULE, "این ستون‌ها در فایل نیست: «موجودی»، «واحد»"));
        let (_, english) = columns.words(Lang::En);
        assert!(english.contains("(stock)"), "{english}");
        let rows = BffError::from(SheetError::TooManyRows { limit: 40_000 });
        assert_eq!(rows.words(Lang::Fa).1, "فایل باید حداکثر ۴۰۰۰۰ ردیف داشته باشد.");
        let quote = BffError::from(SheetError::OpenQuote { row: 12 });
        assert_eq!(quote.words(Lang::Fa).1, "در ردیف ۱۲ علامت نقل‌قول (\") باز شده و بسته نشده است.");
        for (error, words) in [
            (SheetError::Empty, text::FILE_EMPTY),
            (SheetError::NotUtf8, text::FILE_NOT_UTF8),
            (SheetError::TooLarge("tags"), text::FILE_HOLDS_TOO_MUCH),
            (SheetError::Unreadable("x".into()), text::FILE_UNREADABLE),
        ] {
            let error = BffError::from(error);
            assert_eq!(error.words(Lang::Fa), (BROKEN_RULE, words.fa));
            assert_eq!(error.words(Lang::En), (BROKEN_RULE, words.en));
        }
    }
}
