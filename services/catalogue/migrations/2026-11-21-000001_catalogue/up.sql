-- What a type is sold in. The same for all sellers; exactly one unit counts single pieces.
CREATE TABLE unit (
    unit_id uuid PRIMARY KEY,
    name text NOT NULL CHECK (name <> ''),
    -- the form that texts are matched in
    name_folded text NOT NULL UNIQUE CHECK (name_folded <> ''),
    is_numeric boolean NOT NULL
);
CREATE UNIQUE INDEX unit_one_numeric ON unit (is_numeric) WHERE is_numeric;

-- Written as escapes: people's texts are data here, in the form they have after folding.
INSERT INTO unit (unit_id, name, name_folded, is_numeric)
SELECT unit_id, name, name, is_numeric
FROM (VALUES
    ('0199c8a0-0000-7000-8000-000000000001'::uuid, U&'\0639\062F\062F', true),            -- adad, a piece
    ('0199c8a0-0000-7000-8000-000000000002'::uuid, U&'\0628\0633\062A\0647', false),      -- baste, a pack
    ('0199c8a0-0000-7000-8000-000000000003'::uuid, U&'\06A9\0627\0631\062A\0646', false), -- karton
    ('0199c8a0-0000-7000-8000-000000000004'::uuid, U&'\0634\0631\06CC\0646\06A9', false), -- shrink
    ('0199c8a0-0000-7000-8000-000000000005'::uuid, U&'\0634\0644', false),                -- shol
    ('0199c8a0-0000-7000-8000-000000000006'::uuid, U&'\06A9\06CC\0633\0647', false),      -- kise, a bag
    ('0199c8a0-0000-7000-8000-000000000007'::uuid, U&'\062C\0639\0628\0647', false),      -- jabe, a box
    ('0199c8a0-0000-7000-8000-000000000008'::uuid, U&'\0628\0627\06A9\0633', false),      -- baks, a crate
    ('0199c8a0-0000-7000-8000-000000000009'::uuid, U&'\06AF\0648\0646\06CC', false),      -- guni, a sack
    ('0199c8a0-0000-7000-8000-00000000000a'::uuid, U&'\062D\0644\0628', false)            -- halab, a tin
) AS shipped (unit_id, name, is_numeric);

CREATE TABLE brand (
    seller_id uuid NOT NULL,
    brand_id uuid NOT NULL,
    name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
    name_folded text NOT NULL CHECK (name_folded <> ''),
    created_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, brand_id),
    CONSTRAINT brand_name_once UNIQUE (seller_id, name_folded)
);

CREATE TABLE product (
    seller_id uuid NOT NULL,
    product_id uuid NOT NULL,
    -- the seller's own code, with ASCII digits
    code text NOT NULL CHECK (char_length(code) BETWEEN 1 AND 64),
    title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 200),
    -- sorted as Persian readers expect; in code-point order several letters would come after the Arabic ones
    title_folded text COLLATE "fa-x-icu" NOT NULL,
    brand_id uuid,
    category text NOT NULL CHECK (char_length(category) <= 100),
    image_urls text[] NOT NULL CHECK (cardinality(image_urls) <= 10 AND array_position(image_urls, NULL) IS NULL),
    created_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, product_id),
    CONSTRAINT product_code_once UNIQUE (seller_id, code),
    FOREIGN KEY (seller_id, brand_id) REFERENCES brand (seller_id, brand_id)
);
CREATE INDEX product_by_title ON product (seller_id, title_folded, product_id);

CREATE TABLE product_type (
    seller_id uuid NOT NULL,
    type_id uuid NOT NULL,
    product_id uuid NOT NULL,
    code text NOT NULL CHECK (char_length(code) BETWEEN 1 AND 64),
    name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
    description text NOT NULL CHECK (char_length(description) <= 300),
    unit_id uuid NOT NULL REFERENCES unit (unit_id),
    pieces_per_unit integer NOT NULL CHECK (pieces_per_unit BETWEEN 1 AND 100000),
    buy_price_toman bigint NOT NULL CHECK (buy_price_toman >= 0),
    sell_price_toman bigint NOT NULL CHECK (sell_price_toman BETWEEN 0 AND 1000000000000),
    image_urls text[] NOT NULL CHECK (cardinality(image_urls) <= 10 AND array_position(image_urls, NULL) IS NULL),
    active boolean NOT NULL,
    row_order integer NOT NULL CHECK (row_order >= 1),
    -- selling units in registered orders
    units_sold bigint NOT NULL DEFAULT 0 CHECK (units_sold >= 0),
    created_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, type_id),
    CONSTRAINT product_type_code_once UNIQUE (seller_id, code),
    CONSTRAINT product_type_row_order_once UNIQUE (seller_id, product_id, row_order),
    CONSTRAINT product_type_sells_above_buy CHECK (sell_price_toman >= buy_price_toman),
    -- a unit's price is what orders calculate with
    CONSTRAINT product_type_unit_price CHECK (sell_price_toman * pieces_per_unit <= 1000000000000),
    FOREIGN KEY (seller_id, product_id) REFERENCES product (seller_id, product_id)
) WITH (fillfactor = 80);

