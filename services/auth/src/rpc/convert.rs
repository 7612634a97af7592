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
        session::Session,
        user::{NewUser, User},
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

impl From<Passport> for pb::Passport {
    fn from(passport: Passport) -> Self {
        let Passport { audience, token, expires_at } = passport;
        Self { audience: audience.to_owned(), token, expire_time: Some(parse::timestamp(expires_at)) }
    }
}
