-- Operators can be shut out. A process of before does not look at this, but at the password, which goes as well.
ALTER TABLE user_account
    ADD COLUMN disabled_at timestamptz,
    ADD CONSTRAINT user_account_disabled_check CHECK (disabled_at IS NULL OR role = 'operator');

CREATE INDEX user_account_operator_idx ON user_account (cellphone) WHERE role = 'operator';

-- Whether anybody knows the password: before one is set it is nobody's.
ALTER TABLE credential ADD COLUMN chosen boolean NOT NULL DEFAULT true;

-- Links by which a person sets a password, once.
CREATE TABLE password_link (
    link_id     uuid        PRIMARY KEY,
    user_id     uuid        NOT NULL REFERENCES user_account,
    -- SHA-256 of what stands in the link; the secret itself is nowhere.
    secret_hash bytea       NOT NULL CONSTRAINT password_link_secret_key UNIQUE CHECK (octet_length(secret_hash) = 32),
    created_at  timestamptz NOT NULL,
    expires_at  timestamptz NOT NULL,
    -- Or when a newer one took its place.
    used_at     timestamptz,
    CHECK (expires_at > created_at)
);

-- The links of a user that are good.
CREATE INDEX password_link_user_idx ON password_link (user_id) WHERE used_at IS NULL;
-- What a purge looks for.
CREATE INDEX password_link_expiry_idx ON password_link (expires_at);

-- Passports that were made for people to call with. The audit has them as well, and keeps them.
CREATE TABLE tool_token (
    token_id   uuid        PRIMARY KEY,
    audience   text        NOT NULL,
    scopes     text[]      NOT NULL,
    -- The one seller it is for; any when there is none.
    seller_id  uuid,
    minted_by  text        NOT NULL,
    -- Whose passport asked for it.
    tool       text        NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);

-- The newest first, and what a purge looks for.
CREATE INDEX tool_token_created_idx ON tool_token (created_at DESC, token_id DESC);
