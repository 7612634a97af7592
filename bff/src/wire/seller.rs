//! The seller's own store: type, profile, limits.

use pishkhan_proto::settings::v1 as pb;
use serde::Serialize;
use utoipa::{PartialSchema, ToSchema, openapi};

use super::{
    customer::jalali,
    number::Percent,
    text::{self, Lang},
    time,
};

/// What a password reads as: it never leaves the server.
pub const HIDDEN_PASSWORD: &str = "**********";

/// A seller type that no profile stands behind.
const UNKNOWN_TYPE: i32 = -1;

/// The client's code of a seller type; -1 for an unknown one.
fn type_code(seller_type: pb::SellerType) -> i32 {
    match seller_type {
        pb::SellerType::Unspecified => UNKNOWN_TYPE,
        pb::SellerType::Normal => 1,
        pb::SellerType::Special => 2,
        pb::SellerType::Exclusive => 3,
    }
}

/// A seller type.
#[derive(Debug, Serialize, ToSchema)]
pub struct SellerTypeInfo {
    /// -1 unknown, 1 normal, 2 special, 3 exclusive.
    #[serde(rename = "SellerType")]
    seller_type: i32,
}

/// The store's active flag and type.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SellerTypeRow {
    is_active: bool,
    seller_info: [SellerTypeInfo; 1],
}

/// Answer of `GET /market/get-seller-type-app2`.
#[derive(Debug, Serialize, ToSchema)]
pub struct SellerTypeReply {
    seller: [SellerTypeRow; 1],
}

impl SellerTypeReply {
    /// The type of `seller`; unknown without one.
    pub fn new(seller: Option<&pb::Seller>) -> Self {
        let seller_type = seller.map_or(UNKNOWN_TYPE, |seller| type_code(seller.r#type()));
        Self {
            seller: [SellerTypeRow {
                is_active: seller.is_some_and(|seller| seller.active),
                seller_info: [SellerTypeInfo { seller_type }],
            }],
        }
    }
}

/// One of the four limits.
#[derive(Debug, Serialize, ToSchema)]
pub struct LimitRow {
    #[serde(rename = "f1")]
    title: &'static str,
    /// Tomans, packages, or percent for the tax.
    #[serde(rename = "f2")]
    value: LimitValue,
}

/// A limit's value: a whole number, or a percent for the tax.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum LimitValue {
    /// Tomans or packages.
    Whole(i64),
    /// Percent.
    Percent(Percent),
}

// Derived, it would be one of two schemas that a whole number fits both.
impl PartialSchema for LimitValue {
    fn schema() -> openapi::RefOr<openapi::schema::Schema> {
        openapi::ObjectBuilder::new()
            .schema_type(openapi::schema::Type::Number)
            .description(Some("A whole number of tomans or packages, or a percent for the tax."))
            .into()
    }
}

impl ToSchema for LimitValue {}

/// The four limits with their titles, always in this order.
fn limit_values(limits: pb::Limits) -> [(text::Text, LimitValue); 4] {
    let pb::Limits { min_order_toman, min_packages, shipping_toman, tax_basis_points } = limits;
    [
        (text::LIMIT_MIN_AMOUNT, LimitValue::Whole(min_order_toman)),
        (text::LIMIT_MIN_PACKAGES, LimitValue::Whole(min_packages)),
        (text::LIMIT_SHIPPING, LimitValue::Whole(shipping_toman)),
        (text::LIMIT_TAX, LimitValue::Percent(Percent::from_basis_points(tax_basis_points))),
    ]
}

/// Answer of `GET /seller/HaddagalKharidErsalSefaresh-list-app2`.
#[derive(Debug, Serialize, ToSchema)]
pub struct LimitsReply {
    #[serde(rename = "meghdar")]
    limits: Vec<LimitRow>,
    /// Each change of the limits adds 1.
    version: i64,
}

impl From<pb::GetLimitsResponse> for LimitsReply {
    fn from(reply: pb::GetLimitsResponse) -> Self {
        let pb::GetLimitsResponse { limits, version } = reply;
        // The titles are keys of the client as well: they stay Persian whatever the reader's language.
        let rows = limit_values(limits.unwrap_or_default()).into_iter();
        let limits = rows.map(|(title, value)| LimitRow { title: title.in_lang(Lang::Fa), value }).collect();
        Self { limits, version }
    }
}

/// The client's code of a cooperation, and the agreed commission as it reads there.
pub(super) fn commission(cooperation: pb::Cooperation, agreed: i64) -> (u8, LimitValue) {
    match cooperation {
        pb::Cooperation::Unspecified => (0, LimitValue::Whole(agreed)),
        // Basis points inside, percent here.
        pb::Cooperation::Percentage => (1, LimitValue::Percent(Percent::from_e4(agreed.saturating_mul(100)))),
        pb::Cooperation::Basket => (2, LimitValue::Whole(agreed)),
        pb::Cooperation::Amount => (3, LimitValue::Whole(agreed)),
    }
}

/// A limit in the profile.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProfileLimit {
    #[serde(rename = "OnvanMahdoodiyat")]
    title: &'static str,
    #[serde(rename = "Meghdar")]
    value: LimitValue,
}

