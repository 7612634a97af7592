-- The figures of the registered orders of orders.sql, and what things are called. See __init__.py for what stands in braces.
-- Needs a superuser, as the others do.
SET statement_timeout = 0;
SET session_replication_role = replica;
SET work_mem = '256MB';

CREATE TEMPORARY TABLE store AS
SELECT seller_id, row_number() OVER (ORDER BY seller_id) - 1 + {first} AS number FROM ({sellers}) AS wanted (seller_id);

-- Jalali days: none of the years 1404 to 1407, of which the first began on 2025-03-21, is a leap year.
INSERT INTO contribution (seller_id, order_id, revision, applied_at, day_bucket, customer_id, activity_area, type_ids, units,
    amounts_toman, code)
SELECT seller_id, ('0199d000-' || lpad(to_hex(number), 4, '0') || '-7000-8000-' || lpad(to_hex(placed), 12, '0'))::uuid, 1,
    timestamptz '{until}', (1404 + since / 365) * 10000
        + CASE WHEN of_year < 186 THEN (1 + of_year / 31) * 100 + 1 + of_year % 31
               ELSE (7 + (of_year - 186) / 30) * 100 + 1 + (of_year - 186) % 30 END,
    md5('customer ' || placed % {customers})::uuid, 'area ' || placed % {customers} % 9,
    line.type_ids, line.units, line.amounts_toman, 'M' || number || '-' || placed
FROM store CROSS JOIN generate_series(1, {orders}) AS placed
    CROSS JOIN LATERAL (
        SELECT ((timestamptz '{until}' - placed % 365 * interval '1 day' - placed % 7919 * interval '1 second')
            AT TIME ZONE 'Asia/Tehran')::date - date '2025-03-21' AS since
    ) AS registered
    CROSS JOIN LATERAL (SELECT since % 365 AS of_year) AS day
    CROSS JOIN LATERAL (
        SELECT array_agg(type_id ORDER BY type_id) AS type_ids, array_agg(quantity ORDER BY type_id) AS units,
            array_agg(quantity * 12000 ORDER BY type_id) AS amounts_toman
        FROM (
            SELECT md5('type ' || (placed + line) % ({products} * {types}))::uuid AS type_id, (1 + line % 3)::bigint AS quantity
            FROM generate_series(1, CASE WHEN placed % {large_every} = 0 THEN {large_lines} ELSE {lines} END) AS line
        ) AS line
    ) AS line
WHERE placed % {open_every} <> 0;
ANALYZE contribution;

INSERT INTO seller_sales (seller_id, bucket, orders, units, amount_toman)
SELECT seller_id, bucket, orders, units, amount_toman FROM rebuilt_seller_sales WHERE seller_id IN (SELECT seller_id FROM store);
INSERT INTO product_sales (seller_id, bucket, type_id, orders, units, amount_toman)
SELECT seller_id, bucket, type_id, orders, units, amount_toman FROM rebuilt_product_sales
WHERE seller_id IN (SELECT seller_id FROM store);
INSERT INTO region_sales (seller_id, bucket, activity_area, orders, units, amount_toman)
SELECT seller_id, bucket, activity_area, orders, units, amount_toman FROM rebuilt_region_sales
WHERE seller_id IN (SELECT seller_id FROM store);
INSERT INTO customer_sales (seller_id, bucket, customer_id, orders, units, amount_toman)
SELECT seller_id, bucket, customer_id, orders, units, amount_toman FROM rebuilt_customer_sales
WHERE seller_id IN (SELECT seller_id FROM store);

INSERT INTO product_label (seller_id, type_id, product_id, product_title, type_name, told_at, by_owner, applied_at)
SELECT seller_id, md5('type ' || type)::uuid, md5('product ' || type / {types})::uuid, 'product ' || type / {types},
    'type ' || type, timestamptz '{until}' - interval '400 days', true, timestamptz '{until}'
FROM store CROSS JOIN generate_series(0, {products} * {types} - 1) AS type;
INSERT INTO customer_label (seller_id, customer_id, title, told_at, by_owner, applied_at, activity_area)
SELECT seller_id, md5('customer ' || customer)::uuid, 'customer ' || customer,
    timestamptz '{until}' - interval '400 days', true, timestamptz '{until}', 'area ' || customer % 9
FROM store CROSS JOIN generate_series(0, {customers} - 1) AS customer;

DROP TABLE store;
ANALYZE seller_sales, product_sales, region_sales, customer_sales, product_label, customer_label;
SET session_replication_role = origin;
