//! The tables of the migrations; a test compares them with the database.
#![expect(missing_docs, reason = "the columns are described in the migrations")]

diesel::table! {
    seller (seller_id) {
        seller_id -> Uuid,
        #[sql_name = "type"]
        seller_type -> SmallInt,
        active -> Bool,
        ready -> Bool,
        title -> Text,
        representative -> Text,
        code -> Nullable<Text>,
        national_code -> Nullable<Text>,
        work_start_date -> Nullable<Date>,
        price_edit_range -> Text,
        national_card_received -> Bool,
        cooperation -> Nullable<SmallInt>,
        agreed_commission -> BigInt,
        commission_payment_date -> Nullable<Date>,
        card_number -> Nullable<Text>,
        sheba_number -> Nullable<Text>,
        address -> Text,
        story_url -> Text,
        background_url -> Text,
        parent_seller_id -> Nullable<Uuid>,
        cellphone -> Text,
        username -> Text,
        created_at -> Timestamptz,
        version -> BigInt,
    }
}

diesel::table! {
    seller_creation (seller_id) {
        seller_id -> Uuid,
        request_id -> Text,
        fingerprint -> Bytea,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    seller_limits (seller_id) {
        seller_id -> Uuid,
        min_order_toman -> BigInt,
        min_packages -> BigInt,
        shipping_toman -> BigInt,
        tax_basis_points -> Integer,
    }
}

diesel::table! {
    delivery_rule (seller_id) {
        seller_id -> Uuid,
        period_start -> Nullable<Date>,
        period_end -> Nullable<Date>,
        preparation_days -> Nullable<SmallInt>,
        days_after_order -> Nullable<SmallInt>,
        cut_off_minute -> Nullable<SmallInt>,
    }
}

diesel::table! {
    holiday_year (year) {
        year -> SmallInt,
    }
}

diesel::table! {
    holiday (year, month, day, title) {
        year -> SmallInt,
        month -> SmallInt,
        day -> SmallInt,
        title -> Text,
        confirmed -> Bool,
    }
}

diesel::joinable!(seller_limits -> seller (seller_id));
diesel::joinable!(delivery_rule -> seller (seller_id));
diesel::joinable!(seller_creation -> seller (seller_id));
diesel::allow_tables_to_appear_in_same_query!(seller, seller_creation, seller_limits, delivery_rule);
