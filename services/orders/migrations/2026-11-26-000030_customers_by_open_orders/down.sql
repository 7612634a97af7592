DROP INDEX customer_with_open_orders;
