//! Who is logged in.

use pishkhan_chassis::digits::to_latin;
use pishkhan_proto::auth::v1 as pb;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{error::BffError, number::persian_digits, text};

/// `POST /auth/login-app2`
#[derive(Debug, Deserialize, ToSchema)]
pub struct LogInBody {
    /// 11 digits that start with 09, Latin, Persian or Arabic-Indic.
    #[serde(default)]
    pub cellphone: String,
    /// At least 10 characters.
    #[serde(default)]
    pub password: String,
}

/// A phone number and a password that have the right form.
#[derive(Debug)]
pub struct Credentials {
    /// 11 Latin digits.
    pub cellphone: String,
    /// As it was typed.
    pub password: String,
}

impl TryFrom<LogInBody> for Credentials {
    type Error = BffError;

    /// The rules of part 1, section 5.
    fn try_from(body: LogInBody) -> Result<Self, BffError> {
        let LogInBody { cellphone, password } = body;
        let mut wrong = Vec::new();
        let cellphone = read_cellphone(&cellphone, &mut wrong);
        check_password(&password, &mut wrong);
        if wrong.is_empty() { Ok(Self { cellphone, password }) } else { Err(BffError::fields(wrong)) }
    }
}

/// Fields that break a rule.
type Wrong = Vec<(&'static str, text::Text)>;

/// A phone number in Latin digits.
fn read_cellphone(typed: &str, wrong: &mut Wrong) -> String {
    let cellphone = to_latin(typed.trim());
    if cellphone.is_empty() {
        wrong.push(("cellphone", text::CELLPHONE_REQUIRED));
    } else if cellphone.len() != 11 || !cellphone.bytes().all(|byte| byte.is_ascii_digit()) {
        wrong.push(("cellphone", text::CELLPHONE_LENGTH));
    } else if !cellphone.starts_with("09") {
        wrong.push(("cellphone", text::CELLPHONE_PREFIX));
    }
    cellphone
}

/// The rules of part 1, section 5, for a password.
pub(super) fn check_password(password: &str, wrong: &mut Wrong) {
    match password.chars().count() {
        0 => wrong.push(("password", text::PASSWORD_REQUIRED)),
        1..=9 => wrong.push(("password", text::PASSWORD_SHORT)),
        10..=128 => {}
        _ => wrong.push(("password", text::PASSWORD_LONG)),
    }
}

/// `POST /auth/forget-password-app2`
#[derive(Debug, Deserialize, ToSchema)]
pub struct ForgetPasswordBody {
    /// 11 digits that start with 09, Latin, Persian or Arabic-Indic.
    #[serde(default)]
    cellphone: String,
}

impl ForgetPasswordBody {
    /// The phone number in Latin digits.
    pub fn cellphone(self) -> Result<String, BffError> {
        let mut wrong = Vec::new();
        let cellphone = read_cellphone(&self.cellphone, &mut wrong);
        if wrong.is_empty() { Ok(cellphone) } else { Err(BffError::fields(wrong)) }
    }
}

/// Answer of `POST /auth/forget-password-app2`, the same whether or not anybody has the phone number.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ForgetPasswordReply {
    message: String,
    /// Seconds for which the code is good.
    expires_in: i32,
}

impl ForgetPasswordReply {
    /// Tells for how long the code is good.
    pub fn new(expires_in: i32, lang: text::Lang) -> Self {
        Self { message: text::CODE_ON_ITS_WAY.in_lang(lang).to_owned(), expires_in }
    }
}

/// `POST /auth/reset-password-app2`
#[derive(Debug, Deserialize, ToSchema)]
pub struct ResetPasswordBody {
    /// As it was given for the code.
    #[serde(default)]
    cellphone: String,
    /// 6 digits, Latin, Persian or Arabic-Indic.
    #[serde(default)]
    code: String,
    /// At least 10 characters, and none of the commonest.
    #[serde(default)]
    password: String,
}

impl ResetPasswordBody {
    /// What auth is asked. A code that can't be one is told without asking.
    pub fn request(self, client_address: String) -> Result<pb::ResetPasswordRequest, BffError> {
        let Self { cellphone, code, password } = self;
        let mut wrong = Vec::new();
        let (cellphone, code) = (read_cellphone(&cellphone, &mut wrong), to_latin(code.trim()));
        if code.is_empty() {
            wrong.push(("code", text::CODE_REQUIRED));
        } else if code.len() != 6 || !code.bytes().all(|byte| byte.is_ascii_digit()) {
            wrong.push(("code", text::CODE_WRONG));
        }
        check_password(&password, &mut wrong);
        if !wrong.is_empty() {
            return Err(BffError::fields(wrong));
        }
        Ok(pb::ResetPasswordRequest { cellphone, code, password, client_address })
    }
}

/// `POST /auth/set-password-app2`
#[derive(Debug, Deserialize, ToSchema)]
pub struct SetPasswordBody {
    /// What stands behind the `#` of the link.
    #[serde(default)]
    link: String,
    /// At least 10 characters, and none of the commonest.
    #[serde(default)]
    password: String,
}

