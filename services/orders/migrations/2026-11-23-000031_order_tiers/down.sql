ALTER TABLE order_revision DROP COLUMN discounts, DROP COLUMN tiers;
ALTER TABLE sales_order DROP COLUMN tiers;
