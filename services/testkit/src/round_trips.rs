//! What calls cost their databases, counted at the sockets, and `docs/ROUND_TRIPS.md`, which tells it.

use std::{fmt::Write as _, fs, path::Path};

use pishkhan_chassis_db::{Db, Traffic};

use crate::environment::variable;

/// Calls and what each cost.
pub struct RoundTrips {
    databases: Vec<(&'static str, Db)>,
    calls: Vec<(&'static str, Vec<Traffic>)>,
}

impl RoundTrips {
    /// Counts at these services' databases.
    pub fn at(databases: impl IntoIterator<Item = (&'static str, Db)>) -> Self {
        Self { databases: databases.into_iter().collect(), calls: Vec::new() }
    }

    /// Does a call, and writes down what it cost. Call each once before: the first time prepares its statements.
    pub async fn count<T>(&mut self, call: &'static str, work: impl Future<Output = T>) -> T {
        let before: Vec<Traffic> = self.databases.iter().map(|(_, db)| db.traffic()).collect();
        let done = work.await;
        let costs = self.databases.iter().zip(before).map(|((_, db), before)| db.traffic().since(before));
        self.calls.push((call, costs.collect()));
        done
    }

    /// Holds the section of the document against what was counted.
    pub fn assert_documented(&self, section: &str) {
        let crate_folder = variable("CARGO_MANIFEST_DIR").expect("cargo runs the tests");
        let path = Path::new(&crate_folder).join("../../docs/ROUND_TRIPS.md");
        let document = fs::read_to_string(path).expect("docs/ROUND_TRIPS.md can be read");
        let documented = document
            .split_once(&format!("<!-- {section}: begin -->\n"))
            .and_then(|(_, rest)| rest.split_once(&format!("<!-- {section}: end -->")))
            .map(|(table, _)| table);
        let counted = self.markdown();
        assert!(documented == Some(counted.as_str()), "docs/ROUND_TRIPS.md tells something else. Counted:\n{counted}");
    }

    /// What was counted, as a table.
    pub fn markdown(&self) -> String {
        let (mut text, mut rule) = ("| call |".to_owned(), "|---|".to_owned());
        for (service, _) in &self.databases {
            write!(text, " {service}: round trips | statements | parsed anew |").expect("a string takes all");
            rule += "---|---|---|";
        }
        writeln!(text, "\n{rule}").expect("a string takes all");
        for (call, costs) in &self.calls {
            write!(text, "| {call} |").expect("a string takes all");
            for Traffic { round_trips, statements, prepared } in costs {
                write!(text, " {round_trips} | {statements} | {prepared} |").expect("a string takes all");
            }
            text.push('\n');
        }
        text
    }
}
