DROP TABLE customer_purchase;
