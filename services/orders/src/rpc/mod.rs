//! The only tonic and prost: messages to commands, answers to messages, errors to statuses.

pub mod clients;
mod commands;
mod history;
mod intents;
mod messages;
mod names;
mod registered;
mod status;

use std::sync::Arc;

use pishkhan_chassis::{
    access::{Caller, CallerKind},
    errors::{invalid_field, problem},
    paging::{PAGE_BYTES, decode_token, encode_token, fitting, page_size},
    parse,
    passport::Role,
};
use pishkhan_proto::activity::v1 as activity;
use pishkhan_proto::orders::v1::{self as pb, orders_service_server::OrdersService};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use crate::app::{App, CustomerPage, FoundOrders, OrderPage, OrderView};

/// The contract's service over the use cases.
#[derive(Debug, Clone)]
pub struct OrdersRpc(Arc<App>);

impl OrdersRpc {
    /// Serves these use cases.
    pub const fn new(app: Arc<App>) -> Self {
        Self(app)
    }

    /// The seller whose order a caller means. Operators have none and need not name one: the order tells whose it is.
    async fn seller_of(&self, caller: &Caller, seller_id: &str, order_id: &str) -> Result<Uuid, Status> {
        if seller_id.is_empty() && caller.kind == CallerKind::User && caller.has_role(Role::Operator) {
            return Ok(self.0.seller_of(parse::uuid("order_id", order_id)?).await?);
        }
        seller(caller, seller_id)
    }
}

/// Checks that the caller may touch the seller that a request names.
fn seller(caller: &Caller, requested: &str) -> Result<Uuid, Status> {
    caller.seller(parse::uuid("seller_id", requested)?)
}

/// As many orders of a page as an answer holds, and the token of what is behind them.
fn page_of(OrderPage { orders, next }: OrderPage) -> (Vec<pb::OrderSummary>, String) {
    let places: Vec<_> = orders.iter().map(|found| (found.order.created_at, found.order.order_id)).collect();
    let (orders, cut) = fitting(orders.into_iter().map(pb::OrderSummary::from), PAGE_BYTES);
    let next = if cut { places.get(orders.len().saturating_sub(1)).copied() } else { next };
    (orders, next.map(|next| encode_token(&next)).unwrap_or_default())
}

/// The seller that a tool means: none when it may see all and names none.
fn any_seller(caller: &Caller, requested: &str) -> Result<Option<Uuid>, Status> {
    match parse::optional_uuid("seller_id", requested)? {
        Some(seller_id) => Ok(Some(caller.seller(seller_id)?)),
        // A tool for one seller sees only that one.
        None if caller.kind == CallerKind::Tool => Ok(caller.seller_id),
        None => Err(invalid_field("seller_id", problem::REQUIRED)),
    }
}

#[tonic::async_trait]
impl OrdersService for OrdersRpc {
    async fn list_customers(
        &self,
        request: Request<pb::ListCustomersRequest>,
    ) -> Result<Response<pb::ListCustomersResponse>, Status> {
        let caller = Caller::of(&request)?;
        let query = commands::list_customers(&caller, request.into_inner())?;
        let has_open_order = query.filter.has_open_order;
        let CustomerPage { customers, next, counts } = self.0.list_customers(query).await?;
        let total_size = match has_open_order {
            None => counts.all,
            Some(true) => counts.with_open_order,
            Some(false) => counts.all - counts.with_open_order,
        };
        Ok(Response::new(pb::ListCustomersResponse {
            customers: customers.into_iter().map(Into::into).collect(),
            next_page_token: next.map(|next| encode_token(&next)).unwrap_or_default(),
            totals: Some(counts.into()),
            total_size,
        }))
    }

    async fn get_customer_counts(
        &self,
        request: Request<pb::GetCustomerCountsRequest>,
    ) -> Result<Response<pb::GetCustomerCountsResponse>, Status> {
        let caller = Caller::of(&request)?;
        let pb::GetCustomerCountsRequest { seller_id } = request.into_inner();
        let counts = self.0.customer_counts(seller(&caller, &seller_id)?).await?;
        Ok(Response::new(pb::GetCustomerCountsResponse { totals: Some(counts.into()) }))
    }

