//! Domain ↔ message.

use pishkhan_chassis::{
    errors::{invalid_field, problem},
    parse,
    passport::Role,
};
use pishkhan_proto::auth::v1 as pb;
use prost::Message as _;
use tonic::Status;
use uuid::Uuid;

use crate::{
    app::{AuthError, validate::Passport},
    domain::{
        session::{Session, UserSession, logged_in_at},
        throttle::network_of,
        tool_token::ToolToken,
        user::{NewUser, Operator, User},
    },
};

// === proto -> domain ===

/// A user to be created, its fields not checked yet.
pub fn new_user(message: pb::CreateUserRequest) -> Result<NewUser, Status> {
    let role = match message.role() {
        pb::Role::Unspecified => return Err(invalid_field("role", problem::REQUIRED)),
        pb::Role::Seller => Role::Seller,
        pb::Role::Operator => Role::Operator,
    };
    let pb::CreateUserRequest {
        request_id: _,
        cellphone,
        password: _,
        username,
        first_name,
        last_name,
        role: _,
        seller_id,
        child_seller,
    } = message;
    let seller_id = parse::optional_uuid("seller_id", &seller_id)?;
    Ok(NewUser { cellphone, username, first_name, last_name, role, seller_id, child_seller })
}

/// A user out of a stored reply.
pub fn read_user(bytes: &[u8]) -> Result<User, AuthError> {
    let unreadable = || AuthError::StoredReply;
    let message = pb::User::decode(bytes).map_err(|_| unreadable())?;
    let role = match message.roles().next() {
        Some(pb::Role::Seller) => Role::Seller,
        Some(pb::Role::Operator) => Role::Operator,
        Some(pb::Role::Unspecified) | None => return Err(unreadable()),
    };
    let pb::User { user_id, cellphone, username, first_name, last_name, roles: _, seller_id, child_seller } = message;
    let seller_id = match seller_id.as_str() {
        "" => None,
        text => Some(Uuid::try_parse(text).map_err(|_| unreadable())?),
    };
    Ok(User {
        user_id: Uuid::try_parse(&user_id).map_err(|_| unreadable())?,
        cellphone,
        username,
        first_name,
        last_name,
        role,
        seller_id,
        child_seller,
    })
}

// === domain -> proto ===

/// A user as a stored reply.
pub fn write_user(user: &User) -> Vec<u8> {
    pb::User::from(user.clone()).encode_to_vec()
}

impl From<User> for pb::User {
    fn from(user: User) -> Self {
        let User { user_id, cellphone, username, first_name, last_name, role, seller_id, child_seller } = user;
        let role = match role {
            Role::Seller => pb::Role::Seller,
            Role::Operator => pb::Role::Operator,
        };
        Self {
            user_id: user_id.to_string(),
            cellphone,
            username,
            first_name,
            last_name,
            roles: vec![role.into()],
            seller_id: seller_id.map(|id| id.to_string()).unwrap_or_default(),
            child_seller,
        }
    }
}

impl From<Session> for pb::Session {
    fn from(session: Session) -> Self {
        let Session { handle, user, last_seen_at: _, expires_at } = session;
        Self { handle, user: Some(user.into()), expire_time: Some(parse::timestamp(expires_at)) }
    }
}

/// What a user is told of sessions; `handle` is that of the one that asks.
pub fn user_sessions(sessions: Vec<UserSession>, handle: &str) -> Vec<pb::UserSession> {
    let told = |session: UserSession| {
        let UserSession { session_id, handle: of, secret_hash: _, device, client_address, last_seen_at, expires_at } =
            session;
        pb::UserSession {
            session_id: session_id.to_string(),
            device,
            network: network_of(&client_address).unwrap_or_default(),
            create_time: Some(parse::timestamp(logged_in_at(expires_at))),
            last_seen_time: Some(parse::timestamp(last_seen_at)),
            current: of == handle,
        }
    };
    sessions.into_iter().map(told).collect()
}

impl From<Operator> for pb::Operator {
    fn from(operator: Operator) -> Self {
        let Operator { user, created_at, disabled_at, without_password, last_seen_at } = operator;
        Self {
            user: Some(user.into()),
            create_time: Some(parse::timestamp(created_at)),
            disable_time: disabled_at.map(parse::timestamp),
            without_password,
            last_seen_time: last_seen_at.map(parse::timestamp),
        }
    }
}

impl From<ToolToken> for pb::ToolToken {
    fn from(token: ToolToken) -> Self {
        let ToolToken { token_id, audience, scopes, seller_id, minted_by, tool, created_at, expires_at } = token;
        Self {
            token_id: token_id.to_string(),
            audience,
            scopes,
            seller_id: seller_id.map(|seller_id| seller_id.to_string()).unwrap_or_default(),
            minted_by,
            tool,
            create_time: Some(parse::timestamp(created_at)),
            expire_time: Some(parse::timestamp(expires_at)),
        }
    }
}

impl From<Passport> for pb::Passport {
    fn from(passport: Passport) -> Self {
        let Passport { audience, token, expires_at } = passport;
        Self { audience: audience.to_owned(), token, expire_time: Some(parse::timestamp(expires_at)) }
    }
}
