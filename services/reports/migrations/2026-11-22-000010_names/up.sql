-- Names used to be known from orders only, which tell what things were called on their day. Now their owners tell them
-- (product.changed, customer.changed), and what an owner has told no order replaces. Constant defaults and nulls: no row
-- is rewritten, and a process of before, which does not name the columns, goes on writing.
ALTER TABLE product_label
    -- whether its owner told it, at the time told_at; otherwise an order did
    ADD COLUMN by_owner boolean NOT NULL DEFAULT false,
    -- when it became known here; null from before that was kept
    ADD COLUMN applied_at timestamptz;
ALTER TABLE customer_label
    ADD COLUMN by_owner boolean NOT NULL DEFAULT false,
    ADD COLUMN applied_at timestamptz,
    -- where the customer's figures belong; null while only orders have named the customer: each counts where it says
    ADD COLUMN activity_area text,
    ADD CONSTRAINT customer_label_has_its_area CHECK ((activity_area IS NOT NULL) = by_owner);

-- A customer that moves takes the figures of its orders along.
CREATE INDEX contribution_of_customer ON contribution (seller_id, customer_id) WHERE customer_id IS NOT NULL;
