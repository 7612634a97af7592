ALTER TABLE settlement
    DROP CONSTRAINT settlement_kind_check,
    ADD CONSTRAINT settlement_kind_check CHECK (kind IN (0, 1, 2));
ALTER TABLE order_revision DROP COLUMN shipping_toman;
DROP INDEX sales_order_code_of_any_seller;
DROP INDEX sales_order_of_any_seller;
ALTER TABLE sales_order
    DROP CONSTRAINT sales_order_deleted,
    DROP COLUMN paper_bill_toman,
    DROP COLUMN deleted_at;
