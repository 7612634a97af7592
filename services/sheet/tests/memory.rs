//! What reading a file costs, whatever the file says: measured in a process of its own for each.

use std::{
    env, fs,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    io::Read as _,
    path::{Path, PathBuf},
    process::{self, Command},
};

use flate2::read::GzDecoder;
use pishkhan_sheet::{Cell, Limits, Sheet, Table, columns};

const MIB: u64 = 1024 * 1024;
/// Name the file to the process that is to read it, and the limits.
const FILE: &str = "SHEET_TEST_FILE";
const LIMITS: &str = "SHEET_TEST_LIMITS";

/// Under which limits a file is read.
#[derive(Clone, Copy)]
enum As {
    Upload,
    /// A quarter of an upload: what that may cost is in proportion, and soon measured.
    Quarter,
    Tool,
}

impl As {
    const ALL: [Self; 3] = [Self::Upload, Self::Quarter, Self::Tool];

    fn limits(self) -> Limits {
        match self {
            Self::Upload => Limits::UPLOAD,
            Self::Quarter => Limits {
                rows: Limits::UPLOAD.rows / 4,
                cells: Limits::UPLOAD.cells / 4,
                text: Limits::UPLOAD.text / 4,
                unpacked: Limits::UPLOAD.unpacked / 4,
                nodes: Limits::UPLOAD.nodes / 4,
                ..Limits::UPLOAD
            },
            Self::Tool => Limits::TOOL,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Upload => "upload",
            Self::Quarter => "quarter",
            Self::Tool => "tool",
        }
    }
}

/// What came of a file, as its process tells.
struct Told {
    /// The memory that reading took, the file among it, in bytes.
    took: u64,
    /// Of all cells.
    digest: String,
    outcome: String,
}

/// The most memory that this process ever had, in bytes.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("Linux tells");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("Linux tells");
    let kibibytes = line.trim().strip_suffix(" kB").and_then(|number| number.parse::<u64>().ok());
    kibibytes.expect("a number of KiB") * 1024
}

/// Reads the file that this process was started for, if it was, and prints what came of it.
fn read_as_child() -> bool {
    let Some(file) = env::var_os(FILE) else { return false };
    let named = env::var_os(LIMITS).expect("limits are named");
    let limits = As::ALL.into_iter().find(|limits| limits.name() == named).expect("limits are known").limits();
    let before = peak();
    let read = Sheet::parse(&fs::read(file).expect("the file is there"), &limits);
    let took = peak() - before;
    let mut digest = DefaultHasher::new();
    let outcome = match read {
        Ok(sheet) => {
            let mut texts = 0;
            for (number, row) in sheet.rows() {
                number.hash(&mut digest);
                texts += row.iter().inspect(|text| text.hash(&mut digest)).count();
            }
            format!("{} rows, {texts} texts", sheet.rows().len())
        }
        Err(error) => error.to_string(),
    };
    println!("\ntold:{took}:{}:{outcome}", digest.finish());
    true
}

fn read_in_child(test: &str, file: &Path, limits: As) -> Told {
    let mut child = Command::new(env::current_exe().expect("this is a program"));
    child.args([test, "--exact", "--nocapture"]).env(FILE, file).env(LIMITS, limits.name());
    let output = child.output().expect("it can be started again");
    let printed = String::from_utf8_lossy(&output.stdout);
    let told = printed.lines().find_map(|line| line.strip_prefix("told:"));
    let mut parts = told.unwrap_or_else(|| panic!("{}: {printed}", file.display())).splitn(3, ':');
    let mut part = || parts.next().expect("three parts").to_owned();
    Told { took: part().parse().expect("a number"), digest: part(), outcome: part() }
}

/// Writes a file that is there for one test.
fn temporary(name: &str, bytes: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", process::id()));
    fs::write(&path, bytes).expect("the folder is ours");
    path
}

