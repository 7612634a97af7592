-- What sellers and platform have agreed on, by the Jalali month (yyyymm) from which on it holds. The columns of seller
-- are a copy of what holds now.
CREATE TABLE agreed_terms (
    seller_id    uuid        NOT NULL REFERENCES seller ON DELETE CASCADE,
    from_month   integer     NOT NULL CHECK (from_month BETWEEN 140001 AND 149912),
    -- 1 percentage, 2 basket, 3 amount.
    cooperation  smallint    NOT NULL CHECK (cooperation BETWEEN 1 AND 3),
    -- Basis points for a percentage, tomans otherwise.
    commission   bigint      NOT NULL CHECK (commission >= 0),
    payment_date date,
    confirmed_at timestamptz NOT NULL,
    confirmed_by text        NOT NULL,
    PRIMARY KEY (seller_id, from_month)
);

-- What stood in the form until now was agreed, from the first month that can be billed on.
INSERT INTO agreed_terms
    SELECT seller_id, 140001, cooperation, agreed_commission, commission_payment_date, created_at, 'migration'
    FROM seller WHERE cooperation IS NOT NULL;

-- What sellers have typed since.
CREATE TABLE terms_proposal (
    seller_id    uuid        NOT NULL REFERENCES seller ON DELETE CASCADE,
    proposal_id  uuid        NOT NULL,
    cooperation  smallint    NOT NULL CHECK (cooperation BETWEEN 1 AND 3),
    commission   bigint      NOT NULL CHECK (commission >= 0),
    payment_date date,
    -- 1 awaits its decision, 2 confirmed, 3 refused, 4 superseded by a later one.
    state        smallint    NOT NULL CHECK (state BETWEEN 1 AND 4),
    created_at   timestamptz NOT NULL,
    decided_at   timestamptz,
    -- Once it is confirmed.
    from_month   integer     CHECK (from_month BETWEEN 140001 AND 149912),
    PRIMARY KEY (seller_id, proposal_id),
    CHECK ((decided_at IS NULL) = (state = 1)),
    CHECK ((from_month IS NULL) = (state <> 2))
);
CREATE UNIQUE INDEX terms_proposal_awaiting ON terms_proposal (seller_id) WHERE state = 1;
CREATE INDEX terms_proposal_state ON terms_proposal (state, proposal_id);

-- The latest number of a month's invoices, over all sellers.
CREATE TABLE invoice_counter (
    month integer PRIMARY KEY,
    last  integer NOT NULL CHECK (last > 0)
);

-- Never changed once it is no draft any more, except that it is paid or taken back.
CREATE TABLE commission_invoice (
    seller_id         uuid        NOT NULL REFERENCES seller,
    invoice_id        uuid        NOT NULL,
    month             integer     NOT NULL CHECK (month BETWEEN 140001 AND 149912),
    -- 1 draft, 2 payable, 3 paid, 4 void.
    state             smallint    NOT NULL CHECK (state BETWEEN 1 AND 4),
    -- None as long as it is a draft.
    number            text        CONSTRAINT commission_invoice_number_key UNIQUE,
    created_at        timestamptz NOT NULL,
    -- What follows is as it was on the invoice's day.
    payer             text        NOT NULL,
    cooperation       smallint    NOT NULL CHECK (cooperation BETWEEN 1 AND 3),
    commission        bigint      NOT NULL CHECK (commission >= 0),
    due_date          date,
    -- Of its own month.
    orders            bigint      NOT NULL DEFAULT 0,
    sales_toman       bigint      NOT NULL DEFAULT 0,
    total_toman       bigint      NOT NULL DEFAULT 0 CHECK (total_toman >= 0),
    -- What its lines come to below 0; a later invoice gives it back.
    carried_toman     bigint      NOT NULL DEFAULT 0 CHECK (carried_toman <= 0),
    -- Until when the reports had been told of sales when its month was read.
    watermark         timestamptz,
    paid_at           timestamptz,
    -- Of the payment: 1 sandbox, 2 zarinpal.
    gateway           smallint    CHECK (gateway BETWEEN 1 AND 2),
    payment_id        uuid,
    payment_reference text        NOT NULL DEFAULT '',
    void_reason       text        NOT NULL DEFAULT '',
    voided_at         timestamptz,
    PRIMARY KEY (seller_id, invoice_id),
    CHECK ((number IS NULL) = (state = 1)),
    CHECK ((voided_at IS NULL) = (state <> 4)),
    CHECK (num_nulls(paid_at, gateway, payment_id) IN (0, 3)),
    CHECK (paid_at IS NULL OR state = 3)
);
CREATE UNIQUE INDEX commission_invoice_of_month ON commission_invoice (seller_id, month) WHERE state IN (2, 3);
-- One at a time is made: what two were made from would count twice.
CREATE UNIQUE INDEX commission_invoice_draft ON commission_invoice (seller_id) WHERE state = 1;
CREATE INDEX commission_invoice_latest ON commission_invoice (seller_id, month, invoice_id);

CREATE TABLE commission_invoice_line (
    seller_id    uuid     NOT NULL,
    invoice_id   uuid     NOT NULL,
    line_id      uuid     NOT NULL,
    position     smallint NOT NULL,
    -- 1 the invoice's month, 2 correction of an earlier month, 3 credit.
    kind         smallint NOT NULL CHECK (kind BETWEEN 1 AND 3),
    month        integer  NOT NULL CHECK (month BETWEEN 140001 AND 149912),
    cooperation  smallint NOT NULL CHECK (cooperation BETWEEN 1 AND 3),
    commission   bigint   NOT NULL CHECK (commission >= 0),
    orders       bigint   NOT NULL,
    sales_toman  bigint   NOT NULL,
    amount_toman bigint   NOT NULL,
    PRIMARY KEY (seller_id, invoice_id, line_id),
    FOREIGN KEY (seller_id, invoice_id) REFERENCES commission_invoice ON DELETE CASCADE
);
CREATE INDEX commission_invoice_line_month ON commission_invoice_line (seller_id, month);

-- The orders that a line was made from, as they counted then; gathered while the invoice is a draft.
CREATE TABLE commission_invoice_order (
    seller_id    uuid     NOT NULL,
    invoice_id   uuid     NOT NULL,
    line_id      uuid     NOT NULL,
    order_id     uuid     NOT NULL,
    -- The line's.
    month        integer  NOT NULL,
    code         text     NOT NULL,
    -- Of the registration, in Tehran.
    day          date     NOT NULL,
    -- In a correction the difference to what was billed before.
    amount_toman bigint   NOT NULL,
    orders       smallint NOT NULL CHECK (orders BETWEEN -1 AND 1),
    PRIMARY KEY (seller_id, invoice_id, line_id, order_id),
    FOREIGN KEY (seller_id, invoice_id) REFERENCES commission_invoice ON DELETE CASCADE
);
CREATE INDEX commission_invoice_order_month ON commission_invoice_order (seller_id, month, order_id);