/// How the seller logs in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginProfile {
    cell_phone: String,
    username: String,
    /// Always ten asterisks.
    password: &'static str,
}

/// The seller's profile.
#[derive(Debug, Serialize, ToSchema)]
pub struct SellerProfile {
    #[serde(rename = "_id")]
    seller_id: String,
    #[serde(rename = "SellerType")]
    seller_type: i32,
    #[serde(rename = "SellerTitle")]
    title: String,
    #[serde(rename = "SellerRepresentative")]
    representative: String,
    #[serde(rename = "SellerCode")]
    code: String,
    #[serde(rename = "SellerNationalCode")]
    national_code: String,
    /// Jalali yyyy/mm/dd or empty.
    #[serde(rename = "SellerWorkStartDate")]
    work_start_date: String,
    #[serde(rename = "SellerUpdatePrice")]
    price_edit_range: String,
    #[serde(rename = "SellerNationalCard")]
    national_card_received: bool,
    /// 0 not set, 1 percentage, 2 basket, 3 amount.
    #[serde(rename = "SellerTypeOfCollaboration")]
    cooperation: u8,
    #[serde(rename = "SellerAgreedCommission")]
    agreed_commission: LimitValue,
    /// Jalali yyyy/mm/dd or empty.
    #[serde(rename = "SellerAgreedCommissionPayDateTime")]
    commission_payment_date: String,
    #[serde(rename = "SellerAccountNumberOrBankCardNumber")]
    card_number: String,
    #[serde(rename = "SellerShabaNumber")]
    sheba_number: String,
    #[serde(rename = "SellerAddress")]
    address: String,
    #[serde(rename = "SellerStoryUrl")]
    story_url: String,
    #[serde(rename = "SellerBackgroundImgUrl")]
    background_url: String,
    #[serde(rename = "SellerHaddagalKharidErsalSefareshIds")]
    limits: Vec<ProfileLimit>,
}

/// Agreed terms that await the platform's confirmation.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProposalRow {
    /// 0 not set, 1 percentage, 2 basket, 3 amount.
    #[serde(rename = "SellerTypeOfCollaboration")]
    cooperation: u8,
    #[serde(rename = "SellerAgreedCommission")]
    agreed_commission: LimitValue,
    /// Jalali yyyy/mm/dd or empty.
    #[serde(rename = "SellerAgreedCommissionPayDateTime")]
    commission_payment_date: String,
    #[serde(rename = "proposedAtS")]
    proposed_at: String,
}

impl From<pb::Proposal> for ProposalRow {
    fn from(proposal: pb::Proposal) -> Self {
        let terms = proposal.terms.unwrap_or_default();
        let (cooperation, agreed_commission) = commission(terms.cooperation(), terms.agreed_commission);
        Self {
            cooperation,
            agreed_commission,
            commission_payment_date: jalali(&terms.payment_date),
            proposed_at: proposal.create_time.and_then(time::jalali_text).unwrap_or_default(),
        }
    }
}

/// Everything that the settings page shows of the seller.
#[derive(Debug, Serialize, ToSchema)]
pub struct SellerRow {
    #[serde(rename = "_id")]
    seller_id: String,
    #[serde(rename = "isActive")]
    is_active: bool,
    profile: LoginProfile,
    seller: SellerProfile,
    #[serde(rename = "productTypeCount")]
    product_type_count: i64,
    /// Null when nothing awaits its confirmation.
    proposal: Option<ProposalRow>,
}

/// Answer of `GET /user/seller-bind-app2`.
#[derive(Debug, Serialize, ToSchema)]
pub struct SellerReply {
    seller: [SellerRow; 1],
    /// Of the profile: each change of it adds 1.
    version: i64,
}

