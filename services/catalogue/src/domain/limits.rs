//! How long and how large things may be. The database checks the same.

/// Scalar values in a code.
pub const CODE: usize = 64;
/// Scalar values in a title or a type's name.
pub const TITLE: usize = 200;
/// Scalar values in the name of a brand or category.
pub const NAME: usize = 100;
/// Scalar values in a description.
pub const DESCRIPTION: usize = 300;
/// Bytes in the address of a picture.
pub const URL: usize = 2_048;
/// Pieces in one selling unit.
pub const PIECES: i32 = 100_000;
/// Tomans that one selling unit may cost.
pub const PRICE_TOMAN: i64 = 1_000_000_000_000;
/// Selling units that may lie in stock.
pub const STOCK: i64 = 1_000_000_000;
/// Selling units in one line of an order.
pub const QUANTITY: i64 = 1_000_000;
/// Lines of one order.
pub const LINES: usize = 500;
/// Scalar values in a search.
pub const SEARCH: usize = 100;
/// Brands that a list may be filtered by.
pub const BRANDS: usize = 100;
/// Brands of one page.
pub const BRAND_PAGE: u32 = 1_000;
/// Products of one page.
pub const PRODUCTS: i32 = 100;
/// Types of one product: at their largest they still fit into one reply.
pub const TYPES: i32 = 900;
/// Rows of a file that name the same product: more than it may have types.
pub const ROWS_OF_PRODUCT: usize = 1_000;
/// Bytes of the texts of one row as it stands in a file: twice what the longest row has when it is stored.
pub const ROW_BYTES: usize = 12 * 1_024;
/// Rows of a file that is looked at before it is committed.
pub const FILE: usize = 40_000;
/// Bytes of their texts.
pub const FILE_BYTES: usize = 24 * 1_024 * 1_024;
/// Ids or rows in one request.
pub const BATCH: usize = 500;
