//! Discount tiers and text cards.

use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, JoinOnDsl as _, QueryDsl as _, QueryResult, Queryable,
    Selectable, SelectableHelper as _,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis_db::{Memoize as _, Statement, statement};
use uuid::Uuid;

use super::schema::{discount_tier, seller, text_card, tiers_applied};
use crate::domain::list::{CardKind, TextCard, Tier, TierKind};

#[derive(Queryable, Selectable)]
#[diesel(table_name = discount_tier, check_for_backend(diesel::pg::Pg))]
pub(super) struct TierRow {
    kind: i16,
    tier_id: Uuid,
    from_value: i64,
    to_value: i64,
    discount_basis_points: i32,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = text_card, check_for_backend(diesel::pg::Pg))]
struct CardRow {
    card_id: Uuid,
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

/// The tiers that the orders of a seller that is ready use, list by list and each list in the seller's order: none while they
/// are turned off.
#[tracing::instrument(name = "db.discount_tier.in_use", skip_all, fields(seller.id = %seller_id))]
pub async fn tiers_in_use(conn: &AsyncPgConnection, seller_id: Uuid) -> QueryResult<Option<Vec<(TierKind, Tier)>>> {
    let mut conn = conn;
    let rows: Vec<Option<TierRow>> = seller::table
        .find(seller_id)
        .filter(seller::ready)
        .left_join(tiers_applied::table)
        .left_join(discount_tier::table.on(in_use()))
        .order((discount_tier::kind, discount_tier::position))
        .select(Option::<TierRow>::as_select())
        .memoized()
        .load(&mut conn)
        .await?;
    // Without tiers in use the seller stands alone.
    Ok((!rows.is_empty()).then(|| by_kind(&rows.into_iter().flatten().collect::<Vec<_>>())))
}

/// The tiers of a seller that uses them, to be joined to the use.
#[diesel::dsl::auto_type(no_type_alias)]
pub(super) fn in_use() -> _ {
    discount_tier::seller_id.eq(tiers_applied::seller_id).and(tiers_applied::applied)
}

pub(super) fn by_kind(rows: &[TierRow]) -> Vec<(TierKind, Tier)> {
    let kinds = [TierKind::Volume, TierKind::Amount, TierKind::Unit];
    let tiers = rows.iter().map(tier);
    tiers.filter_map(|(code, tier)| Some((kinds.into_iter().find(|kind| tier_code(*kind) == code)?, tier))).collect()
}

/// The code of its list, and the tier.
const fn tier(row: &TierRow) -> (i16, Tier) {
    let TierRow { kind, tier_id, from_value, to_value, discount_basis_points } = *row;
    (kind, Tier { tier_id, from: from_value, to: to_value, discount_basis_points })
}

/// Puts these tiers in the place of all others of the list.
pub fn replace_tiers(seller_id: Uuid, kind: TierKind, tiers: &[Tier]) -> [Statement; 2] {
    let delete = statement("DELETE FROM discount_tier WHERE seller_id = $1 AND kind = $2");
    let insert = statement(
        "INSERT INTO discount_tier (seller_id, kind, tier_id, position, from_value, to_value, discount_basis_points) \
         SELECT $1, $2, t.tier_id, t.place - 1, t.from_value, t.to_value, t.discount_basis_points \
         FROM unnest($3::uuid[], $4::bigint[], $5::bigint[], $6::integer[]) \
           WITH ORDINALITY AS t (tier_id, from_value, to_value, discount_basis_points, place)",
    )
    .bind(seller_id)
    .bind(tier_code(kind))
    .bind(tiers.iter().map(|tier| tier.tier_id).collect::<Vec<_>>())
    .bind(tiers.iter().map(|tier| tier.from).collect::<Vec<_>>())
    .bind(tiers.iter().map(|tier| tier.to).collect::<Vec<_>>())
    .bind(tiers.iter().map(|tier| tier.discount_basis_points).collect::<Vec<_>>())
    .changing(tiers.len());
    [delete.bind(seller_id).bind(tier_code(kind)), insert]
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
    let card = |CardRow { card_id, text }| TextCard { card_id, text };
    Ok(rows.into_iter().map(card).collect())
}

/// Puts these cards in the place of all others of the list.
pub fn replace_cards(seller_id: Uuid, kind: CardKind, cards: &[TextCard]) -> [Statement; 2] {
    let delete = statement("DELETE FROM text_card WHERE seller_id = $1 AND kind = $2");
    let insert = statement(
        "INSERT INTO text_card (seller_id, kind, card_id, position, text) \
         SELECT $1, $2, c.card_id, c.place - 1, c.text \
         FROM unnest($3::uuid[], $4::text[]) WITH ORDINALITY AS c (card_id, text, place)",
    )
    .bind(seller_id)
    .bind(card_code(kind))
    .bind(cards.iter().map(|card| card.card_id).collect::<Vec<_>>())
    .bind(cards.iter().map(|card| card.text.clone()).collect::<Vec<_>>())
    .changing(cards.len());
    [delete.bind(seller_id).bind(card_code(kind)), insert]
}
