-- Where a user has logged in from lately: a crowd of strangers who guess does not slow these networks down.
-- Some of each user only; the use cases keep the newest.
CREATE TABLE known_network (
    user_id        uuid        NOT NULL REFERENCES user_account,
    -- An IPv4 /24 or an IPv6 /56.
    network        text        NOT NULL CHECK (length(network) BETWEEN 1 AND 64),
    last_log_in_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, network)
);

-- What a purge looks for.
CREATE INDEX known_network_last_idx ON known_network (last_log_in_at);
