DROP TABLE delivery_rule;
DROP TABLE seller_limits;
DROP TABLE seller_creation;
DROP TABLE seller;
