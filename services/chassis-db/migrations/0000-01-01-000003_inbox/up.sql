-- Events already handled here. A row is written in the transaction of the event's effect.
CREATE TABLE inbox (
    consumer text NOT NULL,
    event_id uuid NOT NULL,
    handled_at timestamptz NOT NULL,
    PRIMARY KEY (consumer, event_id)
);
CREATE INDEX inbox_by_age ON inbox (handled_at);
