-- The transaction that last changed what a product is listed by. A process that keeps a seller's list in memory finds by
-- it what has changed since: all of a transaction that its snapshot did not see yet. The trigger serves whoever writes.
ALTER TABLE product ADD COLUMN changed_xid xid8 NOT NULL DEFAULT '0';
CREATE INDEX product_by_change ON product (seller_id, changed_xid);

CREATE FUNCTION mark_product_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.changed_xid := pg_current_xact_id();
    RETURN NEW;
END
$$;
CREATE TRIGGER mark_product_changed BEFORE INSERT OR UPDATE OF title_folded, brand_id, units_sold ON product
    FOR EACH ROW EXECUTE FUNCTION mark_product_changed();
