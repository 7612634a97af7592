-- A seller's orders by their age, all of them or those of one status.
CREATE INDEX sales_order_by_creation ON sales_order (seller_id, created_at, order_id) WHERE deleted_at IS NULL;
CREATE INDEX sales_order_by_status ON sales_order (seller_id, status, created_at, order_id) WHERE deleted_at IS NULL;
-- The same key with the type in front of the order: it also finds the orders of a type.
ALTER TABLE order_line DROP CONSTRAINT order_line_type,
    ADD CONSTRAINT order_line_type UNIQUE (seller_id, type_id, order_id);
CREATE INDEX customer_by_area ON customer (seller_id, activity_area, customer_id);
