-- Whose an order is: for operators and for whoever holds a paper, who name an order or its code and no seller. It is the
-- only table of orders that a seller's id does not lead to; everything else is looked up below the seller that it tells.
CREATE TABLE order_directory (
    order_id uuid PRIMARY KEY,
    seller_id uuid NOT NULL,
    -- as in sales_order, where neither ever changes
    code text NOT NULL,
    created_at timestamptz NOT NULL
);
CREATE INDEX order_directory_by_code ON order_directory (code, created_at DESC, order_id DESC);

-- Kept by a trigger: what a process of before places while it still runs stands in it, too.
CREATE FUNCTION keep_order_directory() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        DELETE FROM order_directory WHERE order_id = OLD.order_id AND seller_id = OLD.seller_id;
    ELSE
        INSERT INTO order_directory (order_id, seller_id, code, created_at)
        VALUES (NEW.order_id, NEW.seller_id, NEW.code, NEW.created_at);
    END IF;
    RETURN NULL;
END
$$;
-- Nobody places an order between the copy and the trigger: making a trigger locks the table until the end.
CREATE TRIGGER keep_order_directory AFTER INSERT OR DELETE ON sales_order
    FOR EACH ROW EXECUTE FUNCTION keep_order_directory();
INSERT INTO order_directory (order_id, seller_id, code, created_at)
SELECT order_id, seller_id, code, created_at FROM sales_order;

-- An order's id stays unique among all sellers, by the directory's key. No statement of a process of before has one of
-- these as the target of an ON CONFLICT; what it looks up without a seller is found without them, too, by reading the
-- table until it is replaced.
DROP INDEX sales_order_of_any_seller;
DROP INDEX sales_order_code_of_any_seller;
