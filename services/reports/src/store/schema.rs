//! The tables, kept equal to the migrations by a test that reads `information_schema`.

diesel::table! {
    /// The last known revision of each order and what it adds to the figures.
    contribution (seller_id, order_id) {
        /// Whose order it is.
        seller_id -> Uuid,
        /// The order.
        order_id -> Uuid,
        /// The revision that is known.
        revision -> BigInt,
        /// When it became known here.
        applied_at -> Timestamptz,
        /// The day's bucket; null when the order counts no more, as all below.
        day_bucket -> Nullable<Integer>,
        /// Who bought.
        customer_id -> Nullable<Uuid>,
        /// Where the customer was.
        activity_area -> Nullable<Text>,
        /// The product types.
        type_ids -> Nullable<Array<Uuid>>,
        /// Units of each type.
        units -> Nullable<Array<BigInt>>,
        /// Tomans of each type.
        amounts_toman -> Nullable<Array<BigInt>>,
        /// The order's code, once it was told.
        code -> Nullable<Text>,
    }
}

diesel::table! {
    /// Figures of a seller as a whole.
    seller_sales (seller_id, bucket) {
        /// The seller.
        seller_id -> Uuid,
        /// The span of time.
        bucket -> Integer,
        /// Distinct orders.
        orders -> BigInt,
        /// Selling units.
        units -> BigInt,
        /// Tomans.
        amount_toman -> BigInt,
    }
}

diesel::table! {
    /// Figures of each product type.
    product_sales (seller_id, bucket, type_id) {
        /// The seller.
        seller_id -> Uuid,
        /// The span of time.
        bucket -> Integer,
        /// The product type.
        type_id -> Uuid,
        /// Distinct orders that hold it.
        orders -> BigInt,
        /// Selling units.
        units -> BigInt,
        /// Tomans.
        amount_toman -> BigInt,
    }
}

diesel::table! {
    /// Figures of each activity area.
    region_sales (seller_id, bucket, activity_area) {
        /// The seller.
        seller_id -> Uuid,
        /// The span of time.
        bucket -> Integer,
        /// The activity area.
        activity_area -> Text,
        /// Distinct orders.
        orders -> BigInt,
        /// Selling units.
        units -> BigInt,
        /// Tomans.
        amount_toman -> BigInt,
    }
}

diesel::table! {
    /// Figures of each customer.
    customer_sales (seller_id, bucket, customer_id) {
        /// The seller.
        seller_id -> Uuid,
        /// The span of time.
        bucket -> Integer,
        /// The customer.
        customer_id -> Uuid,
        /// Distinct orders.
        orders -> BigInt,
        /// Selling units.
        units -> BigInt,
        /// Tomans.
        amount_toman -> BigInt,
    }
}

diesel::table! {
    /// What product types are called.
    product_label (seller_id, type_id) {
        /// The seller.
        seller_id -> Uuid,
        /// The product type.
        type_id -> Uuid,
        /// Its product.
        product_id -> Uuid,
        /// The product's title.
        product_title -> Text,
        /// The type's name.
        type_name -> Text,
        /// When it was called that.
        told_at -> Timestamptz,
        /// Whether its owner says so, or an order.
        by_owner -> Bool,
        /// When that became known here.
        applied_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    /// What customers are called.
    customer_label (seller_id, customer_id) {
        /// The seller.
        seller_id -> Uuid,
        /// The customer.
        customer_id -> Uuid,
        /// The title.
        title -> Text,
        /// When it was called that.
        told_at -> Timestamptz,
        /// Whether its owner says so, or an order.
        by_owner -> Bool,
        /// When that became known here.
        applied_at -> Nullable<Timestamptz>,
        /// Where its figures belong, once its owner has told it.
        activity_area -> Nullable<Text>,
    }
}

diesel::table! {
    /// Registered orders as a running rebuild was sent them.
    rebuild_order (seller_id, rebuild_id, order_id) {
        /// The seller.
        seller_id -> Uuid,
        /// The rebuild.
        rebuild_id -> Uuid,
        /// The order.
        order_id -> Uuid,
        /// When the rebuild began.
        staged_at -> Timestamptz,
        /// The saved revision.
        revision -> BigInt,
        /// The day's bucket.
        day_bucket -> Integer,
        /// Who bought.
        customer_id -> Uuid,
        /// Where the customer was.
        activity_area -> Text,
        /// The product types.
        type_ids -> Array<Uuid>,
        /// Units of each type.
        units -> Array<BigInt>,
        /// Tomans of each type.
        amounts_toman -> Array<BigInt>,
        /// The order's code, if it was told.
        code -> Nullable<Text>,
    }
}

diesel::table! {
    /// Until when everything has been told, in one row.
    told_until (only_row) {
        /// True.
        only_row -> Bool,
        /// What happened before is known here, as far as nothing of it was set aside.
        until -> Timestamptz,
    }
}

diesel::table! {
    /// What was told behind a gap.
    told_ahead (until) {
        /// Since when it speaks.
        since -> Timestamptz,
        /// Until when.
        until -> Timestamptz,
    }
}
