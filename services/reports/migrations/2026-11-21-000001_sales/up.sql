-- Sums of bigint are numeric in PostgreSQL; this one stays bigint and fails on overflow.
CREATE AGGREGATE total(bigint) (
    SFUNC = int8pl,
    STYPE = bigint,
    INITCOND = '0',
    COMBINEFUNC = int8pl,
    PARALLEL = SAFE
);

-- The last known revision of each order and what it adds to the figures: nothing (nulls) once it counts no more.
-- The revision is kept then too, so that an older fact that comes late adds nothing.
CREATE TABLE contribution (
    seller_id uuid NOT NULL,
    order_id uuid NOT NULL,
    revision bigint NOT NULL CHECK (revision >= 1),
    applied_at timestamptz NOT NULL,
    -- the Jalali day of registration in Tehran, yyyymmdd
    day_bucket integer CHECK (day_bucket BETWEEN 13000101 AND 14991231),
    customer_id uuid,
    activity_area text,
    -- one element per product type
    type_ids uuid[],
    units bigint[] CHECK (0 < ALL (units)),
    amounts_toman bigint[] CHECK (0 <= ALL (amounts_toman)),
    PRIMARY KEY (seller_id, order_id),
    CONSTRAINT contribution_counts_or_not
        CHECK (num_nulls(day_bucket, customer_id, activity_area, type_ids, units, amounts_toman) IN (0, 6)),
    CONSTRAINT contribution_lines_match
        CHECK (cardinality(type_ids) = cardinality(units) AND cardinality(units) = cardinality(amounts_toman))
);

-- Figures, kept up with every fact. A bucket is a span of time: 0 is all of it, six digits a Jalali month (yyyymm),
-- eight digits a Jalali day (yyyymmdd), by the order's registration in Tehran. The row of bucket 0 is also the lock
-- of all of a seller's figures.
CREATE TABLE seller_sales (
    seller_id uuid NOT NULL,
    bucket integer NOT NULL
        CHECK (bucket = 0 OR bucket BETWEEN 130001 AND 149912 OR bucket BETWEEN 13000101 AND 14991231),
    orders bigint NOT NULL CHECK (orders >= 0),
    units bigint NOT NULL CHECK (units >= 0),
    amount_toman bigint NOT NULL CHECK (amount_toman >= 0),
    PRIMARY KEY (seller_id, bucket)
) WITH (fillfactor = 80);

CREATE TABLE product_sales (
    seller_id uuid NOT NULL,
    bucket integer NOT NULL
        CHECK (bucket = 0 OR bucket BETWEEN 130001 AND 149912 OR bucket BETWEEN 13000101 AND 14991231),
    type_id uuid NOT NULL,
    -- distinct orders that hold the type
    orders bigint NOT NULL CHECK (orders >= 0),
    units bigint NOT NULL CHECK (units >= 0),
    amount_toman bigint NOT NULL CHECK (amount_toman >= 0),
    PRIMARY KEY (seller_id, bucket, type_id)
) WITH (fillfactor = 80);

CREATE TABLE region_sales (
    seller_id uuid NOT NULL,
    bucket integer NOT NULL
        CHECK (bucket = 0 OR bucket BETWEEN 130001 AND 149912 OR bucket BETWEEN 13000101 AND 14991231),
    -- compared byte by byte, so that paging agrees with the index whatever the database's language
    activity_area text COLLATE "C" NOT NULL,
    orders bigint NOT NULL CHECK (orders >= 0),
    units bigint NOT NULL CHECK (units >= 0),
    amount_toman bigint NOT NULL CHECK (amount_toman >= 0),
    PRIMARY KEY (seller_id, bucket, activity_area)
) WITH (fillfactor = 80);

CREATE TABLE customer_sales (
    seller_id uuid NOT NULL,
    bucket integer NOT NULL
        CHECK (bucket = 0 OR bucket BETWEEN 130001 AND 149912 OR bucket BETWEEN 13000101 AND 14991231),
    customer_id uuid NOT NULL,
    orders bigint NOT NULL CHECK (orders >= 0),
    units bigint NOT NULL CHECK (units >= 0),
    amount_toman bigint NOT NULL CHECK (amount_toman >= 0),
    PRIMARY KEY (seller_id, bucket, customer_id)
) WITH (fillfactor = 80);

