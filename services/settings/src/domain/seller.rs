//! A store and what may stand in its profile.

use chrono::{DateTime, NaiveDate, Utc};
use pishkhan_calendar::delivery::{Rule, RuleError};
use pishkhan_chassis::{digits, errors::problem, text};
use uuid::Uuid;

use super::check;

pub(super) const TITLE_MAX: usize = 100;
pub(super) const CODE_MAX: usize = 32;
pub(super) const ADDRESS_MAX: usize = 300;
const URL_MAX: usize = 500;
/// More than any limit can be meant to be, in tomans or packages.
pub(super) const LIMIT_MAX: i64 = 1_000_000_000_000;

/// Part 2, section 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SellerType {
    /// Code 1.
    Normal,
    /// Code 2.
    Special,
    /// Code 3.
    Exclusive,
}

impl SellerType {
    /// Whether a store of the type is open only while its subscription runs.
    pub const fn needs_subscription(self) -> bool {
        matches!(self, Self::Special | Self::Exclusive)
    }

    /// Whether a store of the type that is switched on or off so is open: without a subscription it is not, nor from the
    /// end of what it has bought or was granted on, also while nobody has recorded that end. `open_end` is the last end
    /// that is not recorded.
    pub fn is_open(self, active: bool, open_end: Option<DateTime<Utc>>, now: DateTime<Utc>) -> bool {
        active && (!self.needs_subscription() || open_end.is_some_and(|end| now < end))
    }

    /// Which delivery rule counts for the type (rules 18).
    pub fn fits(self, rule: &Rule) -> bool {
        matches!(
            (self, rule),
            (Self::Normal, Rule::Period { .. }) | (Self::Special | Self::Exclusive, Rule::CutOff { .. })
        )
    }
}

/// How a seller and the platform share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cooperation {
    /// A percentage of the amount.
    Percentage,
    /// An amount for each basket.
    Basket,
    /// A fixed amount.
    Amount,
}

impl Cooperation {
    /// As the audit names it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Percentage => "percentage",
            Self::Basket => "basket",
            Self::Amount => "amount",
        }
    }
}

/// A store and the person who represents it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seller {
    /// Of the seller.
    pub seller_id: Uuid,
    /// Normal, special, exclusive.
    pub seller_type: SellerType,
    /// Whether the store is switched on.
    pub active: bool,
    /// Name of the store.
    pub title: String,
    /// Who represents it.
    pub representative: String,
    /// The platform's code.
    pub code: Option<String>,
    /// Ten digits with a check digit.
    pub national_code: Option<String>,
    /// First day of the cooperation.
    pub work_start_date: Option<NaiveDate>,
    /// As the seller words it.
    pub price_edit_range: String,
    /// Whether the card was handed in.
    pub national_card_received: bool,
    /// How the shares are reckoned.
    pub cooperation: Option<Cooperation>,
    /// Basis points for a percentage, tomans otherwise.
    pub agreed_commission: i64,
    /// When the commission is paid.
    pub commission_payment_date: Option<NaiveDate>,
    /// 16 digits.
    pub card_number: Option<String>,
    /// 24 digits, without IR.
    pub sheba_number: Option<String>,
    /// At most 300 characters.
    pub address: String,
    /// Picture of the store's story.
    pub story_url: String,
    /// Picture behind the store's header.
    pub background_url: String,
    /// The seller that this one is a child of. Set when the seller is created, and by nothing afterwards: auth keeps
    /// whether there is one with the user, and passports tell the other services.
    pub parent_seller_id: Option<Uuid>,
    /// 11 Latin digits, 09…
    pub cellphone: String,
    /// What the person logs in as.
    pub username: String,
    /// When the seller joined.
    pub created_at: DateTime<Utc>,
}

/// What an order must reach, and what is added to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Least amount of an order, tomans.
    pub min_order_toman: i64,
    /// Least packages of an order.
    pub min_packages: i64,
    /// What shipping costs, tomans.
    pub shipping_toman: i64,
    /// 900 is 9 percent.
    pub tax_basis_points: i32,
}

