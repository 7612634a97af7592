//! Discount tiers and text cards.

use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, Insertable, QueryDsl as _, QueryResult, Queryable, Selectable,
    SelectableHelper as _,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::schema::{discount_tier, text_card};
use crate::domain::list::{CardKind, TextCard, Tier, TierKind};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = discount_tier, check_for_backend(diesel::pg::Pg))]
struct TierRow {
    seller_id: Uuid,
    kind: i16,
    tier_id: Uuid,
    position: i16,
    from_value: i64,
    to_value: i64,
    discount_basis_points: i32,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = text_card, check_for_backend(diesel::pg::Pg))]
struct CardRow {
    seller_id: Uuid,
    kind: i16,
    card_id: Uuid,
    position: i16,
    text: String,
}

const fn tier_code(kind: TierKind) -> i16 {
    match kind {
        TierKind::Volume => 1,
        TierKind::Amount => 2,
        TierKind::Unit => 3,
    }
}

const fn card_code(kind: CardKind) -> i16 {
    match kind {
        CardKind::OtherDiscount => 1,
        CardKind::StoreDescription => 2,
    }
}

/// A seller's tiers, in the seller's order.
#[tracing::instrument(name = "db.discount_tier.list", skip_all, fields(seller.id = %seller_id))]
pub async fn tiers(conn: &AsyncPgConnection, seller_id: Uuid, kind: TierKind) -> QueryResult<Vec<Tier>> {
    let mut conn = conn;
    let rows: Vec<TierRow> = discount_tier::table
        .filter(discount_tier::seller_id.eq(seller_id))
        .filter(discount_tier::kind.eq(tier_code(kind)))
        .order(discount_tier::position)
        .select(TierRow::as_select())
        .load(&mut conn)
        .await?;
    Ok(rows.iter().map(|row| tier(row).1).collect())
}

/// A seller's tiers of all lists, each list in the seller's order.
#[tracing::instrument(name = "db.discount_tier.list_all", skip_all, fields(seller.id = %seller_id))]
pub async fn all_tiers(conn: &AsyncPgConnection, seller_id: Uuid) -> QueryResult<Vec<(TierKind, Tier)>> {
    let mut conn = conn;
    let rows: Vec<TierRow> = discount_tier::table
        .filter(discount_tier::seller_id.eq(seller_id))
        .order((discount_tier::kind, discount_tier::position))
        .select(TierRow::as_select())
        .load(&mut conn)
        .await?;
    let kinds = [TierKind::Volume, TierKind::Amount, TierKind::Unit];
    let tiers = rows.iter().map(tier);
    Ok(tiers
        .filter_map(|(code, tier)| Some((kinds.into_iter().find(|kind| tier_code(*kind) == code)?, tier)))
        .collect())
}

/// The code of its list, and the tier.
const fn tier(row: &TierRow) -> (i16, Tier) {
    let TierRow { seller_id: _, kind, tier_id, position: _, from_value, to_value, discount_basis_points } = *row;
    (kind, Tier { tier_id, from: from_value, to: to_value, discount_basis_points })
}

/// Puts these tiers in the place of all others of the list.
#[tracing::instrument(name = "db.discount_tier.replace", skip_all, fields(seller.id = %seller_id))]
pub async fn replace_tiers(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    kind: TierKind,
    tiers: &[Tier],
) -> QueryResult<()> {
    let kind = tier_code(kind);
    diesel::delete(discount_tier::table)
        .filter(discount_tier::seller_id.eq(seller_id).and(discount_tier::kind.eq(kind)))
        .execute(conn)
        .await?;
    let rows: Vec<TierRow> = tiers
        .iter()
        .zip(0..)
        .map(|(tier, position)| {
            let Tier { tier_id, from, to, discount_basis_points } = *tier;
            TierRow { seller_id, kind, tier_id, position, from_value: from, to_value: to, discount_basis_points }
        })
        .collect();
    diesel::insert_into(discount_tier::table).values(&rows).execute(conn).await.map(drop)
}

/// A seller's cards, in the seller's order.
#[tracing::instrument(name = "db.text_card.list", skip_all, fields(seller.id = %seller_id))]
pub async fn cards(conn: &AsyncPgConnection, seller_id: Uuid, kind: CardKind) -> QueryResult<Vec<TextCard>> {
    let mut conn = conn;
    let rows: Vec<CardRow> = text_card::table
        .filter(text_card::seller_id.eq(seller_id).and(text_card::kind.eq(card_code(kind))))
        .order(text_card::position)
        .select(CardRow::as_select())
        .load(&mut conn)
        .await?;
    let card = |CardRow { seller_id: _, kind: _, card_id, position: _, text }| TextCard { card_id, text };
    Ok(rows.into_iter().map(card).collect())
}

/// Puts these cards in the place of all others of the list.
#[tracing::instrument(name = "db.text_card.replace", skip_all, fields(seller.id = %seller_id))]
pub async fn replace_cards(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    kind: CardKind,
    cards: &[TextCard],
) -> QueryResult<()> {
    let kind = card_code(kind);
    diesel::delete(text_card::table)
        .filter(text_card::seller_id.eq(seller_id).and(text_card::kind.eq(kind)))
        .execute(conn)
        .await?;
    let rows: Vec<CardRow> = cards
        .iter()
        .zip(0..)
        .map(|(card, position)| {
            let TextCard { card_id, text } = card.clone();
            CardRow { seller_id, kind, card_id, position, text }
        })
        .collect();
    diesel::insert_into(text_card::table).values(&rows).execute(conn).await.map(drop)
}
