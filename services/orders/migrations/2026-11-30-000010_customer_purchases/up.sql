-- What customers bought: one row for each order that counts as registered, with the goods of its last saved revision.
CREATE TABLE customer_purchase (
    seller_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    ordered_at timestamptz NOT NULL,
    order_id uuid NOT NULL,
    type_ids uuid[] NOT NULL,
    quantities bigint[] NOT NULL,
    PRIMARY KEY (seller_id, customer_id, ordered_at, order_id)
);
-- Nobody asks for more than 90 days back.
INSERT INTO customer_purchase (seller_id, customer_id, ordered_at, order_id, type_ids, quantities)
SELECT o.seller_id, o.customer_id, o.created_at, o.order_id,
    array_agg((line.value->>'type_id')::uuid ORDER BY line.ordinality),
    array_agg((line.value->>'quantity')::bigint ORDER BY line.ordinality)
FROM sales_order AS o
JOIN order_revision AS r ON r.seller_id = o.seller_id AND r.order_id = o.order_id AND r.revision = o.revision
CROSS JOIN LATERAL jsonb_array_elements(r.lines) WITH ORDINALITY AS line
WHERE (o.status = 1 OR o.reopened) AND o.deleted_at IS NULL AND o.created_at > now() - interval '90 days'
GROUP BY o.seller_id, o.customer_id, o.created_at, o.order_id;
