DROP INDEX contribution_of_customer;
ALTER TABLE customer_label DROP COLUMN activity_area, DROP COLUMN applied_at, DROP COLUMN by_owner;
ALTER TABLE product_label DROP COLUMN applied_at, DROP COLUMN by_owner;
