//! Texts for people, in Persian and English. Services speak codes; this is where words are.

use std::future::{Ready, ready};

use actix_web::{FromRequest, HttpRequest, dev::Payload, http::header::ACCEPT_LANGUAGE};

/// A language that people read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// Persian, the product's own.
    #[default]
    Fa,
    /// English, for whoever asks for it first.
    En,
}

impl Lang {
    /// The language that the request asks for first: English for `en…`, Persian otherwise.
    pub fn of(request: &HttpRequest) -> Self {
        let asked = request.headers().get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let first = asked.split(',').next().unwrap_or_default().trim().to_ascii_lowercase();
        if first == "en" || first.starts_with("en-") || first.starts_with("en;") { Self::En } else { Self::Fa }
    }
}

impl FromRequest for Lang {
    type Error = actix_web::Error;
    type Future = Ready<Result<Self, Self::Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self::of(request)))
    }
}

/// One text in both languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    /// Persian.
    pub fa: &'static str,
    /// English.
    pub en: &'static str,
}

impl Text {
    /// The text in `lang`.
    pub fn in_lang(self, lang: Lang) -> &'static str {
        match lang {
            Lang::Fa => self.fa,
            Lang::En => self.en,
        }
    }
}

/// Constants of type [`Text`], each with its two languages, and the test that it has them.
macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident = $fa:literal, $en:literal;)*) => {
        $($(#[$doc])* pub const $name: $crate::wire::text::Text = $crate::wire::text::Text { fa: $fa, en: $en };)*

        #[cfg(test)]
        #[test]
        fn every_text_stands_in_both_languages() {
            $($crate::wire::text::assert_both_languages(stringify!($name), $name);)*
        }
    };
}
pub(crate) use texts;

texts! {
    /// rest.md, errors: 401.
    SESSION_INVALID = "نشست شما معتبر نیست. دوباره وارد شوید.", "Your session is not valid. Please log in again.";
    /// rest.md, errors: 401 at log-in.
    CREDENTIALS_WRONG = "شماره تلفن همراه یا رمز عبور نادرست است.", "The phone number or the password is wrong.";
    /// rest.md, errors: 403.
    FORBIDDEN = "عملیات غیر مجاز میباشد!", "This is not allowed.";
    /// rest.md, errors: 404.
    NOT_FOUND = "موردی یافت نشد.", "Nothing was found.";
    /// rest.md, errors: 409 for a stale version.
    VERSION_STALE = "این مورد در جای دیگری تغییر کرده است. صفحه را بازخوانی کنید.", "This has changed elsewhere. Please reload the page.";
    /// rest.md, errors: 503.
    UNAVAILABLE = "سرویس موقتاً در دسترس نیست. کمی بعد دوباره تلاش کنید.", "The service is temporarily unavailable. Please try again shortly.";
    /// Something failed inside.
    INTERNAL = "خطایی در سرور رخ داد. کمی بعد دوباره تلاش کنید.", "Something went wrong on the server. Please try again shortly.";
    /// rest.md, errors: 400.
    MALFORMED = "درخواست نادرست است.", "The request is malformed.";
    /// rest.md, errors: 413.
    TOO_LARGE = "حجم درخواست بیش از حد مجاز است.", "The request is too large.";
    /// A head or a body that came too slowly: 408.
    TOO_SLOW = "درخواست بیش از حد کند رسید. دوباره تلاش کنید.", "The request came too slowly. Please try again.";
    /// HTTP in clear where TLS is spoken: 400.
    NO_TLS = "این نشانی فقط با https پاسخ می‌دهد.", "This address answers https only.";
    /// A body that comes in parts, without its length: 411.
    NO_LENGTH = "طول درخواست گفته نشده است.", "The request does not say its length.";
    /// A query of more than 8 KiB: 414.
    QUERY_TOO_LONG = "نشانی درخواست بیش از حد طولانی است.", "The address of the request is too long.";
    /// Headers of more than 16 KiB: 431.
    HEAD_TOO_LARGE = "سرآیندهای درخواست بیش از حد بزرگ هستند.", "The headers of the request are too large.";
    /// rest.md, errors: 415.
    NOT_JSON = "نوع محتوا باید JSON باشد.", "The content type must be JSON.";
    /// The path exists, the method does not.
    METHOD_NOT_ALLOWED = "این روش درخواست پشتیبانی نمی‌شود.", "This method is not supported here.";
    /// rest.md, section 5: the same key with another body.
    IDEMPOTENCY_KEY_REUSED = "این کلید برای درخواست دیگری به کار رفته است.", "This key was used for another request.";
    /// The key is longer than 64 characters or has others than visible ASCII.
    IDEMPOTENCY_KEY_INVALID = "کلید تکرار درخواست نامعتبر است.", "The idempotency key is not valid.";
    /// A field has the wrong type or shape.
    FIELD_INVALID = "مقدار این فیلد نامعتبر است.", "This field's value is not valid.";
    /// A required field is absent.
    FIELD_REQUIRED = "این فیلد الزامی است.", "This field is required.";
    /// At most 300 characters.
    TEXT_TOO_LONG = "متن باید حداکثر ۳۰۰ کاراکتر باشد.", "The text may have at most 300 characters.";
    /// A Jalali date that does not exist or is not yyyy/mm/dd.
    DATE_INVALID = "تاریخ نامعتبر است.", "The date is not valid.";
    /// Part 1, section 5.
    RANGE_REQUIRED = "لطفا هر دو تاریخ شروع و پایان را انتخاب کنید", "Please choose both the first and the last date";
    /// The range ends before it starts.
    RANGE_REVERSED = "تاریخ پایان نباید پیش از تاریخ شروع باشد.", "The last date may not be before the first.";

    /// Part 1, section 5.
    CELLPHONE_REQUIRED = "لطفاً شماره تلفن همراه را وارد کنید.", "Please enter your phone number.";
    /// Part 1, section 5.
    CELLPHONE_LENGTH = "تلفن همراه باید شامل ۱۱ عدد باشد.", "The phone number must have 11 digits.";
    /// Part 1, section 5.
    CELLPHONE_PREFIX = "تلفن همراه باید با ۰۹ شروع شود.", "The phone number must start with 09.";
    /// Part 1, section 5.
    PASSWORD_REQUIRED = "لطفاً رمز عبور را وارد کنید.", "Please enter your password.";
    /// Part 1, section 5.
    PASSWORD_SHORT = "رمز عبور باید حداقل ۱۰ کاراکتر باشد.", "The password must have at least 10 characters.";
    /// Longer than any password that could have been set.
    PASSWORD_LONG = "رمز عبور باید حداکثر ۱۲۸ کاراکتر باشد.", "The password may have at most 128 characters.";
    /// One of the passwords that everybody tries first.
    PASSWORD_COMMON = "این رمز عبور بیش از حد ساده است.", "This password is too simple.";
    /// rest.md, section 2.
    CODE_ON_ITS_WAY = "اگر این شماره ثبت شده باشد، کد تأیید پیامک میشود.", "If this number is registered, a code comes by SMS.";
    /// No code was sent along.
    CODE_REQUIRED = "لطفاً کد تأیید را وارد کنید.", "Please enter the code.";
    /// rest.md, section 2.
    CODE_WRONG = "کد تأیید نادرست یا منقضی است.", "The code is wrong or has expired.";
    /// By a link that was made for somebody.
    LINK_WRONG = "این پیوند نادرست، استفاده شده یا منقضی است.",
        "This link is wrong, used or has expired.";
    /// A new password by a code or a link.
    PASSWORD_RESET = "رمز عبور تغییر کرد. با رمز تازه وارد شوید.", "The password is changed. Log in with the new one.";
    /// No current password was sent along.
    CURRENT_PASSWORD_REQUIRED = "لطفاً رمز عبور فعلی را وارد کنید.", "Please enter the current password.";
    /// One of the person's own.
    SESSION_ENDED = "نشست با موفقیت پایان یافت.", "The session has ended.";
    /// All but the one that asks.
    OTHER_SESSIONS_ENDED = "نشست‌های دیگر با موفقیت پایان یافتند.", "The other sessions have ended.";
    /// Of a device that did not say what it is.
    UNKNOWN_DEVICE = "دستگاه ناشناخته", "unknown device";
    /// rest.md, section 2.
    LOGGED_IN = "ورود با موفقیت انجام شد.", "You are logged in.";
    /// rest.md, section 2.
    LOGGED_OUT = "خروج با موفقیت انجام شد.", "You are logged out.";

    /// rest.md, section 3.
    STATUS_OPEN = "سفارش باز", "Open order";
    /// rest.md, section 3.
    STATUS_REGISTERED = "ثبت شده", "Registered";
    /// rest.md, section 3.
    STATUS_CANCELLED = "لغو شده", "Cancelled";

    /// Part 2, section 7.
    ORDER_UPDATED = "بروزرسانی با موفقیت انجام شد.", "The order is updated.";
    /// Part 2, section 7.
    NOTE_UPDATED = "ثبت توضیحات با موفقیت انجام شد.", "The note is saved.";
    /// Part 2, section 7.
    ORDER_SAVED = "ذخیره سفارش با موفقیت انجام شد", "The order is registered";
    /// Part 2, section 7.
    ORDER_CANCELLED_NOW = "لغو با موفقیت انجام شد.", "The order is cancelled.";
    /// rest.md, section 5.
    ORDER_CANCELLED = "سفارش لغو شده قابل ویرایش نیست.", "A cancelled order cannot be changed.";
    /// Rules 12.
    ORDER_REGISTERED = "سفارش ثبت شده را پیش از حذف لغو کنید.", "Cancel a registered order before deleting it.";
    /// Rules 11: there is no saved revision to go back to.
    ORDER_NEVER_SAVED = "این سفارش هنوز ثبت نشده است و نسخهٔ ثبت شدهای برای بازگشت ندارد.", "This order was never registered, so there is no saved revision to go back to.";
    /// An open order, or a registered one that was opened again.
    ORDER_REOPENED = "سفارش برای ویرایش باز شد.", "The order is open for editing.";
    /// Back to the saved revision.
    ORDER_CHANGES_DISCARDED = "تغییرات سفارش کنار گذاشته شد.", "The changes to the order are discarded.";
    /// rest.md, section 5.
    ORDER_DELETED = "حذف با موفقیت انجام شد.", "The order is deleted.";
    /// Not a text such as 1405-08-000123.
    ORDER_CODE_INVALID = "شماره سفارش باید مانند ۱۴۰۵-۰۸-۰۰۰۱۲۳ باشد.", "The order number must look like 1405-08-000123.";

    /// Public page.
    PAGE_BRAND = "پیشخوان", "Pishkhan";
    /// Public page.
    PAGE_TITLE = "استعلام سفارش", "Order check";
    /// Public page: status 1.
    PAGE_REGISTERED = "این سفارش در پیشخوان ثبت شده و معتبر است.", "This order is registered with Pishkhan and valid.";
    /// Public page: status 0 before the first save.
    PAGE_OPEN = "این سفارش هنوز ثبت نهایی نشده است و ممکن است تغییر کند.", "This order is not registered yet and may change.";
    /// Public page: status 0 after a save.
    PAGE_REOPENED = "این سفارش برای ویرایش باز شده است. مبلغ زیر از آخرین نسخهٔ ثبت شده است.", "This order is open for editing again. The total below is that of its last registered revision.";
    /// Public page: status 2.
    PAGE_CANCELLED = "این سفارش لغو شده است و اعتباری ندارد.", "This order is cancelled and no longer valid.";
    /// Public page.
    PAGE_TOTAL = "مبلغ کل سفارش", "Order total";
    /// Public page.
    PAGE_TOMAN = "تومان", "tomans";
    /// Public page.
    PAGE_CODE = "شماره سفارش", "Order number";
    /// Public page.
    PAGE_REVISION = "نسخه", "Revision";
    /// Public page: before the first save.
    PAGE_NO_REVISION = "ثبت نشده", "None yet";
    /// Public page.
    PAGE_CREATED = "تاریخ سفارش", "Ordered on";
    /// Public page.
    PAGE_CHECKED = "زمان استعلام", "Checked at";
    /// Public page.
    PAGE_COMPARE = "شماره، نسخه و مبلغ را با برگهٔ خود مقایسه کنید. اگر یکی نیستند، برگهٔ شما آخرین نسخهٔ این سفارش نیست.", "Compare number, revision and total with your paper. If they differ, your paper is not the latest revision of this order.";
    /// Public page.
    PAGE_PRIVACY = "برای حفظ حریم خصوصی، نام، تلفن و نشانی در این صفحه نمایش داده نمی‌شود.", "To protect privacy, this page shows no name, phone number or address.";
    /// Public page: no such order.
    PAGE_UNKNOWN = "سفارشی با این نشانی یافت نشد", "No order was found at this address";
    /// Public page: no such order.
    PAGE_UNKNOWN_HINT = "کد روی برگه را دوباره اسکن کنید. اگر باز هم این پیام را دیدید، برگه از پیشخوان نیست یا سفارش آن حذف شده است.", "Scan the code on the paper again. If this message remains, the paper is not from Pishkhan or its order was deleted.";
    /// Public page: something else is wrong.
    PAGE_TROUBLE = "استعلام ممکن نشد", "The order could not be checked";

    /// Who did something to an order.
    ACTOR_SELLER = "فروشنده", "Seller";
    /// Who did something to an order.
    ACTOR_OPERATOR = "اپراتور", "Operator";
    /// Who did something to an order.
    ACTOR_CUSTOMER = "مشتری", "Customer";
    /// Who did something to an order.
    ACTOR_SYSTEM = "سامانه", "System";
    /// Who did something, by a tool.
    ACTOR_SUPPORT = "پشتیبانی پیشخوان", "Pishkhan support";

    /// A value of what was done.
    YES = "بله", "Yes";
    /// A value of what was done.
    NO = "خیر", "No";
    /// Of a line that was changed.
    LINE_PRICE = "قیمت واحد (تومان)", "unit price (tomans)";
    /// Lines that are not told.
    MORE_LINES = "ردیف‌های دیگر", "Further lines";
    /// Heading of a file of what was done.
    COLUMN_TIME = "زمان", "Time";
    /// Heading of a file of what was done.
    COLUMN_WHO = "چه کسی", "Who";
    /// Heading of a file of what was done.
    COLUMN_SESSION = "نشست", "Session";
    /// Heading of a file of what was done.
    COLUMN_ACTION = "کار", "What was done";
    /// Heading of a file of what was done.
    COLUMN_THING = "موضوع", "Thing";
    /// Heading of a file of what was done.
    COLUMN_CHANGES = "تغییرها", "Changes";
    /// A file that would not be whole.
    ACTIVITY_TOO_LONG = "این فهرست برای یک فایل بلند است. نوعی از کارها را برگزینید.", "This list is too long for one file. Choose one kind.";

    /// Rules 30: an applied tier by the packages of the whole order.
    DISCOUNT_VOLUME = "تخفیف حجمی: {from} تا {to} بسته در سفارش", "Volume discount: {from} to {to} packages in the order";
    /// Rules 30: an applied tier by the packages of a line.
    DISCOUNT_UNIT = "تخفیف واحدی: {from} تا {to} بسته از این محصول", "Unit discount: {from} to {to} packages of this product";
    /// Rules 30: an applied tier by the order's amount.
    DISCOUNT_AMOUNT = "تخفیف مبلغی: سفارش {from} تا {to} تومان", "Amount discount: orders of {from} to {to} tomans";

    /// rest.md, section 5: 422.
    ORDER_EMPTY = "سفارش بدون محصول قابل ثبت نیست.", "An order without products cannot be registered.";
    /// The order is between two steps of being saved.
    ORDER_SETTLING = "این سفارش در حال ثبت است. چند لحظه دیگر دوباره تلاش کنید.", "This order is being registered. Please try again in a moment.";
    /// Part 2, section 5.
    STOCK_EMPTY = "موجودی محصول 0 میباشد.", "The product is out of stock.";
    /// rest.md, section 5.
    ORDER_PLACED = "سفارش با موفقیت ایجاد شد.", "The order was created.";
    /// A type that is switched off.
    TYPE_NOT_SELLABLE = "این محصول قابل سفارش نیست.", "This product cannot be ordered.";
    /// rest.md, section 5: this path does not change prices.
    PRICE_CHANGED = "قیمت این محصول با قیمت ثبت‌شده در سفارش یکی نیست.", "The price differs from the one in the order.";
    /// Not a whole number from 1 up.
    QUANTITY_INVALID = "تعداد باید عددی صحیح و حداقل ۱ باشد.", "The quantity must be a whole number of at least 1.";
    /// A type stands in two lines of one order.
    TYPE_TWICE = "هر نوع محصول فقط یک بار در سفارش می‌آید.", "Each type may stand in an order only once.";
    /// Amounts beyond what is counted.
    TOTAL_TOO_LARGE = "مبلغ سفارش بیش از حد بزرگ است.", "The order's amount is too large.";
    /// rest.md, section 1.
    LINES_TOO_MANY = "سفارش حداکثر ۵۰۰ ردیف دارد.", "An order has at most 500 lines.";
    /// A report with more rows than an answer holds.
    REPORT_TOO_LONG = "گزارش بیش از ۱۰۰٬۰۰۰ ردیف دارد. بازه‌ای کوتاه‌تر انتخاب کنید.", "The report has more than 100,000 rows. Please choose a shorter period.";
    /// The store is switched off.
    SELLER_INACTIVE = "فروشگاه غیرفعال است.", "The store is inactive.";
    /// Rules 13.
    BELOW_MIN_AMOUNT = "مبلغ سفارش از حداقل مبلغ ارسال کمتر است: {missing} تومان دیگر لازم است.", "The order is below the minimum amount: {missing} more tomans are needed.";
    /// Rules 13.
    BELOW_MIN_PACKAGES = "تعداد بسته‌های سفارش از حداقل خرید بسته کمتر است: {missing} بسته دیگر لازم است.", "The order is below the minimum number of packages: {missing} more are needed.";
    /// Another user has it.
    CELLPHONE_TAKEN = "این شماره تلفن همراه پیش‌تر ثبت شده است.", "This phone number is taken.";
    /// Another user has it.
    USERNAME_TAKEN = "این نام کاربری پیش‌تر ثبت شده است.", "This user name is taken.";

    /// A store has one user.
    SELLER_TAKEN = "این فروشگاه کاربر دارد.", "This store has a user already.";

    /// rest.md, section 4, in this order.
    LIMIT_MIN_AMOUNT = "حداقل مبلغ ارسال سفارش", "Minimum order amount";
    /// rest.md, section 4.
    LIMIT_MIN_PACKAGES = "حداقل خرید بسته", "Minimum packages";
    /// rest.md, section 4.
    LIMIT_SHIPPING = "هزینه ارسال", "Shipping cost";
    /// rest.md, section 4.
    LIMIT_TAX = "مالیات و ارزش افزوده", "Tax and VAT";

    /// Column of a report's file.
    COLUMN_PRODUCT = "نام محصول", "Product";
    /// Column of a report's file.
    COLUMN_TYPE = "نوع محصول", "Type";
    /// Column of a report's file.
    COLUMN_REGION = "منطقه", "Region";
    /// Column of a report's file.
    COLUMN_CUSTOMER = "نام مشتری", "Customer";
    /// Column of a report's file.
    COLUMN_BASKETS = "فروش سبدی", "Baskets";
    /// Column of a report's file.
    COLUMN_UNITS = "فروش واحدی", "Units";
    /// Column of a report's file.
    COLUMN_AMOUNT = "فروش مبلغی (تومان)", "Amount (tomans)";
}

#[cfg(test)]
pub(super) fn assert_both_languages(name: &str, Text { fa, en }: Text) {
    assert!(fa.chars().any(|letter| ('\u{0600}'..='\u{06ff}').contains(&letter)), "{name} is not Persian");
    assert!(en.is_ascii() && !en.is_empty(), "{name} is not English");
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn asked(header: &str) -> Lang {
        Lang::of(&TestRequest::default().insert_header((ACCEPT_LANGUAGE, header)).to_http_request())
    }

    #[test]
    fn english_only_when_it_is_asked_for_first() {
        assert_eq!(asked("en-US,en;q=0.9"), Lang::En);
        assert_eq!(asked("en"), Lang::En);
        assert_eq!(asked("fa-IR,en;q=0.5"), Lang::Fa);
        assert_eq!(asked("enx"), Lang::Fa);
        assert_eq!(Lang::of(&TestRequest::default().to_http_request()), Lang::Fa);
    }
}
