-- The shops that buy from a seller.
CREATE TABLE customer (
    seller_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    -- the seller's own
    code text NOT NULL CHECK (char_length(code) BETWEEN 1 AND 64),
    title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 200),
    -- the form in which titles are searched
    title_folded text NOT NULL,
    mobile text NOT NULL CHECK (mobile ~ '^09[0-9]{9}$'),
    landline text NOT NULL CHECK (landline ~ '^[0-9]{0,15}$'),
    trade_type text NOT NULL CHECK (char_length(trade_type) <= 100),
    shop_name text NOT NULL CHECK (char_length(shop_name) <= 200),
    activity_area text NOT NULL CHECK (char_length(activity_area) <= 100),
    address text NOT NULL CHECK (char_length(address) <= 300),
    connected boolean NOT NULL,
    last_order_at timestamptz,
    -- the order of lists: customers without an order stand behind all others
    activity_at timestamptz NOT NULL
        GENERATED ALWAYS AS (coalesce(last_order_at, timestamptz '1970-01-01 00:00:00+00')) STORED,
    -- orders of status 0, reopened ones included
    open_orders integer NOT NULL CONSTRAINT customer_open_orders CHECK (open_orders >= 0),
    created_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, customer_id),
    CONSTRAINT customer_code UNIQUE (seller_id, code)
);
CREATE INDEX customer_by_activity ON customer (seller_id, activity_at, customer_id) WHERE connected;

-- Searching by a part of the title needs trigrams to be quick. Where the extension is not installed, or may not be,
-- a search reads the seller's customers.
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') THEN
        CREATE EXTENSION IF NOT EXISTS pg_trgm;
        CREATE INDEX customer_by_title ON customer USING gin (title_folded gin_trgm_ops);
    END IF;
EXCEPTION WHEN insufficient_privilege THEN
    RAISE NOTICE 'pg_trgm may not be installed by this role: searches read all customers of a seller';
END
$$;

-- How many connected customers a seller has: kept in the transactions that change them.
CREATE TABLE customer_counter (
    seller_id uuid PRIMARY KEY,
    all_count bigint NOT NULL CHECK (all_count >= 0),
    with_open_count bigint NOT NULL CHECK (with_open_count >= 0),
    CONSTRAINT customer_counter_part CHECK (with_open_count <= all_count)
);

CREATE TABLE sales_order (
    seller_id uuid NOT NULL,
    order_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    -- 1405-08-000123, never used again
    code text NOT NULL,
    -- the id that another system has for it
    client_order_id text CHECK (char_length(client_order_id) BETWEEN 1 AND 128),
    -- 0 open, 1 registered, 2 cancelled
    status smallint NOT NULL CHECK (status IN (0, 1, 2)),
    -- was registered and is being edited again
    reopened boolean NOT NULL,
    -- one more with each committed change
    version bigint NOT NULL CHECK (version >= 1),
    -- the last one that the stock agreed to; 0 before the first
    revision bigint NOT NULL CHECK (revision >= 0),
    -- the last one that the stock was asked for: a refused one is not asked again
    last_revision_sent bigint NOT NULL,
    created_at timestamptz NOT NULL,
    -- when it was first registered
    registered_at timestamptz,
    cancelled_at timestamptz,
    -- what was promised when it was placed
    delivery_date date,
    delivery_approximate boolean NOT NULL,
    tax_basis_points integer NOT NULL CHECK (tax_basis_points BETWEEN 0 AND 10000),
    shipping_toman bigint NOT NULL CHECK (shipping_toman >= 0),
    seller_title text NOT NULL,
    -- purchase, tax and shipping; for lists
    grand_toman bigint NOT NULL CHECK (grand_toman >= 0),
    customer_note text NOT NULL CHECK (char_length(customer_note) <= 300),
    seller_note text NOT NULL CHECK (char_length(seller_note) <= 300),
    PRIMARY KEY (seller_id, order_id),
    CONSTRAINT sales_order_code UNIQUE (seller_id, code),
    CONSTRAINT sales_order_client_order_id UNIQUE (seller_id, client_order_id),
    CONSTRAINT sales_order_customer FOREIGN KEY (seller_id, customer_id) REFERENCES customer,
    CONSTRAINT sales_order_sent CHECK (last_revision_sent >= revision),
    CONSTRAINT sales_order_registered CHECK (status <> 1 OR (registered_at IS NOT NULL AND revision >= 1)),
    CONSTRAINT sales_order_cancelled CHECK ((status = 2) = (cancelled_at IS NOT NULL)),
    CONSTRAINT sales_order_reopened CHECK (NOT reopened OR (status = 0 AND registered_at IS NOT NULL AND revision >= 1))
) WITH (fillfactor = 90);
CREATE INDEX sales_order_of_customer ON sales_order (seller_id, customer_id, created_at, order_id);

