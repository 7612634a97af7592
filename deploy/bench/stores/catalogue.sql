-- What the catalogue knows of stores as orders.sql has them: their products, what registered orders hold of them, and a
-- ledger that adds up. See __init__.py for what stands in braces.
-- Needs a superuser: the foreign keys of millions of rows are not looked up one by one.
SET statement_timeout = 0;
SET session_replication_role = replica;
SET work_mem = '256MB';

CREATE TEMPORARY TABLE store AS
SELECT seller_id, row_number() OVER (ORDER BY seller_id) - 1 + {first} AS number FROM ({sellers}) AS wanted (seller_id);

CREATE TEMPORARY TABLE registered_line AS
SELECT store.seller_id,
    ('0199d000-' || lpad(to_hex(store.number), 4, '0') || '-7000-8000-' || lpad(to_hex(placed), 12, '0'))::uuid AS order_id,
    ((placed + line) % ({products} * {types}))::integer AS type, 1 + line % 3 AS quantity
FROM store CROSS JOIN generate_series(1, {orders}) AS placed
    CROSS JOIN generate_series(1, CASE WHEN placed % {large_every} = 0 THEN {large_lines} ELSE {lines} END) AS line
WHERE placed % {open_every} <> 0;

CREATE TEMPORARY TABLE product_type_of_store AS
SELECT seller_id, type, type / {types} AS product, md5('type ' || type)::uuid AS type_id,
    md5('product ' || type / {types})::uuid AS product_id, coalesce(units, 0) AS units
FROM store CROSS JOIN generate_series(0, {products} * {types} - 1) AS type
    LEFT JOIN (SELECT seller_id, type, sum(quantity)::bigint AS units FROM registered_line GROUP BY seller_id, type) AS held
    USING (seller_id, type);

INSERT INTO catalogue_counter (seller_id, products, types) SELECT seller_id, {products}, {products} * {types} FROM store;
INSERT INTO brand (seller_id, brand_id, name, name_folded, created_at)
SELECT seller_id, md5('brand ' || brand)::uuid, 'brand ' || brand, 'brand ' || brand, timestamptz '{until}' - interval '400 days'
FROM store CROSS JOIN generate_series(0, 19) AS brand;
-- Titles of three Persian words and a number, as long as a wholesaler's are.
INSERT INTO product (seller_id, product_id, code, title, title_folded, brand_id, category, image_urls, created_at, units_sold)
SELECT seller_id, product_id, 'M' || product, title, title, md5('brand ' || product % 20)::uuid, '', '{}',
    timestamptz '{until}' - interval '400 days' + product * interval '1 second', units
FROM (
    SELECT seller_id, product, product_id, sum(units)::bigint AS units FROM product_type_of_store
    GROUP BY seller_id, product, product_id
) AS sold CROSS JOIN LATERAL (
    SELECT string_agg(words[1 + product * step % 7], ' ') || ' ' || product AS title
    FROM unnest(ARRAY[1, 2, 4]) AS step, (VALUES (ARRAY[
        U&'\0686\0627\06CC', U&'\0631\0648\063A\0646', U&'\0628\0631\0646\062C', U&'\0634\06A9\0644\0627\062A',
        U&'\062F\0633\062A\0645\0627\0644', U&'\0634\0627\0645\067E\0648', U&'\067E\0646\06CC\0631'])) AS persian (words)
) AS named;
INSERT INTO product_type (seller_id, type_id, product_id, code, name, description, unit_id, pieces_per_unit,
    buy_price_toman, sell_price_toman, image_urls, active, row_order, created_at)
SELECT seller_id, type_id, product_id, 'M' || product || '-' || type, 'type ' || type, '',
    '0199c8a0-0000-7000-8000-000000000003', 12, 1000, 2000, '{}', true, type % {types} + 1,
    timestamptz '{until}' - interval '400 days'
FROM product_type_of_store;

INSERT INTO order_reservation (seller_id, order_id, revision, outcome, applied_revision, applied_at, line_count)
SELECT seller_id, order_id, 1, 'reserved', 1, timestamptz '{until}', count(*) FROM registered_line GROUP BY seller_id, order_id;
INSERT INTO reservation (seller_id, order_id, type_id, quantity)
SELECT seller_id, order_id, md5('type ' || type)::uuid, quantity FROM registered_line;
INSERT INTO order_sale (seller_id, order_id, revision, product_ids, units)
SELECT seller_id, order_id, 1, array_agg(product_id ORDER BY product_id), array_agg(units ORDER BY product_id)
FROM (
    SELECT seller_id, order_id, md5('product ' || type / {types})::uuid AS product_id, sum(quantity) AS units
    FROM registered_line GROUP BY seller_id, order_id, type / {types}
) AS sold
GROUP BY seller_id, order_id;

INSERT INTO stock (seller_id, type_id, on_hand, reserved, version)
SELECT seller_id, type_id, units + 100000, units, 1 + (units > 0)::int FROM product_type_of_store;
INSERT INTO stock_movement (seller_id, type_id, version, kind, delta_on_hand, delta_reserved, on_hand_before, on_hand_after,
    reserved_before, reserved_after, actor, order_id, revision, request_id, occurred_at)
SELECT seller_id, type_id, 1, 'import', units + 100000, 0, 0, units + 100000, 0, 0, 'tool:bench', NULL::uuid, NULL::bigint,
    'store', timestamptz '{until}'
FROM product_type_of_store
UNION ALL
SELECT seller_id, type_id, 2, 'reserve', 0, units, units + 100000, units + 100000, 0, units, 'tool:bench',
    '0199d000-0000-7000-8000-000000000001', 1, 'store', timestamptz '{until}'
FROM product_type_of_store WHERE units > 0;

DROP TABLE store, registered_line, product_type_of_store;
ANALYZE brand, catalogue_counter, order_reservation, reservation, order_sale, product, product_type, stock, stock_movement;
SET session_replication_role = origin;
