-- What plans cost, and since when. A row is never changed: of the rows of a plan that are not in the future, the newest
-- holds.
CREATE TABLE plan_price (
    revision    bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    plan_id     text        NOT NULL CHECK (plan_id ~ '^[a-z0-9]{1,16}$'),
    -- Of 30 days.
    months      smallint    NOT NULL CHECK (months BETWEEN 1 AND 60),
    -- Without VAT.
    price_toman bigint      NOT NULL CHECK (price_toman > 0),
    -- No longer on offer.
    withdrawn   boolean     NOT NULL,
    since       timestamptz NOT NULL
);
CREATE INDEX plan_price_plan_idx ON plan_price (plan_id, since DESC, revision DESC);
SELECT make_append_only('plan_price');

-- The rate of VAT, kept in the same way.
CREATE TABLE vat_rate (
    revision     bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    basis_points integer     NOT NULL CHECK (basis_points BETWEEN 0 AND 10000),
    since        timestamptz NOT NULL
);
SELECT make_append_only('vat_rate');

INSERT INTO plan_price (plan_id, months, price_toman, withdrawn, since) VALUES
    ('m1',   1,  1000000, false, 'epoch'),
    ('m2',   2,  2000000, false, 'epoch'),
    ('m3',   3,  3000000, false, 'epoch'),
    ('m6',   6,  6000000, false, 'epoch'),
    ('m12', 12, 12000000, false, 'epoch');
INSERT INTO vat_rate (basis_points, since) VALUES (1000, 'epoch');

-- What is to be paid through a gateway. Written down before the gateway is asked.
CREATE TABLE payment (
    seller_id    uuid        NOT NULL REFERENCES seller,
    payment_id   uuid        NOT NULL,
    -- 1 subscription, 2 invoice.
    purpose      smallint    NOT NULL CHECK (purpose BETWEEN 1 AND 2),
    -- The plan's or the invoice's id.
    subject_id   text        NOT NULL CHECK (subject_id <> ''),
    -- Of a subscription, as they were when the payment began.
    months       smallint    CHECK (months BETWEEN 1 AND 60),
    price_toman  bigint      CHECK (price_toman > 0),
    vat_toman    bigint      CHECK (vat_toman >= 0),
    amount_toman bigint      NOT NULL CHECK (amount_toman > 0),
    -- 1 sandbox, 2 zarinpal.
    gateway      smallint    NOT NULL CHECK (gateway BETWEEN 1 AND 2),
    -- What the gateway calls the payment; none until it has been asked.
    authority    text        CHECK (authority <> ''),
    -- 1 pending, 2 paid, 3 failed, 4 expired.
    state        smallint    NOT NULL CHECK (state BETWEEN 1 AND 4),
    cancelled    boolean     NOT NULL,
    created_at   timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL CHECK (expires_at > created_at),
    paid_at      timestamptz,
    -- The gateway's number of the transaction.
    reference    text        NOT NULL,
    -- When the gateway is asked again what became of it; none: never.
    check_at     timestamptz,
    PRIMARY KEY (seller_id, payment_id),
    CONSTRAINT payment_authority_key UNIQUE (gateway, authority),
    CHECK ((purpose = 1) = (months IS NOT NULL)),
    CHECK ((months IS NULL) = (price_toman IS NULL) AND (months IS NULL) = (vat_toman IS NULL)),
    CHECK (months IS NULL OR amount_toman = price_toman + vat_toman),
    CHECK ((state = 2) = (paid_at IS NOT NULL)),
    CHECK (NOT cancelled OR state = 3)
);
CREATE INDEX payment_subject_idx ON payment (seller_id, purpose, subject_id);
CREATE INDEX payment_check_idx ON payment (check_at) WHERE check_at IS NOT NULL;

-- Subscriptions that were bought, each for a time of its own. A renewal begins where the one before it ends.
CREATE TABLE subscription_purchase (
    seller_id    uuid        NOT NULL REFERENCES seller,
    payment_id   uuid        NOT NULL,
    plan_id      text        NOT NULL,
    months       smallint    NOT NULL CHECK (months BETWEEN 1 AND 60),
    price_toman  bigint      NOT NULL CHECK (price_toman > 0),
    vat_toman    bigint      NOT NULL CHECK (vat_toman >= 0),
    purchased_at timestamptz NOT NULL,
    starts_at    timestamptz NOT NULL CHECK (starts_at >= purchased_at),
    ends_at      timestamptz NOT NULL CHECK (ends_at > starts_at),
    -- Given up at this instant.
    cleared_at   timestamptz,
    -- When it was seen that its time had passed.
    ended_at     timestamptz,
    PRIMARY KEY (seller_id, payment_id),
    FOREIGN KEY (seller_id, payment_id) REFERENCES payment,
    CHECK (cleared_at IS NULL OR ended_at IS NULL)
);
CREATE INDEX subscription_purchase_end_idx ON subscription_purchase (ends_at)
    WHERE cleared_at IS NULL AND ended_at IS NULL;

-- What the built-in gateway knows: the record of the bank that it plays.
CREATE TABLE sandbox_payment (
    authority    text        PRIMARY KEY,
    amount_toman bigint      NOT NULL CHECK (amount_toman > 0),
    -- 0 none yet, 1 paid, 2 cancelled.
    decision     smallint    NOT NULL CHECK (decision BETWEEN 0 AND 2),
    -- From then on nothing can be decided.
    expires_at   timestamptz NOT NULL
);
