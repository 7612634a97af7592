DROP TRIGGER mark_holidays_changed ON holiday_year;
DROP TRIGGER mark_holidays_changed ON holiday;
DROP FUNCTION mark_holidays_changed();
DROP TABLE holiday_version;
