//! What sellers choose from, and what they have chosen.

use diesel::{
    ExpressionMethods as _, QueryDsl as _, QueryResult, Queryable, QueryableByName, Selectable, SelectableHelper as _,
    sql_types::{Bool, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis::text;
use pishkhan_chassis_db::{Statement, statement};
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

/// The name of a choice, and whether the seller has chosen it.
#[derive(QueryableByName)]
pub struct Offer {
    /// The name.
    #[diesel(sql_type = Text)]
    pub name: String,
    /// Whether it is chosen.
    #[diesel(sql_type = Bool)]
    pub chosen: bool,
}

/// One choice.
#[tracing::instrument(name = "db.choice.find", skip_all, fields(seller.id = %seller_id))]
pub async fn find(
    conn: &AsyncPgConnection,
    seller_id: Uuid,
    kind: ChoiceKind,
    choice_id: Uuid,
) -> QueryResult<Option<Offer>> {
    statement(
        "SELECT c.name, EXISTS (SELECT FROM seller_choice s WHERE s.seller_id = $1 AND s.choice_id = c.choice_id) \
           AS chosen \
         FROM choice c WHERE c.kind = $2 AND c.choice_id = $3",
    )
    .bind(seller_id)
    .bind(code(kind))
    .bind(choice_id)
    .row(conn)
    .await
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

/// Chooses what is not chosen.
pub fn select(seller_id: Uuid, choice_id: Uuid) -> Statement {
    statement("INSERT INTO seller_choice (seller_id, choice_id) VALUES ($1, $2)")
        .bind(seller_id)
        .bind(choice_id)
        .changing(1)
}

/// Gives up what is chosen.
pub fn deselect(seller_id: Uuid, choice_id: Uuid) -> Statement {
    statement("DELETE FROM seller_choice WHERE seller_id = $1 AND choice_id = $2")
        .bind(seller_id)
        .bind(choice_id)
        .changing(1)
}