-- How much there is of a type, and how much of that is promised, in selling units. The version counts the ledger's rows.
CREATE TABLE stock (
    seller_id uuid NOT NULL,
    type_id uuid NOT NULL,
    on_hand bigint NOT NULL CONSTRAINT stock_on_hand_not_negative CHECK (on_hand >= 0),
    reserved bigint NOT NULL CONSTRAINT stock_reserved_not_negative CHECK (reserved >= 0),
    version bigint NOT NULL CHECK (version >= 0),
    PRIMARY KEY (seller_id, type_id),
    CONSTRAINT stock_not_oversold CHECK (reserved <= on_hand),
    FOREIGN KEY (seller_id, type_id) REFERENCES product_type (seller_id, type_id)
) WITH (fillfactor = 70);

-- The ledger: one row for each change of a stock row, under the version that the change made. Append-only.
CREATE TABLE stock_movement (
    seller_id uuid NOT NULL,
    type_id uuid NOT NULL,
    version bigint NOT NULL CHECK (version >= 1),
    kind text NOT NULL CHECK (kind IN ('adjust', 'reserve', 'release', 'import')),
    delta_on_hand bigint NOT NULL,
    delta_reserved bigint NOT NULL,
    on_hand_before bigint NOT NULL CHECK (on_hand_before >= 0),
    on_hand_after bigint NOT NULL CHECK (on_hand_after >= 0),
    reserved_before bigint NOT NULL CHECK (reserved_before BETWEEN 0 AND on_hand_before),
    reserved_after bigint NOT NULL CHECK (reserved_after BETWEEN 0 AND on_hand_after),
    actor text NOT NULL,
    order_id uuid,
    revision bigint CHECK (revision >= 1),
    request_id text NOT NULL,
    occurred_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, type_id, version),
    FOREIGN KEY (seller_id, type_id) REFERENCES product_type (seller_id, type_id),
    CONSTRAINT stock_movement_adds_up
        CHECK (on_hand_before + delta_on_hand = on_hand_after AND reserved_before + delta_reserved = reserved_after),
    CONSTRAINT stock_movement_fits_its_kind CHECK (
        CASE kind
            WHEN 'reserve' THEN delta_on_hand = 0 AND delta_reserved > 0 AND order_id IS NOT NULL AND revision IS NOT NULL
            WHEN 'release' THEN delta_on_hand = 0 AND delta_reserved < 0 AND order_id IS NOT NULL AND revision IS NOT NULL
            ELSE delta_on_hand <> 0 AND delta_reserved = 0 AND order_id IS NULL AND revision IS NULL
        END
    )
);
CREATE INDEX stock_movement_of_order ON stock_movement (seller_id, order_id) WHERE order_id IS NOT NULL;
SELECT make_append_only('stock_movement');

-- The last revision of each order's reservation that was heard of, and what was answered: a refusal too, so that a late
-- repetition of a refused request reserves nothing.
CREATE TABLE order_reservation (
    seller_id uuid NOT NULL,
    order_id uuid NOT NULL,
    -- 0 only inside the transaction that makes the row
    revision bigint NOT NULL CHECK (revision >= 0),
    outcome text CHECK (outcome IN ('reserved', 'short')),
    -- the lines that were short; empty when reserved
    shortages jsonb NOT NULL DEFAULT '[]',
    -- the last revision that was reserved, which is what the order holds
    applied_revision bigint CHECK (applied_revision BETWEEN 1 AND revision),
    applied_at timestamptz,
    -- rows in `reservation`
    line_count integer NOT NULL DEFAULT 0 CHECK (line_count >= 0),
    PRIMARY KEY (seller_id, order_id),
    CONSTRAINT order_reservation_applied CHECK (num_nulls(applied_revision, applied_at) IN (0, 2)),
    CONSTRAINT order_reservation_holds_what_was_applied CHECK (line_count = 0 OR applied_revision IS NOT NULL)
) WITH (fillfactor = 80);
CREATE INDEX order_reservation_standing ON order_reservation (seller_id, order_id) WHERE line_count > 0;

-- What orders hold, in selling units.
CREATE TABLE reservation (
    seller_id uuid NOT NULL,
    order_id uuid NOT NULL,
    type_id uuid NOT NULL,
    quantity bigint NOT NULL CHECK (quantity >= 1),
    PRIMARY KEY (seller_id, order_id, type_id),
    FOREIGN KEY (seller_id, order_id) REFERENCES order_reservation (seller_id, order_id),
    FOREIGN KEY (seller_id, type_id) REFERENCES product_type (seller_id, type_id)
);
CREATE INDEX reservation_of_type ON reservation (seller_id, type_id);

-- How many products and types a seller has, kept up by what makes them. Its row is also the lock of a seller's imports.
CREATE TABLE catalogue_counter (
    seller_id uuid PRIMARY KEY,
    products bigint NOT NULL CHECK (products >= 0),
    types bigint NOT NULL CHECK (types >= 0)
);
