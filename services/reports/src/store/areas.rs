//! Figures follow customers to the activity areas where these are.

use pishkhan_chassis_db::{Statement, statement};
use uuid::Uuid;

// All parts see what was there before the statement. A row is updated where it is and inserted where it is not, as when
// figures are added. An area may lose customers and gain others; what comes to nothing stays as a row that no report shows.
const FOLLOW: &str = "WITH leaving AS (
        SELECT contribution.activity_area AS old, label.activity_area AS new, span.bucket,
            count(*) AS orders, total(line.units) AS units, total(line.amount_toman) AS amount_toman
        FROM contribution
        JOIN customer_label AS label
            ON label.seller_id = contribution.seller_id AND label.customer_id = contribution.customer_id
        CROSS JOIN LATERAL (
            SELECT total(units) AS units, total(amount_toman) AS amount_toman
            FROM unnest(contribution.units, contribution.amounts_toman) AS line (units, amount_toman)
        ) AS line
        CROSS JOIN LATERAL (VALUES (0), (contribution.day_bucket / 100), (contribution.day_bucket)) AS span (bucket)
        WHERE contribution.seller_id = $1 AND contribution.customer_id = ANY($2)
            AND contribution.activity_area <> label.activity_area
        GROUP BY contribution.activity_area, label.activity_area, span.bucket
    ), change AS (
        SELECT key, bucket, total(orders) AS orders, total(units) AS units, total(amount_toman) AS amount_toman
        FROM (
            SELECT old AS key, bucket, -orders AS orders, -units AS units, -amount_toman AS amount_toman FROM leaving
            UNION ALL SELECT new, bucket, orders, units, amount_toman FROM leaving
        ) AS step
        GROUP BY key, bucket
    ), moved AS (
        UPDATE contribution SET activity_area = label.activity_area FROM customer_label AS label
        WHERE contribution.seller_id = $1 AND contribution.customer_id = ANY($2)
            AND label.seller_id = contribution.seller_id AND label.customer_id = contribution.customer_id
            AND contribution.activity_area <> label.activity_area
    ), known AS (
        UPDATE region_sales AS sales SET orders = sales.orders + change.orders, units = sales.units + change.units,
            amount_toman = sales.amount_toman + change.amount_toman
        FROM change
        WHERE sales.seller_id = $1 AND sales.bucket = change.bucket AND sales.activity_area = change.key
        RETURNING change.bucket, change.key
    )
    INSERT INTO region_sales (seller_id, bucket, activity_area, orders, units, amount_toman)
    SELECT $1, change.bucket, change.key, change.orders, change.units, change.amount_toman FROM change
    WHERE NOT EXISTS (SELECT FROM known WHERE known.bucket = change.bucket AND known.key = change.key)";

/// Moves what these customers' orders add to the areas where the customers are. What is there already stays, so that it
/// may be asked for again. The caller holds the seller's lock ([`super::sales::lock`]).
pub fn follow(seller_id: Uuid, customer_ids: Vec<Uuid>) -> Statement {
    statement(FOLLOW).bind(seller_id).bind(customer_ids)
}
