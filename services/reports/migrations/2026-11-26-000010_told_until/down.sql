DROP TABLE told_ahead;
DROP TABLE told_until;
