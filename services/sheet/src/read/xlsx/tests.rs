use std::io::{Cursor, Write as _};

use ::zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};
use proptest::prelude::*;

use super::strings::unescape;
use crate::{Limits, Sheet, SheetError};

const ROOT: &str = r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
    <Relationship Id="rId9" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>
    <Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/>
    </Relationships>"#;
const BOOK: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>
    <sheet name="Hidden" sheetId="3" state="hidden" r:id="rId3"/><sheet name="Sheet1" sheetId="1" r:id="rId1"/>
    <sheet name="Sheet2" sheetId="2" r:id="rId2"/></sheets></workbook>"#;
const RELATED: &str = r#"<Relationships>
    <Relationship Id="rId3" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet" Target="worksheets/sheet3.xml"/>
    <Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet2.xml"/>
    <Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="/xl/worksheets/../worksheets/sheet1.xml"/>
    <Relationship Id="rId5" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/>
    </Relationships>"#;
const STRINGS: &str = "<sst><si><t>نام</t></si><si><t>چای</t></si></sst>";

/// A zip file of these parts.
fn packed(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        // Of both kinds that are read.
        let method = if text.len() < 50 { CompressionMethod::Stored } else { CompressionMethod::Deflated };
        writer.start_file(*name, SimpleFileOptions::default().compression_method(method)).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A workbook of this sheet and these shared texts.
fn book(sheet: &str, strings: &str) -> Vec<u8> {
    packed(&[
        ("_rels/.rels", ROOT),
        ("xl/workbook.xml", BOOK),
        ("xl/_rels/workbook.xml.rels", RELATED),
        // A spreadsheet of today finds it in any letters.
        ("xl/SharedStrings.xml", strings),
        ("xl/worksheets/sheet1.xml", sheet),
        ("xl/worksheets/sheet2.xml", "<not"),
        ("xl/worksheets/sheet3.xml", "<not"),
        ("xl/styles.xml", "<not"),
    ])
}

fn parse(bytes: &[u8]) -> Result<Sheet, SheetError> {
    Sheet::parse(bytes, &Limits::UPLOAD)
}

/// The rows below the headings of a sheet with these rows.
fn rows(rows: &str, strings: &str) -> Result<Vec<Vec<String>>, SheetError> {
    let sheet = format!(
        "<worksheet><dimension ref=\"A1:XFD1048576\"/><sheetViews><sheetView><pane/></sheetView></sheetViews>\
         <sheetData><row><c t=\"str\"><v>a</v></c></row>{rows}</sheetData><mergeCells count=\"99999999999\"/></worksheet>"
    );
    let sheet = parse(&book(&sheet, strings))?;
    Ok(sheet.rows().map(|(_, row)| row.iter().map(str::to_owned).collect()).collect())
}

/// The one cell of a row.
fn cell(xml: &str) -> String {
    rows(&format!("<row r=\"3\">{xml}</row>"), STRINGS).unwrap().remove(0).remove(0)
}

fn refusal(xml: &str) -> String {
    rows(xml, STRINGS).unwrap_err().to_string()
}

#[test]
fn the_first_sheet_that_is_not_hidden_is_read() {
    let sheet = "<x:worksheet xmlns:x=\"u\"><x:sheetData><x:row r=\"1\"><x:c r=\"A1\" t=\"s\"><x:v>0</x:v></x:c></x:row>\
                 <x:row r=\"2\"><x:c r=\"A2\" t=\"s\"><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>";
    let sheet = parse(&book(sheet, STRINGS)).unwrap();
    assert_eq!(sheet.headings(), ["نام"]);
    assert_eq!(sheet.rows().next().unwrap().1.cell(0), "چای");
}

#[test]
fn a_cell_reads_as_it_is_shown() {
    for (xml, text) in [
        ("<c><v>112000</v></c>", "112000"),
        ("<c s=\"7\"><v>1.1000000000000001</v></c>", "1.1"),
        ("<c t=\"n\"><v>6.2601234567890E+12</v></c>", "6260123456789"),
        ("<c><v>1E+16</v></c>", "10000000000000000"),
        ("<c><v>007.50</v></c>", "7.5"),
        ("<c><v>none</v></c>", "none"),
        // A day, as its number: its format is not asked.
        ("<c s=\"3\"><v>45292</v></c>", "45292"),
        ("<c t=\"b\"><v>1</v></c>", "true"),
        ("<c t=\"b\"><v>FALSE</v></c>", "false"),
        ("<c t=\"e\"><v>#DIV/0!</v></c>", "#DIV/0!"),
        ("<c t=\"d\"><v>2026-11-22</v></c>", "2026-11-22"),
        ("<c t=\"str\"><f>A1&amp;\"x\"</f><v>a &amp; b &lt;&#x6CC;&#1740;&gt;</v></c>", "a & b <یی>"),
        ("<c t=\"s\"><f/><v> 1 </v></c>", "چای"),
        ("<c t=\"inlineStr\"><is><t>x</t></is><v>5</v></c>", "x"),
        ("<c t=\"inlineStr\"><is><t xml:space=\"preserve\"> a </t></is></c>", "a"),
        ("<c t=\"inlineStr\"><is><t><![CDATA[<a> & b]]></t><!-- c --><phoneticPr/></is></c>", "<a> & b"),
        ("<c t=\"str\"><v>a_x000D__x000A_b_x005F_x0041_</v><extLst><ext><v>9</v></ext></extLst></c>", "a\r\nb_x0041_"),
    ] {
        assert_eq!(cell(xml), text, "{xml}");
    }
    let runs = "<c t=\"inlineStr\"><is><r><rPr><b/><t>no</t></rPr><t xml:space=\"preserve\">آب </t></r><r><t> میوه </t></r>\
                <rPh sb=\"0\" eb=\"1\"><t>no</t></rPh></is></c>";
    assert_eq!(cell(runs), "آب میوه");
}

#[test]
fn cells_without_a_place_follow_the_one_before() {
    let found = rows(
        "<row><c><v>1</v></c><c r=\"C2\"><v>3</v></c><c><v>4</v></c></row><row r=\"9\"><c><v>5</v></c></row>",
        STRINGS,
    );
    assert_eq!(found.unwrap(), [vec!["1", "", "3", "4"], vec!["5"]]);
}

#[test]
fn what_no_spreadsheet_writes_is_refused() {
    for (xml, why) in [
        ("<row r=\"5\"/><row r=\"4\"/>", "row 4 is out of order"),
        ("<row r=\"5\"/><row r=\"5\"/>", "row 5 is out of order"),
        ("<row r=\"0\"/>", "row 0 is out of order"),
        ("<row r=\"x\"/>", "a row without a number"),
        ("<row r=\"1048577\"/>", "row 1048577 is out of order"),
        ("<row r=\"99999999999\"/>", "a row without a number"),
        ("<row r=\"5\"><c r=\"B5\"/><c r=\"A5\"/></row>", "the cells of row 5 are out of order"),
        ("<row r=\"5\"><c r=\"B5\"/><c r=\"B5\"/></row>", "the cells of row 5 are out of order"),
        ("<row r=\"5\"><c r=\"XFE5\"/></row>", "the cells of row 5 are out of order"),
        ("<row r=\"5\"><c r=\"ABCD5\"/></row>", "a cell of row 5 has a wrong name"),
        ("<row r=\"5\"><c r=\"A6\"/></row>", "a cell of row 5 has a wrong name"),
        ("<row r=\"5\"><c r=\"5\"/></row>", "a cell of row 5 has a wrong name"),
        ("<row r=\"5\"><c t=\"s\"><v>2</v></c></row>", "a text of row 5 is missing"),
        ("<row r=\"5\"><c t=\"s\"><v>-1</v></c></row>", "a text of row 5 is missing"),
        ("<row r=\"5\"><c t=\"n\"><v>inf</v></c></row>", "a number of row 5 is none"),
        ("<row r=\"5\"><c t=\"b\"><v>2</v></c></row>", "a cell of row 5 is neither true nor false"),
        ("<row r=\"5\"><c t=\"q\"><v>2</v></c></row>", "a cell of an unknown kind"),
        ("<row r=\"5\"><c t=\"str\"><v>&bomb;</v></c></row>", "a reference to something unknown"),
    ] {
        let told = refusal(xml);
        assert!(told.ends_with(why), "{xml}: {told}");
    }
    assert!(matches!(rows("<row></c></row>", STRINGS), Err(SheetError::Unreadable(_))));
    assert!(matches!(rows("<row r=\"5\"><c t=\"str\"><v>\u{FFFE}</v>", STRINGS), Err(SheetError::Unreadable(_))));
    let typed = format!("<!DOCTYPE sst [<!ENTITY a \"aaaa\">]>{STRINGS}");
    assert!(rows("", &typed).unwrap_err().to_string().ends_with("it has a document type"));
}

#[test]
fn only_what_is_read_is_unpacked_and_all_of_that_is_limited() {
    let sheet =
        "<worksheet><sheetData><row><c t=\"str\"><v>a</v></c></row><row><c><v>1</v></c></row></sheetData></worksheet>";
    let white = " ".repeat(1024 * 1024);
    let limits = Limits { unpacked: 1024 * 1024, ..Limits::UPLOAD };
    let read = |bytes: &[u8]| Sheet::parse(bytes, &limits);
    let mut parts = vec![("xl/media/image1.png", white.as_str())];
    parts.extend([
        ("xl/workbook.xml", BOOK),
        ("xl/_rels/workbook.xml.rels", RELATED),
        ("xl/worksheets/sheet1.xml", sheet),
    ]);
    assert!(read(&packed(&parts)).is_ok(), "a picture, no shared texts, and no relations of the file");
    let after = format!("{sheet}{white}");
    parts[3].1 = &after;
    let bytes = packed(&parts);
    assert!(bytes.len() < 10_000);
    assert!(matches!(read(&bytes), Err(SheetError::TooLarge("bytes"))));
    let within = format!("<worksheet><sheetData>{}</sheetData></worksheet>", "<a><b/></a>".repeat(100));
    parts[3].1 = &within;
    let bytes = packed(&parts);
    let limits = Limits { nodes: 200, ..Limits::UPLOAD };
    assert!(matches!(Sheet::parse(&bytes, &limits), Err(SheetError::TooLarge("tags"))));
    let deep = format!("<worksheet>{}", "<a>".repeat(100));
    parts[3].1 = &deep;
    assert!(matches!(read(&packed(&parts)), Err(SheetError::TooLarge("tags"))));
    let named = format!("<{}/>", "a".repeat(1_000));
    parts[3].1 = &named;
    assert!(matches!(read(&packed(&parts)), Err(SheetError::TooLarge("tags"))));
    for long in ["<worksheet><!-- ", "<worksheet a=\"", "<worksheet>", "<worksheet><![CDATA["] {
        let sheet = format!("{long}{}", "x".repeat(300 * 1024));
        let mut parts = parts.clone();
        parts[3].1 = &sheet;
        assert!(matches!(read(&packed(&parts)), Err(SheetError::TooLarge("one text"))), "{long}");
    }
}

#[test]
fn a_text_in_many_pieces_is_limited_too() {
    let long = format!("<row r=\"5\"><c t=\"str\"><v>{}</v></c></row>", "&amp;".repeat(300 * 1024));
    assert!(matches!(rows(&long, STRINGS), Err(SheetError::TooLarge("one text"))));
    let runs = format!("<sst><si>{}</si></sst>", "<r><t>12345678</t></r>".repeat(40_000));
    assert!(matches!(rows("", &runs), Err(SheetError::TooLarge("one text"))));
}

#[test]
fn a_damaged_part_is_no_part() {
    let whole = packed(&[("xl/workbook.xml", "<workbook/>")]);
    let at = whole.windows(11).position(|window| window == b"<workbook/>").unwrap();
    let mut bytes = whole.clone();
    bytes[at + 10] = b' ';
    assert!(parse(&bytes).unwrap_err().to_string().ends_with("a part of the zip file is damaged"));
    assert!(parse(&whole).unwrap_err().to_string().ends_with("no sheet"));
    // Bit 0 of an entry's flags: it is locked.
    let entry = whole.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
    let mut locked = whole;
    locked[entry + 8] |= 1;
    assert!(parse(&locked).unwrap_err().to_string().ends_with("a locked workbook"));
}

#[test]
fn what_the_directory_claims_is_not_believed() {
    let whole = packed(&[("xl/workbook.xml", BOOK)]);
    let end = whole.len() - 22;
    let claim = |at: usize, claimed: &[u8]| {
        let mut bytes = whole.clone();
        bytes[at..at + claimed.len()].copy_from_slice(claimed);
        parse(&bytes).unwrap_err()
    };
    assert!(matches!(claim(end + 10, &[0xff, 0xff]), SheetError::TooLarge("parts")), "65,535 parts");
    assert!(matches!(claim(end + 10, &[2, 0]), SheetError::Unreadable(_)), "one more than there are");
    assert!(matches!(claim(end + 16, &[0xff; 4]), SheetError::Unreadable(_)), "a directory beyond the end");
    let entry = whole.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
    for (at, name) in [(20, "packed"), (28, "name"), (42, "place")] {
        assert!(matches!(claim(entry + at, &[0xff; 2]), SheetError::Unreadable(_)), "{name}");
    }
    // The end for large files, which claims as many parts as there are numbers.
    let mut large = whole[..end].to_vec();
    large.extend(b"PK\x06\x06");
    large.extend([0; 20]);
    large.extend([0xff; 32]);
    large.extend(b"PK\x06\x07");
    large.extend([0; 4]);
    large.extend(u64::try_from(end).unwrap().to_le_bytes());
    large.extend([0; 4]);
    large.extend(&whole[end..]);
    assert!(matches!(parse(&large).unwrap_err(), SheetError::TooLarge("parts")));
}

#[test]
fn sizes_that_need_64_bits_are_read() {
    let sheet =
        "<worksheet><sheetData><row><c t=\"str\"><v>a</v></c></row><row><c><v>1</v></c></row></sheetData></worksheet>";
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let parts =
        [("xl/workbook.xml", BOOK), ("xl/_rels/workbook.xml.rels", RELATED), ("xl/worksheets/sheet1.xml", sheet)];
    for (name, text) in parts {
        writer.start_file(name, SimpleFileOptions::default().large_file(true)).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    let sheet = parse(&writer.finish().unwrap().into_inner()).unwrap();
    assert_eq!(sheet.rows().len(), 1);
}

#[test]
fn escapes_of_spreadsheets_are_resolved() {
    for (written, read) in [
        ("a_x0041_b", "aAb"),
        ("_x005F_x0041_", "_x0041_"),
        ("_xD83D__xDE00_", "😀"),
        ("_xD83D_x", "\u{FFFD}x"),
        ("_x00G1_ _x041_ x0041_ _x+041_", "_x00G1_ _x041_ x0041_ _x+041_"),
        ("یک_x000D_دو_xیک_", "یک\rدو_xیک_"),
    ] {
        assert_eq!(unescape(written), read, "{written}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_sheet_makes_it_panic(tags in proptest::collection::vec(
        prop_oneof![
            Just("<row>"), Just("</row>"), Just("<row r=\"2\">"), Just("<c>"), Just("<c t=\"s\">"), Just("<c r=\"B2\"/>"),
            Just("</c>"), Just("<v>"), Just("</v>"), Just("1"), Just("&lt;"), Just("<is>"), Just("</is>"), Just("<t>"),
            Just("</t>"), Just("<!-- -->"), Just("</sheetData>"), Just("<r>"), Just("</r>"), Just("_xD83D_"), Just("]]>"),
        ],
        0..30,
    )) {
        let _ = rows(&tags.concat(), STRINGS);
        let _ = rows("", &format!("<sst><si>{}", tags.concat()));
    }
}
