-- Who makes an invoice has its draft until then, by the database's clock; none in a draft that a process of before began.
ALTER TABLE commission_invoice ADD COLUMN held_until timestamptz;
