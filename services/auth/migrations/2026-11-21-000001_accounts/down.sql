DROP TABLE shared_key;
DROP TABLE session;
DROP TABLE credential;
DROP TABLE user_account;
