DROP TABLE holiday;
DROP TABLE holiday_year;
