//! `docs/AUTHORIZATION.md`, read as people read it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

/// The file, for messages.
pub const FILE: &str = "docs/AUTHORIZATION.md";
/// A cell that asks nothing, because there is nothing to ask.
pub const NOTHING: &str = "-";

/// What a table is about.
pub struct Kind {
    /// The text of its headline.
    headline: &'static str,
    /// The columns of what each caller gets.
    pub columns: &'static [&'static str],
    /// Those of them where there may be nothing to ask.
    optional: &'static [&'static str],
    /// Whether a cell may say this.
    allows: fn(&str) -> bool,
    /// Where the requests are that are made.
    examples: &'static str,
}

pub const REST: Kind = Kind {
    headline: "## REST",
    columns: &[
        "own",
        "child",
        "operator",
        "no session",
        "false session",
        "foreign id",
        "malformed id",
        "malformed body",
    ],
    optional: &["foreign id", "malformed id", "malformed body"],
    allows: |word| word.len() == 3 && word.parse::<u16>().is_ok_and(|status| (200..500).contains(&status)),
    examples: "bff/tests/it/matrix/rest.json",
};

pub const RPC: Kind = Kind {
    headline: "## gRPC",
    columns: &[
        "own",
        "child",
        "operator",
        "services",
        "tool",
        "bound tool",
        "other's tool",
        "narrow tool",
        "no passport",
        "false passport",
        "foreign id",
        "malformed id",
    ],
    optional: &["services", "foreign id", "malformed id"],
    allows: |word| word.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_') || SERVICES.contains(&word),
    examples: "bff/tests/it/matrix/rpc.json",
};

/// Who may speak for itself.
pub const SERVICES: [&str; 6] = ["auth", "settings", "orders", "catalogue", "reports", "bff"];

/// After what somebody gets whose type is refused.
const BY_TYPE: &str = " (type)";

/// What one kind of caller gets: one word for all, or others for some of the things that the request names.
#[derive(Clone, Debug)]
pub struct Cell(String);

impl Cell {
    pub fn text(&self) -> &str {
        self.0.strip_suffix(BY_TYPE).unwrap_or(&self.0)
    }

    /// Whether it is the seller's type that is refused.
    pub fn is_by_type(&self) -> bool {
        self.0.ends_with(BY_TYPE)
    }

    pub fn is_nothing(&self) -> bool {
        self.0 == NOTHING
    }

    /// What it says of a thing: `404, type 409` says 409 of `{type}` and 404 of all others.
    pub fn of(&self, thing: &str) -> &str {
        let mut parts = self.0.split(", ");
        let usual = parts.next().unwrap_or_default();
        parts.filter_map(|part| part.split_once(' ')).find(|(name, _)| *name == thing).map_or(usual, |(_, word)| word)
    }

    /// The words of a list, such as `bff, orders`.
    pub fn list(&self) -> Vec<&str> {
        if self.is_nothing() { Vec::new() } else { self.0.split(", ").collect() }
    }

    fn words(&self) -> impl Iterator<Item = &str> {
        self.text().split(", ").map(|part| part.rsplit(' ').next().unwrap_or_default())
    }
}

/// The cells of one call, by column.
pub type Row = BTreeMap<&'static str, Cell>;

/// The rows of a table by call, and what is wrong with it.
pub fn read(kind: &Kind, calls: &BTreeSet<String>) -> (BTreeMap<String, Row>, Vec<String>) {
    let path = format!("{}/../{FILE}", env!("CARGO_MANIFEST_DIR"));
    parse(&fs::read_to_string(path).unwrap(), kind, calls)
}

