ALTER TABLE sales_order
    -- in no list any more; the row stays for the audit, and so that nothing else gets its code
    ADD COLUMN deleted_at timestamptz,
    -- the total that was typed onto the paper invoice
    ADD COLUMN paper_bill_toman bigint
        CONSTRAINT sales_order_paper_bill CHECK (paper_bill_toman BETWEEN 0 AND 1000000000000000),
    -- a registered order is cancelled first, and a reopened one gives its goods back by being deleted
    ADD CONSTRAINT sales_order_deleted CHECK (deleted_at IS NULL OR (status <> 1 AND NOT reopened));

-- Operators name an order without its seller.
CREATE UNIQUE INDEX sales_order_of_any_seller ON sales_order (order_id);
CREATE INDEX sales_order_code_of_any_seller ON sales_order (code);

-- Null in revisions from before shipping could change.
ALTER TABLE order_revision
    ADD COLUMN shipping_toman bigint CONSTRAINT order_revision_shipping CHECK (shipping_toman >= 0);

-- 3 is a deletion.
ALTER TABLE settlement
    DROP CONSTRAINT settlement_kind_check,
    ADD CONSTRAINT settlement_kind_check CHECK (kind BETWEEN 0 AND 3);
