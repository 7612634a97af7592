-- What is few of a type: so many selling units that can still be sold, or fewer. Whether it is so stands in the row, and an index
-- has those of which it is, so that a list of them does not read a seller's whole stock; orders change neither, as long as
-- the type stays on its side of the line. The table is rewritten; processes of before, which do not name the columns, go on
-- writing.
ALTER TABLE stock
    ADD COLUMN low_stock bigint NOT NULL DEFAULT 10 CHECK (low_stock BETWEEN 0 AND 1000000000),
    ADD COLUMN is_low boolean NOT NULL GENERATED ALWAYS AS (on_hand - reserved <= low_stock) STORED;
CREATE INDEX stock_low ON stock (seller_id, type_id) WHERE is_low;
