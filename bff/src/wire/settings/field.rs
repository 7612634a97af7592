//! The client's names of the settings' fields, and what is said when one is wrong.

use pishkhan_chassis::errors::problem;

use super::text;
use crate::wire::text::{
    DATE_INVALID, FIELD_INVALID, PASSWORD_COMMON, PASSWORD_LONG, PASSWORD_SHORT, TEXT_TOO_LONG, Text,
};

/// What each field is called: contract → client.
const NAMES: &[(&str, &str)] = &[
    ("profile.type", "_SellerType"),
    ("profile.title", "_SellerTitle"),
    ("profile.representative", "_SellerRepresentative"),
    ("profile.cellphone", "_cellPhone"),
    ("profile.code", "_SellerCode"),
    ("profile.national_code", "_SellerNationalCode"),
    ("profile.work_start_date", "_SellerWorkStartDate"),
    ("profile.username", "_username"),
    ("profile.password", "_password"),
    ("profile.current_password", "_currentPassword"),
    ("profile.address", "_SellerAddress"),
    ("profile.price_edit_range", "_SellerUpdatePrice"),
    ("profile.national_card_received", "_SellerNationalCard"),
    ("profile.cooperation", "_SellerTypeOfCollaboration"),
    ("profile.agreed_commission", "_SellerAgreedCommission"),
    ("profile.commission_payment_date", "_SellerAgreedCommissionPayDateTime"),
    ("profile.card_number", "_SellerAccountNumberOrBankCardNumber"),
    ("profile.sheba_number", "_SellerShabaNumber"),
    ("limits.min_order_toman", "items[0]._Meghdar"),
    ("limits.min_packages", "items[1]._Meghdar"),
    ("limits.shipping_toman", "items[2]._Meghdar"),
    ("limits.tax_basis_points", "items[3]._Meghdar"),
    ("delivery.start_date", "_Ady_startDoreDateSefaresh"),
    ("delivery.end_date", "_Ady_endDoreDateSefaresh"),
    ("delivery.preparation_days", "_Ady_mahdoodiatAmadesazi"),
    ("delivery.days_after_order", "_Vije_moddatZamTahvile"),
    ("delivery.cut_off", "_Vije_endDoreTimeSefaresh"),
];

/// `volume_tiers[3].from` taken apart: list, `[3]`, field.
fn listed(field: &str) -> Option<(&str, &str, &str)> {
    let (list, rest) = field.split_once('[')?;
    let (at, field) = rest.split_once("].")?;
    at.bytes().all(|byte| byte.is_ascii_digit()).then_some((list, at, field))
}

/// The client's name of a field of the settings; none for any other field.
pub fn name(field: &str) -> Option<String> {
    if let Some((_, client)) = NAMES.iter().find(|(contract, _)| *contract == field) {
        return Some((*client).to_owned());
    }
    let (list, at, field) = listed(field)?;
    let field = match (list, field) {
        ("volume_tiers" | "amount_tiers" | "unit_tiers", "from") => "_Az",
        ("volume_tiers" | "amount_tiers" | "unit_tiers", "to") => "_Ta",
        ("volume_tiers" | "amount_tiers" | "unit_tiers", "discount_basis_points") => "_DarsadTakhfif",
        ("other_discounts" | "store_descriptions", "text") => "_Onvan",
        _ => return None,
    };
    Some(format!("items[{at}].{field}"))
}

/// What is said of a field of the settings; none for any other field.
pub fn words(field: &str, code: &str) -> Option<Text> {
    if let Some((list, _, value)) = listed(field) {
        let empty = match list {
            "volume_tiers" => text::VOLUME_EMPTY,
            "amount_tiers" => text::AMOUNT_EMPTY,
            "unit_tiers" => text::UNIT_EMPTY,
            "other_discounts" => text::OTHER_DISCOUNT_EMPTY,
            "store_descriptions" => text::DESCRIPTION_EMPTY,
            _ => return None,
        };
        return Some(match code {
            problem::REQUIRED => empty,
            problem::TOO_LONG => TEXT_TOO_LONG,
            problem::OUT_OF_RANGE if value == "discount_basis_points" => text::PERCENT_INVALID,
            problem::OUT_OF_RANGE => text::NUMBER_OUT_OF_RANGE,
            _ => FIELD_INVALID,
        });
    }
    let (part, field) = field.split_once('.')?;
    let empty = match part {
        "profile" => text::PROFILE_EMPTY,
        "limits" => text::LIMITS_EMPTY,
        "delivery" => text::DELIVERY_EMPTY,
        _ => return None,
    };
    Some(match (field, code) {
        (_, problem::REQUIRED) => empty,
        ("address", problem::TOO_LONG) => TEXT_TOO_LONG,
        ("password", problem::TOO_LONG) => PASSWORD_LONG,
        ("password", problem::OUT_OF_RANGE) => PASSWORD_SHORT,
        ("password", problem::COMMON) => PASSWORD_COMMON,
        ("current_password", _) => text::CURRENT_PASSWORD_WRONG,
        (_, problem::TOO_LONG) => text::TOO_LONG,
        ("cellphone", _) => text::CELLPHONE_INVALID,
        ("national_code", _) => text::NATIONAL_CODE_INVALID,
        ("card_number", _) => text::CARD_INVALID,
        ("sheba_number", _) => text::SHEBA_INVALID,
        ("preparation_days" | "days_after_order", _) => text::DAYS_OUT_OF_RANGE,
        ("cut_off", _) => text::TIME_INVALID,
        ("start_date" | "end_date" | "work_start_date" | "commission_payment_date", _) => DATE_INVALID,
        (_, problem::OUT_OF_RANGE) => text::NUMBER_OUT_OF_RANGE,
        _ => FIELD_INVALID,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_lists_keep_their_place() {
        assert_eq!(name("volume_tiers[12].to").as_deref(), Some("items[12]._Ta"));
        assert_eq!(name("store_descriptions[0].text").as_deref(), Some("items[0]._Onvan"));
        assert_eq!(name("profile.cellphone").as_deref(), Some("_cellPhone"));
        for other in ["lines", "volume_tiers[0].other", "volume_tiers[x].to", "cellphone", "profile.other"] {
            assert_eq!(name(other), None, "{other}");
        }
    }

    #[test]
    fn each_list_has_its_own_words() {
        assert_eq!(words("unit_tiers[0].from", "REQUIRED"), Some(text::UNIT_EMPTY));
        assert_eq!(words("amount_tiers[0].discount_basis_points", "OUT_OF_RANGE"), Some(text::PERCENT_INVALID));
        assert_eq!(words("other_discounts[7].text", "TOO_LONG"), Some(TEXT_TOO_LONG));
        assert_eq!(words("profile.password", "OUT_OF_RANGE"), Some(PASSWORD_SHORT));
        assert_eq!(words("profile.password", "COMMON"), Some(PASSWORD_COMMON));
        assert_eq!(words("profile.current_password", "INVALID"), Some(text::CURRENT_PASSWORD_WRONG));
        assert_eq!(words("cellphone", "REQUIRED"), None);
    }
}
