//! Texts of the settings page (part 2, sections 5 and 8; rest.md, section 4).

use crate::wire::text::texts;

texts! {
    /// A save that worked.
    SAVED = "تغییرات با موفقیت ذخیره شد.", "The changes are saved.";
    /// A brand or region that was chosen.
    ADDED = "با موفقیت اضافه شد", "Added";
    /// A brand or region that was given up.
    REMOVED = "با موفقیت حذف شد", "Removed";

    /// A visible field of the profile is empty.
    PROFILE_EMPTY = "فیلد های تنظیمات فروشنده نمیتواند خالی باشد", "The seller's settings may not be empty";
    /// The password of today was needed and is missing or wrong.
    CURRENT_PASSWORD_WRONG = "رمز عبور فعلی نادرست است.", "The current password is wrong.";
    /// One of the four limits is empty.
    LIMITS_EMPTY = "فیلد های تنظیمات سفارش نمیتواند خالی باشد", "The order settings may not be empty";
    /// A value of a tier by volume is empty.
    VOLUME_EMPTY = "مقادیر کارت تخفیفات حجمی نمیتواند خالی باشد", "The values of a volume discount may not be empty";
    /// A value of a tier by amount is empty.
    AMOUNT_EMPTY = "مقادیر کارت تخفیفات مبلغی نمیتواند خالی باشد", "The values of an amount discount may not be empty";
    /// A value of a tier by unit is empty.
    UNIT_EMPTY = "مقادیر کارت تخفیفات واحدی نمیتواند خالی باشد", "The values of a unit discount may not be empty";
    /// A card of the other discounts is empty.
    OTHER_DISCOUNT_EMPTY = "کارت سایر تخفیفات نمیتواند خالی از متن باشد", "A card of the other discounts may not be empty";
    /// A card of the store's descriptions is empty.
    DESCRIPTION_EMPTY = "کارت توضیحات فروشگاه نمیتواند خالی از متن باشد", "A card of the store descriptions may not be empty";
    /// A field of the delivery settings is empty.
    DELIVERY_EMPTY = "فیلد های تنظیمات ارسال نمیتواند خالی باشد", "The delivery settings may not be empty";

    /// A tier ends before it begins.
    TIER_REVERSED = "سقف فروش نمیتواند کمتر از کف فروش باشد", "A tier may not end before it begins";
    /// Two tiers have a value in common.
    TIERS_OVERLAP = "بازههای تخفیف نباید همپوشانی داشته باشند", "Discount tiers may not overlap";
    /// More than 50 tiers or cards.
    CARDS_TOO_MANY = "حداکثر ۵۰ کارت می‌توان ثبت کرد.", "There may be at most 50 cards.";
    /// The order period begins after it ends.
    PERIOD_REVERSED = "تاریخ شروع دوره باید کمتر مساوی تاریخ پایان دوره سفارش باشد", "The period may not begin after it ends";
    /// A store of type 2 or 3 is switched on by a live subscription.
    SUBSCRIPTION_REQUIRED = "برای فعال سازی فروشگاه، اشتراک فعال لازم است.", "The store needs a live subscription to be active.";
    /// Another seller has this code.
    CODE_TAKEN = "این کد فروشنده پیش‌تر ثبت شده است.", "This seller code is taken.";

    /// A whole number is expected.
    NUMBER_INVALID = "این مقدار باید عدد باشد.", "This has to be a number.";
    /// Negative, or more than can be meant.
    NUMBER_OUT_OF_RANGE = "این عدد خارج از محدوده مجاز است.", "This number is out of range.";
    /// 0 to 100, at most two decimals.
    PERCENT_INVALID = "درصد باید بین ۰ تا ۱۰۰ و حداکثر با دو رقم اعشار باشد.", "A percent lies between 0 and 100 and has at most two decimals.";
    /// Longer than the field allows.
    TOO_LONG = "متن این فیلد بیش از حد طولانی است.", "This text is too long.";
    /// Length or beginning of a phone number.
    CELLPHONE_INVALID = "تلفن همراه باید شامل ۱۱ عدد باشد و با ۰۹ شروع شود.", "A phone number has 11 digits and starts with 09.";
    /// Ten digits with a check digit.
    NATIONAL_CODE_INVALID = "کد ملی نامعتبر است.", "The national code is not valid.";
    /// 16 digits with a check digit.
    CARD_INVALID = "شماره کارت نامعتبر است.", "The card number is not valid.";
    /// 24 digits after IR with two check digits.
    SHEBA_INVALID = "شماره شبا نامعتبر است.", "The IBAN is not valid.";
    /// 1, 2 or 3.
    COOPERATION_INVALID = "نوع همکاری نامعتبر است.", "The type of cooperation is not valid.";
    /// 1 to 30.
    DAYS_OUT_OF_RANGE = "تعداد روز باید بین ۱ تا ۳۰ باشد.", "The number of days lies between 1 and 30.";
    /// HH:mm.
    TIME_INVALID = "ساعت نامعتبر است.", "The time is not valid.";
    /// 1400 to 1420.
    YEAR_OUT_OF_RANGE = "سال باید بین ۱۴۰۰ تا ۱۴۲۰ باشد.", "The year lies between 1400 and 1420.";
}
