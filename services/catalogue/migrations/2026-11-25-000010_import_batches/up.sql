-- A file is compared and saved in batches of whole products, so that it never is in memory as a whole. A process of before
-- leaves these columns empty; what it has looked at can be looked at again, and not be committed by a new one.
ALTER TABLE product_import
    -- how many batches there are
    ADD COLUMN batches integer CHECK (batches >= 0);
ALTER TABLE product_import_row
    -- of a row that changes something: its batch, counted from 0, and what is locked before it is saved
    ADD COLUMN batch integer CHECK (batch >= 0),
    ADD COLUMN product_code text,
    ADD COLUMN type_code text,
    ADD COLUMN image_id text;
CREATE INDEX product_import_row_batch ON product_import_row (seller_id, import_id, batch, row_number)
    WHERE basis IS NOT NULL;
