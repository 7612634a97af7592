-- Until when the facts about all sellers' orders have been told, without a gap. One row. A database that has figures
-- already has been told of them so far.
CREATE TABLE told_until (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    until timestamptz NOT NULL
);
INSERT INTO told_until (until) SELECT CASE WHEN EXISTS (SELECT FROM contribution) THEN now() ELSE 'epoch' END;

-- What was told behind a gap, which may close: two processes take in what one has told.
CREATE TABLE told_ahead (
    since timestamptz NOT NULL,
    until timestamptz PRIMARY KEY CHECK (until > since)
);
