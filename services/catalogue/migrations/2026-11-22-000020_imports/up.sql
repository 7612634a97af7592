-- What a seller's file would change, kept for half an hour until it is committed or forgotten.
CREATE TABLE product_import (
    seller_id uuid NOT NULL,
    import_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    -- rows that were refused, at the preview and at the commit
    failed integer NOT NULL CHECK (failed >= 0),
    committed_at timestamptz,
    -- what the commit answered
    created integer CHECK (created >= 0),
    updated integer CHECK (updated >= 0),
    PRIMARY KEY (seller_id, import_id),
    CONSTRAINT product_import_committed CHECK (num_nulls(committed_at, created, updated) IN (0, 3))
);
CREATE INDEX product_import_expiry ON product_import (expires_at);

-- Its rows that change something, and those that were refused; rows that change nothing are not kept.
CREATE TABLE product_import_row (
    seller_id uuid NOT NULL,
    import_id uuid NOT NULL,
    -- the row's number in the file
    row_number integer NOT NULL,
    -- as it stands in the file, as JSON; a cell may hold what jsonb takes for no text
    cells text NOT NULL,
    -- of a row that changes something: a hash of what it was compared with
    basis bytea CHECK (octet_length(basis) = 32),
    -- of a refused row: what is wrong with it, as JSON
    problems text,
    PRIMARY KEY (seller_id, import_id, row_number),
    FOREIGN KEY (seller_id, import_id) REFERENCES product_import (seller_id, import_id) ON DELETE CASCADE,
    CONSTRAINT product_import_row_is_good_or_refused CHECK (num_nonnulls(basis, problems) = 1)
);