    async fn disconnect_all_customers(
        &self,
        request: Request<pb::DisconnectAllCustomersRequest>,
    ) -> Result<Response<pb::DisconnectAllCustomersResponse>, Status> {
        let caller = Caller::of(&request)?;
        let command = commands::disconnect_all(&caller, request.into_inner())?;
        let disconnected = self.0.disconnect_all(command).await?;
        Ok(Response::new(pb::DisconnectAllCustomersResponse { disconnected }))
    }

    async fn reset_account(
        &self,
        request: Request<pb::ResetAccountRequest>,
    ) -> Result<Response<pb::ResetAccountResponse>, Status> {
        let caller = Caller::of(&request)?;
        let command = commands::reset_account(&caller, request.into_inner())?;
        Ok(Response::new(pb::ResetAccountResponse { disconnected: self.0.reset_account(command).await? }))
    }

    async fn import_customers(
        &self,
        request: Request<pb::ImportCustomersRequest>,
    ) -> Result<Response<pb::ImportCustomersResponse>, Status> {
        let caller = Caller::of(&request)?;
        let command = commands::import_customers(&caller, request.into_inner())?;
        Ok(Response::new(self.0.import_customers(command).await?.into()))
    }

    async fn list_customer_orders(
        &self,
        request: Request<pb::ListCustomerOrdersRequest>,
    ) -> Result<Response<pb::ListCustomerOrdersResponse>, Status> {
        let caller = Caller::of(&request)?;
        let query = commands::list_customer_orders(&caller, request.into_inner())?;
        let (page, total_size) = self.0.list_customer_orders(query).await?;
        let (orders, next_page_token) = page_of(page);
        Ok(Response::new(pb::ListCustomerOrdersResponse { orders, next_page_token, total_size }))
    }

    async fn list_orders(
        &self,
        request: Request<pb::ListOrdersRequest>,
    ) -> Result<Response<pb::ListOrdersResponse>, Status> {
        let caller = Caller::of(&request)?;
        let query = commands::list_orders(&caller, request.into_inner())?;
        let (page, counts) = self.0.list_orders(query).await?;
        let (orders, next_page_token) = page_of(page);
        Ok(Response::new(pb::ListOrdersResponse { orders, next_page_token, counts: counts.map(Into::into) }))
    }

    async fn list_activity_areas(
        &self,
        request: Request<pb::ListActivityAreasRequest>,
    ) -> Result<Response<pb::ListActivityAreasResponse>, Status> {
        let caller = Caller::of(&request)?;
        let pb::ListActivityAreasRequest { seller_id } = request.into_inner();
        let activity_areas = self.0.activity_areas(seller(&caller, &seller_id)?).await?;
        Ok(Response::new(pb::ListActivityAreasResponse { activity_areas }))
    }

    async fn get_order(&self, request: Request<pb::GetOrderRequest>) -> Result<Response<pb::GetOrderResponse>, Status> {
        let caller = Caller::of(&request)?;
        let pb::GetOrderRequest { seller_id, order_id } = request.into_inner();
        let seller_id = self.seller_of(&caller, &seller_id, &order_id).await?;
        let view: OrderView = self.0.get_order(seller_id, parse::uuid("order_id", &order_id)?).await?;
        Ok(Response::new(pb::GetOrderResponse { order: Some(view.into()) }))
    }

    async fn update_order_lines(
        &self,
        request: Request<pb::UpdateOrderLinesRequest>,
    ) -> Result<Response<pb::UpdateOrderLinesResponse>, Status> {
        let caller = Caller::of(&request)?;
        let command = commands::update_lines(&caller, request.into_inner())?;
        Ok(Response::new(self.0.update_lines(command).await?.into()))
    }

    async fn update_order_note(
        &self,
        request: Request<pb::UpdateOrderNoteRequest>,
    ) -> Result<Response<pb::UpdateOrderNoteResponse>, Status> {
        let caller = Caller::of(&request)?;
        let command = commands::update_note(&caller, request.into_inner())?;
        let version = self.0.update_note(command).await?;
        Ok(Response::new(pb::UpdateOrderNoteResponse { version }))
    }