/// A file of the collection.
fn hostile(name: &str) -> PathBuf {
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/hostile/{name}.gz"));
    let mut bytes = Vec::new();
    let packed = fs::read(place).expect("it is in the collection");
    GzDecoder::new(packed.as_slice()).read_to_end(&mut bytes).expect("it is whole");
    temporary(name, &bytes)
}

/// Reads files of the collection, each in a process of its own, which may not take more than `most` bytes.
#[track_caller]
fn assert_told(test: &str, limits: As, most: u64, expected: &[(&str, &str)]) {
    for (name, outcome) in expected {
        let file = hostile(name);
        let told = read_in_child(test, &file, limits);
        fs::remove_file(&file).expect("it was there");
        assert_eq!(told.outcome, *outcome, "{name}");
        assert!(told.took <= most, "{name}: {} MiB", told.took / MIB);
    }
}

macro_rules! too_much {
    ($of:literal) => {
        concat!("the file holds too much (", $of, "): divide it into several files, each with the sheet of rows alone")
    };
}

#[test]
fn what_a_file_says_of_itself_costs_nothing() {
    if read_as_child() {
        return;
    }
    let expected = [
        ("claimed-strings.xlsx", "1 rows, 1 texts"),
        ("claimed-formats.xlsx", "1 rows, 1 texts"),
        // Formats are not read.
        ("many-formats.xlsx", "1 rows, 1 texts"),
        ("lying-directory.xlsx", too_much!("parts")),
        ("many-entries.xlsx", too_much!("parts")),
        ("many-relations.xlsx", too_much!("parts")),
        ("many-sheets.xlsx", too_much!("sheets")),
    ];
    assert_told("what_a_file_says_of_itself_costs_nothing", As::Upload, 64 * MIB, &expected);
}

#[test]
fn many_texts_and_long_ones_cost_no_more_than_is_promised() {
    if read_as_child() {
        return;
    }
    let expected = [
        ("many-empty-strings.xlsx", too_much!("texts")),
        ("many-strings.xlsx", too_much!("texts")),
        ("one-text-often.xlsx", too_much!("texts")),
        ("one-long-string.xlsx", too_much!("one text")),
        ("long-runs.xlsx", too_much!("one text")),
        ("many-references.xlsx", too_much!("one text")),
        ("long-tag.xlsx", too_much!("one text")),
        ("long-comment.xlsx", too_much!("one text")),
        ("many-attributes.xlsx", too_much!("one text")),
        ("billion-laughs.xlsx", "the file is no CSV or XLSX that can be read: it has a document type"),
    ];
    assert_told("many_texts_and_long_ones_cost_no_more_than_is_promised", As::Upload, 64 * MIB, &expected);
}

#[test]
fn many_cells_cost_no_more_than_is_promised() {
    if read_as_child() {
        return;
    }
    let expected = [
        ("deep.xlsx", too_much!("tags")),
        ("many-rows.xlsx", "the file has more than 40000 rows"),
        ("far-corners.xlsx", "the file has more than 64 columns"),
        ("many-blanks.xlsx", "the file has no rows"),
        ("many-lines.csv", "the file has more than 40000 rows"),
        ("many-commas.csv", "the file has no rows"),
        ("open-quote.csv", "row 2: a quote is not closed"),
        ("many-quotes.csv", "row 2: a cell has more than 4096 characters"),
        ("long-cell.csv", "row 2: a cell has more than 4096 characters"),
    ];
    assert_told("many_cells_cost_no_more_than_is_promised", As::Upload, 64 * MIB, &expected);
}

#[test]
fn as_much_as_there_may_be_is_read_within_the_promise() {
    if read_as_child() {
        return;
    }
    let full = [("full.xlsx", "8999 rows, 449950 texts")];
    assert_told("as_much_as_there_may_be_is_read_within_the_promise", As::Quarter, 64 * MIB / 4, &full);
}

