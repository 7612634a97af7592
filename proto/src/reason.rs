//! Reason codes: the one machine-readable word that every error carries in `google.rpc.ErrorInfo`.
//!
//! A code is never renamed or reused. The BFF owns the texts that people read for them.

macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        $($(#[$doc])* pub const $name: &str = stringify!($name);)*
        /// Every reason code there is; the BFF's table is tested against it.
        pub const ALL: &[&str] = &[$($name),*];
    };
}

reasons! {
    /// A field is missing or malformed; the violations name it.
    INVALID_FIELD;
    /// Something failed inside; the log has the cause.
    INTERNAL;
    /// A test has stopped the work on purpose, as a crash would. Nothing that ships sets a stop.
    STOPPED;
    /// No connection to the database could be had in time.
    DATABASE_BUSY;
    /// A service behind does not answer.
    DEPENDENCY_DOWN;
    /// The server has as much work as it can do.
    OVERLOADED;
    /// The caller's time is up.
    DEADLINE_EXCEEDED;
    /// No passport, or one that is not valid here.
    PASSPORT_INVALID;
    /// The caller is known and may not do this.
    FORBIDDEN;
    /// The same idempotency key came with another request.
    IDEMPOTENCY_KEY_REUSED;
    /// The thing has changed since the caller read it.
    VERSION_STALE;

    /// Wrong phone number or password.
    CREDENTIALS_WRONG;
    /// No such code for this phone number, or it was used, has expired, or has been tried too often.
    CODE_WRONG;
    /// No such live session.
    SESSION_INVALID;
    /// The user never had such a session.
    SESSION_NOT_FOUND;
    /// Too many tries; a retry delay says how long to wait.
    TOO_MANY_TRIES;
    /// Another user has this phone number.
    CELLPHONE_TAKEN;
    /// Another user has this user name.
    USERNAME_TAKEN;
    /// The seller has a user already.
    SELLER_TAKEN;
    /// No such user.
    USER_NOT_FOUND;
    /// Whoever asked for this change of credentials has given it up.
    CHANGE_ABANDONED;
    /// No such link to set a password, or it was used, replaced, or has expired.
    LINK_WRONG;
    /// The user has a password already.
    PASSWORD_SET;
    /// The user has been shut out.
    USER_DISABLED;

    /// No such seller.
    SELLER_NOT_FOUND;
    /// The seller's store is switched off.
    SELLER_INACTIVE;
    /// Another seller has this code.
    SELLER_CODE_TAKEN;
    /// A store of this type is switched on by a live subscription only.
    SUBSCRIPTION_REQUIRED;
    /// No such plan is on offer.
    PLAN_NOT_FOUND;
    /// No such payment of this seller, or of this gateway.
    PAYMENT_NOT_FOUND;
    /// The payment gateway does not answer, or not as agreed.
    GATEWAY_DOWN;
    /// No such invoice of this seller.
    INVOICE_NOT_FOUND;
    /// The invoice is a draft or void.
    INVOICE_NOT_PAYABLE;
    /// The invoice is paid and stays as it is.
    INVOICE_PAID;
    /// The month has not ended yet.
    MONTH_NOT_OVER;
    /// The month is invoiced already, by the terms that held.
    MONTH_INVOICED;
    /// No such proposal of this seller.
    PROPOSAL_NOT_FOUND;
    /// The proposal was decided otherwise.
    PROPOSAL_DECIDED;
    /// A discount tier ends before it begins.
    TIER_REVERSED;
    /// Two discount tiers have a value in common.
    TIERS_OVERLAP;
    /// More tiers or cards than a list may have.
    CARDS_TOO_MANY;
    /// The order period begins after it ends.
    PERIOD_REVERSED;
    /// No such brand or region.
    CHOICE_NOT_FOUND;

    /// No such type in this seller's catalogue.
    PRODUCT_TYPE_NOT_FOUND;
    /// A later revision of the order has been applied already.
    REVISION_STALE;
    /// No such product in this seller's catalogue.
    PRODUCT_NOT_FOUND;
    /// The sell price is below the buy price.
    SELL_BELOW_BUY;
    /// What came is no whole picture of a kind that is taken, or it has too many pixels.
    IMAGE_UNREADABLE;
    /// No such picture.
    IMAGE_NOT_FOUND;
    /// No such import of this seller, or its time is over.
    IMPORT_NOT_FOUND;

    /// Some orders are open or reopened: they come first.
    OPEN_ORDERS;
    /// No such customer of this seller.
    CUSTOMER_NOT_FOUND;
    /// No such order of this seller.
    ORDER_NOT_FOUND;
    /// The order is cancelled and can't be changed.
    ORDER_CANCELLED;
    /// A registered order has to be cancelled before it can be deleted.
    ORDER_REGISTERED;
    /// The order was never registered, so there is no saved revision to go back to.
    ORDER_NEVER_SAVED;
    /// An order without lines can't be registered.
    ORDER_EMPTY;
    /// The order's saving or cancelling is being settled; try again in a moment.
    ORDER_SETTLING;
    /// A line asks for more of a type that has none left.
    STOCK_EMPTY;
    /// Some lines ask for more than can be sold.
    STOCK_SHORT;
    /// The type is not this seller's, or is switched off.
    TYPE_NOT_SELLABLE;
    /// This call does not change prices.
    PRICE_CHANGED;
    /// A quantity is not at least 1, or a type stands twice.
    QUANTITY_INVALID;
    /// More lines than an order may have.
    LINES_TOO_MANY;
    /// The customer's note is read-only for the seller.
    CUSTOMER_NOTE_READ_ONLY;
    /// The order does not reach the seller's minimum amount.
    BELOW_MIN_AMOUNT;
    /// The order does not reach the seller's minimum number of packages.
    BELOW_MIN_PACKAGES;
}