    async fn save_order(
        &self,
        request: Request<pb::SaveOrderRequest>,
    ) -> Result<Response<pb::SaveOrderResponse>, Status> {
        let caller = Caller::of(&request)?;
        let request = request.into_inner();
        let seller_id = self.seller_of(&caller, &request.seller_id, &request.order_id).await?;
        let command = commands::save(&caller, request, seller_id)?;
        Ok(Response::new(self.0.save(command).await?.into()))
    }

    async fn cancel_order(
        &self,
        request: Request<pb::CancelOrderRequest>,
    ) -> Result<Response<pb::CancelOrderResponse>, Status> {
        let caller = Caller::of(&request)?;
        let request = request.into_inner();
        let seller_id = self.seller_of(&caller, &request.seller_id, &request.order_id).await?;
        let command = commands::cancel(&caller, request, seller_id)?;
        Ok(Response::new(self.0.cancel(command).await?.into()))
    }

    async fn revise_order(
        &self,
        request: Request<pb::ReviseOrderRequest>,
    ) -> Result<Response<pb::ReviseOrderResponse>, Status> {
        let caller = Caller::of(&request)?;
        let request = request.into_inner();
        let seller_id = self.seller_of(&caller, &request.seller_id, &request.order_id).await?;
        let command = commands::revise(&caller, request, seller_id)?;
        Ok(Response::new(self.0.revise(command).await?.into()))
    }

    async fn reopen_order(
        &self,
        request: Request<pb::ReopenOrderRequest>,
    ) -> Result<Response<pb::ReopenOrderResponse>, Status> {
        let caller = Caller::of(&request)?;
        let request = request.into_inner();
        let seller_id = seller(&caller, &request.seller_id)?;
        let command = commands::reopen(&caller, request, seller_id)?;
        Ok(Response::new(self.0.reopen(command).await?.into()))
    }

    async fn discard_order_changes(
        &self,
        request: Request<pb::DiscardOrderChangesRequest>,
    ) -> Result<Response<pb::DiscardOrderChangesResponse>, Status> {
        let caller = Caller::of(&request)?;
        let request = request.into_inner();
        let seller_id = seller(&caller, &request.seller_id)?;
        let command = commands::discard(&caller, request, seller_id)?;
        Ok(Response::new(self.0.discard(command).await?.into()))
    }

    async fn delete_order(
        &self,
        request: Request<pb::DeleteOrderRequest>,
    ) -> Result<Response<pb::DeleteOrderResponse>, Status> {
        let caller = Caller::of(&request)?;
        let request = request.into_inner();
        let seller_id = self.seller_of(&caller, &request.seller_id, &request.order_id).await?;
        let command = commands::delete(&caller, request, seller_id)?;
        Ok(Response::new(self.0.delete(command).await?.into()))
    }

    async fn get_order_history(
        &self,
        request: Request<pb::GetOrderHistoryRequest>,
    ) -> Result<Response<pb::GetOrderHistoryResponse>, Status> {
        let caller = Caller::of(&request)?;
        let pb::GetOrderHistoryRequest { seller_id, order_id } = request.into_inner();
        let seller_id = self.seller_of(&caller, &seller_id, &order_id).await?;
        let history = self.0.history(seller_id, parse::uuid("order_id", &order_id)?).await?;
        Ok(Response::new(history::answer(history)))
    }

    async fn find_orders_by_code(
        &self,
        request: Request<pb::FindOrdersByCodeRequest>,
    ) -> Result<Response<pb::FindOrdersByCodeResponse>, Status> {
        let caller = Caller::of(&request)?;
        let code = commands::code(&request.into_inner())?;
        // A tool for one seller sees only that one.
        let FoundOrders { orders, truncated } = self.0.find_by_code(caller.seller_id, code).await?;
        let orders = orders.into_iter().map(Into::into).collect();
        Ok(Response::new(pb::FindOrdersByCodeResponse { orders, truncated }))
    }

