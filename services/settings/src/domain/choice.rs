//! What sellers choose from: brands and regions of activity.

use pishkhan_chassis::text;
use uuid::Uuid;

/// Characters of a name at most.
pub const NAME_MAX: usize = 100;
/// Names that come at a time at most.
pub const NAMES_MAX: usize = 500;

/// What is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoiceKind {
    /// A brand.
    Brand,
    /// A region of activity.
    Region,
}

/// A brand or a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Of the choice.
    pub choice_id: Uuid,
    /// As it is shown.
    pub name: String,
}

/// A name that may be offered, in its stored form; none when it is empty, too long or can't be stored.
pub fn tidy_name(name: &str) -> Option<String> {
    let name = text::normalise(name);
    let fits = text::scalar_len(&name) <= NAME_MAX && !text::fold(&name).is_empty();
    fits.then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_that_can_be_read_are_offered() {
        assert_eq!(tidy_name(" کاله "), Some("کاله".to_owned()));
        assert_eq!(tidy_name("کا\0له\nب"), Some("کاله ب".to_owned()));
        for bad in ["", " \u{200C}", "\0", &"x".repeat(101)] {
            assert_eq!(tidy_name(bad), None, "{bad:?}");
        }
    }
}
