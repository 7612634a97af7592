DROP TABLE reset_code;
