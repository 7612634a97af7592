-- Codes that let somebody without a password in again, and the queue that sends them. What is asked for a phone number
-- that nobody has leaves the same row. The code itself is nowhere: it follows from the row's id and the service's key.
CREATE TABLE reset_code (
    code_id         uuid        PRIMARY KEY,
    cellphone       text        NOT NULL CHECK (cellphone ~ '^09[0-9]{9}$'),
    -- Where it was asked for: an IPv4 /24 or an IPv6 /56.
    network         text        NOT NULL CHECK (length(network) BETWEEN 1 AND 64),
    -- Whether the phone had logged in from there lately: it has codes of its own there.
    known           boolean     NOT NULL,
    created_at      timestamptz NOT NULL,
    expires_at      timestamptz NOT NULL,
    -- Tries from the network that asked, and from all others: those can't use up its own.
    tries_here      integer     NOT NULL DEFAULT 0,
    tries_elsewhere integer     NOT NULL DEFAULT 0,
    used_at         timestamptz,
    -- waiting: to be sent; sent: the gateway has taken it; nobody: no user has this phone number; failed: given up.
    state           text        NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'nobody', 'failed')),
    attempts        integer     NOT NULL DEFAULT 0,
    next_attempt_at timestamptz,
    CHECK (expires_at > created_at),
    CHECK ((state = 'waiting') = (next_attempt_at IS NOT NULL))
);

-- What was asked for a phone, and what a try is compared with.
CREATE INDEX reset_code_phone_idx ON reset_code (cellphone, created_at);
-- What a network has asked for.
CREATE INDEX reset_code_network_idx ON reset_code (network, created_at);
-- The messages of a day.
CREATE INDEX reset_code_messages_idx ON reset_code (created_at) WHERE state <> 'nobody';
-- What is due.
CREATE INDEX reset_code_due_idx ON reset_code (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
-- What a purge looks for.
CREATE INDEX reset_code_created_idx ON reset_code (created_at);