fn parse(text: &str, kind: &Kind, calls: &BTreeSet<String>) -> (BTreeMap<String, Row>, Vec<String>) {
    let (mut rows, mut problems) = (BTreeMap::new(), Vec::new());
    let place = format!("{FILE}, \"{}\"", kind.headline);
    let section =
        text.lines().skip_while(|line| *line != kind.headline).skip(1).take_while(|line| !line.starts_with("## "));
    let mut lines =
        section.filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |")).map(|line| line.split(" | "));
    let head: Vec<&str> = lines.next().map(Iterator::collect).unwrap_or_default();
    if head.get(2..) != Some(kind.columns) {
        problems.push(format!(
            "{place}: its columns are {head:?} and have to be two that name the call and {:?}",
            kind.columns
        ));
    }
    for line in lines {
        let line: Vec<&str> = line.map(|cell| cell.trim().trim_matches('`')).collect();
        let [group, name, entries @ ..] = line.as_slice() else { continue };
        let call = if name.starts_with('/') { format!("{group} {name}") } else { format!("{group}/{name}") };
        let at = format!("{place}, row of {call}");
        if entries.len() != kind.columns.len() {
            problems.push(format!("{at}: it has {} cells and needs {}", entries.len(), kind.columns.len()));
        }
        let row: Row = kind.columns.iter().copied().zip(entries.iter().map(|cell| Cell((*cell).to_owned()))).collect();
        for (column, cell) in &row {
            let nothing = cell.is_nothing() && kind.optional.contains(column);
            if !nothing && !cell.words().all(|word| !word.is_empty() && (kind.allows)(word)) {
                problems.push(format!("{at}: \"{}\" in \"{column}\" says nothing that a caller can get", cell.0));
            }
        }
        if !calls.contains(&call) {
            problems.push(format!("{at}: there is no such call; take the row out"));
        }
        if rows.insert(call, row).is_some() {
            problems.push(format!("{at}: it stands there twice"));
        }
    }
    for call in calls.iter().filter(|call| !rows.contains_key(*call)) {
        problems.push(format!(
            "{place}: add a row for {call} that says what each caller gets; if it needs more than the usual ids, add its \
             request to {}",
            kind.examples
        ));
    }
    (rows, problems)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "\
## REST

| method | path | own | child | operator | no session | false session | foreign id | malformed id | malformed body |
|---|---|---|---|---|---|---|---|---|---|
| GET | `/a/{id}` | 200 | 200 | 403 | 401 | 401 | 404, type 409 | 404 | - |

## gRPC
";

    fn problems(text: &str) -> Vec<String> {
        parse(text, &REST, &BTreeSet::from(["GET /a/{id}".to_owned()])).1
    }

    #[test]
    fn a_table_that_is_whole_has_no_problems() {
        let (rows, problems) = parse(GOOD, &REST, &BTreeSet::from(["GET /a/{id}".to_owned()]));
        assert_eq!(problems, Vec::<String>::new());
        let foreign = &rows["GET /a/{id}"]["foreign id"];
        assert_eq!((foreign.of("order"), foreign.of("type")), ("404", "409"));
    }

    #[test]
    fn what_is_missing_doubled_empty_or_of_nothing_is_told() {
        let row = GOOD.lines().nth(4).unwrap();
        let doubled = GOOD.replace(row, &format!("{row}\n{row}"));
        let foreign = GOOD.replace(row, &format!("{row}\n{}", row.replace("/a/", "/b/")));
        for (text, told) in [
            (GOOD.replace(row, ""), "add a row for GET /a/{id}"),
            (doubled, "row of GET /a/{id}: it stands there twice"),
            (foreign, "row of GET /b/{id}: there is no such call"),
            (GOOD.replace("| 403 |", "|  |"), "\"\" in \"operator\" says nothing"),
            (GOOD.replace("| 403 |", "| - |"), "\"-\" in \"operator\" says nothing"),
            (GOOD.replace("| 403 |", "| perhaps |"), "\"perhaps\" in \"operator\" says nothing"),
            (GOOD.replace("| 403 |", "|"), "it has 7 cells and needs 8"),
            (GOOD.replace("| operator |", "| someone |"), "its columns are"),
        ] {
            let problems = problems(&text);
            assert!(problems.iter().any(|problem| problem.contains(told)), "{told}: {problems:?}");
        }
    }
}
