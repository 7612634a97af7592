//! The tables, written by hand and compared with the migrations by a test.

diesel::table! {
    use diesel::sql_types::{Bool, Integer, Nullable, Text, Timestamptz, Uuid};
    use pishkhan_chassis_db::schema::sql_types::Xid8;

    /// The shops that buy from a seller.
    customer (seller_id, customer_id) {
        /// Whose customer it is.
        seller_id -> Uuid,
        /// Time-ordered id.
        customer_id -> Uuid,
        /// The seller's own code.
        code -> Text,
        /// Name.
        title -> Text,
        /// The form in which titles are searched.
        title_folded -> Text,
        /// 11 Latin digits, 09…
        mobile -> Text,
        /// Latin digits, or empty.
        landline -> Text,
        /// Kind of business.
        trade_type -> Text,
        /// Name of the shop.
        shop_name -> Text,
        /// Region.
        activity_area -> Text,
        /// Address.
        address -> Text,
        /// Whether the seller still has it.
        connected -> Bool,
        /// Creation of its last order.
        last_order_at -> Nullable<Timestamptz>,
        /// The last order, or the epoch: generated.
        activity_at -> Timestamptz,
        /// Orders of status 0.
        open_orders -> Integer,
        /// When it was connected first.
        created_at -> Timestamptz,
        /// When others were last told its title and region; null since it came.
        named_at -> Nullable<Timestamptz>,
        /// How often it got other names: kept by a trigger.
        names_version -> Integer,
        /// The transaction that last changed what it is listed by: kept by a trigger.
        changed_xid -> Xid8,
    }
}

diesel::table! {
    /// What customers were called before: kept by a trigger on `customer`.
    customer_past_names (seller_id, customer_id, names_version) {
        /// Whose customer it is.
        seller_id -> Uuid,
        /// The customer.
        customer_id -> Uuid,
        /// What the customer's own one was while it was called this.
        names_version -> Integer,
        /// Name.
        title -> Text,
        /// Kind of business.
        trade_type -> Text,
        /// Name of the shop.
        shop_name -> Text,
        /// Region.
        activity_area -> Text,
    }
}

diesel::table! {
    /// How many connected customers a seller has.
    customer_counter (seller_id) {
        /// The seller.
        seller_id -> Uuid,
        /// All of them.
        all_count -> BigInt,
        /// Those with an open order.
        with_open_count -> BigInt,
    }
}

diesel::table! {
    /// Orders.
    sales_order (seller_id, order_id) {
        /// Whose order it is.
        seller_id -> Uuid,
        /// Time-ordered id.
        order_id -> Uuid,
        /// Who ordered.
        customer_id -> Uuid,
        /// `1405-08-000123`.
        code -> Text,
        /// The id that another system has for it.
        client_order_id -> Nullable<Text>,
        /// 0 open, 1 registered, 2 cancelled.
        status -> SmallInt,
        /// Was registered and is being edited again.
        reopened -> Bool,
        /// One more with each committed change.
        version -> BigInt,
        /// The last one that the stock agreed to.
        revision -> BigInt,
        /// The last one that the stock was asked for.
        last_revision_sent -> BigInt,
        /// When it was placed.
        created_at -> Timestamptz,
        /// When it was first registered.
        registered_at -> Nullable<Timestamptz>,
        /// When it was cancelled.
        cancelled_at -> Nullable<Timestamptz>,
        /// The promised day.
        delivery_date -> Nullable<Date>,
        /// Whether the promise rests on holidays not yet published.
        delivery_approximate -> Bool,
        /// 900 is 9 percent.
        tax_basis_points -> Integer,
        /// Shipping when it was placed.
        shipping_toman -> BigInt,
        /// The seller's title when it was placed.
        seller_title -> Text,
        /// Purchase, tax and shipping.
        grand_toman -> BigInt,
        /// The customer's words.
        customer_note -> Text,
        /// The seller's words.
        seller_note -> Text,
        /// When it was deleted.
        deleted_at -> Nullable<Timestamptz>,
        /// The total that was typed onto the paper invoice.
        paper_bill_toman -> Nullable<BigInt>,
        /// The customer's when it was placed: kept by a trigger.
        customer_names_version -> Integer,
        /// The discount tiers that it uses; null: none.
        tiers -> Nullable<Jsonb>,
    }
}

diesel::table! {
    /// Whose an order is: kept by a trigger on `sales_order`.
    order_directory (order_id) {
        /// The order.
        order_id -> Uuid,
        /// Whose order it is.
        seller_id -> Uuid,
        /// `1405-08-000123`.
        code -> Text,
        /// When it was placed.
        created_at -> Timestamptz,
    }
}

