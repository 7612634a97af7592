-- So many selling units that can still be sold, or fewer, are few. No row is rewritten, and a process of before, which does
-- not name the column, goes on writing.
ALTER TABLE product_type ADD COLUMN low_stock bigint NOT NULL DEFAULT 10
    CHECK (low_stock BETWEEN 0 AND 1000000000);