impl SetPasswordBody {
    /// What auth is asked.
    pub fn request(self, client_address: String) -> Result<pb::UsePasswordLinkRequest, BffError> {
        let Self { link, password } = self;
        let mut wrong = Vec::new();
        if link.is_empty() {
            wrong.push(("link", text::LINK_WRONG));
        }
        check_password(&password, &mut wrong);
        if !wrong.is_empty() {
            return Err(BffError::fields(wrong));
        }
        Ok(pb::UsePasswordLinkRequest { secret: link, password, client_address })
    }
}

/// Answer of `POST /auth/set-password-app2`.
#[derive(Debug, Serialize, ToSchema)]
pub struct SetPasswordReply {
    message: String,
    /// What the person logs in with.
    cellphone: String,
}

impl SetPasswordReply {
    /// Tells whose password it is now.
    pub fn new(cellphone: String, lang: text::Lang) -> Self {
        Self { message: text::PASSWORD_RESET.in_lang(lang).to_owned(), cellphone }
    }
}

/// The person who is logged in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserReply {
    username: String,
    first_name: String,
    last_name: String,
}

/// Answer of `POST /auth/login-app2`.
#[derive(Debug, Serialize, ToSchema)]
pub struct LogInReply {
    message: String,
    user: UserReply,
    roles: Vec<&'static str>,
    /// What the person is to be told beside: sessions ended in the last day because there were more than ten.
    #[serde(skip_serializing_if = "Option::is_none")]
    notice: Option<String>,
}

/// Answer of `GET /user/validate-token-app2`.
#[derive(Debug, Serialize, ToSchema)]
pub struct ValidateReply {
    user: UserReply,
    roles: Vec<&'static str>,
}

impl LogInReply {
    /// Greets `user`, and tells of the sessions that had to make room.
    pub fn new(user: pb::User, evicted: &[pb::UserSession], lang: text::Lang) -> Self {
        let ValidateReply { user, roles } = user.into();
        Self { message: text::LOGGED_IN.in_lang(lang).to_owned(), user, roles, notice: notice(evicted, lang) }
    }
}

fn notice(evicted: &[pb::UserSession], lang: text::Lang) -> Option<String> {
    let told = match evicted {
        [] => return None,
        [one] => {
            let device = match one.device.as_str() {
                "" => text::UNKNOWN_DEVICE.in_lang(lang),
                device => device,
            };
            // Isolated: a name in Latin letters leaves the sentence around it as it is.
            let device = format!("\u{2068}{device}\u{2069}");
            match lang {
                text::Lang::Fa => format!("قدیمی‌ترین نشست شما ({device}) پایان یافت"),
                text::Lang::En => format!("your oldest session ({device}) has ended"),
            }
        }
        many => match lang {
            text::Lang::Fa => format!("{} نشست قدیمی‌تر شما پایان یافت", persian_digits(&many.len().to_string())),
            text::Lang::En => format!("{} older sessions of yours have ended", many.len()),
        },
    };
    Some(match lang {
        text::Lang::Fa => format!("هم‌زمان حداکثر ۱۰ نشست ممکن است: {told}."),
        text::Lang::En => format!("At most 10 sessions at a time are possible: {told}."),
    })
}

impl From<pb::User> for ValidateReply {
    fn from(user: pb::User) -> Self {
        let roles = user
            .roles()
            .filter_map(|role| match role {
                pb::Role::Seller => Some("seller"),
                pb::Role::Operator => Some("operator"),
                pb::Role::Unspecified => None,
            })
            .collect();
        let pb::User {
            user_id: _,
            cellphone: _,
            username,
            first_name,
            last_name,
            roles: _,
            seller_id: _,
            child_seller: _,
        } = user;
        Self { user: UserReply { username, first_name, last_name }, roles }
    }
}

#[cfg(test)]
mod tests {
    use actix_web::body::to_bytes;

    use super::*;

    async fn refused(cellphone: &str, password: &str) -> serde_json::Value {
        let body = LogInBody { cellphone: cellphone.to_owned(), password: password.to_owned() };
        let error = Credentials::try_from(body).unwrap_err();
        serde_json::from_slice(&to_bytes(error.respond(text::Lang::Fa).into_body()).await.unwrap()).unwrap()
    }

    #[actix_web::test]
    async fn each_rule_of_the_form_has_its_text() {
        let both = refused("", "").await;
        assert_eq!(both["cellphone"], "لطفاً شماره تلفن همراه را وارد کنید.");
        assert_eq!(both["password"], "لطفاً رمز عبور را وارد کنید.");
        assert_eq!(refused("0912", "0123456789").await["cellphone"], "تلفن همراه باید شامل ۱۱ عدد باشد.");
        assert_eq!(refused("08121234567", "0123456789").await["cellphone"], "تلفن همراه باید با ۰۹ شروع شود.");
        assert_eq!(refused("09121234567", "short").await["password"], "رمز عبور باید حداقل ۱۰ کاراکتر باشد.");
        assert!(refused("09121234567", &"x".repeat(129)).await.get("password").is_some());
    }

    #[test]
    fn persian_digits_become_latin_and_the_password_stays() {
        let body =
            LogInBody { cellphone: "۰۹۱۲۱۲۳۴۵۶۷".to_owned(), password: "رمز۱۲۳۴۵۶۷".to_owned() };
        let credentials = Credentials::try_from(body).unwrap();
        assert_eq!(credentials.cellphone, "09121234567");
        assert_eq!(credentials.password, "رمز۱۲۳۴۵۶۷");
    }
}
