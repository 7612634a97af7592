DROP INDEX product_type_image_urls;
DROP INDEX product_image_urls;
DROP TABLE image;
