DROP TABLE product_import_row;
DROP TABLE product_import;