impl Limits {
    /// Every limit that can't be meant.
    pub fn problems(&self) -> Vec<FieldProblem> {
        let Self { min_order_toman, min_packages, shipping_toman, tax_basis_points } = *self;
        let limits = [
            ("limits.min_order_toman", min_order_toman, LIMIT_MAX),
            ("limits.min_packages", min_packages, LIMIT_MAX),
            ("limits.shipping_toman", shipping_toman, LIMIT_MAX),
            ("limits.tax_basis_points", tax_basis_points.into(), 10_000),
        ];
        let wrong = limits.into_iter().filter(|(_, value, most)| !(0..=*most).contains(value));
        wrong.map(|(field, ..)| (field, problem::OUT_OF_RANGE)).collect()
    }
}

/// A field that breaks a rule: its name and the problem's code.
pub type FieldProblem = (&'static str, &'static str);

/// A seller about to be created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSeller {
    /// The profile; what the form does not have is empty.
    pub seller: Seller,
    /// Minimums, shipping, tax.
    pub limits: Limits,
    /// When its orders are delivered.
    pub delivery: Option<Rule>,
}

impl NewSeller {
    /// Tidies the texts, checks all fields and reports every problem at once.
    pub fn check(self) -> Result<Self, Vec<FieldProblem>> {
        let Self { seller, limits, delivery } = self;
        let seller = Seller {
            title: text::normalise(&seller.title),
            representative: text::normalise(&seller.representative),
            code: tidy(seller.code),
            national_code: tidy(seller.national_code).map(|code| digits::to_latin(&code)),
            address: text::normalise_lines(&seller.address),
            story_url: seller.story_url.trim().to_owned(),
            background_url: seller.background_url.trim().to_owned(),
            cellphone: digits::to_latin(seller.cellphone.trim()),
            username: text::normalise(&seller.username),
            ..seller
        };
        let mut problems = Vec::new();
        for (field, value) in
            [("title", &seller.title), ("cellphone", &seller.cellphone), ("username", &seller.username)]
        {
            if value.is_empty() {
                problems.push((field, problem::REQUIRED));
            }
        }
        if !seller.cellphone.is_empty() && !check::is_cellphone(&seller.cellphone) {
            problems.push(("cellphone", problem::INVALID));
        }
        for (field, value, most) in [
            ("title", seller.title.as_str(), TITLE_MAX),
            ("representative", &seller.representative, TITLE_MAX),
            ("code", seller.code.as_deref().unwrap_or_default(), CODE_MAX),
            ("username", &seller.username, TITLE_MAX),
            ("address", &seller.address, ADDRESS_MAX),
            ("story_url", &seller.story_url, URL_MAX),
            ("background_url", &seller.background_url, URL_MAX),
        ] {
            if text::scalar_len(value) > most {
                problems.push((field, problem::TOO_LONG));
            }
        }
        for (field, url) in [("story_url", &seller.story_url), ("background_url", &seller.background_url)] {
            if !is_picture_address(url) {
                problems.push((field, problem::INVALID));
            }
        }
        if seller.national_code.as_deref().is_some_and(|code| !check::is_national_code(code)) {
            problems.push(("national_code", problem::INVALID));
        }
        if seller.parent_seller_id == Some(seller.seller_id) {
            problems.push(("parent_seller_id", problem::INVALID));
        }
        problems.extend(limits.problems());
        if let Some(rule) = &delivery {
            if let Err(error) = rule.validate() {
                problems.push((delivery_field(error), problem::OUT_OF_RANGE));
            } else if !seller.seller_type.fits(rule) {
                problems.push(("delivery", problem::INVALID));
            }
        }
        if problems.is_empty() { Ok(Self { seller, limits, delivery }) } else { Err(problems) }
    }
}

fn delivery_field(error: RuleError) -> &'static str {
    match error {
        RuleError::PeriodReversed => "period_delivery.end_date",
        RuleError::PreparationDaysOutOfRange => "period_delivery.preparation_days",
        RuleError::DeliveryDaysOutOfRange => "cut_off_delivery.days_after_order",
        RuleError::CutOffInvalid => "cut_off_delivery.cut_off",
    }
}

fn tidy(value: Option<String>) -> Option<String> {
    value.map(|text| text::normalise(&text)).filter(|text| !text.is_empty())
}