    async fn get_public_order(
        &self,
        request: Request<pb::GetPublicOrderRequest>,
    ) -> Result<Response<pb::GetPublicOrderResponse>, Status> {
        let pb::GetPublicOrderRequest { order_id } = request.into_inner();
        let order = self.0.public_order(parse::uuid("order_id", &order_id)?).await?;
        Ok(Response::new(order.into()))
    }

    async fn place_order(
        &self,
        request: Request<pb::PlaceOrderRequest>,
    ) -> Result<Response<pb::PlaceOrderResponse>, Status> {
        let caller = Caller::of(&request)?;
        let command = commands::place(&caller, request.into_inner())?;
        Ok(Response::new(self.0.place(command).await?.into()))
    }

    async fn quote_order(
        &self,
        request: Request<pb::QuoteOrderRequest>,
    ) -> Result<Response<pb::QuoteOrderResponse>, Status> {
        let query = commands::quote(&Caller::of(&request)?, request.into_inner())?;
        Ok(Response::new(self.0.quote(query).await?.into()))
    }

    async fn get_order_guide(
        &self,
        request: Request<pb::GetOrderGuideRequest>,
    ) -> Result<Response<pb::GetOrderGuideResponse>, Status> {
        let caller = Caller::of(&request)?;
        let pb::GetOrderGuideRequest { seller_id, customer_id } = request.into_inner();
        let seller_id = seller(&caller, &seller_id)?;
        let guide = self.0.order_guide(seller_id, parse::uuid("customer_id", &customer_id)?).await?;
        Ok(Response::new(guide.into()))
    }

    async fn import_orders(
        &self,
        request: Request<pb::ImportOrdersRequest>,
    ) -> Result<Response<pb::ImportOrdersResponse>, Status> {
        let caller = Caller::of(&request)?;
        let command = commands::import_orders(&caller, request.into_inner())?;
        Ok(Response::new(self.0.import_orders(command).await?.into()))
    }

    async fn list_registered_orders(
        &self,
        request: Request<pb::ListRegisteredOrdersRequest>,
    ) -> Result<Response<pb::ListRegisteredOrdersResponse>, Status> {
        let caller = Caller::of(&request)?;
        let pb::ListRegisteredOrdersRequest { seller_id, page_size: size, page_token } = request.into_inner();
        let seller_id = any_seller(&caller, &seller_id)?;
        let after = if page_token.is_empty() { None } else { Some(decode_token::<(Uuid, Uuid)>(&page_token)?) };
        let limit = page_size(size, 100, 500) as usize;
        Ok(Response::new(registered::page(&self.0, seller_id, after, limit).await?))
    }

    async fn list_customer_names(
        &self,
        request: Request<pb::ListCustomerNamesRequest>,
    ) -> Result<Response<pb::ListCustomerNamesResponse>, Status> {
        let caller = Caller::of(&request)?;
        names::page(&self.0, &caller, request.into_inner()).await.map(Response::new)
    }

    async fn list_intents(
        &self,
        request: Request<pb::ListIntentsRequest>,
    ) -> Result<Response<pb::ListIntentsResponse>, Status> {
        let query = intents::list(&Caller::of(&request)?, request.into_inner())?;
        let (waiting, more) = self.0.list_intents(query).await?;
        Ok(Response::new(intents::answer_list(waiting, more)))
    }

    async fn retry_intent(
        &self,
        request: Request<pb::RetryIntentRequest>,
    ) -> Result<Response<pb::RetryIntentResponse>, Status> {
        let command = intents::retry(&Caller::of(&request)?, request.into_inner())?;
        Ok(Response::new(self.0.retry_intent(command).await?.into()))
    }

    async fn reconcile_reservations(
        &self,
        request: Request<pb::ReconcileReservationsRequest>,
    ) -> Result<Response<pb::ReconcileReservationsResponse>, Status> {
        let command = intents::reconcile(&Caller::of(&request)?, request.into_inner())?;
        Ok(Response::new(self.0.reconcile(command).await?.into()))
    }

    async fn list_activity(
        &self,
        request: Request<activity::ListActivityRequest>,
    ) -> Result<Response<activity::ListActivityResponse>, Status> {
        self.0.activity().list(request).await
    }
}
