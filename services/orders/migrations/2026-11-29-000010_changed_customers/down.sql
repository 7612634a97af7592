DROP TRIGGER mark_customer_changed ON customer;
DROP FUNCTION mark_customer_changed();
DROP INDEX customer_by_change;
ALTER TABLE customer DROP COLUMN changed_xid;
