-- Events that a consumer gave up, until what they should have done is done in another way or nobody asks any more.
CREATE TABLE set_aside (
    consumer text NOT NULL,
    -- what it shares with events that must not pass it: the seller, where that can be read
    lane uuid NOT NULL,
    event_id uuid NOT NULL,
    topic text NOT NULL,
    kind text NOT NULL,
    key uuid NOT NULL,
    reason text NOT NULL,
    set_aside_at timestamptz NOT NULL,
    PRIMARY KEY (consumer, lane, event_id)
);
CREATE INDEX set_aside_by_age ON set_aside (set_aside_at);
