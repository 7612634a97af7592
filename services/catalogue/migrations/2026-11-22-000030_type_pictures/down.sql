-- What shows is the same either way.
SELECT 1;
