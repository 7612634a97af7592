ALTER TABLE commission_invoice_order DROP COLUMN customer;
