-- The registered orders themselves, as catalogue.sql counts them: 180 customers of nine areas, a year of days.
-- {seller}: a new seller's id; {orders}: how many orders; {lines}: lines of an order; {large_lines}: of every {large_every}th.
-- Needs a superuser: the foreign keys of millions of rows are not looked up one by one.
SET statement_timeout = 0;
SET session_replication_role = replica;

INSERT INTO customer (seller_id, customer_id, code, title, title_folded, mobile, landline, trade_type, shop_name,
    activity_area, address, connected, open_orders, created_at)
SELECT '{seller}'::uuid, md5('customer ' || customer)::uuid, 'M' || customer, 'customer ' || customer, 'customer ' || customer,
    '09120000000', '', '', '', 'area ' || customer % 9, '', true, 0, now()
FROM generate_series(0, 179) AS customer;
INSERT INTO customer_counter (seller_id, all_count, with_open_count) VALUES ('{seller}', 180, 0);

INSERT INTO sales_order (seller_id, order_id, customer_id, code, status, reopened, version, revision, last_revision_sent,
    created_at, registered_at, delivery_approximate, tax_basis_points, shipping_toman, seller_title, grand_toman,
    customer_note, seller_note)
SELECT '{seller}'::uuid, ('0199d000-0000-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid,
    md5('customer ' || number % 180)::uuid, 'M-' || number, 1, false, 2, 1, 1, at, at, false, 0, 0, 'many orders', 0, '', ''
FROM generate_series(1, {orders}) AS number,
    LATERAL (SELECT timestamptz '2026-11-01 06:00+00' - number % 365 * interval '1 day') AS placed (at);
INSERT INTO order_revision (seller_id, order_id, revision, saved_at, actor_subject, actor_role, grand_toman, lines)
SELECT '{seller}'::uuid, ('0199d000-0000-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid, 1, now(), 'tool:bench', 'tool', 0,
    (
        SELECT jsonb_agg(jsonb_build_object(
            'type_id', md5('type ' || type)::uuid, 'product_id', md5('product ' || type / 5)::uuid,
            'product_title', 'product ' || type / 5, 'type_name', 'type ' || type, 'unit_name', 'carton',
            'image_url', '', 'pieces_per_unit', 12, 'quantity', quantity, 'unit_price_toman', 12000,
            'unit_sell_price_toman', 24000))
        FROM (
            SELECT (number + line) % 500, 1 + line % 3
            FROM generate_series(1, CASE WHEN number % {large_every} = 0 THEN {large_lines} ELSE {lines} END) AS line
        ) AS line (type, quantity)
    )
FROM generate_series(1, {orders}) AS number;

ANALYZE customer, sales_order, order_revision;
SET session_replication_role = origin;
