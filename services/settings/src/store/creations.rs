//! Sellers in the making: written down first, ready once auth knows their users.

use diesel::{ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, QueryResult};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis_db::cached;
use uuid::Uuid;

use super::{
    delivery_rules, limits,
    schema::{seller, seller_creation},
    sellers::SellerRow,
};
use crate::domain::seller::NewSeller;

/// The creation that a request began: the seller's id and the request's fingerprint.
#[tracing::instrument(name = "db.seller_creation.find", skip_all)]
pub async fn find(conn: &mut AsyncPgConnection, request_id: &str) -> QueryResult<Option<(Uuid, Vec<u8>)>> {
    seller_creation::table
        .filter(seller_creation::request_id.eq(request_id))
        .select((seller_creation::seller_id, seller_creation::fingerprint))
        .first(conn)
        .await
        .optional()
}

/// Inserts a seller that is not ready yet, and which request creates it.
#[tracing::instrument(name = "db.seller.insert", skip_all, fields(seller.id = %new.seller.seller_id))]
pub async fn insert(
    conn: &mut AsyncPgConnection,
    new: NewSeller,
    request_id: &str,
    fingerprint: &[u8; 32],
) -> QueryResult<()> {
    let NewSeller { seller: profile, limits, delivery } = new;
    let (seller_id, created_at) = (profile.seller_id, profile.created_at);
    diesel::insert_into(seller::table)
        .values((SellerRow::from(profile), seller::ready.eq(false)))
        .execute(conn)
        .await?;
    diesel::insert_into(seller_creation::table)
        .values((
            seller_creation::seller_id.eq(seller_id),
            seller_creation::request_id.eq(request_id),
            seller_creation::fingerprint.eq(fingerprint.as_slice()),
            seller_creation::created_at.eq(created_at),
        ))
        .execute(conn)
        .await?;
    limits::insert(conn, seller_id, limits).await?;
    if let Some(rule) = &delivery {
        delivery_rules::put(seller_id, rule)?.run(conn).await?;
    }
    Ok(())
}

/// Makes a seller ready; whether it was not so before.
#[tracing::instrument(name = "db.seller.make_ready", skip_all, fields(seller.id = %seller_id))]
pub async fn make_ready(conn: &mut AsyncPgConnection, seller_id: Uuid) -> QueryResult<bool> {
    let changed = cached(
        diesel::update(seller::table.find(seller_id)).filter(seller::ready.eq(false)).set(seller::ready.eq(true)),
    )
    .execute(conn)
    .await?;
    Ok(changed == 1)
}

/// Removes a seller that never became ready.
#[tracing::instrument(name = "db.seller.abandon", skip_all, fields(seller.id = %seller_id))]
pub async fn abandon(conn: &mut AsyncPgConnection, seller_id: Uuid) -> QueryResult<()> {
    diesel::delete(seller::table.find(seller_id)).filter(seller::ready.eq(false)).execute(conn).await.map(drop)
}
