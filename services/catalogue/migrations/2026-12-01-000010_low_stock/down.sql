ALTER TABLE product_type DROP COLUMN low_stock;
