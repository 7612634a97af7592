//! In which areas customers are.

use diesel::{QueryResult, QueryableByName, sql_types::Text};
use pishkhan_chassis_db::statement;
use uuid::Uuid;

use crate::store::Connection;

/// A list to choose from is not longer.
const MOST: i64 = 500;

#[derive(QueryableByName)]
struct AreaRow {
    #[diesel(sql_type = Text)]
    activity_area: String,
}

/// The areas of a seller's connected customers, each once. The next one is looked up behind the one before it: many
/// customers are in few areas.
#[tracing::instrument(name = "db.customer.areas", skip_all)]
pub async fn areas(conn: &Connection, seller_id: Uuid) -> QueryResult<Vec<String>> {
    let rows: Vec<AreaRow> = statement(
        "WITH RECURSIVE area (activity_area) AS ( \
           SELECT (SELECT c.activity_area FROM customer c WHERE c.seller_id = $1 AND c.connected AND c.activity_area > '' \
                   ORDER BY c.activity_area LIMIT 1) \
           UNION ALL \
           SELECT (SELECT c.activity_area FROM customer c WHERE c.seller_id = $1 AND c.connected \
                     AND c.activity_area > area.activity_area ORDER BY c.activity_area LIMIT 1) \
           FROM area WHERE area.activity_area IS NOT NULL) \
         SELECT activity_area FROM area WHERE activity_area IS NOT NULL LIMIT $2",
    )
    .bind(seller_id)
    .bind(MOST)
    .rows(conn)
    .await?;
    Ok(rows.into_iter().map(|row| row.activity_area).collect())
}
