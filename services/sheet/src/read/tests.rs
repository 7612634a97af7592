use std::sync::LazyLock;

use proptest::prelude::*;
use rust_xlsxwriter::{Format, Formula, Workbook};

use super::*;

const LIMITS: Limits =
    Limits { rows: 3, columns: 4, cell: 10, cells: 10, text: 100, unpacked: 1024 * 1024, nodes: 1_000 };

fn rows(sheet: &Sheet) -> Vec<(i32, Vec<&str>)> {
    sheet.rows().map(|(row, cells)| (row, cells.iter().collect())).collect()
}

fn parse(bytes: &[u8]) -> Result<Sheet, SheetError> {
    Sheet::parse(bytes, &LIMITS)
}

/// A workbook of one sheet.
fn workbook(fill: impl FnOnce(&mut rust_xlsxwriter::Worksheet)) -> Vec<u8> {
    let mut workbook = Workbook::new();
    fill(workbook.add_worksheet());
    workbook.save_to_buffer().unwrap()
}

#[test]
fn row_numbers_are_those_of_the_file() {
    let sheet = parse("\u{feff}a,b\r\n\r\n1,\"x\ny\"\n , \n2, z ,\n".as_bytes()).unwrap();
    assert_eq!(sheet.headings(), ["a", "b"]);
    assert_eq!(rows(&sheet), [(3, vec!["1", "x\ny"]), (6, vec!["2", "z"])]);
}

#[test]
fn cells_are_parted_as_the_headings_are() {
    for text in ["a,b\n1,\"2;\t3\"", "a;b\n1;\"2;\t3\"", "a\tb\n1\t\"2;\t3\""] {
        assert_eq!(rows(&parse(text.as_bytes()).unwrap()), [(2, vec!["1", "2;\t3"])], "{text}");
    }
    assert_eq!(parse(b"\"a;b\",c\n1,2").unwrap().headings(), ["a;b", "c"]);
    assert_eq!(rows(&parse(b"a\n1").unwrap()), [(2, vec!["1"])]);
}

#[test]
fn a_workbook_reads_like_a_text_file() {
    let bytes = workbook(|sheet| {
        sheet.write_string(1, 0, "کد").unwrap().write_string(1, 1, "قیمت").unwrap();
        sheet.write_string(4, 0, " P۱ ").unwrap().write_number(4, 1, 112_000.0).unwrap();
        sheet.write_boolean(4, 2, true).unwrap();
        // A merged cell has its text at the first place.
        sheet.merge_range(6, 0, 7, 1, "هر دو", &Format::new()).unwrap();
        // Of a formula, what it came to when the file was saved.
        sheet.write_formula(6, 2, Formula::new("=6*7").set_result("42")).unwrap();
    });
    let sheet = parse(&bytes).unwrap();
    assert_eq!(sheet.headings(), ["کد", "قیمت"]);
    assert_eq!(rows(&sheet), [(5, vec!["P۱", "112000", "true"]), (7, vec!["هر دو", "", "42"])]);
}

#[test]
fn cells_without_text_do_not_count() {
    let bytes = workbook(|sheet| {
        sheet.write_string(0, 0, "a").unwrap().write_string(1, 0, "1").unwrap();
        sheet.write_blank(1_048_575, 16_383, &Format::new().set_bold()).unwrap();
    });
    assert_eq!(rows(&parse(&bytes).unwrap()), [(2, vec!["1"])]);
}

#[test]
fn two_far_corners_do_not_ask_for_all_in_between() {
    let bytes = workbook(|sheet| {
        sheet.write_string(0, 0, "a").unwrap().write_string(1_048_575, 3, "z").unwrap();
    });
    assert_eq!(rows(&parse(&bytes).unwrap()), [(1_048_576, vec!["", "", "", "z"])]);
}

#[test]
fn every_limit_holds() {
    let many = |count: usize| format!("a\n{}", "x\n".repeat(count));
    assert_eq!(parse(many(3).as_bytes()).unwrap().rows().len(), 3);
    assert!(matches!(parse(many(4).as_bytes()), Err(SheetError::TooManyRows { limit: 3 })));
    assert!(parse(b"a,b,c,d\n1").is_ok());
    assert!(matches!(parse(b"a,b,c,d,e\n1"), Err(SheetError::TooManyColumns { limit: 4 })));
    assert!(parse("a\n۱۲۳۴۵۶۷۸۹۰".as_bytes()).is_ok());
    assert!(matches!(parse(b"a\n\n12345678901"), Err(SheetError::CellTooLong { row: 3, limit: 10 })));
    let full = format!("{}\n{}", ["1234567890"; 4].join(","), ["12345678901"; 4].map(|cell| &cell[1..]).join(","));
    assert!(parse(full.as_bytes()).is_ok());
    let more = format!("{full}\n{}", ["1234567890"; 3].join(","));
    assert!(matches!(parse(more.as_bytes()), Err(SheetError::TooLarge("texts"))));
    let cells = |limits: &Limits| Sheet::parse(b"a,b,c,d\n1,2,3,4\n1,2,3,4\n1,2,3", limits);
    assert!(matches!(cells(&LIMITS), Err(SheetError::TooLarge("cells"))));
    assert!(cells(&Limits { cells: 11, ..LIMITS }).is_ok(), "headings are no cells");
}

