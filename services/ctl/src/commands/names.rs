//! What a seller's products and customers are called now, as their services tell it.

use pishkhan_proto::{catalogue::v1 as catalogue, orders::v1 as orders, reports::v1 as reports};

use crate::clients::{Clients, explain};

/// The next page of the names of products, and the token of the one behind it; empty on the last.
pub async fn products(
    clients: &Clients,
    seller_id: &str,
    page_token: String,
) -> anyhow::Result<(Vec<reports::RebuildProduct>, String)> {
    let request = catalogue::ListProductNamesRequest { seller_id: seller_id.to_owned(), page_size: 0, page_token };
    let answer = clients.catalogue().list_product_names(request).await;
    let catalogue::ListProductNamesResponse { products, next_page_token } =
        answer.map_err(|status| explain(&status))?.into_inner();
    Ok((products.into_iter().map(product).collect(), next_page_token))
}

/// The next page of customers, and the token of the one behind it; empty on the last.
pub async fn customers(
    clients: &Clients,
    seller_id: &str,
    page_token: String,
) -> anyhow::Result<(Vec<reports::RebuildCustomer>, String)> {
    let request = orders::ListCustomerNamesRequest { seller_id: seller_id.to_owned(), page_size: 0, page_token };
    let answer = clients.orders().list_customer_names(request).await;
    let orders::ListCustomerNamesResponse { customers, next_page_token } =
        answer.map_err(|status| explain(&status))?.into_inner();
    Ok((customers.into_iter().map(customer).collect(), next_page_token))
}

fn product(product: catalogue::ProductChanged) -> reports::RebuildProduct {
    let catalogue::ProductChanged { product_id, seller_id: _, title, types, change_time } = product;
    let named = |catalogue::NamedType { type_id, name }| reports::RebuildType { type_id, name };
    reports::RebuildProduct { product_id, title, types: types.into_iter().map(named).collect(), change_time }
}

fn customer(customer: orders::CustomerChanged) -> reports::RebuildCustomer {
    let orders::CustomerChanged { customer_id, seller_id: _, title, activity_area, change_time } = customer;
    reports::RebuildCustomer { customer_id, title, activity_area, change_time }
}
