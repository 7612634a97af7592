//! Texts of the catalogue (part 2, sections 5 and 8; rest.md, section 6).

use crate::wire::text::Text;

macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident = $fa:literal, $en:literal;)*) => {
        $($(#[$doc])* pub const $name: Text = Text { fa: $fa, en: $en };)*
        /// Every text, by its name.
        #[cfg(test)]
        pub const ALL: &[(&str, Text)] = &[$((stringify!($name), $name)),*];
    };
}

texts! {
    /// Part 2, section 5: the sell price is below the buy price.
    SELL_BELOW_BUY = "قیمت فروش نباید کمتر از قیمت خرید باشد.", "The sell price may not be below the buy price.";
    /// What was uploaded is no picture that can be used.
    IMAGE_UNREADABLE = "تصویر خوانده نشد. فایل JPEG، PNG یا WebP سالم بفرستید.", "The picture could not be read. Send an intact JPEG, PNG or WebP file.";
    /// The preview of an import is too old.
    IMPORT_NOT_FOUND = "این پیش‌نمایش دیگر معتبر نیست. فایل را دوباره بارگذاری کنید.", "This preview is no longer valid. Please upload the file again.";
}
