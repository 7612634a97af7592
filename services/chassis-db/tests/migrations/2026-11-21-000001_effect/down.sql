DROP TABLE ledger;
DROP TABLE effect;
