-- Another value with each change of the holidays, so that whoever keeps them in memory sees whether they still are these.
CREATE TABLE holiday_version (
    -- There is one row.
    single  boolean PRIMARY KEY DEFAULT true CHECK (single),
    -- Random: a number would come again on a standby that takes over without the last changes.
    version uuid    NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO holiday_version DEFAULT VALUES;

CREATE FUNCTION mark_holidays_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE holiday_version SET version = gen_random_uuid();
    RETURN NULL;
END $$;

CREATE TRIGGER mark_holidays_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON holiday
    FOR EACH STATEMENT EXECUTE FUNCTION mark_holidays_changed();
CREATE TRIGGER mark_holidays_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON holiday_year
    FOR EACH STATEMENT EXECUTE FUNCTION mark_holidays_changed();
