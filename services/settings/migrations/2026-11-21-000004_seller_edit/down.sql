DROP TABLE seller_edit;
