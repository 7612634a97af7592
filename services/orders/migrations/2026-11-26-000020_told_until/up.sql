-- Until when others were told that they have been told everything. One row.
CREATE TABLE told_until (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    until timestamptz NOT NULL
);
INSERT INTO told_until (until) VALUES ('epoch');