CREATE TABLE order_line (
    seller_id uuid NOT NULL,
    order_id uuid NOT NULL,
    position integer NOT NULL CHECK (position BETWEEN 1 AND 500),
    type_id uuid NOT NULL,
    -- as the catalogue had it when the line entered the order
    product_id uuid NOT NULL,
    product_title text NOT NULL,
    type_name text NOT NULL,
    unit_name text NOT NULL,
    image_url text NOT NULL,
    pieces_per_unit integer NOT NULL CHECK (pieces_per_unit >= 1),
    quantity bigint NOT NULL CHECK (quantity BETWEEN 1 AND 1000000),
    unit_price_toman bigint NOT NULL CHECK (unit_price_toman BETWEEN 0 AND 1000000000000),
    unit_sell_price_toman bigint NOT NULL CHECK (unit_sell_price_toman BETWEEN 0 AND 1000000000000),
    PRIMARY KEY (seller_id, order_id, position),
    CONSTRAINT order_line_type UNIQUE (seller_id, order_id, type_id),
    CONSTRAINT order_line_order FOREIGN KEY (seller_id, order_id) REFERENCES sales_order ON DELETE CASCADE
);

-- What was registered, each time. Append-only.
CREATE TABLE order_revision (
    seller_id uuid NOT NULL,
    order_id uuid NOT NULL,
    revision bigint NOT NULL CHECK (revision >= 1),
    saved_at timestamptz NOT NULL,
    actor_subject text NOT NULL,
    actor_role text NOT NULL,
    grand_toman bigint NOT NULL CHECK (grand_toman >= 0),
    -- whole lines, prices included
    lines jsonb NOT NULL CHECK (jsonb_typeof(lines) = 'array'),
    PRIMARY KEY (seller_id, order_id, revision)
);
SELECT make_append_only('order_revision');

-- The last number of each month's order codes. Its row is the lock.
CREATE TABLE order_code_counter (
    seller_id uuid NOT NULL,
    jalali_year smallint NOT NULL CHECK (jalali_year BETWEEN 1300 AND 1499),
    jalali_month smallint NOT NULL CHECK (jalali_month BETWEEN 1 AND 12),
    last bigint NOT NULL CHECK (last >= 1),
    PRIMARY KEY (seller_id, jalali_year, jalali_month)
);

-- What has been decided and not yet been agreed with the stock: an intent, until it is committed or undone.
CREATE TABLE settlement (
    seller_id uuid NOT NULL,
    order_id uuid NOT NULL,
    revision bigint NOT NULL CHECK (revision >= 1),
    -- 0 save, 1 cancel, 2 takeover of another system's registered order
    kind smallint NOT NULL CHECK (kind IN (0, 1, 2)),
    -- the order's whole reservation
    type_ids uuid[] NOT NULL,
    quantities bigint[] NOT NULL CHECK (0 < ALL (quantities)),
    -- when it happened, if not when it is committed
    effective_at timestamptz,
    actor_subject text NOT NULL,
    actor_role text NOT NULL,
    request_id text NOT NULL,
    fingerprint bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
    created_at timestamptz NOT NULL,
    attempts integer NOT NULL CHECK (attempts >= 1),
    -- whoever works on it has it until then
    lease_until timestamptz NOT NULL,
    PRIMARY KEY (seller_id, order_id),
    CONSTRAINT settlement_lines CHECK (cardinality(type_ids) = cardinality(quantities)),
    CONSTRAINT settlement_order FOREIGN KEY (seller_id, order_id) REFERENCES sales_order
);
CREATE INDEX settlement_by_lease ON settlement (lease_until);
