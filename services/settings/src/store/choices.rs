//! What sellers choose from, and what they have chosen.

use diesel::{
    ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, QueryResult, Queryable, Selectable,
    SelectableHelper as _,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis::text;
use uuid::Uuid;

use super::schema::{choice, seller_choice};
use crate::domain::choice::{Choice, ChoiceKind};

#[derive(Queryable, Selectable)]
#[diesel(table_name = choice, check_for_backend(diesel::pg::Pg))]
struct ChoiceRow {
    choice_id: Uuid,
    name: String,
}

impl From<ChoiceRow> for Choice {
    fn from(row: ChoiceRow) -> Self {
        let ChoiceRow { choice_id, name } = row;
        Self { choice_id, name }
    }
}

const fn code(kind: ChoiceKind) -> i16 {
    match kind {
        ChoiceKind::Brand => 1,
        ChoiceKind::Region => 2,
    }
}

fn choices(rows: Vec<ChoiceRow>) -> Vec<Choice> {
    rows.into_iter().map(Into::into).collect()
}

/// All choices of a kind, by name.
#[tracing::instrument(name = "db.choice.list", skip_all)]
pub async fn list(conn: &mut AsyncPgConnection, kind: ChoiceKind) -> QueryResult<Vec<Choice>> {
    let rows = choice::table
        .filter(choice::kind.eq(code(kind)))
        .order((choice::name_folded, choice::choice_id))
        .select(ChoiceRow::as_select())
        .load(conn)
        .await?;
    Ok(choices(rows))
}

/// One choice.
#[tracing::instrument(name = "db.choice.find", skip_all)]
pub async fn find(conn: &mut AsyncPgConnection, kind: ChoiceKind, choice_id: Uuid) -> QueryResult<Option<Choice>> {
    let row: Option<ChoiceRow> = choice::table
        .find(choice_id)
        .filter(choice::kind.eq(code(kind)))
        .select(ChoiceRow::as_select())
        .first(conn)
        .await
        .optional()?;
    Ok(row.map(Into::into))
}

/// Offers these, except those whose names are there already; the names that are new.
#[tracing::instrument(name = "db.choice.insert", skip_all)]
pub async fn insert(conn: &mut AsyncPgConnection, kind: ChoiceKind, new: &[Choice]) -> QueryResult<Vec<String>> {
    let rows: Vec<_> = new
        .iter()
        .map(|offered| {
            (
                choice::choice_id.eq(offered.choice_id),
                choice::kind.eq(code(kind)),
                choice::name.eq(&offered.name),
                choice::name_folded.eq(text::fold(&offered.name)),
            )
        })
        .collect();
    diesel::insert_into(choice::table)
        .values(&rows)
        .on_conflict((choice::kind, choice::name_folded))
        .do_nothing()
        .returning(choice::name)
        .get_results(conn)
        .await
}

/// What a seller has chosen, by name.
#[tracing::instrument(name = "db.seller_choice.list", skip_all, fields(seller.id = %seller_id))]
pub async fn chosen(conn: &AsyncPgConnection, seller_id: Uuid, kind: ChoiceKind) -> QueryResult<Vec<Choice>> {
    let mut conn = conn;
    let rows = seller_choice::table
        .inner_join(choice::table)
        .filter(seller_choice::seller_id.eq(seller_id))
        .filter(choice::kind.eq(code(kind)))
        .order((choice::name_folded, choice::choice_id))
        .select(ChoiceRow::as_select())
        .load(&mut conn)
        .await?;
    Ok(choices(rows))
}

/// Chooses; whether it was not chosen before.
#[tracing::instrument(name = "db.seller_choice.insert", skip_all, fields(seller.id = %seller_id))]
pub async fn select(conn: &mut AsyncPgConnection, seller_id: Uuid, choice_id: Uuid) -> QueryResult<bool> {
    let inserted = diesel::insert_into(seller_choice::table)
        .values((seller_choice::seller_id.eq(seller_id), seller_choice::choice_id.eq(choice_id)))
        .on_conflict_do_nothing()
        .execute(conn)
        .await?;
    Ok(inserted == 1)
}

/// Gives up; whether it was chosen before.
#[tracing::instrument(name = "db.seller_choice.delete", skip_all, fields(seller.id = %seller_id))]
pub async fn deselect(conn: &mut AsyncPgConnection, seller_id: Uuid, choice_id: Uuid) -> QueryResult<bool> {
    Ok(diesel::delete(seller_choice::table.find((seller_id, choice_id))).execute(conn).await? == 1)
}
