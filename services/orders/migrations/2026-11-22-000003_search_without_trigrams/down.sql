DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') THEN
        CREATE EXTENSION IF NOT EXISTS pg_trgm;
        CREATE INDEX customer_by_title ON customer USING gin (title_folded gin_trgm_ops);
    END IF;
EXCEPTION WHEN insufficient_privilege THEN
    RAISE NOTICE 'pg_trgm may not be installed by this role: searches read all customers of a seller';
END
$$;
