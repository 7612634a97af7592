-- Stores with their customers of nine areas and a year of orders, each of them registered but every {open_every}th, which
-- is open. See __init__.py for what stands in braces.
-- Needs a superuser: the foreign keys of millions of rows are not looked up one by one.
SET statement_timeout = 0;
SET session_replication_role = replica;
SET work_mem = '256MB';

CREATE TEMPORARY TABLE store AS
SELECT seller_id, row_number() OVER (ORDER BY seller_id) - 1 + {first} AS number FROM ({sellers}) AS wanted (seller_id);

CREATE TEMPORARY TABLE placed_order AS
SELECT store.seller_id, placed,
    ('0199d000-' || lpad(to_hex(store.number), 4, '0') || '-7000-8000-' || lpad(to_hex(placed), 12, '0'))::uuid AS order_id,
    md5('customer ' || placed % {customers})::uuid AS customer_id,
    'M' || store.number || '-' || placed AS code,
    placed % {open_every} <> 0 AS registered,
    timestamptz '{until}' - placed % 365 * interval '1 day' - placed % 7919 * interval '1 second' AS at,
    CASE WHEN placed % {large_every} = 0 THEN {large_lines} ELSE {lines} END AS lines
FROM store CROSS JOIN generate_series(1, {orders}) AS placed;

INSERT INTO order_line (seller_id, order_id, position, type_id, product_id, product_title, type_name, unit_name, image_url,
    pieces_per_unit, quantity, unit_price_toman, unit_sell_price_toman)
SELECT seller_id, order_id, line, md5('type ' || type)::uuid, md5('product ' || type / {types})::uuid,
    'product ' || type / {types}, 'type ' || type, 'carton', '', 12, 1 + line % 3, 12000, 24000
FROM placed_order CROSS JOIN generate_series(1, lines) AS line
    CROSS JOIN LATERAL (SELECT (placed + line) % ({products} * {types}) AS type) AS of_line;

CREATE TEMPORARY TABLE order_sum AS
SELECT seller_id, order_id, sum(quantity * unit_price_toman)::bigint AS grand_toman,
    array_agg(type_id ORDER BY position) AS type_ids, array_agg(quantity ORDER BY position) AS quantities,
    jsonb_agg(jsonb_build_object(
        'type_id', type_id, 'product_id', product_id, 'product_title', product_title, 'type_name', type_name,
        'unit_name', unit_name, 'image_url', image_url, 'pieces_per_unit', pieces_per_unit, 'quantity', quantity,
        'unit_price_toman', unit_price_toman, 'unit_sell_price_toman', unit_sell_price_toman) ORDER BY position) AS lines
FROM order_line JOIN placed_order USING (seller_id, order_id) GROUP BY seller_id, order_id;

INSERT INTO customer (seller_id, customer_id, code, title, title_folded, mobile, landline, trade_type, shop_name,
    activity_area, address, connected, open_orders, last_order_at, created_at)
SELECT seller_id, md5('customer ' || customer)::uuid, 'M' || customer, 'customer ' || customer, 'customer ' || customer,
    '09120000000', '', '', '', 'area ' || customer % 9, '', true, coalesce(open_orders, 0), last_order_at,
    timestamptz '{until}' - interval '400 days'
FROM store CROSS JOIN generate_series(0, {customers} - 1) AS customer
    LEFT JOIN (
        SELECT seller_id, placed % {customers} AS customer, max(at) AS last_order_at,
            count(*) FILTER (WHERE NOT registered) AS open_orders
        FROM placed_order GROUP BY seller_id, placed % {customers}
    ) AS placed USING (seller_id, customer);
INSERT INTO customer_counter (seller_id, all_count, with_open_count)
SELECT seller_id, count(*), count(*) FILTER (WHERE open_orders > 0) FROM customer JOIN store USING (seller_id) GROUP BY seller_id;

INSERT INTO sales_order (seller_id, order_id, customer_id, code, status, reopened, version, revision, last_revision_sent,
    created_at, registered_at, delivery_approximate, tax_basis_points, shipping_toman, seller_title, grand_toman,
    customer_note, seller_note)
SELECT seller_id, order_id, customer_id, code, registered::int, false, 1 + registered::int, registered::int, registered::int,
    at, CASE WHEN registered THEN at END, false, 0, 0, 'store', grand_toman, '', ''
FROM placed_order JOIN order_sum USING (seller_id, order_id);
INSERT INTO order_directory (order_id, seller_id, code, created_at) SELECT order_id, seller_id, code, at FROM placed_order;
INSERT INTO order_revision (seller_id, order_id, revision, saved_at, actor_subject, actor_role, grand_toman, shipping_toman, lines)
SELECT seller_id, order_id, 1, at, 'tool:bench', 'tool', grand_toman, 0, lines
FROM (SELECT seller_id, order_id, at FROM placed_order WHERE registered) AS registered JOIN order_sum USING (seller_id, order_id);
INSERT INTO customer_purchase (seller_id, customer_id, ordered_at, order_id, type_ids, quantities)
SELECT seller_id, customer_id, at, order_id, type_ids, quantities
FROM (SELECT * FROM placed_order WHERE registered) AS registered JOIN order_sum USING (seller_id, order_id);

DROP TABLE store, placed_order, order_sum;
ANALYZE customer, customer_counter, sales_order, order_line, order_directory, order_revision, customer_purchase;
SET session_replication_role = origin;
