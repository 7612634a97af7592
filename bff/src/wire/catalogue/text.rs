//! Texts of the catalogue (part 2, sections 5 and 8; rest.md, section 6).

use crate::wire::text::texts;

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

    /// What was sent is no file of rows.
    NOT_A_SHEET = "نوع فایل باید XLSX یا CSV باشد.", "The file must be an XLSX or CSV file.";
    /// More than 10 MiB.
    SHEET_TOO_LARGE = "حجم فایل باید حداکثر ۱۰ مگابایت باشد.", "A file may have at most 10 MiB.";
    /// No rows below the headings.
    FILE_EMPTY = "این فایل هیچ ردیفی ندارد.", "The file has no rows.";
    /// A CSV in another encoding.
    FILE_NOT_UTF8 = "نویسه‌های فایل خوانده نشد. آن را با قالب CSV UTF-8 یا XLSX ذخیره کنید.", "The file's letters could not be read. Save it as CSV UTF-8 or XLSX.";
    /// Broken, locked, or something else.
    FILE_UNREADABLE = "فایل خوانده نشد. فایل XLSX یا CSV سالم و بدون رمز بفرستید.", "The file could not be read. Send an intact XLSX or CSV file without a password.";
    /// It unpacks to too much.
    FILE_HOLDS_TOO_MUCH = "محتوای فایل بیش از حد مجاز است. فقط ردیف‌های محصول را در فایلی تازه بگذارید یا آن را به چند فایل تقسیم کنید.", "The file holds too much. Put only the rows of products into a new file, or divide it into several files.";
    /// A type that is sold, in files too.
    YES = "بله", "yes";
    /// A type that is not sold, in files too.
    NO = "خیر", "no";
    /// Heading of the last column of rows that were not taken.
    WHY = "علت", "Reason";
    /// Between two reasons.
    BETWEEN_REASONS = "؛ ", "; ";
    /// A cell of a row.
    CELL_EMPTY = "این خانه نباید خالی باشد.", "This cell may not be empty.";
    /// A cell of a row.
    CELL_TOO_LONG = "متن این خانه بیش از حد بلند است.", "This cell's text is too long.";
    /// A cell of a row.
    CELL_NOT_A_NUMBER = "باید عدد صحیح باشد.", "This must be a whole number.";
    /// A cell of a row.
    CELL_OUT_OF_RANGE = "این عدد خارج از بازه مجاز است.", "This number is out of range.";
    /// A unit that is none of the shipped ones.
    UNIT_UNKNOWN = "این واحد فروش شناخته نیست.", "There is no such unit.";
    /// The address of a picture that is not ours.
    PICTURE_NOT_OURS = "تصویر باید از تصویرهای همین سامانه باشد. آن را در صفحهٔ محصول بارگذاری کنید یا خانه را خالی بگذارید.", "The picture must be one of this panel's. Upload it at the product, or leave the cell empty.";
    /// The same type in two rows.
    TYPE_TWICE = "این نوع در ردیف دیگری از همین فایل آمده است.", "Another row of this file has the same type.";
    /// Rows of one product that differ in what belongs to the product.
    ROWS_CONTRADICT = "با ردیف دیگری از همین محصول یکسان نیست.", "Another row of the same product says something else.";
    /// A type's code that another product has.
    TYPE_CODE_TAKEN = "این کد نوع برای محصول دیگری ثبت شده است.", "Another product has a type of this code.";
    /// A row that makes one type too many.
    TYPES_TOO_MANY = "هر محصول حداکثر ۹۰۰ نوع دارد. بقیه را زیر کد محصول دیگری بیاورید.", "A product has at most 900 types. List the others under another product code.";
    /// A row whose product, type or stock changed after the preview.
    CHANGED_MEANWHILE = "این محصول پس از پیش‌نمایش تغییر کرده است. دوباره بررسی کنید.", "This product has changed since the preview. Please check it again.";
    /// The preview of an import is too old.
    IMPORT_NOT_FOUND = "این پیش‌نمایش دیگر معتبر نیست. فایل را دوباره بارگذاری کنید.", "This preview is no longer valid. Please upload the file again.";
}
