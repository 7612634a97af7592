-- Resets of accounts whose customers have left the list, and whose subscription is yet to be ended.
CREATE TABLE account_reset (
    seller_id uuid PRIMARY KEY,
    reset_id uuid NOT NULL,
    decided_at timestamptz NOT NULL,
    attempts integer NOT NULL,
    lease_until timestamptz NOT NULL
);
