//! What the things are called that the audit tells of.

use pishkhan_chassis_db::audit_of_seller;

/// What was done of a seller's things, with their names.
pub const OF_SELLER: &str = audit_of_seller!(
    "CASE a.entity \
       WHEN 'product' THEN (SELECT p.title FROM product p WHERE p.seller_id = a.seller_id AND p.product_id = a.entity_id) \
       WHEN 'product_type' THEN (SELECT p.title || ' ' || t.name FROM product_type t \
         JOIN product p USING (seller_id, product_id) WHERE t.seller_id = a.seller_id AND t.type_id = a.entity_id) END"
);
