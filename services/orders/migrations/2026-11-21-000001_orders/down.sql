DROP TABLE settlement;
DROP TABLE order_code_counter;
DROP TABLE order_revision;
DROP TABLE order_line;
DROP TABLE sales_order;
DROP TABLE customer_counter;
DROP TABLE customer;
