DROP TABLE told_until;
