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

diesel::table! {
    holiday_version (single) {
        single -> Bool,
        version -> Uuid,
    }
}

diesel::table! {
    discount_tier (seller_id, kind, tier_id) {
        seller_id -> Uuid,
        kind -> SmallInt,
        tier_id -> Uuid,
        position -> SmallInt,
        from_value -> BigInt,
        to_value -> BigInt,
        discount_basis_points -> Integer,
    }
}

diesel::table! {
    text_card (seller_id, kind, card_id) {
        seller_id -> Uuid,
        kind -> SmallInt,
        card_id -> Uuid,
        position -> SmallInt,
        text -> Text,
    }
}

diesel::table! {
    choice (choice_id) {
        choice_id -> Uuid,
        kind -> SmallInt,
        name -> Text,
        name_folded -> Text,
    }
}

diesel::table! {
    seller_choice (seller_id, choice_id) {
        seller_id -> Uuid,
        choice_id -> Uuid,
    }
}

diesel::table! {
    seller_edit (seller_id) {
        seller_id -> Uuid,
        change_id -> Uuid,
        request_id -> Text,
        fingerprint -> Bytea,
        profile -> Jsonb,
        renew_session -> Bool,
        actor_subject -> Text,
        actor_role -> Text,
        actor_request -> Text,
        due_at -> Timestamptz,
        switches -> Bool,
        /// The session of whoever asked.
        actor_session -> Nullable<Text>,
    }
}

diesel::table! {
    section_version (seller_id, section) {
        seller_id -> Uuid,
        section -> SmallInt,
        version -> BigInt,
    }
}

diesel::table! {
    plan_price (revision) {
        revision -> BigInt,
        plan_id -> Text,
        months -> SmallInt,
        price_toman -> BigInt,
        withdrawn -> Bool,
        since -> Timestamptz,
    }
}

diesel::table! {
    vat_rate (revision) {
        revision -> BigInt,
        basis_points -> Integer,
        since -> Timestamptz,
    }
}

diesel::table! {
    payment (seller_id, payment_id) {
        seller_id -> Uuid,
        payment_id -> Uuid,
        purpose -> SmallInt,
        subject_id -> Text,
        months -> Nullable<SmallInt>,
        price_toman -> Nullable<BigInt>,
        vat_toman -> Nullable<BigInt>,
        amount_toman -> BigInt,
        gateway -> SmallInt,
        authority -> Nullable<Text>,
        state -> SmallInt,
        cancelled -> Bool,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
        paid_at -> Nullable<Timestamptz>,
        reference -> Text,
        check_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    subscription_purchase (seller_id, payment_id) {
        seller_id -> Uuid,
        payment_id -> Uuid,
        plan_id -> Text,
        months -> SmallInt,
        price_toman -> BigInt,
        vat_toman -> BigInt,
        purchased_at -> Timestamptz,
        starts_at -> Timestamptz,
        ends_at -> Timestamptz,
        cleared_at -> Nullable<Timestamptz>,
        ended_at -> Nullable<Timestamptz>,
        granted_days -> Nullable<SmallInt>,
        reason -> Nullable<Text>,
        paid_by -> Nullable<Uuid>,
    }
}

diesel::table! {
    sandbox_payment (authority) {
        authority -> Text,
        amount_toman -> BigInt,
        decision -> SmallInt,
        expires_at -> Timestamptz,
    }
}

diesel::table! {
    tiers_applied (seller_id) {
        seller_id -> Uuid,
        applied -> Bool,
    }
}

diesel::table! {
    agreed_terms (seller_id, from_month) {
        seller_id -> Uuid,
        from_month -> Integer,
        cooperation -> SmallInt,
        commission -> BigInt,
        payment_date -> Nullable<Date>,
        confirmed_at -> Timestamptz,
        confirmed_by -> Text,
    }
}

diesel::table! {
    terms_proposal (seller_id, proposal_id) {
        seller_id -> Uuid,
        proposal_id -> Uuid,
        cooperation -> SmallInt,
        commission -> BigInt,
        payment_date -> Nullable<Date>,
        state -> SmallInt,
        created_at -> Timestamptz,
        decided_at -> Nullable<Timestamptz>,
        from_month -> Nullable<Integer>,
    }
}

diesel::table! {
    invoice_counter (month) {
        month -> Integer,
        last -> Integer,
    }
}

diesel::table! {
    commission_invoice (seller_id, invoice_id) {
        seller_id -> Uuid,
        invoice_id -> Uuid,
        month -> Integer,
        state -> SmallInt,
        number -> Nullable<Text>,
        created_at -> Timestamptz,
        payer -> Text,
        cooperation -> SmallInt,
        commission -> BigInt,
        due_date -> Nullable<Date>,
        orders -> BigInt,
        sales_toman -> BigInt,
        total_toman -> BigInt,
        carried_toman -> BigInt,
        watermark -> Nullable<Timestamptz>,
        paid_at -> Nullable<Timestamptz>,
        gateway -> Nullable<SmallInt>,
        payment_id -> Nullable<Uuid>,
        payment_reference -> Text,
        void_reason -> Text,
        voided_at -> Nullable<Timestamptz>,
        held_until -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    commission_invoice_line (seller_id, invoice_id, line_id) {
        seller_id -> Uuid,
        invoice_id -> Uuid,
        line_id -> Uuid,
        position -> SmallInt,
        kind -> SmallInt,
        month -> Integer,
        cooperation -> SmallInt,
        commission -> BigInt,
        orders -> BigInt,
        sales_toman -> BigInt,
        amount_toman -> BigInt,
    }
}

diesel::table! {
    commission_invoice_order (seller_id, invoice_id, line_id, order_id) {
        seller_id -> Uuid,
        invoice_id -> Uuid,
        line_id -> Uuid,
        order_id -> Uuid,
        month -> Integer,
        code -> Text,
        day -> Date,
        amount_toman -> BigInt,
        orders -> SmallInt,
        customer -> Text,
    }
}

diesel::joinable!(seller_limits -> seller (seller_id));
diesel::joinable!(tiers_applied -> seller (seller_id));
diesel::joinable!(delivery_rule -> seller (seller_id));
diesel::joinable!(seller_creation -> seller (seller_id));
diesel::joinable!(seller_choice -> choice (choice_id));
diesel::allow_tables_to_appear_in_same_query!(seller_choice, choice);
diesel::allow_tables_to_appear_in_same_query!(
    seller,
    seller_creation,
    seller_limits,
    delivery_rule,
    holiday_version,
    section_version,
    subscription_purchase,
    tiers_applied,
    discount_tier
);