impl SellerReply {
    /// The seller with its limits, the number of its types and what it has proposed.
    pub fn new(
        seller: pb::Seller,
        version: i64,
        limits: pb::Limits,
        product_type_count: i64,
        proposal: Option<pb::Proposal>,
    ) -> Self {
        let seller_type = type_code(seller.r#type());
        let cooperation = seller.cooperation();
        let pb::Seller {
            seller_id,
            r#type: _,
            active,
            title,
            representative,
            code,
            national_code,
            work_start_date,
            price_edit_range,
            national_card_received,
            cooperation: _,
            agreed_commission,
            commission_payment_date,
            card_number,
            sheba_number,
            address,
            story_url,
            background_url,
            parent_seller_id: _,
            cellphone,
            username,
            create_time: _,
        } = seller;
        let (cooperation, agreed_commission) = commission(cooperation, agreed_commission);
        let limits = limit_values(limits).into_iter();
        Self {
            seller: [SellerRow {
                seller_id: seller_id.clone(),
                is_active: active,
                profile: LoginProfile { cell_phone: cellphone, username, password: HIDDEN_PASSWORD },
                seller: SellerProfile {
                    seller_id,
                    seller_type,
                    title,
                    representative,
                    code,
                    national_code,
                    work_start_date: jalali(&work_start_date),
                    price_edit_range,
                    national_card_received,
                    cooperation,
                    agreed_commission,
                    commission_payment_date: jalali(&commission_payment_date),
                    card_number,
                    sheba_number,
                    address,
                    story_url,
                    background_url,
                    limits: limits
                        .map(|(title, value)| ProfileLimit { title: title.in_lang(Lang::Fa), value })
                        .collect(),
                },
                product_type_count,
                proposal: proposal.map(Into::into),
            }],
            version,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_profile_reads_as_an_unknown_type() {
        let reply = serde_json::to_string(&SellerTypeReply::new(None)).unwrap();
        assert_eq!(reply, r#"{"seller":[{"isActive":false,"sellerInfo":[{"SellerType":-1}]}]}"#);
    }

    #[test]
    fn the_four_limits_stand_in_their_order() {
        let limits =
            pb::Limits { min_order_toman: 500_000, min_packages: 3, shipping_toman: 350_000, tax_basis_points: 900 };
        let reply = pb::GetLimitsResponse { limits: Some(limits), version: 4 };
        insta::assert_json_snapshot!(LimitsReply::from(reply), @r#"
        {
          "meghdar": [
            {
              "f1": "حداقل مبلغ ارسال سفارش",
              "f2": 500000
            },
            {
              "f1": "حداقل خرید بسته",
              "f2": 3
            },
            {
              "f1": "هزینه ارسال",
              "f2": 350000
            },
            {
              "f1": "مالیات و ارزش افزوده",
              "f2": 9
            }
          ],
          "version": 4
        }
        "#);
    }

    #[test]
    fn the_profile_keeps_the_clients_names_and_hides_the_password() {
        let seller = pb::Seller {
            seller_id: "s".to_owned(),
            r#type: pb::SellerType::Normal.into(),
            active: true,
            title: "پخش آفتاب".to_owned(),
            cooperation: pb::Cooperation::Percentage.into(),
            agreed_commission: 250,
            work_start_date: "2025-03-21".to_owned(),
            cellphone: "09120000001".to_owned(),
            username: "seller1".to_owned(),
            ..pb::Seller::default()
        };
        let reply = serde_json::to_value(SellerReply::new(seller, 7, pb::Limits::default(), 64, None)).unwrap();
        assert_eq!(reply["version"], 7);
        let row = &reply["seller"][0];
        assert_eq!(row["profile"]["password"], HIDDEN_PASSWORD);
        assert_eq!(row["seller"]["SellerHaddagalKharidErsalSefareshIds"].as_array().unwrap().len(), 4);
        assert_eq!(row["seller"]["SellerAgreedCommission"], 2.5);
        assert_eq!(row["seller"]["SellerWorkStartDate"], "1404/01/01");
        let names: Vec<&String> = row["seller"].as_object().unwrap().keys().collect();
        insta::assert_json_snapshot!(names, @r#"
        [
          "SellerAccountNumberOrBankCardNumber",
          "SellerAddress",
          "SellerAgreedCommission",
          "SellerAgreedCommissionPayDateTime",
          "SellerBackgroundImgUrl",
          "SellerCode",
          "SellerHaddagalKharidErsalSefareshIds",
          "SellerNationalCard",
          "SellerNationalCode",
          "SellerRepresentative",
          "SellerShabaNumber",
          "SellerStoryUrl",
          "SellerTitle",
          "SellerType",
          "SellerTypeOfCollaboration",
          "SellerUpdatePrice",
          "SellerWorkStartDate",
          "_id"
        ]
        "#);
    }
}
