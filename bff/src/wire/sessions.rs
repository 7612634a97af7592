//! A person's own sessions and password.

use pishkhan_proto::auth::v1 as pb;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{error::BffError, text, time::jalali_text, user::check_password};

/// A session of the person who asks.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionRow {
    #[serde(rename = "_id")]
    id: String,
    /// Browser and system, as they were when it logged in: `Chrome · Android`. Empty when they are unknown.
    device: String,
    /// Where it logged in from: an IPv4 /24 or an IPv6 /56. Empty when it is unknown.
    network: String,
    /// Of the log-in.
    #[serde(rename = "createdAtS")]
    create_time: String,
    /// To the minute.
    #[serde(rename = "lastSeenS")]
    last_seen_time: String,
    /// It is the one that asks.
    current: bool,
}

/// Answer of `GET /user/sessions-app2`.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionsReply {
    /// The one used last first; ten at most.
    sessions: Vec<SessionRow>,
    /// Those that ended in the last day because there were ten newer ones.
    evicted: Vec<SessionRow>,
}

impl From<pb::UserSession> for SessionRow {
    fn from(session: pb::UserSession) -> Self {
        let pb::UserSession { session_id, device, network, create_time, last_seen_time, current } = session;
        let text = |time: Option<prost_types::Timestamp>| time.and_then(jalali_text).unwrap_or_default();
        let (create_time, last_seen_time) = (text(create_time), text(last_seen_time));
        Self { id: session_id, device, network, create_time, last_seen_time, current }
    }
}

impl From<pb::ListSessionsResponse> for SessionsReply {
    fn from(pb::ListSessionsResponse { sessions, evicted }: pb::ListSessionsResponse) -> Self {
        let rows = |sessions: Vec<pb::UserSession>| sessions.into_iter().map(Into::into).collect();
        Self { sessions: rows(sessions), evicted: rows(evicted) }
    }
}

/// `POST /user/session-end-app2`
#[derive(Debug, Deserialize, ToSchema)]
pub struct EndSessionBody {
    /// One of the person's own sessions.
    #[serde(rename = "_id", default)]
    pub id: String,
}

/// `POST /user/password-app2`
#[derive(Debug, Deserialize, ToSchema)]
pub struct PasswordBody {
    /// What the person logs in with now.
    #[serde(default)]
    current: String,
    /// At least 10 characters, and none of the commonest.
    #[serde(default)]
    password: String,
}

impl PasswordBody {
    /// The two of them, in the form that they have to have.
    pub fn checked(self) -> Result<(String, String), BffError> {
        let Self { current, password } = self;
        let mut wrong = Vec::new();
        if current.is_empty() {
            wrong.push(("current", text::CURRENT_PASSWORD_REQUIRED));
        }
        check_password(&password, &mut wrong);
        if wrong.is_empty() { Ok((current, password)) } else { Err(BffError::fields(wrong)) }
    }
}
