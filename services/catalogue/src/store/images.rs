//! Which pictures are kept, and what shows them.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, sql_types as sql,
    upsert::excluded,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::{
    StoreResult, corrupt,
    literal::literal,
    schema::{image, product, product_type},
};
use crate::domain::picture::{ImageId, PictureOwner};

/// The pictures that a product or type shows, under its lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// Their addresses.
    pub image_urls: Vec<String>,
    /// The type's version; products have none.
    pub version: i64,
}

/// Notes that the files of a picture are about to be put, and stay until `kept_until` whatever shows them. Waits for who is
/// just deleting them.
#[tracing::instrument(name = "db.image.keep", skip_all)]
pub async fn keep(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    image_id: &ImageId,
    now: DateTime<Utc>,
    kept_until: DateTime<Utc>,
) -> StoreResult<()> {
    diesel::insert_into(image::table)
        .values((
            image::seller_id.eq(seller_id),
            image::image_id.eq(image_id.as_str()),
            image::created_at.eq(now),
            image::kept_until.eq(kept_until),
            image::check_after.eq(kept_until),
        ))
        .on_conflict((image::seller_id, image::image_id))
        .do_update()
        .set((image::kept_until.eq(excluded(image::kept_until)), image::check_after.eq(excluded(image::check_after))))
        .execute(conn)
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
pub async fn shown(conn: &mut AsyncPgConnection, seller_id: Uuid, owner: PictureOwner) -> StoreResult<Option<Shown>> {
    let found: Option<(Vec<String>, i64)> = match owner {
        PictureOwner::Product(id) => literal::<(sql::Array<sql::Text>, sql::BigInt)>(
            "SELECT image_urls, 0::bigint FROM product WHERE seller_id = ? AND product_id = ? FOR NO KEY UPDATE",
        )
        .bind::<sql::Uuid, _>(seller_id)
        .bind::<sql::Uuid, _>(id)
        .get_result(conn)
        .await
        .optional()?,
        PictureOwner::Type(id) => literal::<(sql::Array<sql::Text>, sql::BigInt)>(
            "SELECT image_urls, version FROM product_type WHERE seller_id = ? AND type_id = ? FOR NO KEY UPDATE",
        )
        .bind::<sql::Uuid, _>(seller_id)
        .bind::<sql::Uuid, _>(id)
        .get_result(conn)
        .await
        .optional()?,
    };
    Ok(found.map(|(image_urls, version)| Shown { image_urls, version }))
}

/// Makes the product or type show these and no others; that is a type's next version.
#[tracing::instrument(name = "db.product.set_images", skip_all)]
pub async fn show(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    owner: PictureOwner,
    image_urls: &[String],
) -> StoreResult<()> {
    match owner {
        PictureOwner::Product(id) => {
            diesel::update(product::table.filter(product::seller_id.eq(seller_id).and(product::product_id.eq(id))))
                .set(product::image_urls.eq(image_urls))
                .execute(conn)
                .await?
        }
        PictureOwner::Type(id) => {
            diesel::update(
                product_type::table.filter(product_type::seller_id.eq(seller_id).and(product_type::type_id.eq(id))),
            )
            .set((product_type::image_urls.eq(image_urls), product_type::version.eq(product_type::version + 1)))
            .execute(conn)
            .await?
        }
    };
    Ok(())
}

/// The pictures of the product of a type.
#[tracing::instrument(name = "db.product.images_of_type", skip_all)]
pub async fn of_product(conn: &mut AsyncPgConnection, seller_id: Uuid, type_id: Uuid) -> StoreResult<Vec<String>> {
    Ok(literal::<sql::Array<sql::Text>>(
        "SELECT p.image_urls FROM product_type t \
         JOIN product p ON p.seller_id = t.seller_id AND p.product_id = t.product_id \
         WHERE t.seller_id = ? AND t.type_id = ?",
    )
    .bind::<sql::Uuid, _>(seller_id)
    .bind::<sql::Uuid, _>(type_id)
    .get_result(conn)
    .await?)
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
    let shown = literal::<sql::Bool>(
        "SELECT EXISTS (SELECT FROM product WHERE image_urls @> ARRAY[?] AND seller_id = ?) \
             OR EXISTS (SELECT FROM product_type WHERE image_urls @> ARRAY[?] AND seller_id = ?)",
    )
    .bind::<sql::Text, _>(image_id.address())
    .bind::<sql::Uuid, _>(seller_id)
    .bind::<sql::Text, _>(image_id.address())
    .bind::<sql::Uuid, _>(seller_id)
    .get_result(conn)
    .await?;
    Ok(if shown { Use::Shown } else { Use::Unused })
}

/// Looks at a picture again at that time.
#[tracing::instrument(name = "db.image.check_later", skip_all)]
pub async fn check_later(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    image_id: &ImageId,
    check_after: DateTime<Utc>,
) -> StoreResult<()> {
    diesel::update(image::table.find((seller_id, image_id.as_str())))
        .set(image::check_after.eq(check_after))
        .execute(conn)
        .await?;
    Ok(())
}

/// Forgets a picture.
#[tracing::instrument(name = "db.image.delete", skip_all)]
pub async fn delete(conn: &mut AsyncPgConnection, seller_id: Uuid, image_id: &ImageId) -> StoreResult<()> {
    diesel::delete(image::table.find((seller_id, image_id.as_str()))).execute(conn).await?;
    Ok(())
}