#[test]
fn the_tool_may_read_more_but_not_without_end() {
    if read_as_child() {
        return;
    }
    let expected =
        [("one-long-string.xlsx", too_much!("one text")), ("many-rows.xlsx", "the file has more than 250000 rows")];
    assert_told("the_tool_may_read_more_but_not_without_end", As::Tool, 192 * MIB, &expected);
}

#[test]
fn a_large_catalogue_is_read_within_the_promise() {
    if read_as_child() {
        return;
    }
    let headings: Vec<&str> = columns::PRODUCTS.columns().iter().map(|column| column.name).collect();
    let widths: Vec<(&str, u8)> = headings.iter().map(|heading| (*heading, 10)).collect();
    let mut table = Table::new(&widths, true).unwrap();
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record(&headings).unwrap();
    for row in 0..30_000_i64 {
        let product = format!("P{:05}", row / 3);
        let (of, title) = (format!("{product}-{}", row % 3), format!("چای سیاه ممتاز {row}"));
        let cells = headings.iter().map(|heading| match *heading {
            "product_code" => Cell::Text(&product),
            "type_code" => Cell::Text(&of),
            "pieces_per_unit" | "stock" => Cell::Number(row % 100 + 1),
            "buy_price" | "sell_price" => Cell::Number(100_000 + row),
            "description" if row % 2 == 0 => Cell::Text(""),
            _ => Cell::Text(&title),
        });
        let cells: Vec<Cell<'_>> = cells.collect();
        let texts = cells.iter().map(|cell| match cell {
            Cell::Text(text) => (*text).to_owned(),
            Cell::Number(number) => number.to_string(),
        });
        csv.write_record(texts).unwrap();
        table.row(cells).unwrap();
    }
    let files = [("catalogue.xlsx", table.finish().unwrap()), ("catalogue.csv", csv.into_inner().unwrap())];
    let told = files.map(|(name, bytes)| {
        let file = temporary(name, &bytes);
        let told = read_in_child("a_large_catalogue_is_read_within_the_promise", &file, As::Upload);
        fs::remove_file(&file).unwrap();
        assert_eq!(told.outcome, "30000 rows, 420000 texts", "{name}");
        assert!(told.took <= 64 * MIB, "{name}: {} MiB", told.took / MIB);
        told.digest
    });
    assert_eq!(told[0], told[1], "they say the same");
}

/// Bytes of a cell, of a text that cells share, and of a row, as they are kept.
const CELL: usize = 8;
const SHARED: usize = 4;
const ROW: usize = 8;

#[test]
fn the_limits_add_up_to_the_promise() {
    let most = |limits: Limits| limits.cells * (CELL + SHARED) + limits.text + limits.rows * ROW;
    let mib = 1024 * 1024;
    // Beside: the file, and what is unpacked at a time.
    assert!(most(Limits::UPLOAD) + 10 * mib + mib <= 64 * mib);
    assert!(most(Limits::TOOL) + mib <= 192 * mib);
}

#[test]
fn a_large_workbook_costs_little_more_than_its_bytes() {
    let text = "چای سیاه ممتاز ".repeat(3);
    let rows = |fitted: bool| {
        let headings: Vec<&str> = columns::PRODUCTS.columns().iter().map(|column| column.name).collect();
        let widths: Vec<(&str, u8)> = headings.iter().map(|heading| (*heading, 10)).collect();
        let table = if fitted { Table::fitted(&headings, true) } else { Table::new(&widths, true) };
        let mut table = table.unwrap();
        for row in 0..20_000_i64 {
            let text = format!("{text}{row}");
            let texts = [Cell::Text(&text)].repeat(headings.len() - 1);
            table.row(texts.into_iter().chain([Cell::Number(row * 1_000)])).unwrap();
        }
        table.finish().unwrap()
    };
    for fitted in [false, true] {
        let before = peak();
        let file = rows(fitted);
        let took = peak() - before;
        // It has 30 MB of texts.
        assert!(took <= 3 * file.len() as u64 + 4 * MIB, "{} bytes cost {} MiB", file.len(), took / MIB);
    }
}
