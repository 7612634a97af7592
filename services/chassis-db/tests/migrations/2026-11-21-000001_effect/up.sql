CREATE TABLE effect (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    note text NOT NULL
);
CREATE TABLE ledger (
    id integer PRIMARY KEY,
    amount bigint NOT NULL
);
SELECT make_append_only('ledger');
