//! Which pictures are kept, and what shows them.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, QueryableByName,
    sql_types as sql,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis_db::statement;
use uuid::Uuid;

use super::{
    StoreResult, corrupt,
    schema::{image, product, product_type},
};
use crate::domain::picture::{ImageId, PictureOwner};

/// The pictures that a product or type shows, under its lock.
#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
pub struct Shown {
    /// Their addresses.
    #[diesel(sql_type = sql::Array<sql::Text>)]
    pub image_urls: Vec<String>,
    /// The type's version; products have none.
    #[diesel(sql_type = sql::BigInt)]
    pub version: i64,
}

/// Notes that the files of a picture are about to be put, and stay until `kept_until` whatever shows them. Waits for who is
/// just deleting them.
#[tracing::instrument(name = "db.image.keep", skip_all)]
pub async fn keep(
    conn: &AsyncPgConnection,
    seller_id: Uuid,
    image_id: &ImageId,
    now: DateTime<Utc>,
    kept_until: DateTime<Utc>,
) -> StoreResult<()> {
    statement(
        "INSERT INTO image (seller_id, image_id, created_at, kept_until, check_after) VALUES ($1, $2, $3, $4, $4) \
         ON CONFLICT (seller_id, image_id) DO UPDATE \
           SET kept_until = excluded.kept_until, check_after = excluded.check_after",
    )
    .bind(seller_id)
    .bind(image_id.as_str().to_owned())
    .bind(now)
    .bind(kept_until)
    .run(conn)
    .await?;
    Ok(())
}

/// Locks a kept picture until the transaction ends, so that nobody deletes it; false if it is not kept.
#[tracing::instrument(name = "db.image.lock", skip_all)]
pub async fn lock(conn: &mut AsyncPgConnection, seller_id: Uuid, image_id: &ImageId) -> StoreResult<bool> {
    let found: Option<String> = image::table
        .find((seller_id, image_id.as_str()))
        .select(image::image_id)
        .for_update()
        .first(conn)
        .await
        .optional()?;
    Ok(found.is_some())
}

/// Those of these pictures that are kept. With `lock` they are locked in the order of their ids until the transaction
/// ends, so that nobody deletes them; products and types come after that, as when a picture is shown.
#[tracing::instrument(name = "db.image.kept", skip_all)]
pub async fn kept(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    image_ids: &[&str],
    lock: bool,
) -> StoreResult<HashSet<String>> {
    if image_ids.is_empty() {
        return Ok(HashSet::new());
    }
    let found = image::table
        .filter(image::seller_id.eq(seller_id).and(image::image_id.eq_any(image_ids)))
        .select(image::image_id)
        .order(image::image_id);
    let found: Vec<String> = if lock { found.for_update().load(conn).await? } else { found.load(conn).await? };
    Ok(found.into_iter().collect())
}

/// Whether the product or type is this seller's.
#[tracing::instrument(name = "db.product.exists", skip_all)]
pub async fn owner_exists(conn: &mut AsyncPgConnection, seller_id: Uuid, owner: PictureOwner) -> StoreResult<bool> {
    let found: Option<Uuid> = match owner {
        PictureOwner::Product(id) => {
            product::table.find((seller_id, id)).select(product::product_id).first(conn).await.optional()?
        }
        PictureOwner::Type(id) => {
            product_type::table.find((seller_id, id)).select(product_type::type_id).first(conn).await.optional()?
        }
    };
    Ok(found.is_some())
}

/// What the product or type shows; locks it until the transaction ends.
#[tracing::instrument(name = "db.product.lock_images", skip_all)]
pub async fn shown(conn: &AsyncPgConnection, seller_id: Uuid, owner: PictureOwner) -> StoreResult<Option<Shown>> {
    let shown = statement(match owner {
        PictureOwner::Product(_) => {
            "SELECT image_urls, 0::bigint AS version FROM product \
             WHERE seller_id = $1 AND product_id = $2 FOR NO KEY UPDATE"
        }
        PictureOwner::Type(_) => {
            "SELECT image_urls, version FROM product_type WHERE seller_id = $1 AND type_id = $2 FOR NO KEY UPDATE"
        }
    });
    Ok(shown.bind(seller_id).bind(owner.id()).row(conn).await?)
}

