DROP INDEX product_import_row_batch;
ALTER TABLE product_import_row DROP COLUMN batch, DROP COLUMN product_code, DROP COLUMN type_code, DROP COLUMN image_id;
ALTER TABLE product_import DROP COLUMN batches;
