//! What the things are called that the audit tells of.

use pishkhan_chassis_db::audit_of_seller;

/// What was done of a seller's things, with their names.
pub const OF_SELLER: &str = audit_of_seller!(
    "CASE a.entity WHEN 'invoice' THEN (SELECT i.number FROM commission_invoice i WHERE i.seller_id = a.seller_id \
       AND i.invoice_id = a.entity_id) END"
);
