//! Texts of subscriptions, payments and invoices (part 1, sections 4 and 8; rest.md, sections 2 and 7).

use crate::wire::text::texts;

texts! {
    /// rest.md, section 2: all customers were taken off the list.
    CUSTOMERS_RESET = "بازنشانی مشتریان با موفقیت انجام شد.", "The customers were reset.";
    /// Rules 17: an order is open or reopened.
    OPEN_ORDERS = "ابتدا سفارشهای باز را تعیین تکلیف کنید.", "Please settle the open orders first.";
    /// rest.md, section 2: the store was switched on or off.
    STORE_TOGGLED = "تغییر وضعیت فروشگاه با موفقیت انجام شد.", "The store's state was changed.";
    /// Part 2, section 8: agreed terms were proposed.
    TERMS_PROPOSED = "ثبت با موفقیت انجام شد.", "Recorded.";

    /// The built-in gateway.
    GATEWAY_SANDBOX = "درگاه آزمایشی", "Test gateway";
    /// A gateway.
    GATEWAY_ZARINPAL = "زرین‌پال", "Zarinpal";

    /// Who asks for the commission.
    PLATFORM = "پیشخوان", "Pishkhan";
    /// Rules 24.
    INVOICE_DRAFT = "پیش‌نویس", "Draft";
    /// Rules 24.
    INVOICE_PAYABLE = "پرداخت نشده", "Not paid";
    /// Rules 24.
    INVOICE_PAID = "پرداخت شده", "Paid";
    /// Rules 24.
    INVOICE_VOID = "باطل شده", "Void";
    /// Nothing is to be paid, or nothing any more.
    INVOICE_NOT_PAYABLE = "این صورتحساب قابل پرداخت نیست.", "This invoice cannot be paid.";
    /// How a commission is reckoned.
    COOPERATION_PERCENTAGE = "درصدی", "Percentage";
    /// How a commission is reckoned.
    COOPERATION_BASKET = "سبدی", "By basket";
    /// How a commission is reckoned.
    COOPERATION_AMOUNT = "مبلغ ثابت", "Fixed amount";
    /// No terms.
    COOPERATION_NONE = "نامشخص", "Unknown";
    /// The store is on.
    STORE_ACTIVE = "فعال", "Active";
    /// The store is off.
    STORE_INACTIVE = "غیرفعال", "Inactive";
    /// When an invoice is to be paid.
    PAYABLE_AT_ONCE = "پرداخت آنلاین و یک‌جا", "Online, in one sum";

    /// The page of the built-in gateway.
    SANDBOX_TITLE = "درگاه پرداخت آزمایشی", "Test payment gateway";
    /// The page of the built-in gateway.
    SANDBOX_WORDS = "این درگاه برای آزمایش است و پولی جابه‌جا نمی‌شود.", "This gateway is for trying out: no money moves.";
    /// The page of the built-in gateway.
    SANDBOX_PAYER = "پرداخت‌کننده", "Payer";
    /// The page of the built-in gateway.
    SANDBOX_AMOUNT = "مبلغ قابل پرداخت", "Amount to pay";
    /// The page of the built-in gateway.
    SANDBOX_EXPIRES = "مهلت پرداخت", "To be paid until";
    /// A button of the built-in gateway.
    SANDBOX_PAY = "پرداخت", "Pay";
    /// A button of the built-in gateway.
    SANDBOX_CANCEL = "انصراف", "Cancel";
    /// A button of the built-in gateway.
    SANDBOX_PAY_SILENTLY = "پرداخت بدون بازگشت به پنل", "Pay and lose the way back";
    /// A button of the built-in gateway.
    SANDBOX_PAY_TWICE = "پرداخت و بازگشت دوباره", "Pay and come back twice";
    /// The payment was made at the built-in gateway.
    SANDBOX_PAID = "پرداخت انجام شد", "Paid";
    /// The payment was given up at the built-in gateway.
    SANDBOX_CANCELLED = "پرداخت لغو شد", "Cancelled";
    /// After a decision.
    SANDBOX_BACK = "بازگشت به پنل", "Back to the panel";
    /// After a payment whose way back is lost.
    SANDBOX_LOST = "بانک مبلغ را دریافت کرد، اما خبر آن به پنل نرسید. پنل خودش از بانک می‌پرسد.", "The bank has the money, and the panel was not told. It will ask the bank itself.";
    /// After a decision.
    SANDBOX_DECIDED = "برای ادامه به پنل بازگردید.", "Go back to the panel to continue.";
    /// No such payment at the gateway.
    PAYMENT_UNKNOWN = "پرداختی با این نشانی یافت نشد", "No payment was found at this address";
    /// No such payment at the gateway.
    PAYMENT_UNKNOWN_HINT = "به پنل بازگردید و از همان‌جا دوباره پرداخت کنید.", "Go back to the panel and pay from there.";
    /// The payment could not be asked for.
    PAYMENT_TROUBLE = "وضعیت پرداخت اکنون مشخص نشد", "The payment's state is not known yet";
    /// The payment could not be asked for.
    PAYMENT_TROUBLE_HINT = "اگر مبلغی پرداخت شده باشد از دست نمی‌رود. پنل نتیجه را از بانک می‌پرسد.", "If something was paid, it is not lost: the panel will ask the bank.";
}
