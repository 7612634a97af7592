DROP TRIGGER mark_product_changed ON product;
DROP FUNCTION mark_product_changed();
DROP INDEX product_by_change;
ALTER TABLE product DROP COLUMN changed_xid;