#[test]
fn a_quoted_cell_is_taken_as_spreadsheets_take_it() {
    let read = |text: &str| {
        let sheet = parse(format!("a,b\n{text}").as_bytes()).unwrap();
        sheet.rows().map(|(row, cells)| (row, cells.iter().map(str::to_owned).collect())).collect::<Vec<(_, Vec<_>)>>()
    };
    let row = |cells: &[&str]| vec![(2, cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>())];
    assert_eq!(read("\"a\"\"b\",c"), row(&["a\"b", "c"]));
    assert_eq!(read("\"\"\"\",\"\"\"\"\"\""), row(&["\"", "\"\""]));
    assert_eq!(read("a\"b\",\"c\"d"), row(&["a\"b\"", "cd"]));
    assert_eq!(read("\"a,\r\nb\",c\r\n"), row(&["a,\r\nb", "c"]));
    assert_eq!(read("1\r2"), [(2, vec!["1".to_owned()]), (3, vec!["2".to_owned()])]);
    assert!(matches!(parse(b"a,b\n\n\"1,2\n3"), Err(SheetError::OpenQuote { row: 3 })));
    assert!(matches!(parse(b"a\n1\n\"2\"\"\n"), Err(SheetError::OpenQuote { row: 3 })));
    let long = format!("a\n\"{}\"", "\"\"".repeat(50));
    assert!(matches!(parse(long.as_bytes()), Err(SheetError::CellTooLong { row: 2, limit: 10 })));
}

#[test]
fn one_long_text_in_many_cells_is_stopped() {
    // In the file it stands once, and each cell points at it.
    let bytes = workbook(|sheet| {
        for row in 0..4 {
            for column in 0..4 {
                sheet.write_string(row, column, "1234567890").unwrap();
            }
        }
    });
    assert!(matches!(parse(&bytes), Err(SheetError::TooLarge(_))));
}

#[test]
fn what_is_no_sheet_is_refused() {
    assert!(matches!(parse(b""), Err(SheetError::Empty)));
    assert!(matches!(parse(b"\n , \n"), Err(SheetError::Empty)));
    assert!(matches!(parse(b"a,b\n"), Err(SheetError::Empty)), "headings alone");
    assert!(matches!(parse(&[0xff, 0xfe, b'a']), Err(SheetError::NotUtf8)));
    assert!(matches!(parse(b"a\0b\n1"), Err(SheetError::Unreadable(_))));
    assert!(matches!(parse(&[0xd0, 0xcf, 0x11, 0xe0, 0xa1]), Err(SheetError::Unreadable(_))));
    assert!(matches!(parse(b"PK\x03\x04 and then nothing"), Err(SheetError::Unreadable(_))));
    let whole = workbook(|sheet| {
        sheet.write_string(0, 0, "a").unwrap().write_string(1, 0, "1").unwrap();
    });
    assert!(parse(&whole[..whole.len() / 2]).is_err());
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = parse(&bytes);
        let _ = parse(&[ZIP, &bytes].concat());
    }

    #[test]
    fn a_broken_workbook_never_makes_it_panic(at in 0..6_000_usize, byte in any::<u8>()) {
        static WHOLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
            workbook(|sheet| {
                sheet.write_string(0, 0, "a").unwrap().write_number(1, 0, 1.0).unwrap();
            })
        });
        let mut bytes = WHOLE.clone();
        let place = at % bytes.len();
        bytes[place] = byte;
        let _ = parse(&bytes);
    }

    #[test]
    fn what_csv_says_is_what_is_read(cells in proptest::collection::vec("[a-z\",;\n۰-۹]{1,8}", 1..4)) {
        let mut writer = ::csv::Writer::from_writer(Vec::new());
        writer.write_record(["h1", "h2", "h3"]).unwrap();
        let padded: Vec<&str> = (0..3).map(|place| cells.get(place).map_or("", String::as_str)).collect();
        writer.write_record(&padded).unwrap();
        let read = parse(&writer.into_inner().unwrap());
        let wanted: Vec<&str> = cells.iter().map(|cell| cell.trim()).collect();
        if wanted.iter().any(|cell| !cell.is_empty()) {
            let read = read.unwrap();
            let found = read.rows().next().unwrap().1;
            for (place, cell) in wanted.into_iter().enumerate() {
                prop_assert_eq!(found.cell(place), cell);
            }
        }
    }
}
