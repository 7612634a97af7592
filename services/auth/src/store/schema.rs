//! The tables of the migrations; a test compares them with the database.
#![expect(missing_docs, reason = "the columns are described in the migrations")]

diesel::table! {
    user_account (user_id) {
        user_id -> Uuid,
        cellphone -> Text,
        username -> Text,
        username_folded -> Text,
        first_name -> Text,
        last_name -> Text,
        role -> Text,
        seller_id -> Nullable<Uuid>,
        child_seller -> Bool,
        created_at -> Timestamptz,
        disabled_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    credential (user_id) {
        user_id -> Uuid,
        phc -> Text,
        changed_at -> Timestamptz,
        chosen -> Bool,
    }
}

diesel::table! {
    session (session_id) {
        session_id -> Uuid,
        user_id -> Uuid,
        secret_hash -> Bytea,
        handle -> Text,
        client_address -> Text,
        created_at -> Timestamptz,
        last_seen_at -> Timestamptz,
        expires_at -> Timestamptz,
        revoked_at -> Nullable<Timestamptz>,
        renew_before -> Nullable<Timestamptz>,
        device -> Text,
        evicted -> Bool,
    }
}

diesel::table! {
    credential_change (seller_id, change_id) {
        change_id -> Uuid,
        seller_id -> Uuid,
        applied -> Bool,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    known_network (user_id, network) {
        user_id -> Uuid,
        network -> Text,
        last_log_in_at -> Timestamptz,
    }
}

diesel::table! {
    reset_code (code_id) {
        code_id -> Uuid,
        cellphone -> Text,
        network -> Text,
        known -> Bool,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
        tries_here -> Int4,
        tries_elsewhere -> Int4,
        used_at -> Nullable<Timestamptz>,
        state -> Text,
        attempts -> Int4,
        next_attempt_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    password_link (link_id) {
        link_id -> Uuid,
        user_id -> Uuid,
        secret_hash -> Bytea,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
        used_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    tool_token (token_id) {
        token_id -> Uuid,
        audience -> Text,
        scopes -> Array<Text>,
        seller_id -> Nullable<Uuid>,
        minted_by -> Text,
        tool -> Text,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
    }
}

diesel::table! {
    shared_key (name) {
        name -> Text,
        value -> Bytea,
        created_at -> Timestamptz,
    }
}

diesel::joinable!(credential -> user_account (user_id));
diesel::joinable!(session -> user_account (user_id));
diesel::joinable!(known_network -> user_account (user_id));
diesel::allow_tables_to_appear_in_same_query!(user_account, credential, session, known_network);