/// Makes the product or type show these and no others; that is a type's next version.
#[tracing::instrument(name = "db.product.set_images", skip_all)]
pub async fn show(
    conn: &AsyncPgConnection,
    seller_id: Uuid,
    owner: PictureOwner,
    image_urls: &[String],
) -> StoreResult<()> {
    let show = statement(match owner {
        PictureOwner::Product(_) => "UPDATE product SET image_urls = $3 WHERE seller_id = $1 AND product_id = $2",
        PictureOwner::Type(_) => {
            "UPDATE product_type SET image_urls = $3, version = version + 1 WHERE seller_id = $1 AND type_id = $2"
        }
    });
    show.bind(seller_id).bind(owner.id()).bind(image_urls.to_vec()).run(conn).await?;
    Ok(())
}

/// The pictures of the product of a type.
#[tracing::instrument(name = "db.product.images_of_type", skip_all)]
pub async fn of_product(conn: &AsyncPgConnection, seller_id: Uuid, type_id: Uuid) -> StoreResult<Vec<String>> {
    #[derive(QueryableByName)]
    struct Pictures {
        #[diesel(sql_type = sql::Array<sql::Text>)]
        image_urls: Vec<String>,
    }
    let pictures: Option<Pictures> = statement(
        "SELECT p.image_urls FROM product_type t \
         JOIN product p ON p.seller_id = t.seller_id AND p.product_id = t.product_id \
         WHERE t.seller_id = $1 AND t.type_id = $2",
    )
    .bind(seller_id)
    .bind(type_id)
    .row(conn)
    .await?;
    Ok(pictures.ok_or(diesel::result::Error::NotFound)?.image_urls)
}

/// Pictures whose turn it is to be looked at, those that wait longest first.
#[tracing::instrument(name = "db.image.due", skip_all)]
pub async fn due(conn: &mut AsyncPgConnection, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<(Uuid, ImageId)>> {
    let rows: Vec<(Uuid, String)> = image::table
        .filter(image::check_after.le(now).and(image::kept_until.le(now)))
        .order(image::check_after)
        .limit(limit)
        .select((image::seller_id, image::image_id))
        .load(conn)
        .await?;
    let read = |(seller_id, id): (Uuid, String)| match ImageId::parse(&id) {
        Some(image_id) => Ok((seller_id, image_id)),
        None => Err(corrupt("image", id, "the id is not one of ours")),
    };
    rows.into_iter().map(read).collect()
}

/// What is to become of a picture that is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// Something of its seller shows it.
    Shown,
    /// Nothing does, and no upload of it is under way. Its row is locked.
    Unused,
    /// Somebody else has it in hand, or it is gone.
    Busy,
}

/// Whether a picture is still shown. Locks its row: nothing can begin to show it until the transaction ends.
#[tracing::instrument(name = "db.image.look", skip_all)]
pub async fn look(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    image_id: &ImageId,
    now: DateTime<Utc>,
) -> StoreResult<Use> {
    let found: Option<String> = image::table
        .find((seller_id, image_id.as_str()))
        .filter(image::kept_until.le(now))
        .select(image::image_id)
        .for_update()
        .skip_locked()
        .first(conn)
        .await
        .optional()?;
    if found.is_none() {
        return Ok(Use::Busy);
    }
    // A statement of its own, so that it sees what was committed before the lock was had.
    let shown: Option<IsShown> = statement(
        "SELECT EXISTS (SELECT FROM product WHERE image_urls @> ARRAY[$2] AND seller_id = $1) \
             OR EXISTS (SELECT FROM product_type WHERE image_urls @> ARRAY[$2] AND seller_id = $1) AS shown",
    )
    .bind(seller_id)
    .bind(image_id.address())
    .row(conn)
    .await?;
    Ok(if shown.is_some_and(|row| row.shown) { Use::Shown } else { Use::Unused })
}

#[derive(QueryableByName)]
struct IsShown {
    #[diesel(sql_type = sql::Bool)]
    shown: bool,
}

/// Looks at a picture again at that time.
#[tracing::instrument(name = "db.image.check_later", skip_all)]
pub async fn check_later(
    conn: &AsyncPgConnection,
    seller_id: Uuid,
    image_id: &ImageId,
    check_after: DateTime<Utc>,
) -> StoreResult<()> {
    statement("UPDATE image SET check_after = $3 WHERE seller_id = $1 AND image_id = $2")
        .bind(seller_id)
        .bind(image_id.as_str().to_owned())
        .bind(check_after)
        .run(conn)
        .await?;
    Ok(())
}

/// Forgets a picture.
#[tracing::instrument(name = "db.image.delete", skip_all)]
pub async fn delete(conn: &AsyncPgConnection, seller_id: Uuid, image_id: &ImageId) -> StoreResult<()> {
    let delete = statement("DELETE FROM image WHERE seller_id = $1 AND image_id = $2");
    delete.bind(seller_id).bind(image_id.as_str().to_owned()).run(conn).await?;
    Ok(())
}
