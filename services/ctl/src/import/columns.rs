//! Which column of a file is which: our names, or the headings that people write in Persian.

use std::collections::BTreeMap;

use anyhow::bail;
use pishkhan_chassis::text::fold;

/// A column: our name, what people call it, and whether a file has to have it.
pub struct Column {
    name: &'static str,
    headings: &'static [&'static str],
    required: bool,
}

/// The columns that a kind of file may have.
pub struct Kind(&'static [Column]);

const fn required(name: &'static str, headings: &'static [&'static str]) -> Column {
    Column { name, headings, required: true }
}

const fn optional(name: &'static str, headings: &'static [&'static str]) -> Column {
    Column { name, headings, required: false }
}

/// Files of products.
pub const PRODUCTS: Kind = Kind(&[
    required("product_code", &["کد محصول", "کد کالا"]),
    required("title", &["نام محصول", "عنوان محصول", "نام کالا", "عنوان"]),
    required("brand", &["برند", "نام برند"]),
    optional("category", &["دسته", "دسته‌بندی", "گروه کالا"]),
    required("type_code", &["کد نوع", "کد نوع محصول"]),
    required("type_name", &["نوع", "نوع محصول", "نام نوع"]),
    required("unit", &["واحد", "واحد فروش"]),
    required("pieces_per_unit", &["تعداد در واحد", "تعداد در بسته", "تعداد در کارتن"]),
    required("buy_price", &["قیمت خرید"]),
    required("sell_price", &["قیمت فروش", "قیمت مصرف‌کننده"]),
    required("stock", &["موجودی"]),
    optional("description", &["توضیح", "توضیحات"]),
    optional("image_url", &["تصویر", "نشانی تصویر"]),
    optional("active", &["فعال", "وضعیت"]),
]);

/// Files of customers.
pub const CUSTOMERS: Kind = Kind(&[
    required("customer_code", &["کد مشتری"]),
    required("title", &["نام مشتری", "عنوان", "نام"]),
    required("mobile", &["تلفن همراه", "موبایل", "همراه"]),
    optional("landline", &["تلفن ثابت", "تلفن"]),
    required("trade_type", &["صنف", "نوع صنف", "عنوان صنف"]),
    optional("shop_name", &["نام فروشگاه", "عنوان فروشگاه", "فروشگاه"]),
    required("activity_area", &["منطقه", "منطقه فعالیت"]),
    optional("address", &["نشانی", "آدرس"]),
]);

/// Where the columns of one file are.
#[derive(Debug)]
pub struct Columns(BTreeMap<&'static str, usize>);

impl Kind {
    /// Finds the columns by the file's headings. Headings that are none of ours are passed over.
    pub fn find(&self, headings: &[String]) -> anyhow::Result<Columns> {
        let folded: Vec<String> = headings.iter().map(|heading| fold(heading)).collect();
        let mut found = BTreeMap::new();
        let mut missing = Vec::new();
        for column in self.0 {
            let wanted: Vec<String> = column.headings.iter().copied().chain([column.name]).map(fold).collect();
            let mut places = folded.iter().enumerate().filter(|(_, heading)| wanted.contains(heading));
            match (places.next(), places.next()) {
                (Some((place, _)), None) => {
                    found.insert(column.name, place);
                }
                (Some(_), Some(_)) => bail!("the column {} stands twice", column.name),
                (None, _) if column.required => {
                    let persian = column.headings.first().copied().unwrap_or_default();
                    missing.push(format!("{} ({persian})", column.name));
                }
                (None, _) => {}
            }
        }
        if missing.is_empty() { Ok(Columns(found)) } else { bail!("the file has no column {}", missing.join(", ")) }
    }
}

impl Columns {
    /// The cell of a row; empty when the file does not have the column.
    pub fn cell(&self, cells: &[String], name: &str) -> String {
        self.0.get(name).and_then(|place| cells.get(*place)).cloned().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headings(text: &str) -> Vec<String> {
        text.split(',').map(str::to_owned).collect()
    }

    #[test]
    fn persian_headings_and_ours_are_the_same() {
        let ours = CUSTOMERS.find(&headings("customer_code,title,mobile,trade_type,activity_area")).unwrap();
        // Arabic letters, as many keyboards write them.
        let persian = CUSTOMERS.find(&headings("كد مشتري,نام مشتری,تلفن همراه,صنف,منطقه,ستون دیگر")).unwrap();
        let cells = headings("C1,علی,0912,سوپر,قم");
        for name in ["customer_code", "title", "mobile", "trade_type", "activity_area", "address"] {
            assert_eq!(ours.cell(&cells, name), persian.cell(&cells, name), "{name}");
        }
        assert_eq!(ours.cell(&cells, "mobile"), "0912");
    }

    #[test]
    fn what_is_missing_is_named() {
        let error = CUSTOMERS.find(&headings("customer_code,title")).unwrap_err().to_string();
        assert!(error.contains("mobile") && error.contains("activity_area") && !error.contains("landline"), "{error}");
        assert!(CUSTOMERS.find(&headings("customer_code,title,نام مشتری,mobile,trade_type,activity_area")).is_err());
    }
}
