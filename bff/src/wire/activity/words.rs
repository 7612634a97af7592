//! What the services' audits are called in words: actions, fields and values.

use crate::wire::text::Text;

/// How a field's value is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// As it stands: a number, a text, yes or no; of a list, how long it is.
    Plain,
    /// An instant: Jalali, Tehran's time.
    Instant,
    /// A civil date: Jalali.
    Date,
    /// A Jalali month as a number: 140508.
    Month,
    /// Hundredths of a percent: percent.
    BasisPoints,
    /// A word of [`VALUES`].
    Word,
    /// Of no interest to people: an id.
    Hidden,
}

const fn text(fa: &'static str, en: &'static str) -> Text {
    Text { fa, en }
}

/// Every action that concerns a seller.
const ACTIONS: &[(&str, Text)] = &[
    ("cards.replaced", text("متن‌های فروشگاه تغییر کرد", "Store texts changed")),
    ("catalogue.imported", text("فایل کالاها وارد شد", "A file of products was imported")),
    ("choice.deselected", text("از انتخاب‌ها برداشته شد", "A choice was taken off")),
    ("choice.selected", text("به انتخاب‌ها افزوده شد", "A choice was added")),
    ("customer.disconnected", text("مشتریان جدا شدند", "Customers were disconnected")),
    ("customer.imported", text("مشتریان وارد شدند", "Customers were imported")),
    ("customers.removed", text("همهٔ مشتریان از فهرست برداشته شدند", "All customers were taken off the list")),
    ("delivery.changed", text("قاعدهٔ تحویل تغییر کرد", "The delivery rule changed")),
    ("intent.retried", text("تعیین تکلیف سفارش دوباره خواسته شد", "An order was settled again")),
    ("invoice.made", text("فاکتور کارمزد صادر شد", "A commission invoice was made")),
    ("invoice.overpaid", text("فاکتور کارمزد دوباره پرداخت شد", "A commission invoice was paid twice")),
    ("invoice.paid", text("فاکتور کارمزد پرداخت شد", "A commission invoice was paid")),
    ("invoice.voided", text("فاکتور کارمزد باطل شد", "A commission invoice was voided")),
    ("limits.changed", text("کمینه‌ها، ارسال یا مالیات تغییر کرد", "Minimums, shipping or tax changed")),
    ("order.cancelled", text("سفارش لغو شد", "An order was cancelled")),
    ("order.deleted", text("سفارش حذف شد", "An order was deleted")),
    ("order.discarded", text("ویرایش سفارش کنار گذاشته شد", "The changes of an order were discarded")),
    ("order.imported", text("سفارش وارد شد", "An order was imported")),
    ("order.lines_changed", text("کالاهای سفارش تغییر کرد", "Goods of an order changed")),
    ("order.note_changed", text("توضیح سفارش تغییر کرد", "The note of an order changed")),
    ("order.placed", text("سفارش آمد", "An order was placed")),
    ("order.prices_changed", text("مبلغ‌های سفارش تغییر کرد", "Prices of an order changed")),
    ("order.reopened", text("سفارش برای ویرایش باز شد", "An order was opened again")),
    ("order.saved", text("سفارش ثبت شد", "An order was registered")),
    ("payment.begun", text("پرداخت آغاز شد", "A payment was begun")),
    ("payment.expired", text("مهلت پرداخت گذشت", "A payment expired")),
    ("payment.failed", text("پرداخت ناموفق بود", "A payment failed")),
    ("payment.given_up", text("پرسش از درگاه کنار گذاشته شد", "The gateway is not asked any more")),
    ("payment.paid", text("پرداخت انجام شد", "A payment was made")),
    ("payment.reopened", text("پرداخت دوباره در انتظار است", "A payment is awaited again")),
    ("product.pictured", text("تصویرهای کالا تغییر کرد", "Pictures of a product changed")),
    ("product_type.edited", text("قیمت، موجودی یا شرح کالا تغییر کرد", "Price, stock or description changed")),
    ("product_type.pictured", text("تصویرهای نوع کالا تغییر کرد", "Pictures of a type changed")),
    ("reports.rebuilt", text("گزارش‌ها از نو شمرده شد", "Reports were counted anew")),
    ("reservation.reconciled", text("رزرو موجودی سفارش اصلاح شد", "The stock held by an order was corrected")),
    ("sales.recounted", text("فروش کالاها از نو شمرده شد", "Sales of products were counted anew")),
    ("seller.changed", text("مشخصات فروشگاه تغییر کرد", "The store's profile changed")),
    ("seller.created", text("فروشگاه ساخته شد", "The store was made")),
    ("session.ended", text("نشست پایان یافت", "A session ended")),
    ("session.renewed", text("نشست تازه شد", "A session was renewed")),
    ("session.started", text("ورود به پنل", "Logged in")),
    ("store.activated", text("فروشگاه فعال شد", "The store was switched on")),
    ("store.deactivated", text("فروشگاه غیرفعال شد", "The store was switched off")),
    ("subscription.cleared", text("اشتراک پاک شد", "The subscription was cleared")),
    ("subscription.ended", text("اشتراک پایان یافت", "The subscription ended")),
    ("subscription.extended", text("اشتراک تمدید شد", "The subscription was extended")),
    ("subscription.started", text("اشتراک آغاز شد", "The subscription began")),
    ("terms.begun", text("شرایط همکاری تازه آغاز شد", "New terms began")),
    ("terms.confirmed", text("شرایط همکاری پذیرفته شد", "Terms were confirmed")),
    ("terms.proposed", text("شرایط همکاری پیشنهاد شد", "Terms were proposed")),
    ("terms.refused", text("شرایط همکاری رد شد", "Terms were refused")),
    ("tiers.replaced", text("پله‌های تخفیف تغییر کرد", "Discount tiers changed")),
    ("user.created", text("کاربر ساخته شد", "A user was made")),
    ("user.credentials_changed", text("مشخصات ورود تغییر کرد", "Log-in details changed")),
    ("user.password_changed", text("رمز عبور تغییر کرد", "The password was changed")),
    ("user.password_link_created", text("پیوند تعیین رمز ساخته شد", "A link to set the password was made")),
    ("user.password_reset", text("رمز عبور با کد پیامکی تازه شد", "The password was reset by SMS")),
    ("user.password_set", text("رمز عبور با پیوند تعیین شد", "The password was set by a link")),
];

