//! What the things are called that the audit tells of.

use pishkhan_chassis_db::audit_of_seller;

/// What was done of a seller's things, with their names.
pub const OF_SELLER: &str = audit_of_seller!(
    "CASE a.entity WHEN 'order' THEN (SELECT o.code FROM sales_order o WHERE o.seller_id = a.seller_id \
       AND o.order_id = a.entity_id) END"
);
