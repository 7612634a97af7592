CREATE TABLE seller (
    seller_id               uuid        PRIMARY KEY,
    -- 1 normal, 2 special, 3 exclusive.
    type                    smallint    NOT NULL CHECK (type BETWEEN 1 AND 3),
    active                  boolean     NOT NULL,
    -- False until its user exists: a seller that is not ready is nobody's to see.
    ready                   boolean     NOT NULL,
    title                   text        NOT NULL CHECK (title <> ''),
    representative          text        NOT NULL,
    code                    text        CONSTRAINT seller_code_key UNIQUE CHECK (code <> ''),
    national_code           text        CHECK (national_code ~ '^[0-9]{10}$'),
    work_start_date         date,
    price_edit_range        text        NOT NULL DEFAULT '',
    national_card_received  boolean     NOT NULL DEFAULT false,
    -- 1 percentage, 2 basket, 3 amount.
    cooperation             smallint    CHECK (cooperation BETWEEN 1 AND 3),
    -- Basis points for a percentage, tomans otherwise.
    agreed_commission       bigint      NOT NULL DEFAULT 0 CHECK (agreed_commission >= 0),
    commission_payment_date date,
    card_number             text        CHECK (card_number ~ '^[0-9]{16}$'),
    sheba_number            text        CHECK (sheba_number ~ '^[0-9]{24}$'),
    address                 text        NOT NULL CHECK (char_length(address) <= 300),
    story_url               text        NOT NULL,
    background_url          text        NOT NULL,
    parent_seller_id        uuid        REFERENCES seller CHECK (parent_seller_id <> seller_id),
    -- Copies of what auth keeps, for reading.
    cellphone               text        NOT NULL CHECK (cellphone ~ '^09[0-9]{9}$'),
    username                text        NOT NULL CHECK (username <> ''),
    created_at              timestamptz NOT NULL,
    version                 bigint      NOT NULL DEFAULT 1 CHECK (version >= 1)
);

-- Which request creates which seller, so that a repeated one goes on where the first one stopped.
CREATE TABLE seller_creation (
    seller_id   uuid        PRIMARY KEY REFERENCES seller ON DELETE CASCADE,
    request_id  text        NOT NULL CONSTRAINT seller_creation_request_key UNIQUE CHECK (request_id <> ''),
    -- Of the request, without the password.
    fingerprint bytea       NOT NULL CHECK (octet_length(fingerprint) = 32),
    created_at  timestamptz NOT NULL
);

CREATE TABLE seller_limits (
    seller_id        uuid    PRIMARY KEY REFERENCES seller ON DELETE CASCADE,
    min_order_toman  bigint  NOT NULL DEFAULT 0 CHECK (min_order_toman >= 0),
    min_packages     bigint  NOT NULL DEFAULT 0 CHECK (min_packages >= 0),
    shipping_toman   bigint  NOT NULL DEFAULT 0 CHECK (shipping_toman >= 0),
    tax_basis_points integer NOT NULL DEFAULT 0 CHECK (tax_basis_points BETWEEN 0 AND 10000)
);

CREATE TABLE delivery_rule (
    seller_id        uuid     PRIMARY KEY REFERENCES seller ON DELETE CASCADE,
    -- A period: all its orders are delivered together, after it has ended.
    period_start     date,
    period_end       date,
    preparation_days smallint CHECK (preparation_days BETWEEN 1 AND 30),
    -- A cut-off: an order is delivered so many days after it was placed.
    days_after_order smallint CHECK (days_after_order BETWEEN 1 AND 30),
    -- Minutes of the Tehran day.
    cut_off_minute   smallint CHECK (cut_off_minute BETWEEN 0 AND 1439),
    CHECK (period_start <= period_end),
    CHECK ((period_start IS NULL) = (period_end IS NULL)),
    CHECK ((days_after_order IS NULL) = (cut_off_minute IS NULL)),
    -- One kind or the other.
    CHECK ((period_start IS NULL) <> (days_after_order IS NULL)),
    CHECK (preparation_days IS NULL OR period_start IS NOT NULL)
);
