//! What a seller may change of its profile (part 2, sections 3.1 and 5).

use chrono::NaiveDate;
use pishkhan_chassis::{digits, errors::problem, text};

use super::{
    check,
    seller::{ADDRESS_MAX, CODE_MAX, Cooperation, FieldProblem, LIMIT_MAX, Seller, SellerType, TITLE_MAX},
};

/// Characters of a password.
const PASSWORD: std::ops::RangeInclusive<usize> = 10..=128;
/// 100 percent.
const WHOLE: i64 = 10_000;

/// The form as it was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileForm {
    /// Whether the store is switched on.
    pub active: bool,
    /// Name of the store.
    pub title: String,
    /// Who represents it.
    pub representative: String,
    /// 11 digits, 09…
    pub cellphone: String,
    /// The platform's code.
    pub code: String,
    /// Ten digits with a check digit.
    pub national_code: String,
    /// First day of the cooperation.
    pub work_start_date: Option<NaiveDate>,
    /// What the person logs in as.
    pub username: String,
    /// What the person logs in with; none when it stays as it is.
    pub password: Option<String>,
    /// At most 300 characters.
    pub address: String,
    /// What an exclusive seller does not see.
    pub terms: Terms,
}

/// The part of the form that an exclusive seller does not see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// As the seller words it.
    pub price_edit_range: String,
    /// Whether the card was handed in.
    pub national_card_received: Option<bool>,
    /// How the shares are reckoned.
    pub cooperation: Option<Cooperation>,
    /// Basis points for a percentage, tomans otherwise.
    pub agreed_commission: Option<i64>,
    /// When the commission is paid.
    pub commission_payment_date: Option<NaiveDate>,
    /// 16 digits.
    pub card_number: String,
    /// 24 digits, with or without IR.
    pub sheba_number: String,
}

impl ProfileForm {
    /// The seller as the form makes it, or every problem at once. Names of fields begin with `profile.`.
    pub fn apply(self, seller: &Seller) -> Result<Seller, Vec<FieldProblem>> {
        let Self {
            active,
            title,
            representative,
            cellphone,
            code,
            national_code,
            work_start_date,
            username,
            password,
            address,
            terms,
        } = self;
        let mut changed = Seller {
            active,
            title: text::normalise(&title),
            representative: text::normalise(&representative),
            cellphone: digits::to_latin(cellphone.trim()),
            code: Some(digits::to_latin(&text::normalise(&code))),
            national_code: Some(digits::to_latin(national_code.trim())),
            work_start_date,
            username: text::normalise(&username),
            address: text::normalise_lines(&address),
            ..seller.clone()
        };
        let mut wrong = Vec::new();
        let code = changed.code.as_deref().unwrap_or_default();
        let national_code = changed.national_code.as_deref().unwrap_or_default();
        words(&mut wrong, "profile.title", &changed.title, TITLE_MAX);
        words(&mut wrong, "profile.representative", &changed.representative, TITLE_MAX);
        checked(&mut wrong, "profile.cellphone", &changed.cellphone, check::is_cellphone);
        words(&mut wrong, "profile.code", code, CODE_MAX);
        checked(&mut wrong, "profile.national_code", national_code, check::is_national_code);
        there(&mut wrong, "profile.work_start_date", work_start_date.is_some());
        words(&mut wrong, "profile.username", &changed.username, TITLE_MAX);
        match password.map(|password| password.chars().count()) {
            Some(0) => wrong.push(("profile.password", problem::REQUIRED)),
            Some(length) if length < *PASSWORD.start() => wrong.push(("profile.password", problem::OUT_OF_RANGE)),
            Some(length) if length > *PASSWORD.end() => wrong.push(("profile.password", problem::TOO_LONG)),
            None | Some(_) => {}
        }
        words(&mut wrong, "profile.address", &changed.address, ADDRESS_MAX);
        match seller.seller_type {
            SellerType::Normal | SellerType::Special => terms.apply(&mut changed, &mut wrong),
            SellerType::Exclusive => {}
        }
        if wrong.is_empty() { Ok(changed) } else { Err(wrong) }
    }
}

