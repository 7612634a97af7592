//! Why a row was not taken, in words.

use std::fmt;

/// One cell that broke a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Row of the file; the headings are row 1.
    pub row: i32,
    /// Name of the column.
    pub column: String,
    /// What stands there.
    pub value: String,
    /// Reason code.
    pub code: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { row, column, value, code } = self;
        write!(formatter, "row {row}, {column}: \"{value}\": {}", words(code))
    }
}

/// A reason code in lower-case words: `NOT_A_NUMBER` is "not a number".
pub fn words(code: &str) -> String {
    code.to_ascii_lowercase().replace('_', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_names_row_column_value_and_reason() {
        let problem = Problem { row: 7, column: "buy_price".into(), value: "abc".into(), code: "NOT_A_NUMBER".into() };
        assert_eq!(problem.to_string(), "row 7, buy_price: \"abc\": not a number");
    }
}
