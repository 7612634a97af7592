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
    /// A search for more than 100 characters.
    SEARCH_TOO_LONG = "متن جستجو باید حداکثر ۱۰۰ کاراکتر باشد.", "A search may have at most 100 characters.";
    /// A picture that took the place of the old ones.
    UPLOADED = "تصویر با موفقیت ثبت شد.", "The picture is saved.";
    /// Pictures that were taken away.
    IMAGE_REMOVED = "تصویر حذف شد.", "The picture is removed.";
    /// What was uploaded is none of the three.
    NOT_AN_IMAGE = "نوع فایل باید JPEG، PNG یا WebP باشد.", "The file must be a JPEG, PNG or WebP picture.";
    /// More than 5 MiB.
    IMAGE_TOO_LARGE = "حجم تصویر باید حداکثر ۵ مگابایت باشد.", "A picture may have at most 5 MiB.";
    /// What was uploaded is no picture that can be used.
    IMAGE_UNREADABLE = "تصویر خوانده نشد. فایل JPEG، PNG یا WebP سالم بفرستید.", "The picture could not be read. Send an intact JPEG, PNG or WebP file.";
    /// The preview of an import is too old.
    IMPORT_NOT_FOUND = "این پیش‌نمایش دیگر معتبر نیست. فایل را دوباره بارگذاری کنید.", "This preview is no longer valid. Please upload the file again.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_stands_in_both_languages() {
        for (name, text) in ALL {
            assert!(text.fa.chars().any(|letter| ('\u{0600}'..='\u{06ff}').contains(&letter)), "{name} is not Persian");
            assert!(text.en.is_ascii() && !text.en.is_empty(), "{name} is not English");
        }
    }
}
