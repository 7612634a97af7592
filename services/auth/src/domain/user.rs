//! Users and what may stand in their fields.

use chrono::{DateTime, Utc};
use pishkhan_chassis::{errors::problem, passport::Role, text};
use uuid::Uuid;

use super::common::is_common;

/// Characters of a password at least (part 1, section 5).
pub const PASSWORD_MIN: usize = 10;
/// Characters of a password at most, so that hashing is not a burden.
pub const PASSWORD_MAX: usize = 128;
const NAME_MAX: usize = 100;

/// What hashing a password costs (Argon2id with one lane): whoever guesses at a stolen database pays it for each guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PasswordCost {
    /// Memory, in KiB.
    pub memory_kib: u32,
    /// Passes over that memory.
    pub passes: u32,
}

impl PasswordCost {
    /// The least that OWASP's Password Storage Cheat Sheet asks.
    pub const LEAST: Self = Self { memory_kib: 19_456, passes: 2 };
}

/// A person who can log in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// Of the user.
    pub user_id: Uuid,
    /// 11 Latin digits, 09…
    pub cellphone: String,
    /// Unique, whatever its case and letter forms.
    pub username: String,
    /// Given name.
    pub first_name: String,
    /// Family name.
    pub last_name: String,
    /// What the person may do.
    pub role: Role,
    /// The store; a seller has one, an operator none.
    pub seller_id: Option<Uuid>,
    /// Whether the store is a child of another. It is what settings said when the user was created, and stays so: a store
    /// gets its parent when it is created, and nothing changes it afterwards. Whatever is to change it one day has to tell
    /// auth, whose passports close the catalogue to children.
    pub child_seller: bool,
}

/// A user who belongs to the platform, as the platform sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operator {
    /// Who it is.
    pub user: User,
    /// Since when.
    pub created_at: DateTime<Utc>,
    /// Since when the user is shut out.
    pub disabled_at: Option<DateTime<Utc>>,
    /// Whether nobody has set a password yet.
    pub without_password: bool,
    /// The last use of a session that is live.
    pub last_seen_at: Option<DateTime<Utc>>,
}

/// A field that breaks a rule: its name and the problem's code.
pub type FieldProblem = (&'static str, &'static str);

/// A user about to be created, with a password that has the right form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewUser {
    /// 11 Latin digits, 09…
    pub cellphone: String,
    /// As it will be shown.
    pub username: String,
    /// Given name.
    pub first_name: String,
    /// Family name.
    pub last_name: String,
    /// What the person may do.
    pub role: Role,
    /// The store.
    pub seller_id: Option<Uuid>,
    /// Whether the store is a child of another.
    pub child_seller: bool,
}

impl NewUser {
    /// Checks all fields, and a password that is set, and reports every problem at once.
    pub fn check(self, password: Option<&str>) -> Result<Self, Vec<FieldProblem>> {
        let user = Self {
            cellphone: self.cellphone.trim().to_owned(),
            username: text::normalise(&self.username),
            first_name: text::normalise(&self.first_name),
            last_name: text::normalise(&self.last_name),
            ..self
        };
        let mut problems = Vec::new();
        if !is_cellphone(&user.cellphone) {
            problems.push(("cellphone", if user.cellphone.is_empty() { problem::REQUIRED } else { problem::INVALID }));
        }
        // A name that folds to nothing is nothing to look at either.
        if text::fold(&user.username).is_empty() {
            problems.push(("username", problem::REQUIRED));
        }
        for (field, value) in
            [("username", &user.username), ("first_name", &user.first_name), ("last_name", &user.last_name)]
        {
            if text::scalar_len(value) > NAME_MAX {
                problems.push((field, problem::TOO_LONG));
            }
        }
        problems.extend(password.and_then(|password| check_password(password).err()));
        if (user.role == Role::Seller) != user.seller_id.is_some() {
            problems.push(("seller_id", if user.seller_id.is_some() { problem::INVALID } else { problem::REQUIRED }));
        }
        if user.child_seller && user.seller_id.is_none() {
            problems.push(("child_seller", problem::INVALID));
        }
        if problems.is_empty() { Ok(user) } else { Err(problems) }
    }
}

/// Credentials as they are to become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CredentialForm {
    /// 11 Latin digits, 09…
    pub cellphone: String,
    /// As it will be shown.
    pub username: String,
    /// None when it stays as it is.
    pub password: Option<String>,
}

impl CredentialForm {
    /// Checks all fields and reports every problem at once.
    pub fn check(self) -> Result<Self, Vec<FieldProblem>> {
        let Self { cellphone, username, password } = self;
        let user = NewUser {
            cellphone,
            username,
            first_name: String::new(),
            last_name: String::new(),
            role: Role::Operator,
            seller_id: None,
            child_seller: false,
        };
        // A password that stays has been checked when it was set.
        let user = user.check(password.as_deref())?;
        Ok(Self { cellphone: user.cellphone, username: user.username, password })
    }
}

/// Whether somebody may log in with this password from now on.
pub fn check_password(password: &str) -> Result<(), FieldProblem> {
    match password.chars().count() {
        0 => Err(("password", problem::REQUIRED)),
        PASSWORD_MIN..=PASSWORD_MAX if is_common(password) => Err(("password", problem::COMMON)),
        PASSWORD_MIN..=PASSWORD_MAX => Ok(()),
        _ => Err(("password", problem::OUT_OF_RANGE)),
    }
}

/// Whether this is a mobile number of the country: 11 Latin digits that start with 09.
pub fn is_cellphone(text: &str) -> bool {
    text.len() == 11 && text.starts_with("09") && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seller() -> NewUser {
        NewUser {
            cellphone: "09121234567".to_owned(),
            username: " ali ".to_owned(),
            first_name: "علی".to_owned(),
            last_name: "رضایی".to_owned(),
            role: Role::Seller,
            seller_id: Some(Uuid::from_u128(1)),
            child_seller: false,
        }
    }

    #[test]
    fn a_good_user_is_tidied() {
        assert_eq!(seller().check(Some("رمزعبور-من")).unwrap().username, "ali");
    }

    #[test]
    fn every_problem_is_reported_at_once() {
        let user = NewUser { cellphone: "0912".to_owned(), username: String::new(), seller_id: None, ..seller() };
        let problems = user.check(Some("short")).unwrap_err();
        let fields: Vec<_> = problems.iter().map(|(field, _)| *field).collect();
        assert_eq!(fields, ["cellphone", "username", "password", "seller_id"]);
    }

    #[test]
    fn the_password_is_counted_in_characters() {
        assert!(seller().check(Some("رمزعبورمنه")).is_ok());
        assert!(seller().check(Some(&"x".repeat(PASSWORD_MAX))).is_ok());
        assert!(seller().check(Some(&"x".repeat(PASSWORD_MAX + 1))).is_err());
        assert!(seller().check(Some("123456789")).is_err());
    }

    #[test]
    fn a_common_password_is_none() {
        for password in ["1234567890", "password12", "QwertyUiop"] {
            assert_eq!(seller().check(Some(password)).unwrap_err(), [("password", problem::COMMON)], "{password}");
        }
    }

    #[test]
    fn an_operator_has_no_store() {
        assert!(NewUser { role: Role::Operator, ..seller() }.check(Some("رمزعبور-من")).is_err());
        assert!(NewUser { role: Role::Operator, seller_id: None, ..seller() }.check(Some("رمزعبور-من")).is_ok());
    }
}
