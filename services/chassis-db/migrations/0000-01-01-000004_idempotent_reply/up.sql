-- The reply of each request that changed something, stored with its effect, for when the request comes again.
CREATE TABLE idempotent_reply (
    -- the nil uuid where a request belongs to no seller
    seller_id uuid NOT NULL,
    operation text NOT NULL,
    request_id text NOT NULL,
    fingerprint bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
    -- null only inside the transaction that claims the key
    reply bytea,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (seller_id, operation, request_id)
);
CREATE INDEX idempotent_reply_by_age ON idempotent_reply (created_at);
