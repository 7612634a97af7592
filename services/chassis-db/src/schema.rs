//! The chassis' own tables, kept equal to the migrations by a test that reads `information_schema`.

/// SQL types that diesel does not know.
pub mod sql_types {
    /// A full transaction id (`xid8`). Only written by its default and compared in SQL, never read into Rust.
    #[derive(Debug, Clone, Copy, diesel::sql_types::SqlType, diesel::query_builder::QueryId)]
    #[diesel(postgres_type(name = "xid8", schema = "pg_catalog"))]
    pub struct Xid8;
}

diesel::table! {
    use diesel::sql_types::{BigInt, Binary, Nullable, Text, Timestamptz, Uuid};
    use super::sql_types::Xid8;

    /// Events that wait for the relay, and the published ones of the last days.
    outbox (id) {
        /// Order of writing (not of commit).
        id -> BigInt,
        /// The writing transaction.
        xid -> Xid8,
        /// The event's own id: what consumers remember.
        event_id -> Uuid,
        /// The stream it goes to, without the prefix.
        topic -> Text,
        /// What happened: `order.registered`.
        kind -> Text,
        /// The aggregate it happened to.
        key -> Uuid,
        /// The encoded protobuf message.
        payload -> Binary,
        /// W3C trace context of the request that caused it.
        traceparent -> Nullable<Text>,
        /// When it happened.
        occurred_at -> Timestamptz,
        /// The publication that carried it; null while it waits.
        publish_batch -> Nullable<BigInt>,
        /// When the relay marked it published.
        published_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    /// Events already handled by this service.
    inbox (consumer, event_id) {
        /// The consumer group.
        consumer -> Text,
        /// The event.
        event_id -> Uuid,
        /// When its effect was committed.
        handled_at -> Timestamptz,
    }
}

diesel::table! {
    /// Events that a consumer gave up.
    set_aside (consumer, lane, event_id) {
        /// The consumer group.
        consumer -> Text,
        /// What it shares with events that must not pass it.
        lane -> Uuid,
        /// The event.
        event_id -> Uuid,
        /// The stream it came by, without the prefix.
        topic -> Text,
        /// What happened: `order.registered`.
        kind -> Text,
        /// The aggregate it happened to.
        key -> Uuid,
        /// Why it was given up.
        reason -> Text,
        /// When it was given up.
        set_aside_at -> Timestamptz,
    }
}

diesel::table! {
    /// Replies of requests that changed something, for when they come again.
    idempotent_reply (seller_id, operation, request_id) {
        /// Whose request it was; nil when no seller's.
        seller_id -> Uuid,
        /// The RPC.
        operation -> Text,
        /// The caller's key.
        request_id -> Text,
        /// SHA-256 of the request.
        fingerprint -> Binary,
        /// The encoded reply.
        reply -> Nullable<Binary>,
        /// When the request came first.
        created_at -> Timestamptz,
    }
}

diesel::table! {
    /// Who changed what, when.
    audit_event (seller_id, id) {
        /// Whose data it was; nil when no seller's.
        seller_id -> Uuid,
        /// Time-ordered id.
        id -> Uuid,
        /// When it happened.
        occurred_at -> Timestamptz,
        /// User id, `service:name` or `tool:name`.
        actor_subject -> Text,
        /// The role it acted in.
        actor_role -> Text,
        /// The request that did it.
        request_id -> Text,
        /// What was done: `order.saved`.
        action -> Text,
        /// The kind of thing changed: `order`.
        entity -> Text,
        /// The thing changed.
        entity_id -> Uuid,
        /// The thing's version after the change.
        version -> BigInt,
        /// What differs, as the service describes it.
        changes -> Jsonb,
        /// The handle of a person's session.
        actor_session -> Nullable<Text>,
    }
}