/// Empty, a path of this house, or an https address: nothing that a page could run.
fn is_picture_address(url: &str) -> bool {
    let harmless =
        !url.chars().any(|letter| letter.is_control() || letter.is_whitespace() || "\"'<>\\".contains(letter));
    let local = url.starts_with('/') && !url.starts_with("//");
    url.is_empty() || (harmless && (local || url.starts_with("https://")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new() -> NewSeller {
        NewSeller {
            seller: Seller {
                seller_id: Uuid::from_u128(1),
                seller_type: SellerType::Special,
                active: true,
                title: " پخش آفتاب ".to_owned(),
                representative: "رضا".to_owned(),
                code: Some(String::new()),
                national_code: Some("۰۰۸۴۵۷۵۹۴۸".to_owned()),
                work_start_date: None,
                price_edit_range: String::new(),
                national_card_received: false,
                cooperation: None,
                agreed_commission: 0,
                commission_payment_date: None,
                card_number: None,
                sheba_number: None,
                address: String::new(),
                story_url: "/images/story.svg".to_owned(),
                background_url: String::new(),
                parent_seller_id: None,
                cellphone: "۰۹۱۲۱۲۳۴۵۶۷".to_owned(),
                username: "sun".to_owned(),
                created_at: DateTime::UNIX_EPOCH,
            },
            limits: Limits::default(),
            delivery: Some(Rule::CutOff { days: 2, cut_off: (14, 0) }),
        }
    }

    fn fields(new: NewSeller) -> Vec<&'static str> {
        new.check().unwrap_err().into_iter().map(|(field, _)| field).collect()
    }

    #[test]
    fn a_good_seller_is_tidied() {
        let NewSeller { seller, .. } = new().check().unwrap();
        assert_eq!(seller.title, "پخش آفتاب");
        assert_eq!(seller.national_code.as_deref(), Some("0084575948"));
        assert_eq!(seller.cellphone, "09121234567");
        assert_eq!(seller.code, None);
    }

    #[test]
    fn every_problem_is_reported_at_once() {
        let mut bad = new();
        bad.seller.title = "  ".to_owned();
        bad.seller.cellphone = "0912".to_owned();
        bad.seller.username = " ".to_owned();
        bad.seller.representative = "x".repeat(101);
        bad.seller.address = "x".repeat(301);
        bad.seller.national_code = Some("123".to_owned());
        bad.seller.story_url = "javascript:alert(1)".to_owned();
        bad.limits.tax_basis_points = 10_001;
        bad.limits.shipping_toman = -1;
        bad.delivery = Some(Rule::CutOff { days: 31, cut_off: (14, 0) });
        let expected = [
            "title",
            "username",
            "cellphone",
            "representative",
            "address",
            "story_url",
            "national_code",
            "limits.shipping_toman",
            "limits.tax_basis_points",
            "cut_off_delivery.days_after_order",
        ];
        assert_eq!(fields(bad), expected);
    }

    #[test]
    fn the_type_decides_the_kind_of_delivery() {
        let mut normal = new();
        normal.seller.seller_type = SellerType::Normal;
        assert_eq!(fields(normal), ["delivery"]);
    }

    #[test]
    fn an_end_that_nobody_recorded_closes_a_store_that_needs_a_subscription() {
        let (end, before) = (DateTime::UNIX_EPOCH, DateTime::UNIX_EPOCH - chrono::TimeDelta::microseconds(1));
        for of in [SellerType::Special, SellerType::Exclusive] {
            assert!(of.is_open(true, Some(end), before));
            assert!(!of.is_open(true, Some(end), end));
            assert!(!of.is_open(false, Some(end), before));
            assert!(!of.is_open(true, None, end), "it never had one, or all ends are recorded");
        }
        assert!(SellerType::Normal.is_open(true, Some(end), end));
    }

    #[test]
    fn pictures_come_from_here_or_over_https() {
        for good in ["", "/images/a.svg", "https://cdn.example/a.png"] {
            assert!(is_picture_address(good), "{good}");
        }
        for bad in ["//evil.example/a", "http://plain.example/a", "data:text/html,x", "/a b", "/a\"onload", "a.svg"] {
            assert!(!is_picture_address(bad), "{bad}");
        }
    }
}
