//! The catalogue and the settings, as the use cases need them.

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use pishkhan_chassis::{
    errors,
    grpc::client::{Peer, PeerChannel, retry_unavailable},
    parse,
};
use pishkhan_proto::{
    catalogue::v1::{self as catalogue, catalogue_service_client::CatalogueServiceClient},
    reason,
    settings::v1::{
        self as settings, settings_service_client::SettingsServiceClient,
        subscription_service_client::SubscriptionServiceClient,
    },
};
use tonic::{Code, Status};
use uuid::Uuid;

use crate::{
    app::{Catalogue, PeerError, Settings, StockAnswer},
    domain::{AccountReset, Held, MAX_QUANTITY, Offer, Reservation, Shortage, Terms, Tier, Tiers, TypeName},
};

/// The catalogue over gRPC.
#[derive(Debug, Clone)]
pub struct CatalogueClient(CatalogueServiceClient<PeerChannel>);

impl CatalogueClient {
    /// Calls the catalogue through this peer.
    pub fn new(peer: &Peer) -> Self {
        Self(CatalogueServiceClient::new(peer.channel()))
    }
}

impl Catalogue for CatalogueClient {
    fn offers<'a>(&'a self, seller_id: Uuid, names: &'a [TypeName]) -> BoxFuture<'a, Result<Vec<Offer>, PeerError>> {
        Box::pin(async move {
            let (mut type_ids, mut type_codes) = (Vec::new(), Vec::new());
            for name in names {
                match name {
                    TypeName::Id(id) => type_ids.push(id.to_string()),
                    TypeName::Code(code) => type_codes.push(code.clone()),
                }
            }
            let request = catalogue::BatchGetProductTypesRequest {
                seller_id: seller_id.to_string(),
                type_ids,
                type_codes,
                for_order_lines: true,
            };
            let reply = retry_unavailable(|| {
                let (mut client, request) = (self.0.clone(), request.clone());
                async move { client.batch_get_product_types(request).await }
            })
            .await
            .map_err(|status| failure(&status))?;
            reply.into_inner().types.into_iter().map(offer).collect()
        })
    }

    fn set_reservation<'a>(&'a self, asked: &'a Reservation) -> BoxFuture<'a, Result<StockAnswer, PeerError>> {
        Box::pin(async move {
            let request = catalogue::SetReservationRequest {
                // The same for all who try this revision.
                request_id: format!("{}:{}", asked.order_id, asked.revision),
                seller_id: asked.seller_id.to_string(),
                order_id: asked.order_id.to_string(),
                revision: asked.revision,
                lines: asked
                    .lines
                    .iter()
                    .map(|(type_id, quantity)| catalogue::ReservationLine {
                        type_id: type_id.to_string(),
                        quantity: *quantity,
                    })
                    .collect(),
                actor: asked.actor.clone(),
            };
            let reply = retry_unavailable(|| {
                let (mut client, request) = (self.0.clone(), request.clone());
                async move { client.set_reservation(request).await }
            })
            .await
            .map_err(|status| failure(&status))?
            .into_inner();
            match reply.outcome() {
                catalogue::ReservationOutcome::Reserved => Ok(StockAnswer::Reserved),
                catalogue::ReservationOutcome::Short => {
                    let catalogue::SetReservationResponse { outcome: _, shortages } = reply;
                    Ok(StockAnswer::Short(shortages.into_iter().map(shortage).collect::<Result<_, _>>()?))
                }
                catalogue::ReservationOutcome::Unspecified => {
                    Err(PeerError::Down("the reservation has no outcome".to_owned()))
                }
            }
        })
    }

    fn reservations<'a>(
        &'a self,
        seller_id: Uuid,
        page_token: &'a str,
        limit: usize,
    ) -> BoxFuture<'a, Result<(Vec<Held>, String), PeerError>> {
        Box::pin(async move {
            let request = catalogue::ListReservationsRequest {
                seller_id: seller_id.to_string(),
                page_size: i32::try_from(limit).unwrap_or(i32::MAX),
                page_token: page_token.to_owned(),
            };
            let reply = retry_unavailable(|| {
                let (mut client, request) = (self.0.clone(), request.clone());
                async move { client.list_reservations(request).await }
            })
            .await
            .map_err(|status| failure(&status))?;
            let catalogue::ListReservationsResponse { reservations, next_page_token } = reply.into_inner();
            Ok((reservations.into_iter().map(held).collect::<Result<_, _>>()?, next_page_token))
        })
    }
}

