-- What people are told of their own sessions. A process of before writes neither column.
ALTER TABLE session
    -- What logged in, as the BFF named it: "Chrome · Android". Empty when it is unknown.
    ADD COLUMN device text NOT NULL DEFAULT '',
    -- It ended because its user had as many newer ones as there may be.
    ADD COLUMN evicted boolean NOT NULL DEFAULT false;

-- Those that a user is told of at the next log-in.
CREATE INDEX session_evicted_idx ON session (user_id, revoked_at) WHERE evicted;
