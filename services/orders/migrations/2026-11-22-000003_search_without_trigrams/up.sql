-- pg_trgm takes no letters beyond ASCII from a database whose LC_CTYPE is C: a search for a Persian name had no trigrams
-- to look for and read the titles of all sellers. One seller's customers, by their activity, are quicker read without it.
DROP INDEX IF EXISTS customer_by_title;
