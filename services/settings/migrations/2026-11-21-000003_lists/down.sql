DROP TABLE seller_choice;
DROP TABLE choice;
DROP TABLE text_card;
DROP TABLE discount_tier;
