CREATE UNIQUE INDEX sales_order_of_any_seller ON sales_order (order_id);
CREATE INDEX sales_order_code_of_any_seller ON sales_order (code);
DROP TRIGGER keep_order_directory ON sales_order;
DROP FUNCTION keep_order_directory();
DROP TABLE order_directory;
