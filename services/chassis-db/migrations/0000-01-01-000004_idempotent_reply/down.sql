DROP TABLE idempotent_reply;
