ALTER TABLE product_type DROP COLUMN version;
