CREATE TABLE user_account (
    user_id         uuid        PRIMARY KEY,
    cellphone       text        NOT NULL CONSTRAINT user_account_cellphone_key UNIQUE
                                CHECK (cellphone ~ '^09[0-9]{9}$'),
    username        text        NOT NULL CHECK (username <> ''),
    username_folded text        NOT NULL CONSTRAINT user_account_username_key UNIQUE,
    first_name      text        NOT NULL,
    last_name       text        NOT NULL,
    role            text        NOT NULL CHECK (role IN ('seller', 'operator')),
    seller_id       uuid        CONSTRAINT user_account_seller_key UNIQUE,
    child_seller    boolean     NOT NULL,
    created_at      timestamptz NOT NULL,
    -- A seller has exactly one store, an operator none.
    CHECK ((role = 'seller') = (seller_id IS NOT NULL)),
    CHECK (NOT child_seller OR seller_id IS NOT NULL)
);

CREATE TABLE credential (
    user_id    uuid        PRIMARY KEY REFERENCES user_account,
    -- Argon2id in PHC form, its parameters and salt included.
    phc        text        NOT NULL CHECK (phc LIKE '$argon2id$%'),
    changed_at timestamptz NOT NULL
);

CREATE TABLE session (
    session_id     uuid        PRIMARY KEY,
    user_id        uuid        NOT NULL REFERENCES user_account,
    -- SHA-256 of the secret; the secret itself is nowhere.
    secret_hash    bytea       NOT NULL CONSTRAINT session_secret_key UNIQUE CHECK (octet_length(secret_hash) = 32),
    handle         text        NOT NULL CONSTRAINT session_handle_key UNIQUE,
    client_address text        NOT NULL,
    created_at     timestamptz NOT NULL,
    last_seen_at   timestamptz NOT NULL,
    expires_at     timestamptz NOT NULL,
    revoked_at     timestamptz,
    CHECK (expires_at > created_at)
);

-- The live sessions of a user, oldest first.
CREATE INDEX session_user_idx ON session (user_id, created_at) WHERE revoked_at IS NULL;
-- What a purge looks for.
CREATE INDEX session_expiry_idx ON session (expires_at);

-- Keys that all replicas share and nobody outside needs to know.
CREATE TABLE shared_key (
    name       text        PRIMARY KEY,
    value      bytea       NOT NULL CHECK (octet_length(value) = 32),
    created_at timestamptz NOT NULL
);
