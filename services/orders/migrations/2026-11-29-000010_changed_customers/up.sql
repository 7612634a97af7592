-- The transaction that last changed what a customer is listed by. A process that keeps a seller's list in memory finds by
-- it what has changed since: all of a transaction that its snapshot did not see yet. The trigger serves whoever writes.
ALTER TABLE customer ADD COLUMN changed_xid xid8 NOT NULL DEFAULT '0';
CREATE INDEX customer_by_change ON customer (seller_id, changed_xid);

CREATE FUNCTION mark_customer_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.changed_xid := pg_current_xact_id();
    RETURN NEW;
END
$$;
CREATE TRIGGER mark_customer_changed
    BEFORE INSERT OR UPDATE OF title_folded, connected, last_order_at, open_orders ON customer
    FOR EACH ROW EXECUTE FUNCTION mark_customer_changed();