impl Terms {
    fn apply(self, seller: &mut Seller, wrong: &mut Vec<FieldProblem>) {
        let Self {
            price_edit_range,
            national_card_received,
            cooperation,
            agreed_commission,
            commission_payment_date,
            card_number,
            sheba_number,
        } = self;
        seller.price_edit_range = text::normalise(&price_edit_range);
        words(wrong, "profile.price_edit_range", &seller.price_edit_range, TITLE_MAX);
        there(wrong, "profile.national_card_received", national_card_received.is_some());
        there(wrong, "profile.cooperation", cooperation.is_some());
        let most = match cooperation {
            Some(Cooperation::Percentage) => WHOLE,
            Some(Cooperation::Basket | Cooperation::Amount) | None => LIMIT_MAX,
        };
        match agreed_commission {
            None => wrong.push(("profile.agreed_commission", problem::REQUIRED)),
            Some(commission) if (0..=most).contains(&commission) => seller.agreed_commission = commission,
            Some(_) => wrong.push(("profile.agreed_commission", problem::OUT_OF_RANGE)),
        }
        there(wrong, "profile.commission_payment_date", commission_payment_date.is_some());
        let (card_number, sheba_number) = (bare(&card_number), bare(&sheba_number));
        let sheba_number = sheba_number.strip_prefix("IR").unwrap_or(&sheba_number).to_owned();
        checked(wrong, "profile.card_number", &card_number, check::is_card_number);
        checked(wrong, "profile.sheba_number", &sheba_number, check::is_sheba_number);
        seller.national_card_received = national_card_received.unwrap_or_default();
        seller.cooperation = cooperation;
        seller.commission_payment_date = commission_payment_date;
        seller.card_number = Some(card_number);
        seller.sheba_number = Some(sheba_number);
    }
}

/// Latin digits and capital letters, without the spaces and dashes that people group them with.
fn bare(number: &str) -> String {
    let grouping = |letter: &char| !letter.is_whitespace() && !matches!(letter, '-' | '\u{200C}');
    digits::to_latin(number).chars().filter(grouping).collect::<String>().to_ascii_uppercase()
}

fn there(wrong: &mut Vec<FieldProblem>, field: &'static str, there: bool) {
    if !there {
        wrong.push((field, problem::REQUIRED));
    }
}

fn words(wrong: &mut Vec<FieldProblem>, field: &'static str, value: &str, most: usize) {
    if text::fold(value).is_empty() {
        wrong.push((field, problem::REQUIRED));
    } else if text::scalar_len(value) > most {
        wrong.push((field, problem::TOO_LONG));
    }
}

