DROP TABLE account_reset;
