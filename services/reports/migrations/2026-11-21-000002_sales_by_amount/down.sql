DROP INDEX customer_sales_by_amount;
DROP INDEX product_sales_by_amount;
