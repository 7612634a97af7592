-- A report of one bucket (all of time, a month, a day) is read in its order: a page costs its rows, however many
-- types and customers the seller has.
CREATE INDEX product_sales_by_amount ON product_sales (seller_id, bucket, amount_toman DESC, type_id);
CREATE INDEX customer_sales_by_amount ON customer_sales (seller_id, bucket, amount_toman DESC, customer_id);