/// The settings over gRPC.
#[derive(Debug, Clone)]
pub struct SettingsClient {
    terms: SettingsServiceClient<PeerChannel>,
    subscriptions: SubscriptionServiceClient<PeerChannel>,
}

impl SettingsClient {
    /// Calls the settings through this peer.
    pub fn new(peer: &Peer) -> Self {
        Self {
            terms: SettingsServiceClient::new(peer.channel()),
            subscriptions: SubscriptionServiceClient::new(peer.channel()),
        }
    }
}

impl SettingsClient {
    async fn get_order_terms(
        &self,
        seller_id: Uuid,
        placed_at: DateTime<Utc>,
        tiers_only: bool,
    ) -> Result<settings::GetOrderTermsResponse, PeerError> {
        let placed_at = Some(parse::timestamp(placed_at));
        let request = settings::GetOrderTermsRequest { seller_id: seller_id.to_string(), placed_at, tiers_only };
        let reply = retry_unavailable(|| {
            let (mut client, request) = (self.terms.clone(), request.clone());
            async move { client.get_order_terms(request).await }
        });
        Ok(reply.await.map_err(|status| failure(&status))?.into_inner())
    }
}

impl Settings for SettingsClient {
    fn order_terms(&self, seller_id: Uuid, placed_at: DateTime<Utc>) -> BoxFuture<'_, Result<Terms, PeerError>> {
        Box::pin(async move { terms(self.get_order_terms(seller_id, placed_at, false).await?) })
    }

    fn order_tiers(&self, seller_id: Uuid, now: DateTime<Utc>) -> BoxFuture<'_, Result<Tiers, PeerError>> {
        Box::pin(async move {
            // A server of before does not know that only these are wanted, and needs an instant.
            let reply = self.get_order_terms(seller_id, now, true).await?;
            all_tiers(reply.volume_tiers, reply.unit_tiers, reply.amount_tiers)
        })
    }

    fn end_subscription<'a>(&'a self, reset: &'a AccountReset) -> BoxFuture<'a, Result<(), PeerError>> {
        Box::pin(async move {
            let request = settings::ClearSubscriptionRequest {
                request_id: reset.reset_id.to_string(),
                seller_id: reset.seller_id.to_string(),
                until: Some(parse::timestamp(reset.decided_at)),
            };
            let reply = retry_unavailable(|| {
                let (mut client, request) = (self.subscriptions.clone(), request.clone());
                async move { client.clear_subscription(request).await }
            });
            reply.await.map(drop).map_err(|status| failure(&status))
        })
    }
}

/// What a failed call says of the peer. Only answers after which another try cannot help count as refusals.
fn failure(status: &Status) -> PeerError {
    let details = errors::details(status);
    let cause = format!("{:?} {}: {}", status.code(), details.reason.as_deref().unwrap_or("-"), status.message());
    match (status.code(), details.reason.as_deref()) {
        (_, Some(reason::REVISION_STALE)) => PeerError::Stale {
            last_revision: details.metadata.get("last_revision").and_then(|revision| revision.parse().ok()),
        },
        (Code::NotFound, Some(reason::SELLER_NOT_FOUND)) => PeerError::SellerNotFound,
        (Code::InvalidArgument | Code::NotFound | Code::FailedPrecondition | Code::OutOfRange, _) => {
            PeerError::Refused(cause)
        }
        _ => PeerError::Down(cause),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "named in map_err")]
fn unreadable(status: Status) -> PeerError {
    PeerError::Refused(format!("an answer that cannot be read: {}", status.message()))
}

fn offer(product_type: catalogue::ProductType) -> Result<Offer, PeerError> {
    let catalogue::ProductType {
        type_id,
        product_id,
        product_title,
        brand: _,
        name,
        description: _,
        unit,
        pieces_per_unit,
        buy_price_toman,
        sell_price_toman,
        available,
        active,
        row_order: _,
        image_urls,
        product_image_urls,
        code,
        product_code: _,
        category: _,
        version: _,
        low_stock: _,
    } = product_type;
    Ok(Offer {
        type_id: parse::uuid("type_id", &type_id).map_err(unreadable)?,
        code,
        product_id: parse::uuid("product_id", &product_id).map_err(unreadable)?,
        product_title,
        type_name: name,
        unit_name: unit.map(|unit| unit.name).unwrap_or_default(),
        image_url: image_urls.into_iter().chain(product_image_urls).next().unwrap_or_default(),
        pieces_per_unit: parse::in_range("pieces_per_unit", pieces_per_unit, 1..=i32::MAX).map_err(unreadable)?,
        piece_price_toman: buy_price_toman,
        piece_sell_price_toman: sell_price_toman,
        available,
        active,
    })
}

