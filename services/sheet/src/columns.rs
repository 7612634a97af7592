//! Which column of a file is which: our names, or the headings that people write in Persian.

use std::collections::BTreeMap;

use pishkhan_chassis::text::fold;

use crate::Row;

/// A column: our name, what people call it, and whether a file has to have it.
#[derive(Debug)]
pub struct Column {
    /// Our name, as the contracts have it.
    pub name: &'static str,
    /// What people call it; the first one is ours to write.
    headings: &'static [&'static str],
    required: bool,
}

impl Column {
    /// The heading that we write, in Persian.
    pub fn heading(&self) -> &'static str {
        self.headings.first().copied().unwrap_or(self.name)
    }
}

/// The columns that a kind of file may have.
#[derive(Debug)]
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

/// Why the columns of a file cannot be told.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ColumnsError {
    /// Two headings mean the same column.
    #[error("the column {0} stands twice")]
    Twice(&'static str),
    /// Columns that are needed and not there.
    #[error("the file has no column {}", .0.join(", "))]
    Missing(Vec<&'static str>),
}

/// Where the columns of one file are.
#[derive(Debug)]
pub struct Columns(BTreeMap<&'static str, usize>);

impl Kind {
    /// All columns, in the order in which we write them.
    pub fn columns(&self) -> &'static [Column] {
        self.0
    }

    /// The Persian heading of a column of ours.
    pub fn heading(&self, name: &str) -> Option<&'static str> {
        self.0.iter().find(|column| column.name == name).map(Column::heading)
    }

    /// Finds the columns by the file's headings. Headings that are none of ours are passed over.
    pub fn find(&self, headings: &[String]) -> Result<Columns, ColumnsError> {
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
                (Some(_), Some(_)) => return Err(ColumnsError::Twice(column.name)),
                (None, _) if column.required => missing.push(column.name),
                (None, _) => {}
            }
        }
        if missing.is_empty() { Ok(Columns(found)) } else { Err(ColumnsError::Missing(missing)) }
    }
}

impl Columns {
    /// The cell of a row; empty when the file does not have the column.
    pub fn cell(&self, row: Row<'_>, name: &str) -> String {
        self.0.get(name).map_or("", |place| row.cell(*place)).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Sheet};

    fn headings(text: &str) -> Vec<String> {
        text.split(',').map(str::to_owned).collect()
    }

    #[test]
    fn persian_headings_and_ours_are_the_same() {
        let ours = CUSTOMERS.find(&headings("customer_code,title,mobile,trade_type,activity_area")).unwrap();
        // Arabic letters, as many keyboards write them.
        let persian = CUSTOMERS.find(&headings("كد مشتری,نام مشتری,تلفن همراه,صنف,منطقه,ستون دیگر")).unwrap();
        let sheet = Sheet::parse("a\nC1,علی,0912,سوپر,قم".as_bytes(), &Limits::UPLOAD).unwrap();
        let (_, row) = sheet.rows().next().unwrap();
        for name in ["customer_code", "title", "mobile", "trade_type", "activity_area", "address"] {
            assert_eq!(ours.cell(row, name), persian.cell(row, name), "{name}");
        }
        assert_eq!(ours.cell(row, "mobile"), "0912");
    }

    #[test]
    fn what_is_missing_or_doubled_is_named() {
        let found = CUSTOMERS.find(&headings("customer_code,title")).unwrap_err();
        assert_eq!(found, ColumnsError::Missing(vec!["mobile", "trade_type", "activity_area"]));
        let doubled = "customer_code,title,نام مشتری,mobile,trade_type,activity_area";
        assert_eq!(CUSTOMERS.find(&headings(doubled)).unwrap_err(), ColumnsError::Twice("title"));
    }

    #[test]
    fn what_we_write_is_what_we_read() {
        for kind in [PRODUCTS, CUSTOMERS] {
            let written: Vec<String> = kind.columns().iter().map(|column| column.heading().to_owned()).collect();
            let found = kind.find(&written).unwrap();
            for (place, column) in kind.columns().iter().enumerate() {
                assert_eq!(found.0[column.name], place);
                assert_eq!(kind.heading(column.name), Some(column.heading()));
            }
        }
        assert_eq!(PRODUCTS.heading("nothing"), None);
    }
}
