//! What was done of a seller's things: the method `ListActivity`, which every service answers from its own audit.

use pishkhan_chassis::{access::Caller, errors::invalid_field, errors::problem, paging, parse};
use pishkhan_chassis_db::{
    Db, DbError,
    audit::{self, Told},
};
use pishkhan_proto::activity::v1 as pb;
use tonic::{Request, Response, Status};
use uuid::Uuid;

/// Entries of a page at most, and when nothing is asked for.
const MAX_ENTRIES: u32 = 500;
const ENTRIES: u32 = 50;
/// Kinds of things that one may ask for.
const MAX_ENTITIES: usize = 50;
/// An order's row names each line that has changed; whoever asks holds the answers of five services at once.
const MAX_BYTES: usize = 1_000_000;

/// The audit of one service.
#[derive(Debug, Clone)]
pub struct Activity {
    db: Db,
    of_seller: &'static str,
}

impl Activity {
    /// Reads by a statement of [`pishkhan_chassis_db::audit_of_seller!`].
    pub const fn new(db: Db, of_seller: &'static str) -> Self {
        Self { db, of_seller }
    }

    /// Answers `ListActivity`.
    pub async fn list(
        &self,
        request: Request<pb::ListActivityRequest>,
    ) -> Result<Response<pb::ListActivityResponse>, Status> {
        let caller = Caller::of(&request)?;
        let pb::ListActivityRequest { seller_id, before, entities, page_size } = request.into_inner();
        let seller_id = caller.seller(parse::uuid("seller_id", &seller_id)?)?;
        let before = parse::optional_uuid("before", &before)?.unwrap_or(Uuid::max());
        if entities.len() > MAX_ENTITIES {
            return Err(invalid_field("entities", problem::TOO_LONG));
        }
        let is_name = |entity: &String| entity.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        if !entities.iter().all(is_name) {
            return Err(invalid_field("entities", problem::INVALID));
        }
        let size = paging::page_size(page_size, ENTRIES, MAX_ENTRIES);
        // One more than is told shows whether there is more.
        let limit = i64::from(size).saturating_add(1);
        let mut conn = self.db.read().await?;
        let told = audit::of_seller(&mut conn, self.of_seller, seller_id, before, entities, limit).await;
        let mut told = told.map_err(DbError::from)?;
        let more = told.len() > usize::try_from(size).unwrap_or(usize::MAX);
        if more {
            told.pop();
        }
        let (entries, cut) = paging::fitting(told.into_iter().map(entry), MAX_BYTES);
        Ok(Response::new(pb::ListActivityResponse { entries, more: more || cut }))
    }
}

fn entry(told: Told) -> pb::ActivityEntry {
    let Told { id, occurred_at, actor_subject, actor_role, actor_session, action, entity, entity_id, changes, title } =
        told;
    pb::ActivityEntry {
        entry_id: id.to_string(),
        time: Some(parse::timestamp(occurred_at)),
        actor_subject,
        actor_role,
        session: actor_session.unwrap_or_default(),
        action,
        entity,
        entity_id: entity_id.to_string(),
        title: title.unwrap_or_default(),
        changes: changes.to_string(),
    }
}