fn held(reservation: catalogue::Reservation) -> Result<Held, PeerError> {
    let catalogue::Reservation { order_id, revision, lines, update_time: _ } = reservation;
    let line = |line: catalogue::ReservationLine| {
        Ok((parse::uuid("type_id", &line.type_id).map_err(unreadable)?, line.quantity))
    };
    Ok(Held {
        order_id: parse::uuid("order_id", &order_id).map_err(unreadable)?,
        revision,
        goods: lines.into_iter().map(line).collect::<Result<_, PeerError>>()?,
    })
}

fn shortage(shortage: catalogue::Shortage) -> Result<Shortage, PeerError> {
    let catalogue::Shortage { type_id, product_title, type_name, available, requested: _ } = shortage;
    // The outcome is stored on the other side, so another try would give the same answer.
    let type_id = parse::uuid("type_id", &type_id).map_err(unreadable)?;
    Ok(Shortage { type_id, product_title, type_name, available: available.clamp(0, MAX_QUANTITY) })
}

fn terms(reply: settings::GetOrderTermsResponse) -> Result<Terms, PeerError> {
    let settings::GetOrderTermsResponse {
        seller_title,
        seller_active,
        limits,
        delivery_date,
        delivery_approximate,
        volume_tiers,
        amount_tiers,
        unit_tiers,
    } = reply;
    let settings::Limits { min_order_toman, min_packages, shipping_toman, tax_basis_points } =
        limits.unwrap_or_default();
    let delivery_date = if delivery_date.is_empty() {
        None
    } else {
        Some(parse::date("delivery_date", &delivery_date).map_err(unreadable)?)
    };
    Ok(Terms {
        seller_title,
        seller_active,
        min_order_toman,
        min_packages,
        shipping_toman: parse::in_range("shipping_toman", shipping_toman, 0..=i64::MAX).map_err(unreadable)?,
        tax_basis_points: parse::in_range("tax_basis_points", tax_basis_points, 0..=10_000).map_err(unreadable)?,
        delivery_date,
        delivery_approximate,
        tiers: all_tiers(volume_tiers, unit_tiers, amount_tiers)?,
    })
}

fn all_tiers(
    volume: Vec<settings::Tier>,
    unit: Vec<settings::Tier>,
    amount: Vec<settings::Tier>,
) -> Result<Tiers, PeerError> {
    Ok(Tiers { volume: tiers(volume)?, unit: tiers(unit)?, amount: tiers(amount)? })
}

fn tiers(list: Vec<settings::Tier>) -> Result<Vec<Tier>, PeerError> {
    let tier = |settings::Tier { tier_id: _, from, to, discount_basis_points }: settings::Tier| {
        let off = parse::required("tiers.discount_basis_points", discount_basis_points)?;
        Ok(Tier {
            from: parse::required("tiers.from", from)?,
            to: parse::required("tiers.to", to)?,
            basis_points: parse::in_range("tiers.discount_basis_points", off, 0..=10_000)?,
        })
    };
    list.into_iter().map(tier).collect::<Result<_, Status>>().map_err(unreadable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_tell_whether_another_try_can_help() {
        let status = |code, reason: &str| errors::status(code, reason, "text").build();
        assert_eq!(
            failure(&errors::status(Code::Aborted, reason::REVISION_STALE, "x").metadata("last_revision", 7).build()),
            PeerError::Stale { last_revision: Some(7) }
        );
        assert_eq!(failure(&status(Code::Aborted, reason::REVISION_STALE)), PeerError::Stale { last_revision: None });
        assert_eq!(failure(&status(Code::NotFound, reason::SELLER_NOT_FOUND)), PeerError::SellerNotFound);
        for code in [Code::InvalidArgument, Code::NotFound, Code::FailedPrecondition] {
            assert!(matches!(failure(&status(code, reason::INVALID_FIELD)), PeerError::Refused(_)));
        }
        for code in [Code::Unavailable, Code::DeadlineExceeded, Code::Internal, Code::ResourceExhausted, Code::Unknown]
        {
            assert!(matches!(failure(&Status::new(code, "x")), PeerError::Down(_)));
        }
    }
}
