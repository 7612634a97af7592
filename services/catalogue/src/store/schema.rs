//! The tables, kept equal to the migrations by a test that reads `information_schema`.

diesel::table! {
    /// What a type is sold in.
    unit (unit_id) {
        /// The same everywhere.
        unit_id -> Uuid,
        /// As it is shown.
        name -> Text,
        /// As it is matched.
        name_folded -> Text,
        /// Whether it counts single pieces.
        is_numeric -> Bool,
    }
}

diesel::table! {
    /// Makers' names.
    brand (seller_id, brand_id) {
        /// Whose.
        seller_id -> Uuid,
        /// Which.
        brand_id -> Uuid,
        /// As it is shown.
        name -> Text,
        /// As it is matched.
        name_folded -> Text,
        /// When it was first named.
        created_at -> Timestamptz,
    }
}

diesel::table! {
    use diesel::sql_types::{Array, BigInt, Nullable, Text, Timestamptz, Uuid};
    use pishkhan_chassis_db::schema::sql_types::Xid8;

    /// Products.
    product (seller_id, product_id) {
        /// Whose.
        seller_id -> Uuid,
        /// Which.
        product_id -> Uuid,
        /// The seller's own code.
        code -> Text,
        /// As it is shown.
        title -> Text,
        /// As it is sorted and searched.
        title_folded -> Text,
        /// Its maker's name.
        brand_id -> Nullable<Uuid>,
        /// Empty for none.
        category -> Text,
        /// Its pictures.
        image_urls -> Array<Text>,
        /// When it was made.
        created_at -> Timestamptz,
        /// Selling units in registered orders.
        units_sold -> BigInt,
        /// When others were last told its names; null since it came.
        named_at -> Nullable<Timestamptz>,
        /// The transaction that last changed what it is listed by.
        changed_xid -> Xid8,
    }
}

diesel::table! {
    /// Variants of products, as they are sold.
    product_type (seller_id, type_id) {
        /// Whose.
        seller_id -> Uuid,
        /// Which.
        type_id -> Uuid,
        /// Its product.
        product_id -> Uuid,
        /// The seller's own code.
        code -> Text,
        /// As it is shown.
        name -> Text,
        /// Empty for none.
        description -> Text,
        /// What it is sold in.
        unit_id -> Uuid,
        /// Pieces in one unit.
        pieces_per_unit -> Integer,
        /// What the shop pays for one piece.
        buy_price_toman -> BigInt,
        /// The shop's shelf price of one piece.
        sell_price_toman -> BigInt,
        /// Its pictures.
        image_urls -> Array<Text>,
        /// Whether it can be ordered.
        active -> Bool,
        /// Position among the product's types.
        row_order -> Integer,
        /// When it was made.
        created_at -> Timestamptz,
        /// Grows with each change of the type itself.
        version -> BigInt,
    }
}

diesel::table! {
    /// Stock by type, in selling units.
    stock (seller_id, type_id) {
        /// Whose.
        seller_id -> Uuid,
        /// Of which type.
        type_id -> Uuid,
        /// What is there.
        on_hand -> BigInt,
        /// What is promised.
        reserved -> BigInt,
        /// Rows of the ledger.
        version -> BigInt,
        /// So many that can still be sold, or fewer, are few.
        low_stock -> BigInt,
        /// Whether there are so few.
        is_low -> Bool,
    }
}

diesel::table! {
    /// The ledger of stock.
    stock_movement (seller_id, type_id, version) {
        /// Whose.
        seller_id -> Uuid,
        /// Of which type.
        type_id -> Uuid,
        /// The version of the stock row that it made.
        version -> BigInt,
        /// Why.
        kind -> Text,
        /// Change of what is there.
        delta_on_hand -> BigInt,
        /// Change of what is promised.
        delta_reserved -> BigInt,
        /// There before.
        on_hand_before -> BigInt,
        /// There after.
        on_hand_after -> BigInt,
        /// Promised before.
        reserved_before -> BigInt,
        /// Promised after.
        reserved_after -> BigInt,
        /// In whose name.
        actor -> Text,
        /// For which order.
        order_id -> Nullable<Uuid>,
        /// For which revision of it.
        revision -> Nullable<BigInt>,
        /// The request that did it.
        request_id -> Text,
        /// When.
        occurred_at -> Timestamptz,
    }
}