diesel::table! {
    /// Lines of orders.
    order_line (seller_id, order_id, position) {
        /// Whose order it is.
        seller_id -> Uuid,
        /// The order.
        order_id -> Uuid,
        /// From 1.
        position -> Integer,
        /// The product type.
        type_id -> Uuid,
        /// The product.
        product_id -> Uuid,
        /// Its title.
        product_title -> Text,
        /// The type's name.
        type_name -> Text,
        /// Name of the selling unit.
        unit_name -> Text,
        /// A picture, or empty.
        image_url -> Text,
        /// Pieces in a selling unit.
        pieces_per_unit -> Integer,
        /// Selling units.
        quantity -> BigInt,
        /// What the shop pays for a selling unit.
        unit_price_toman -> BigInt,
        /// The shelf price of a selling unit.
        unit_sell_price_toman -> BigInt,
    }
}

diesel::table! {
    /// What was registered, each time.
    order_revision (seller_id, order_id, revision) {
        /// Whose order it is.
        seller_id -> Uuid,
        /// The order.
        order_id -> Uuid,
        /// From 1, with gaps where the stock refused.
        revision -> BigInt,
        /// When.
        saved_at -> Timestamptz,
        /// By whom.
        actor_subject -> Text,
        /// In which role.
        actor_role -> Text,
        /// Purchase, tax and shipping.
        grand_toman -> BigInt,
        /// Whole lines.
        lines -> Jsonb,
        /// What shipping cost.
        shipping_toman -> Nullable<BigInt>,
        /// The discount tiers that it used; null: none.
        tiers -> Nullable<Jsonb>,
        /// What they took off; null: nothing.
        discounts -> Nullable<Jsonb>,
    }
}

diesel::table! {
    /// Orders that count as registered, by customer, with the goods of their last saved revisions.
    customer_purchase (seller_id, customer_id, ordered_at, order_id) {
        /// Whose customer it is.
        seller_id -> Uuid,
        /// Who bought.
        customer_id -> Uuid,
        /// When the order was placed.
        ordered_at -> Timestamptz,
        /// The order.
        order_id -> Uuid,
        /// The product types.
        type_ids -> Array<Uuid>,
        /// Selling units of each.
        quantities -> Array<BigInt>,
    }
}

diesel::table! {
    /// The last number of each month's order codes.
    order_code_counter (seller_id, jalali_year, jalali_month) {
        /// The seller.
        seller_id -> Uuid,
        /// Jalali year.
        jalali_year -> SmallInt,
        /// Jalali month.
        jalali_month -> SmallInt,
        /// The last number given out.
        last -> BigInt,
    }
}

diesel::table! {
    /// What has been decided and not yet been agreed with the stock.
    settlement (seller_id, order_id) {
        /// Whose order it is.
        seller_id -> Uuid,
        /// The order.
        order_id -> Uuid,
        /// What the stock is asked for.
        revision -> BigInt,
        /// 0 save, 1 cancel, 2 takeover, 3 delete.
        kind -> SmallInt,
        /// The reservation's types.
        type_ids -> Array<Uuid>,
        /// The reservation's quantities.
        quantities -> Array<BigInt>,
        /// When it happened, if not when it is committed.
        effective_at -> Nullable<Timestamptz>,
        /// Who decided.
        actor_subject -> Text,
        /// In which role.
        actor_role -> Text,
        /// The deciding request.
        request_id -> Text,
        /// Its fingerprint.
        fingerprint -> Binary,
        /// When it was decided.
        created_at -> Timestamptz,
        /// How often it was tried.
        attempts -> Integer,
        /// Whoever works on it has it until then; after a try in vain it rests until then. By the database's clock.
        lease_until -> Timestamptz,
        /// Why the last try came to nothing.
        last_error -> Text,
        /// From which session.
        actor_session -> Nullable<Text>,
    }
}

diesel::table! {
    /// Accounts whose customers have left the list, and whose subscription is yet to be ended.
    account_reset (seller_id) {
        /// Whose account it is.
        seller_id -> Uuid,
        /// The settings know the request by it.
        reset_id -> Uuid,
        /// What was bought until then is ended.
        decided_at -> Timestamptz,
        /// How often it was tried.
        attempts -> Integer,
        /// Whoever works on it has it until then; after a try in vain it rests until then. By the database's clock.
        lease_until -> Timestamptz,
    }
}

diesel::table! {
    /// Until when everything has been told, in one row.
    told_until (only_row) {
        /// True.
        only_row -> Bool,
        /// What happened before was told, and that nothing is left to tell.
        until -> Timestamptz,
    }
}

diesel::allow_tables_to_appear_in_same_query!(
    customer,
    customer_past_names,
    sales_order,
    order_directory,
    order_line,
    order_revision,
    settlement
);