-- The figures that the contributions add up to: what a rebuild compares with and puts in place.
CREATE VIEW rebuilt_seller_sales AS
    SELECT contribution.seller_id, span.bucket,
        count(*) AS orders, total(line.units) AS units, total(line.amount_toman) AS amount_toman
    FROM contribution
    CROSS JOIN LATERAL (
        SELECT total(units) AS units, total(amount_toman) AS amount_toman
        FROM unnest(contribution.units, contribution.amounts_toman) AS line (units, amount_toman)
    ) AS line
    CROSS JOIN LATERAL (VALUES (0), (contribution.day_bucket / 100), (contribution.day_bucket)) AS span (bucket)
    WHERE contribution.day_bucket IS NOT NULL
    GROUP BY contribution.seller_id, span.bucket;

CREATE VIEW rebuilt_product_sales AS
    SELECT contribution.seller_id, span.bucket, line.type_id,
        count(*) AS orders, total(line.units) AS units, total(line.amount_toman) AS amount_toman
    FROM contribution
    CROSS JOIN LATERAL unnest(contribution.type_ids, contribution.units, contribution.amounts_toman)
        AS line (type_id, units, amount_toman)
    CROSS JOIN LATERAL (VALUES (0), (contribution.day_bucket / 100), (contribution.day_bucket)) AS span (bucket)
    WHERE contribution.day_bucket IS NOT NULL
    GROUP BY contribution.seller_id, span.bucket, line.type_id;

CREATE VIEW rebuilt_region_sales AS
    SELECT contribution.seller_id, span.bucket, contribution.activity_area COLLATE "C" AS activity_area,
        count(*) AS orders, total(line.units) AS units, total(line.amount_toman) AS amount_toman
    FROM contribution
    CROSS JOIN LATERAL (
        SELECT total(units) AS units, total(amount_toman) AS amount_toman
        FROM unnest(contribution.units, contribution.amounts_toman) AS line (units, amount_toman)
    ) AS line
    CROSS JOIN LATERAL (VALUES (0), (contribution.day_bucket / 100), (contribution.day_bucket)) AS span (bucket)
    WHERE contribution.day_bucket IS NOT NULL
    GROUP BY contribution.seller_id, span.bucket, contribution.activity_area COLLATE "C";

CREATE VIEW rebuilt_customer_sales AS
    SELECT contribution.seller_id, span.bucket, contribution.customer_id,
        count(*) AS orders, total(line.units) AS units, total(line.amount_toman) AS amount_toman
    FROM contribution
    CROSS JOIN LATERAL (
        SELECT total(units) AS units, total(amount_toman) AS amount_toman
        FROM unnest(contribution.units, contribution.amounts_toman) AS line (units, amount_toman)
    ) AS line
    CROSS JOIN LATERAL (VALUES (0), (contribution.day_bucket / 100), (contribution.day_bucket)) AS span (bucket)
    WHERE contribution.day_bucket IS NOT NULL
    GROUP BY contribution.seller_id, span.bucket, contribution.customer_id;

-- What things are called, by the latest fact that named them.
CREATE TABLE product_label (
    seller_id uuid NOT NULL,
    type_id uuid NOT NULL,
    product_id uuid NOT NULL,
    product_title text NOT NULL,
    type_name text NOT NULL,
    told_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, type_id)
);

CREATE TABLE customer_label (
    seller_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    title text NOT NULL,
    told_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, customer_id)
);

-- Registered orders as a running rebuild was sent them. Emptied when it ends.
CREATE TABLE rebuild_order (
    seller_id uuid NOT NULL,
    rebuild_id uuid NOT NULL,
    order_id uuid NOT NULL,
    staged_at timestamptz NOT NULL,
    revision bigint NOT NULL CHECK (revision >= 1),
    day_bucket integer NOT NULL CHECK (day_bucket BETWEEN 13000101 AND 14991231),
    customer_id uuid NOT NULL,
    activity_area text NOT NULL,
    type_ids uuid[] NOT NULL,
    units bigint[] NOT NULL,
    amounts_toman bigint[] NOT NULL,
    PRIMARY KEY (seller_id, rebuild_id, order_id)
);