/// Every field that changes of a seller's things have.
const FIELDS: &[(&str, Text, Kind)] = &[
    ("active", text("فعال", "Active"), Kind::Plain),
    ("address", text("نشانی", "Address"), Kind::Plain),
    ("amount_tiers", text("پله‌های مبلغی", "Amount tiers"), Kind::Plain),
    ("amount_toman", text("مبلغ (تومان)", "Amount (tomans)"), Kind::Plain),
    ("available", text("موجودی قابل فروش", "Can be sold"), Kind::Plain),
    ("buy_price_toman", text("قیمت خرید (تومان)", "Purchase price (tomans)"), Kind::Plain),
    ("by", text("", ""), Kind::Hidden),
    ("cancelled", text("لغو پرداخت‌کننده", "Cancelled by the payer"), Kind::Plain),
    ("card_number", text("شماره کارت", "Card number"), Kind::Plain),
    ("cause", text("علت", "Cause"), Kind::Plain),
    ("cellphone", text("شماره تلفن همراه", "Mobile number"), Kind::Plain),
    ("child_seller", text("زیرمجموعه", "Child store"), Kind::Plain),
    ("choice_id", text("", ""), Kind::Hidden),
    ("client_address", text("", ""), Kind::Hidden),
    ("code", text("کد", "Code"), Kind::Plain),
    ("commission", text("کارمزد", "Commission"), Kind::Plain),
    ("cooperation", text("نوع همکاری", "Kind of cooperation"), Kind::Word),
    ("customers", text("مشتریان", "Customers"), Kind::Plain),
    ("cut_off", text("ساعت پایان سفارش", "Cut-off"), Kind::Plain),
    ("days_after_order", text("روز پس از سفارش", "Days after the order"), Kind::Plain),
    ("description", text("شرح", "Description"), Kind::Plain),
    ("disconnected", text("مشتریان", "Customers"), Kind::Plain),
    ("discount_toman", text("تخفیف (تومان)", "Discount (tomans)"), Kind::Plain),
    ("enabled", text("", ""), Kind::Hidden),
    ("end", text("پایان", "End"), Kind::Date),
    ("ended", text("نشست‌های پایان‌یافته", "Ended sessions"), Kind::Plain),
    ("ends_at", text("پایان", "End"), Kind::Instant),
    ("expires", text("", ""), Kind::Hidden),
    ("figures_compared", text("رقم‌های سنجیده", "Figures compared"), Kind::Plain),
    ("figures_corrected", text("رقم‌های اصلاح‌شده", "Figures corrected"), Kind::Plain),
    ("from_month", text("از ماه", "From the month"), Kind::Month),
    ("grand_toman", text("جمع کل (تومان)", "Total (tomans)"), Kind::Plain),
    ("granted_days", text("روزهای هدیه", "Days granted"), Kind::Plain),
    ("image_urls", text("تصویرها", "Pictures"), Kind::Plain),
    ("lines", text("ردیف‌ها", "Lines"), Kind::Plain),
    ("link", text("", ""), Kind::Hidden),
    ("low_stock", text("حد کم‌موجودی", "Low stock limit"), Kind::Plain),
    ("min_order_toman", text("کمینهٔ مبلغ سفارش (تومان)", "Least order (tomans)"), Kind::Plain),
    ("min_packages", text("کمینهٔ بسته", "Least packages"), Kind::Plain),
    ("month", text("ماه", "Month"), Kind::Month),
    ("name", text("نام", "Name"), Kind::Plain),
    ("national_card_received", text("کارت ملی", "National card"), Kind::Plain),
    ("national_code", text("کد ملی", "National code"), Kind::Plain),
    ("number", text("شماره", "Number"), Kind::Plain),
    ("on_hand", text("موجودی انبار", "In stock"), Kind::Plain),
    ("orders", text("سفارش‌ها", "Orders"), Kind::Plain),
    ("other_discounts", text("تخفیف‌های دیگر", "Other discounts"), Kind::Plain),
    ("paper_bill_toman", text("فاکتور کاغذی (تومان)", "Paper bill (tomans)"), Kind::Plain),
    ("parent_seller_id", text("", ""), Kind::Hidden),
    ("password", text("رمز عبور", "Password"), Kind::Word),
    ("payment_date", text("تاریخ پرداخت", "Date of payment"), Kind::Date),
    ("payment_id", text("", ""), Kind::Hidden),
    ("pieces_per_unit", text("تعداد در هر واحد", "Pieces per unit"), Kind::Plain),
    ("plan", text("طرح", "Plan"), Kind::Plain),
    ("preparation_days", text("روزهای آماده‌سازی", "Days of preparation"), Kind::Plain),
    ("price_edit_range", text("دامنهٔ تغییر قیمت", "Range of prices"), Kind::Plain),
    ("products", text("کالاها", "Products"), Kind::Plain),
    ("proposal_id", text("", ""), Kind::Hidden),
    ("reason", text("دلیل", "Reason"), Kind::Plain),
    ("reference", text("شماره پیگیری", "Reference"), Kind::Plain),
    ("representative", text("نماینده", "Representative"), Kind::Plain),
    ("reset", text("", ""), Kind::Hidden),
    ("revision", text("نسخهٔ ثبت", "Revision"), Kind::Plain),
    ("role", text("", ""), Kind::Hidden),
    ("sales_toman", text("فروش (تومان)", "Sales (tomans)"), Kind::Plain),
    ("sell_price_toman", text("قیمت فروش (تومان)", "Selling price (tomans)"), Kind::Plain),
    ("seller_note", text("توضیح فروشنده", "Seller's note"), Kind::Plain),
    ("sheba_number", text("شماره شبا", "Sheba number"), Kind::Plain),
    ("shipping_toman", text("هزینه ارسال (تومان)", "Shipping (tomans)"), Kind::Plain),
    ("start", text("آغاز", "Start"), Kind::Date),
    ("starts_at", text("آغاز", "Start"), Kind::Instant),
    ("state", text("وضعیت پرداخت", "State of the payment"), Kind::Word),
    ("status", text("وضعیت", "Status"), Kind::Word),
    ("stock", text("موجودی‌های تغییرکرده", "Stocks changed"), Kind::Plain),
    ("store_descriptions", text("توضیحات فروشگاه", "Store descriptions"), Kind::Plain),
    ("subject", text("", ""), Kind::Hidden),
    ("sum_toman", text("جمع (تومان)", "Sum (tomans)"), Kind::Plain),
    ("superseded", text("", ""), Kind::Hidden),
    ("tax_basis_points", text("مالیات", "Tax"), Kind::BasisPoints),
    ("title", text("عنوان", "Title"), Kind::Plain),
    ("types", text("نوع‌ها", "Types"), Kind::Plain),
    ("unit_tiers", text("پله‌های تعدادی", "Unit tiers"), Kind::Plain),
    ("username", text("نام کاربری", "User name"), Kind::Plain),
    ("volume_tiers", text("پله‌های حجمی", "Volume tiers"), Kind::Plain),
    ("work_start_date", text("تاریخ شروع همکاری", "Start of work"), Kind::Date),
];

/// Words that services have for values.
const VALUES: &[(&str, Text)] = &[
    ("amount", text("مبلغی", "By amount")),
    ("basket", text("سبدی", "By basket")),
    ("cancelled", text("لغو شده", "Cancelled")),
    ("changed", text("تغییر کرد", "Changed")),
    ("expired", text("منقضی", "Expired")),
    ("failed", text("ناموفق", "Failed")),
    ("open", text("سفارش باز", "Open order")),
    ("paid", text("پرداخت شده", "Paid")),
    ("pending", text("در انتظار", "Pending")),
    ("percentage", text("درصدی", "Percentage")),
    ("registered", text("ثبت شده", "Registered")),
];

/// What an action is called.
pub fn action(name: &str) -> Option<Text> {
    ACTIONS.iter().find(|(action, _)| *action == name).map(|(_, text)| *text)
}

/// What a field is called and how it is told.
pub fn field(name: &str) -> Option<(Text, Kind)> {
    FIELDS.iter().find(|(field, ..)| *field == name).map(|(_, text, kind)| (*text, *kind))
}

/// What a value is called.
pub fn value(name: &str) -> Option<Text> {
    VALUES.iter().find(|(value, _)| *value == name).map(|(_, text)| *text)
}
