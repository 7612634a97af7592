//! Versions of the parts of what sellers have set up.

use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, JoinOnDsl as _, NullableExpressionMethods as _,
    OptionalExtension as _, QueryDsl as _, QueryResult,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis_db::{Statement, statement};
use uuid::Uuid;

use super::schema::{section_version, seller};
use crate::domain::{
    choice::ChoiceKind,
    list::{CardKind, TierKind},
    section::{FIRST_VERSION, Section},
};

/// The section's code in the table.
const fn code(section: Section) -> i16 {
    match section {
        Section::Profile => 1,
        Section::Limits => 2,
        Section::Tiers(TierKind::Volume) => 3,
        Section::Tiers(TierKind::Amount) => 4,
        Section::Tiers(TierKind::Unit) => 5,
        Section::Cards(CardKind::OtherDiscount) => 6,
        Section::Cards(CardKind::StoreDescription) => 7,
        Section::Delivery => 8,
        Section::Choices(ChoiceKind::Brand) => 9,
        Section::Choices(ChoiceKind::Region) => 10,
        Section::TiersApplied => 11,
    }
}

/// The version of a section of a seller that is ready.
///
/// Read it before the section itself, unless the seller is locked: what is newer than its version can still be
/// changed, what is older could be written over.
#[tracing::instrument(name = "db.section_version.find", skip_all, fields(seller.id = %seller_id))]
pub async fn find(conn: &AsyncPgConnection, seller_id: Uuid, section: Section) -> QueryResult<Option<i64>> {
    let mut conn = conn;
    let of_section = section_version::seller_id.eq(seller::seller_id).and(section_version::section.eq(code(section)));
    let version: Option<Option<i64>> = seller::table
        .left_join(section_version::table.on(of_section))
        .filter(seller::seller_id.eq(seller_id).and(seller::ready))
        .select(section_version::version.nullable())
        .first(&mut conn)
        .await
        .optional()?;
    Ok(version.map(|version| version.unwrap_or(FIRST_VERSION)))
}

/// Counts a change of a section, whose seller is locked; the new version.
#[tracing::instrument(name = "db.section_version.bump", skip_all, fields(seller.id = %seller_id))]
pub async fn bump(conn: &mut AsyncPgConnection, seller_id: Uuid, section: Section) -> QueryResult<i64> {
    diesel::insert_into(section_version::table)
        .values((
            section_version::seller_id.eq(seller_id),
            section_version::section.eq(code(section)),
            section_version::version.eq(FIRST_VERSION + 1),
        ))
        .on_conflict((section_version::seller_id, section_version::section))
        .do_update()
        .set(section_version::version.eq(section_version::version + 1))
        .returning(section_version::version)
        .get_result(conn)
        .await
}

/// Writes the next version of a section, whose seller is locked.
pub fn put(seller_id: Uuid, section: Section, version: i64) -> Statement {
    statement(
        "INSERT INTO section_version (seller_id, section, version) VALUES ($1, $2, $3) \
         ON CONFLICT (seller_id, section) DO UPDATE SET version = excluded.version",
    )
    .bind(seller_id)
    .bind(code(section))
    .bind(version)
    .changing(1)
}
