DROP INDEX customer_by_area;
ALTER TABLE order_line DROP CONSTRAINT order_line_type,
    ADD CONSTRAINT order_line_type UNIQUE (seller_id, order_id, type_id);
DROP INDEX sales_order_by_status;
DROP INDEX sales_order_by_creation;
