DROP FUNCTION make_append_only(regclass);
DROP FUNCTION refuse_change();
