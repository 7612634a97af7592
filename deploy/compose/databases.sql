-- What `make run` makes by deploy/dev/lib/databases.py. The image of PostgreSQL runs it with psql, once: while the volume is new.
-- Of each row psql runs one column after the other.
SELECT
    format('CREATE ROLE pishkhan_%s_owner LOGIN', service),
    format('CREATE ROLE pishkhan_%s LOGIN', service),
    format('ALTER ROLE pishkhan_%s SET plan_cache_mode = %L', service, plans),
    format('ALTER ROLE pishkhan_%s SET statement_timeout = %L', service, '15s'),
    format('ALTER ROLE pishkhan_%s SET lock_timeout = %L', service, '5s'),
    format('ALTER ROLE pishkhan_%s SET idle_in_transaction_session_timeout = %L', service, '60s'),
    format('CREATE DATABASE pishkhan_%1$s OWNER pishkhan_%1$s_owner', service),
    -- no service can as much as connect to another's database
    format('REVOKE ALL ON DATABASE pishkhan_%s FROM PUBLIC', service)
FROM (VALUES
    ('auth', 'force_generic_plan'),
    ('settings', 'force_generic_plan'),
    ('orders', 'force_generic_plan'),
    ('catalogue', 'force_generic_plan'),
    -- its parameters are skewed
    ('reports', 'auto')
) AS made (service, plans)
\gexec

\connect pishkhan_catalogue
CREATE EXTENSION pg_trgm;
\connect pishkhan_orders
CREATE EXTENSION pg_trgm;
