-- A change of a profile that waits for auth to change the credentials with it. There while that is not settled, and
-- never longer: whoever finds one settles it first.
CREATE TABLE seller_edit (
    seller_id     uuid        PRIMARY KEY REFERENCES seller ON DELETE CASCADE,
    -- What auth knows the change of credentials by.
    change_id     uuid        NOT NULL UNIQUE,
    -- The caller's name for the request, and its fingerprint without the password.
    request_id    text        NOT NULL CHECK (request_id <> ''),
    fingerprint   bytea       NOT NULL CHECK (octet_length(fingerprint) = 32),
    -- The profile as it is to become. Never a password.
    profile       jsonb       NOT NULL,
    renew_session boolean     NOT NULL,
    actor_subject text        NOT NULL,
    actor_role    text        NOT NULL,
    -- Of the request that did it, for the audit.
    actor_request text        NOT NULL,
    -- When the recovery loop may take it.
    due_at        timestamptz NOT NULL
);
CREATE INDEX seller_edit_due_idx ON seller_edit (due_at);
