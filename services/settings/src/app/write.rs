//! What all writes have in common: a name, somebody who asks, a row in the audit.

use chrono::{DateTime, Utc};
use futures_util::future::join4;
use pishkhan_chassis::{access::Actor, clock::SharedClock};
use pishkhan_chassis_db::{
    Statement, Transaction, audit,
    idempotency::{self, Key},
};
use serde_json::Value;
use uuid::Uuid;

use super::SettingsError;
use crate::{
    domain::{section::Section, seller::Seller},
    store::{Connection, StoreError, sellers, versions},
};

/// Who asks for a write, and under which name.
#[derive(Clone, Debug)]
pub struct Write {
    /// Whose data it changes; nil for what belongs to no seller.
    pub seller_id: Uuid,
    /// The caller's name for the request.
    pub request_id: String,
    /// Of the request, without secrets.
    pub fingerprint: [u8; 32],
    /// The version of the section that the caller has read; unchecked when there is none.
    pub version: Option<i64>,
    /// Who asks.
    pub actor: Actor,
}

impl Write {
    /// What makes a repeated request the same one.
    pub(super) fn key(&self, operation: &'static str) -> Key<'_> {
        let Self { seller_id, request_id, fingerprint, version: _, actor: _ } = self;
        Key { seller_id: *seller_id, operation, request_id, fingerprint: *fingerprint }
    }

    /// Begins the transaction, locks the seller and reads what stands of a section, in one flight.
    pub(super) async fn standing<'a, T, R>(
        &self,
        tx: &'a Transaction,
        key: &Key<'_>,
        section: Section,
        read: impl FnOnce(&'a Connection) -> R,
    ) -> Result<Standing<T>, SettingsError>
    where
        R: Future<Output = Result<T, StoreError>>,
    {
        let seller_id = self.seller_id;
        let (locked, version, reply, value) = tx
            .begin(|conn| {
                join4(
                    sellers::lock_version(conn, seller_id),
                    versions::find(conn, seller_id, section),
                    idempotency::find(conn, key),
                    read(conn),
                )
            })
            .await?;
        let (seller, seller_version) = locked?.ok_or(SettingsError::SellerNotFound)?;
        let version = version?.ok_or(SettingsError::SellerNotFound)?;
        let standing = Standing { seller, seller_version, section, version, done: reply?.is_some(), value: value? };
        // A request that was done once has changed the version itself.
        if !standing.done && self.version.is_some_and(|known| known != version) {
            return Err(SettingsError::VersionStale { current: version });
        }
        Ok(standing)
    }

    /// The current version of a section of the seller, who is locked, if it is the one that the caller has read.
    ///
    /// To be asked after the replay of an earlier reply: a request that was done once has changed the version itself.
    pub(super) async fn current(&self, conn: &Connection, section: Section) -> Result<i64, SettingsError> {
        let current = version_of(conn, self.seller_id, section).await?;
        match self.version {
            Some(read) if read != current => Err(SettingsError::VersionStale { current }),
            Some(_) | None => Ok(current),
        }
    }
}

/// The current version of a section of a seller who is ready.
pub(super) async fn version_of(conn: &Connection, seller_id: Uuid, section: Section) -> Result<i64, SettingsError> {
    versions::find(conn, seller_id, section).await?.ok_or(SettingsError::SellerNotFound)
}

/// What stands of a section, whose seller is locked until the transaction ends.
pub(super) struct Standing<T> {
    pub seller: Seller,
    seller_version: i64,
    section: Section,
    pub version: i64,
    /// Whether this very request was done before: then it is answered with what stands.
    pub done: bool,
    pub value: T,
}

/// When a write happens, and the id of its row in the audit: taken before the transaction, which may run twice.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    pub now: DateTime<Utc>,
    pub audit_id: Uuid,
}

impl Moment {
    pub fn of(clock: &SharedClock) -> Self {
        Self { now: clock.now(), audit_id: clock.new_id() }
    }

    /// The statements that count a change of a section and record it, and the section's new version.
    pub fn change<T>(
        self,
        standing: &Standing<T>,
        actor: &Actor,
        action: &'static str,
        changes: Value,
    ) -> (i64, [Statement; 3]) {
        let (seller_id, version) = (standing.seller.seller_id, standing.version + 1);
        let entry = audit::Entry {
            actor,
            seller_id: Some(seller_id),
            action,
            entity: "seller",
            entity_id: seller_id,
            version: standing.seller_version + 1,
            changes,
        };
        let writes = [
            sellers::put_version(seller_id, entry.version),
            audit::record(self.now, self.audit_id, entry),
            versions::put(seller_id, standing.section, version),
        ];
        (version, writes)
    }

    /// Counts a change of a section of what a seller has set up, and records it; the section's new version.
    pub async fn record(
        self,
        conn: &mut Connection,
        seller_id: Uuid,
        section: Section,
        actor: &Actor,
        action: &'static str,
        changes: Value,
    ) -> Result<i64, StoreError> {
        self.note(conn, seller_id, actor, action, changes).await?;
        versions::bump(conn, seller_id, section).await
    }

    /// Records a change that no section of what a seller has set up shows.
    pub async fn note(
        self,
        conn: &mut Connection,
        seller_id: Uuid,
        actor: &Actor,
        action: &'static str,
        changes: Value,
    ) -> Result<(), StoreError> {
        let version = sellers::bump(conn, seller_id).await?;
        let entry = audit::Entry {
            actor,
            seller_id: Some(seller_id),
            action,
            entity: "seller",
            entity_id: seller_id,
            version,
            changes,
        };
        audit::append(conn, self.now, self.audit_id, entry).await
    }

    /// Records a change of something that is the same for all sellers.
    pub async fn record_shared(
        self,
        conn: &mut Connection,
        actor: &Actor,
        action: &'static str,
        entity: &'static str,
        changes: Value,
    ) -> Result<(), StoreError> {
        let entry =
            audit::Entry { actor, seller_id: None, action, entity, entity_id: Uuid::nil(), version: 1, changes };
        audit::append(conn, self.now, self.audit_id, entry).await
    }
}