diesel::table! {
    /// The last answer to each order.
    order_reservation (seller_id, order_id) {
        /// Whose.
        seller_id -> Uuid,
        /// Which order.
        order_id -> Uuid,
        /// The last revision that was answered.
        revision -> BigInt,
        /// What was answered.
        outcome -> Nullable<Text>,
        /// The short lines of a refusal.
        shortages -> Jsonb,
        /// The last revision that was reserved.
        applied_revision -> Nullable<BigInt>,
        /// When it was reserved.
        applied_at -> Nullable<Timestamptz>,
        /// Rows in `reservation`.
        line_count -> Integer,
    }
}

diesel::table! {
    /// What orders hold, in selling units.
    reservation (seller_id, order_id, type_id) {
        /// Whose.
        seller_id -> Uuid,
        /// Which order.
        order_id -> Uuid,
        /// Which type.
        type_id -> Uuid,
        /// How much, at least 1.
        quantity -> BigInt,
    }
}

diesel::table! {
    /// What orders count for in the units sold.
    order_sale (seller_id, order_id) {
        /// Whose.
        seller_id -> Uuid,
        /// Which order.
        order_id -> Uuid,
        /// The last revision that was told of.
        revision -> BigInt,
        /// The products; none once the order counts no more.
        product_ids -> Array<Uuid>,
        /// Selling units of each.
        units -> Array<BigInt>,
    }
}

diesel::table! {
    /// Products and types by seller.
    catalogue_counter (seller_id) {
        /// Whose.
        seller_id -> Uuid,
        /// Products.
        products -> BigInt,
        /// Types.
        types -> BigInt,
    }
}

diesel::table! {
    /// Files of products that were looked at.
    product_import (seller_id, import_id) {
        /// Whose.
        seller_id -> Uuid,
        /// Which.
        import_id -> Uuid,
        /// When it was looked at.
        created_at -> Timestamptz,
        /// Until when it can be asked for.
        expires_at -> Timestamptz,
        /// Rows that were refused.
        failed -> Integer,
        /// When it was committed.
        committed_at -> Nullable<Timestamptz>,
        /// Types that the commit made.
        created -> Nullable<Integer>,
        /// Rows that changed something at the commit.
        updated -> Nullable<Integer>,
        /// Batches that its rows are saved in.
        batches -> Nullable<Integer>,
    }
}

diesel::table! {
    /// Their rows that change something or were refused.
    product_import_row (seller_id, import_id, row_number) {
        /// Whose.
        seller_id -> Uuid,
        /// Of which file.
        import_id -> Uuid,
        /// The row's number in the file.
        row_number -> Integer,
        /// As it stands there, as JSON.
        cells -> Text,
        /// A hash of what it was compared with.
        basis -> Nullable<Bytea>,
        /// What is wrong with it, as JSON.
        problems -> Nullable<Text>,
        /// The batch that it is saved in.
        batch -> Nullable<Integer>,
        /// The product that it names.
        product_code -> Nullable<Text>,
        /// The type that it names.
        type_code -> Nullable<Text>,
        /// The uploaded picture that it names.
        image_id -> Nullable<Text>,
    }
}

diesel::table! {
    /// Pictures whose files may lie in the store.
    image (seller_id, image_id) {
        /// Whose.
        seller_id -> Uuid,
        /// Which.
        image_id -> Text,
        /// When it first came.
        created_at -> Timestamptz,
        /// Until when an upload of it may be under way.
        kept_until -> Timestamptz,
        /// When it is looked at next, whether anything shows it.
        check_after -> Timestamptz,
    }
}
