DROP TABLE commission_invoice_order;
DROP TABLE commission_invoice_line;
DROP TABLE commission_invoice;
DROP TABLE invoice_counter;
DROP TABLE terms_proposal;
DROP TABLE agreed_terms;
