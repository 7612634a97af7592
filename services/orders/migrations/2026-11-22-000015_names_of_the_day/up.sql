-- An order keeps the names of its day: what its customer was called when it was placed. A customer counts the changes of
-- its names and keeps what it was called before each; an order says after how many of them it was placed. So a change
-- costs one row, however many orders there are, and an order of a customer that never changed costs nothing. Constant
-- defaults: no row is rewritten, and orders from before keep what their customers are called now.
ALTER TABLE customer ADD COLUMN names_version integer NOT NULL DEFAULT 0;
ALTER TABLE sales_order ADD COLUMN customer_names_version integer NOT NULL DEFAULT 0;
CREATE TABLE customer_past_names (
    seller_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    -- what customer.names_version was while it was called this
    names_version integer NOT NULL,
    title text NOT NULL,
    trade_type text NOT NULL,
    shop_name text NOT NULL,
    activity_area text NOT NULL,
    PRIMARY KEY (seller_id, customer_id, names_version),
    FOREIGN KEY (seller_id, customer_id) REFERENCES customer
);

-- Both are kept by triggers: what a process of before changes or places while it still runs counts, too.
CREATE FUNCTION keep_past_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO customer_past_names (seller_id, customer_id, names_version, title, trade_type, shop_name, activity_area)
    VALUES (OLD.seller_id, OLD.customer_id, OLD.names_version, OLD.title, OLD.trade_type, OLD.shop_name, OLD.activity_area);
    NEW.names_version := OLD.names_version + 1;
    RETURN NEW;
END
$$;
CREATE TRIGGER keep_past_names BEFORE UPDATE OF title, trade_type, shop_name, activity_area ON customer FOR EACH ROW
    WHEN ((OLD.title, OLD.trade_type, OLD.shop_name, OLD.activity_area)
        IS DISTINCT FROM (NEW.title, NEW.trade_type, NEW.shop_name, NEW.activity_area))
    EXECUTE FUNCTION keep_past_names();

CREATE FUNCTION keep_names_of_the_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- a customer that is not there is refused by the key
    NEW.customer_names_version := coalesce((SELECT c.names_version FROM customer c
        WHERE c.seller_id = NEW.seller_id AND c.customer_id = NEW.customer_id), 0);
    RETURN NEW;
END
$$;
CREATE TRIGGER keep_names_of_the_day BEFORE INSERT ON sales_order
    FOR EACH ROW EXECUTE FUNCTION keep_names_of_the_day();
