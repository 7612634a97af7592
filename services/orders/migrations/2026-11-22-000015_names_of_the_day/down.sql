DROP TRIGGER keep_names_of_the_day ON sales_order;
DROP FUNCTION keep_names_of_the_day;
DROP TRIGGER keep_past_names ON customer;
DROP FUNCTION keep_past_names;
DROP TABLE customer_past_names;
ALTER TABLE sales_order DROP COLUMN customer_names_version;
ALTER TABLE customer DROP COLUMN names_version;
