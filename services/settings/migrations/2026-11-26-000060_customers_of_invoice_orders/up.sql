-- What the customer was called then; empty when it is not known.
ALTER TABLE commission_invoice_order ADD COLUMN customer text NOT NULL DEFAULT '';
