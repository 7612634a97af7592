-- What the catalogue knows of a seller with many registered orders: 500 types of 100 products, what the orders hold of
-- them, and a ledger that adds up. orders.sql says the same of the same orders.
-- {seller}: a new seller's id; {orders}: how many orders; {lines}: lines of an order; {large_lines}: of every {large_every}th.
-- Needs a superuser: the foreign keys of millions of rows are not looked up one by one.
SET statement_timeout = 0;
SET session_replication_role = replica;

CREATE TEMPORARY TABLE many_line AS
SELECT ('0199d000-0000-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid AS order_id,
    (number + line) % 500 AS type, 1 + line % 3 AS quantity
FROM generate_series(1, {orders}) AS number,
    generate_series(1, CASE WHEN number % {large_every} = 0 THEN {large_lines} ELSE {lines} END) AS line;

CREATE TEMPORARY TABLE many_held AS
SELECT type, md5('type ' || type)::uuid AS type_id, coalesce(sum(quantity), 0)::bigint AS units
FROM generate_series(0, 499) AS type LEFT JOIN many_line USING (type) GROUP BY type;

INSERT INTO catalogue_counter (seller_id, products, types) VALUES ('{seller}', 100, 500);
INSERT INTO product (seller_id, product_id, code, title, title_folded, category, image_urls, created_at, units_sold)
SELECT '{seller}'::uuid, md5('product ' || product)::uuid, 'M' || product, 'product ' || product, 'product ' || product, '', '{}',
    now(), (SELECT sum(units) FROM many_held WHERE type / 5 = product)
FROM generate_series(0, 99) AS product;
INSERT INTO product_type (seller_id, type_id, product_id, code, name, description, unit_id, pieces_per_unit,
    buy_price_toman, sell_price_toman, image_urls, active, row_order, created_at)
SELECT '{seller}'::uuid, md5('type ' || type)::uuid, md5('product ' || type / 5)::uuid, 'M' || type / 5 || '-' || type,
    'type ' || type, '', '0199c8a0-0000-7000-8000-000000000003', 12, 1000, 2000, '{}', true, type % 5 + 1, now()
FROM generate_series(0, 499) AS type;

INSERT INTO order_reservation (seller_id, order_id, revision, outcome, applied_revision, applied_at, line_count)
SELECT '{seller}'::uuid, order_id, 1, 'reserved', 1, now(), count(*) FROM many_line GROUP BY order_id;
INSERT INTO reservation (seller_id, order_id, type_id, quantity)
SELECT '{seller}'::uuid, order_id, md5('type ' || type)::uuid, quantity FROM many_line;
INSERT INTO order_sale (seller_id, order_id, revision, product_ids, units)
SELECT '{seller}'::uuid, order_id, 1, array_agg(product_id ORDER BY product_id), array_agg(units ORDER BY product_id)
FROM (
    SELECT order_id, md5('product ' || type / 5)::uuid AS product_id, sum(quantity) AS units
    FROM many_line GROUP BY order_id, type / 5
) AS sold
GROUP BY order_id;

INSERT INTO stock (seller_id, type_id, on_hand, reserved, version)
SELECT '{seller}'::uuid, type_id, units + 100, units, 1 + (units > 0)::int FROM many_held;
INSERT INTO stock_movement (seller_id, type_id, version, kind, delta_on_hand, delta_reserved, on_hand_before, on_hand_after,
    reserved_before, reserved_after, actor, order_id, revision, request_id, occurred_at)
SELECT '{seller}'::uuid, type_id, 1, 'import', units + 100, 0, 0, units + 100, 0, 0, 'tool:bench', NULL::uuid, NULL::bigint, 'many', now()
FROM many_held
UNION ALL
SELECT '{seller}'::uuid, type_id, 2, 'reserve', 0, units, units + 100, units + 100, 0, units, 'tool:bench',
    '0199d000-0000-7000-8000-000000000001', 1, 'many', now()
FROM many_held WHERE units > 0;

DROP TABLE many_line, many_held;
ANALYZE order_reservation, reservation, order_sale, product, product_type, stock, stock_movement;
SET session_replication_role = origin;