fn checked(wrong: &mut Vec<FieldProblem>, field: &'static str, value: &str, fits: fn(&str) -> bool) {
    if value.is_empty() {
        wrong.push((field, problem::REQUIRED));
    } else if !fits(value) {
        wrong.push((field, problem::INVALID));
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use uuid::Uuid;

    use super::*;

    fn day(day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, day).unwrap()
    }

    fn seller(seller_type: SellerType) -> Seller {
        Seller {
            seller_id: Uuid::from_u128(1),
            seller_type,
            active: true,
            title: "پخش".to_owned(),
            representative: "رضا".to_owned(),
            code: Some("1".to_owned()),
            national_code: None,
            work_start_date: None,
            price_edit_range: "هفتگی".to_owned(),
            national_card_received: true,
            cooperation: Some(Cooperation::Basket),
            agreed_commission: 7,
            commission_payment_date: Some(day(1)),
            card_number: None,
            sheba_number: None,
            address: String::new(),
            story_url: "/story.svg".to_owned(),
            background_url: String::new(),
            parent_seller_id: None,
            cellphone: "09121234567".to_owned(),
            username: "sun".to_owned(),
            created_at: DateTime::UNIX_EPOCH,
        }
    }

    fn form() -> ProfileForm {
        ProfileForm {
            active: true,
            title: " پخش آفتاب ".to_owned(),
            representative: "رضا رضایی".to_owned(),
            cellphone: "۰۹۱۲۱۲۳۴۵۶۷".to_owned(),
            code: "۱۰۰۱".to_owned(),
            national_code: "۰۰۸۴۵۷۵۹۴۸".to_owned(),
            work_start_date: Some(day(21)),
            username: "sun".to_owned(),
            password: None,
            address: "تهران".to_owned(),
            terms: Terms {
                price_edit_range: "روزانه".to_owned(),
                national_card_received: Some(false),
                cooperation: Some(Cooperation::Percentage),
                agreed_commission: Some(250),
                commission_payment_date: Some(day(22)),
                card_number: "۶۰۳۷ ۹۹۷۱-۲۳۴۵ ۶۷۸۳".to_owned(),
                sheba_number: "ir82 0540 1026 8002 0817 9090 02".to_owned(),
            },
        }
    }

    fn nothing() -> Terms {
        Terms {
            price_edit_range: String::new(),
            national_card_received: None,
            cooperation: None,
            agreed_commission: None,
            commission_payment_date: None,
            card_number: String::new(),
            sheba_number: String::new(),
        }
    }

    #[test]
    fn a_good_form_is_tidied() {
        let changed = form().apply(&seller(SellerType::Normal)).unwrap();
        assert_eq!((changed.title.as_str(), changed.cellphone.as_str()), ("پخش آفتاب", "09121234567"));
        assert_eq!((changed.code.as_deref(), changed.national_code.as_deref()), (Some("1001"), Some("0084575948")));
        assert_eq!(changed.card_number.as_deref(), Some("6037997123456783"));
        assert_eq!(changed.sheba_number.as_deref(), Some("820540102680020817909002"));
        assert_eq!((changed.cooperation, changed.agreed_commission), (Some(Cooperation::Percentage), 250));
        assert_eq!(changed.story_url, "/story.svg", "what the form does not have stays");
    }

    #[test]
    fn an_exclusive_sellers_hidden_fields_are_neither_asked_for_nor_touched() {
        let before = seller(SellerType::Exclusive);
        for terms in [nothing(), form().terms] {
            let changed = ProfileForm { terms, ..form() }.apply(&before).unwrap();
            let expected = Seller {
                title: changed.title.clone(),
                representative: changed.representative.clone(),
                code: changed.code.clone(),
                national_code: changed.national_code.clone(),
                work_start_date: changed.work_start_date,
                address: changed.address.clone(),
                ..before.clone()
            };
            assert_eq!(changed, expected);
        }
        let missing = ProfileForm { terms: nothing(), ..form() }.apply(&seller(SellerType::Special)).unwrap_err();
        assert_eq!(missing.len(), 7);
        assert!(missing.iter().all(|(_, problem)| *problem == "REQUIRED"));
    }

    #[test]
    fn each_field_has_its_rule() {
        type Spoil = fn(&mut ProfileForm);
        let table: [(Spoil, &str, &str); 25] = [
            (|form| form.title = " \u{200C} ".to_owned(), "profile.title", "REQUIRED"),
            (|form| form.title = "x".repeat(101), "profile.title", "TOO_LONG"),
            (|form| form.representative = String::new(), "profile.representative", "REQUIRED"),
            (|form| form.cellphone = String::new(), "profile.cellphone", "REQUIRED"),
            (|form| form.cellphone = "0912".to_owned(), "profile.cellphone", "INVALID"),
            (|form| form.code = String::new(), "profile.code", "REQUIRED"),
            (|form| form.code = "1".repeat(33), "profile.code", "TOO_LONG"),
            (|form| form.national_code = "0084575949".to_owned(), "profile.national_code", "INVALID"),
            (|form| form.work_start_date = None, "profile.work_start_date", "REQUIRED"),
            (|form| form.username = String::new(), "profile.username", "REQUIRED"),
            (|form| form.password = Some(String::new()), "profile.password", "REQUIRED"),
            (|form| form.password = Some("123456789".to_owned()), "profile.password", "OUT_OF_RANGE"),
            (|form| form.password = Some("x".repeat(129)), "profile.password", "TOO_LONG"),
            (|form| form.address = " ".to_owned(), "profile.address", "REQUIRED"),
            (|form| form.address = "ش".repeat(301), "profile.address", "TOO_LONG"),
            (|form| form.terms.price_edit_range = String::new(), "profile.price_edit_range", "REQUIRED"),
            (|form| form.terms.national_card_received = None, "profile.national_card_received", "REQUIRED"),
            (|form| form.terms.cooperation = None, "profile.cooperation", "REQUIRED"),
            (|form| form.terms.agreed_commission = None, "profile.agreed_commission", "REQUIRED"),
            (|form| form.terms.agreed_commission = Some(10_001), "profile.agreed_commission", "OUT_OF_RANGE"),
            (|form| form.terms.agreed_commission = Some(-1), "profile.agreed_commission", "OUT_OF_RANGE"),
            (|form| form.terms.commission_payment_date = None, "profile.commission_payment_date", "REQUIRED"),
            (|form| form.terms.card_number = "6037997123456784".to_owned(), "profile.card_number", "INVALID"),
            (
                |form| form.terms.sheba_number = "IR830540102680020817909002".to_owned(),
                "profile.sheba_number",
                "INVALID",
            ),
            (|form| form.terms.sheba_number = "IRIR".to_owned(), "profile.sheba_number", "INVALID"),
        ];
        for (spoil, field, problem) in table {
            let mut spoilt = form();
            spoil(&mut spoilt);
            assert_eq!(spoilt.apply(&seller(SellerType::Normal)), Err(vec![(field, problem)]), "{field}");
        }
        let longest = ProfileForm { address: format!(" {} ", "ش".repeat(300)), ..form() };
        assert!(longest.apply(&seller(SellerType::Normal)).is_ok());
    }
}
