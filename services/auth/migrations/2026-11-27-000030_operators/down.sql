DROP TABLE tool_token;
DROP TABLE password_link;
ALTER TABLE credential DROP COLUMN chosen;
DROP INDEX user_account_operator_idx;
ALTER TABLE user_account DROP COLUMN disabled_at;
