-- The discount tiers that an order uses, as they were when it was last changed; null when it uses none, as all orders
-- from before. Its sums are derived from its lines and these.
ALTER TABLE sales_order ADD COLUMN tiers jsonb;

-- A revision keeps them, and what they took off when it was saved.
ALTER TABLE order_revision
    ADD COLUMN tiers jsonb,
    ADD COLUMN discounts jsonb;
