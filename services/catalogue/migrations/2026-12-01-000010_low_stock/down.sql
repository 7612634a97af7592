DROP INDEX stock_low;
ALTER TABLE stock DROP COLUMN is_low, DROP COLUMN low_stock;
