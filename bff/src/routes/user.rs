//! `/user/…`: the session, the seller's profile, the customers.

use actix_web::{
    get,
    web::{Data, Query},
};
use pishkhan_proto::{catalogue::v1 as catalogue, orders::v1 as orders, settings::v1 as settings};
use utoipa_actix_web::service_config::ServiceConfig;

use super::order_list;
use crate::{
    reply::Reply,
    session::{Person, Seller},
    wire::{
        customer::{CustomerListQuery, CustomerListReply, PageNumber},
        error::{BffError, ErrorReply},
        period::{PeriodQuery, time_span},
        refusals::SellerReads,
        seller::SellerReply,
        user::ValidateReply,
    },
    worker::Worker,
};

/// Adds the calls of this prefix.
pub fn configure(config: &mut ServiceConfig) {
    config
        .service(validate_token)
        .service(seller_bind)
        .service(list_customers)
        .service(order_list::list_customer_areas);
}

/// Says whose session this is.
#[utoipa::path(
    tag = "user",
    responses(
        (status = 200, description = "A live session", body = ValidateReply),
        (status = 401, description = "No valid session", body = ErrorReply),
        (status = 429, description = "Too many unknown sessions from this network", body = ErrorReply),
        (status = 503, description = "A service behind is away", body = ErrorReply),
    )
)]
#[get("/user/validate-token-app2")]
pub async fn validate_token(person: Person) -> Reply<ValidateReply> {
    Reply(person.user().clone().into())
}

/// The seller's profile, limits and number of product types.
#[utoipa::path(
    tag = "user",
    responses(
        (status = 200, description = "The seller", body = SellerReply),
        SellerReads,
    )
)]
#[get("/user/seller-bind-app2")]
pub async fn seller_bind(worker: Data<Worker>, seller: Seller) -> Result<Reply<SellerReply>, BffError> {
    let seller_id = seller.id();
    let (mut profiles, mut limits, mut counts) =
        (worker.clients.settings(), worker.clients.settings(), worker.clients.catalogue());
    let mut terms = worker.clients.agreed_terms();
    let (profile, limits, terms, counts) = tokio::try_join!(
        seller.ask("settings", profiles.get_seller(settings::GetSellerRequest { seller_id: seller_id.clone() })),
        seller.ask("settings", limits.get_limits(settings::GetLimitsRequest { seller_id: seller_id.clone() })),
        seller
            .ask("settings", terms.get_agreed_terms(settings::GetAgreedTermsRequest { seller_id: seller_id.clone() })),
        seller.ask("catalogue", counts.get_catalogue_counts(catalogue::GetCatalogueCountsRequest { seller_id })),
    )?;
    let (version, profile) = (profile.version, profile.seller.ok_or_else(BffError::not_found)?);
    let limits = limits.limits.unwrap_or_default();
    Ok(Reply(SellerReply::new(profile, version, limits, counts.types, terms.proposal)))
}

/// The seller's customers, newest activity first unless `sort` says otherwise.
#[utoipa::path(
    tag = "user",
    params(CustomerListQuery, PeriodQuery),
    responses(
        (status = 200, description = "A page of customers", body = CustomerListReply),
        (status = 400, description = "Malformed query", body = ErrorReply),
        SellerReads,
    )
)]
#[get("/user/customer-list-app2")]
pub async fn list_customers(
    worker: Data<Worker>,
    seller: Seller,
    query: Query<CustomerListQuery>,
    period: Query<PeriodQuery>,
) -> Result<Reply<CustomerListReply>, BffError> {
    let page = PageNumber::parse(query.page.as_deref(), query.limit.as_deref())?;
    let request = orders::ListCustomersRequest {
        seller_id: seller.id(),
        page_size: page.limit,
        page_token: String::new(),
        skip: page.skip(),
        last_order: time_span(&period.period()?, worker.clock.now()),
        has_open_order: query.has_open_order()?,
        sort: query.sort()?.into(),
        search: query.into_inner().search.unwrap_or_default(),
    };
    let reply = seller.ask("orders", worker.clients.orders().list_customers(request)).await?;
    Ok(Reply(CustomerListReply::new(reply, page)))
}
