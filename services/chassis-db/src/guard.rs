//! The text of several statements that are run as one.

use std::{
    collections::HashMap,
    fmt::Write as _,
    sync::{LazyLock, PoisonError, RwLock},
};

/// The texts made until now, by the literals that they are made of: as many as a program has combinations of them.
static TEXTS: LazyLock<RwLock<HashMap<Vec<&'static str>, &'static str>>> = LazyLock::new(RwLock::default);

/// The text of a statement and of those that depend on it: see [`Statement::guard`](crate::Statement::guard).
pub fn text(first: &'static str, then: &[&'static str]) -> &'static str {
    let parts: Vec<&'static str> = std::iter::once(first).chain(then.iter().copied()).collect();
    if let Some(known) = TEXTS.read().unwrap_or_else(PoisonError::into_inner).get(&parts) {
        return known;
    }
    let mut texts = TEXTS.write().unwrap_or_else(PoisonError::into_inner);
    // It is made once for the life of the process, as the prepared statements of its connections are.
    texts.entry(parts).or_insert_with(|| String::leak(joined(first, then)))
}

fn joined(first: &str, then: &[&str]) -> String {
    let mut sql = format!("WITH guard AS ({first})");
    let mut taken = values(first);
    for (number, part) in then.iter().enumerate() {
        let word = if part.contains(" WHERE ") { "AND" } else { "WHERE" };
        let part_sql = renumbered(part, taken);
        // Writing into a string cannot fail.
        let _written = write!(sql, ", part_{number} AS ({part_sql} {word} each.place IN (SELECT place FROM guard))");
        taken += values(part);
    }
    sql + " SELECT place FROM guard"
}

/// How many values a statement has.
fn values(sql: &str) -> usize {
    sql.split('$').skip(1).filter_map(leading_number).max().unwrap_or_default()
}

/// The statement with other numbers for its values: those of `by` others come first.
fn renumbered(sql: &str, by: usize) -> String {
    let mut pieces = sql.split('$');
    let mut renumbered = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        renumbered.push('$');
        match leading_number(piece) {
            Some(number) => {
                renumbered += &(number + by).to_string();
                renumbered += piece.trim_start_matches(|letter: char| letter.is_ascii_digit());
            }
            None => renumbered += piece,
        }
    }
    renumbered
}

fn leading_number(text: &str) -> Option<usize> {
    let digits = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    text.get(..digits)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_values_of_all_parts_are_numbered_through() {
        let joined = joined(
            "SELECT each.place FROM unnest($1, $2) AS each (place, a) JOIN b ON c = each.a FOR UPDATE SKIP LOCKED",
            &[
                "INSERT INTO d (e) SELECT each.e FROM unnest($1, $2) AS each (place, e)",
                "DELETE FROM g USING unnest($1, $2) AS each (place, h) WHERE i = each.h",
            ],
        );
        assert_eq!(
            joined,
            "WITH guard AS (SELECT each.place FROM unnest($1, $2) AS each (place, a) JOIN b ON c = each.a FOR UPDATE SKIP LOCKED), \
             part_0 AS (INSERT INTO d (e) SELECT each.e FROM unnest($3, $4) AS each (place, e) WHERE each.place IN (SELECT place FROM guard)), \
             part_1 AS (DELETE FROM g USING unnest($5, $6) AS each (place, h) WHERE i = each.h AND each.place IN (SELECT place FROM guard)) \
             SELECT place FROM guard"
        );
    }

    #[test]
    fn a_text_is_made_once() {
        let make = || text("SELECT $1 AS place", &["INSERT INTO c (d) SELECT $1 AS each"]);
        assert!(std::ptr::eq(make(), make()));
        let ten = renumbered("SELECT $1, $10, '$', $2", 9);
        assert_eq!(ten, "SELECT $10, $19, '$', $11");
    }
}
