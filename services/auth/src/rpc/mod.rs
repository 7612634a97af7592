//! The gRPC face: message ↔ command, domain ↔ message, error → status.

mod convert;
mod status;

use std::pin::Pin;

use pishkhan_chassis::{
    access::Caller,
    errors::{invalid_field, problem},
    parse,
};
use pishkhan_chassis_db::idempotency;
use pishkhan_proto::auth::v1::{self as pb, auth_service_server::AuthService};
use prost::Message as _;
use tokio::sync::broadcast::{Receiver, error::RecvError};
use tokio_stream::Stream;
use tonic::{Request, Response, Status};

use crate::app::{
    App,
    change_credentials::{ChangeCredentials, Proof},
    change_password::ChangePassword,
    create_user::{CreateUser, Reply},
    log_in::{LogIn, LoggedIn},
    own_sessions::{OwnSessions, Which},
    record_tool_token::RecordToolToken,
    reset_password::ResetPassword,
    revocations::Word,
};
use crate::domain::user::{CredentialForm, is_cellphone};

/// Scopes of one tool's passport at most.
const MAX_SCOPES: usize = 50;

/// Letters of the longest name of a device.
const MAX_DEVICE: usize = 64;

/// Letters of the longest address of a device.
const MAX_ADDRESS: usize = 64;

/// Serves the contract.
#[derive(Clone)]
pub struct Service(pub App);

/// The address of somebody's device; it may be unknown.
fn address(value: &str) -> Result<String, Status> {
    Ok(parse::optional_text("client_address", value, MAX_ADDRESS)?.unwrap_or_default())
}

/// A phone number in its form.
fn phone(value: String) -> Result<String, Status> {
    match value.as_str() {
        "" => Err(invalid_field("cellphone", problem::REQUIRED)),
        _ if is_cellphone(&value) => Ok(value),
        _ => Err(invalid_field("cellphone", problem::INVALID)),
    }
}

#[tonic::async_trait]
impl AuthService for Service {
    async fn log_in(&self, request: Request<pb::LogInRequest>) -> Result<Response<pb::LogInResponse>, Status> {
        let request_id = Caller::of(&request)?.request_id;
        let pb::LogInRequest { cellphone, password, client_address, device } = request.into_inner();
        let client_address = address(&client_address)?;
        let device = parse::optional_text("device", &device, MAX_DEVICE)?.unwrap_or_default();
        let log_in = LogIn { cellphone, password, client_address, device, request_id };
        let LoggedIn { session, secret, evicted } = self.0.log_in(log_in).await?;
        let evicted = convert::user_sessions(evicted, &session.handle);
        Ok(Response::new(pb::LogInResponse { session: Some(session.into()), secret, evicted }))
    }

    async fn log_out(&self, request: Request<pb::LogOutRequest>) -> Result<Response<pb::LogOutResponse>, Status> {
        let request_id = Caller::of(&request)?.request_id;
        let pb::LogOutRequest { secret, handle } = request.into_inner();
        self.0.log_out(&secret, &handle, &request_id).await?;
        Ok(Response::new(pb::LogOutResponse {}))
    }

    async fn validate_session(
        &self,
        request: Request<pb::ValidateSessionRequest>,
    ) -> Result<Response<pb::ValidateSessionResponse>, Status> {
        let pb::ValidateSessionRequest { secret, handle } = request.into_inner();
        let (session, passports) = self.0.validate(&secret, &handle).await?;
        Ok(Response::new(pb::ValidateSessionResponse {
            session: Some(session.into()),
            passports: passports.into_iter().map(Into::into).collect(),
        }))
    }

    type WatchRevocationsStream = Pin<Box<dyn Stream<Item = Result<pb::WatchRevocationsResponse, Status>> + Send>>;

    async fn watch_revocations(
        &self,
        _: Request<pb::WatchRevocationsRequest>,
    ) -> Result<Response<Self::WatchRevocationsStream>, Status> {
        let words = self.0.revocations().watch().ok_or_else(status::not_listening)?;
        Ok(Response::new(Box::pin(stream(words))))
    }

    async fn create_user(
        &self,
        request: Request<pb::CreateUserRequest>,
    ) -> Result<Response<pb::CreateUserResponse>, Status> {
        let caller = Caller::of(&request)?;
        let mut message = request.into_inner();
        let request_id = parse::text("request_id", &message.request_id, 64)?;
        let fingerprint = self.0.secret_fingerprint(&message.encode_to_vec());
        let password = std::mem::take(&mut message.password);
        let user = convert::new_user(message)?;
        // A tool that is bound to one seller may create that one's user only, and no operator.
        caller.seller(user.seller_id.unwrap_or_default())?;
        let command = CreateUser { request_id, fingerprint, user, password, actor: caller.actor() };
        let reply = Reply { write: convert::write_user, read: convert::read_user };
        let user = self.0.create_user(command, reply).await?;
        Ok(Response::new(pb::CreateUserResponse { user: Some(user.into()) }))
    }

    async fn get_seller_user(
        &self,
        request: Request<pb::GetSellerUserRequest>,
    ) -> Result<Response<pb::GetSellerUserResponse>, Status> {
        let caller = Caller::of(&request)?;
        let seller_id = caller.seller(parse::uuid("seller_id", &request.into_inner().seller_id)?)?;
        let user = self.0.seller_user(seller_id).await?;
        Ok(Response::new(pb::GetSellerUserResponse { user: Some(user.into()) }))
    }

    async fn change_credentials(
        &self,
        request: Request<pb::ChangeCredentialsRequest>,
    ) -> Result<Response<pb::ChangeCredentialsResponse>, Status> {
        let actor = Caller::of(&request)?.actor();
        let pb::ChangeCredentialsRequest {
            request_id,
            seller_id,
            cellphone,
            username,
            password,
            session_handle,
            current_password,
            client_address,
            by_tool,
        } = request.into_inner();
        let client_address = address(&client_address)?;
        let proof = if by_tool { Proof::None } else { Proof::Needed { current_password, client_address } };
        let command = ChangeCredentials {
            change_id: parse::uuid("request_id", &request_id)?,
            seller_id: parse::uuid("seller_id", &seller_id)?,
            form: CredentialForm { cellphone, username, password },
            session_handle,
            proof,
            actor,
        };
        let user = self.0.change_credentials(command).await?;
        Ok(Response::new(pb::ChangeCredentialsResponse { user: Some(user.into()) }))
    }

    async fn settle_credential_change(
        &self,
        request: Request<pb::SettleCredentialChangeRequest>,
    ) -> Result<Response<pb::SettleCredentialChangeResponse>, Status> {
        let pb::SettleCredentialChangeRequest { request_id, seller_id } = request.into_inner();
        let (change_id, seller_id) = (parse::uuid("request_id", &request_id)?, parse::uuid("seller_id", &seller_id)?);
        let applied = self.0.settle_credential_change(seller_id, change_id).await?;
        Ok(Response::new(pb::SettleCredentialChangeResponse { applied }))
    }

    async fn renew_session(
        &self,
        request: Request<pb::RenewSessionRequest>,
    ) -> Result<Response<pb::RenewSessionResponse>, Status> {
        let request_id = Caller::of(&request)?.request_id;
        let pb::RenewSessionRequest { secret, handle } = request.into_inner();
        let (session, secret) = self.0.renew_session(&secret, &handle, request_id).await?;
        Ok(Response::new(pb::RenewSessionResponse { session: Some(session.into()), secret }))
    }

    async fn list_sessions(
        &self,
        request: Request<pb::ListSessionsRequest>,
    ) -> Result<Response<pb::ListSessionsResponse>, Status> {
        let pb::ListSessionsRequest { secret, handle } = request.into_inner();
        let OwnSessions { live, evicted } = self.0.own_sessions(&secret, &handle).await?;
        let (sessions, evicted) = (convert::user_sessions(live, &handle), convert::user_sessions(evicted, &handle));
        Ok(Response::new(pb::ListSessionsResponse { sessions, evicted }))
    }

    async fn end_session(
        &self,
        request: Request<pb::EndSessionRequest>,
    ) -> Result<Response<pb::EndSessionResponse>, Status> {
        let request_id = Caller::of(&request)?.request_id;
        let pb::EndSessionRequest { secret, handle, session_id } = request.into_inner();
        let which = Which::One(parse::uuid("session_id", &session_id)?);
        self.0.end_sessions(&secret, &handle, which, request_id).await?;
        Ok(Response::new(pb::EndSessionResponse {}))
    }

    async fn end_other_sessions(
        &self,
        request: Request<pb::EndOtherSessionsRequest>,
    ) -> Result<Response<pb::EndOtherSessionsResponse>, Status> {
        let request_id = Caller::of(&request)?.request_id;
        let pb::EndOtherSessionsRequest { secret, handle } = request.into_inner();
        self.0.end_sessions(&secret, &handle, Which::Others, request_id).await?;
        Ok(Response::new(pb::EndOtherSessionsResponse {}))
    }

    async fn change_password(
        &self,
        request: Request<pb::ChangePasswordRequest>,
    ) -> Result<Response<pb::ChangePasswordResponse>, Status> {
        let request_id = Caller::of(&request)?.request_id;
        let pb::ChangePasswordRequest { secret, handle, current_password, password, client_address } =
            request.into_inner();
        let client_address = address(&client_address)?;
        let command = ChangePassword { secret, handle, current_password, password, client_address, request_id };
        let (session, secret) = self.0.change_password(command).await?;
        Ok(Response::new(pb::ChangePasswordResponse { session: Some(session.into()), secret }))
    }

    async fn send_reset_code(
        &self,
        request: Request<pb::SendResetCodeRequest>,
    ) -> Result<Response<pb::SendResetCodeResponse>, Status> {
        let pb::SendResetCodeRequest { cellphone, client_address } = request.into_inner();
        let (cellphone, client_address) = (phone(cellphone)?, address(&client_address)?);
        let valid_for = self.0.send_reset_code(&cellphone, &client_address).await?;
        let valid_seconds = i32::try_from(valid_for.num_seconds()).unwrap_or(i32::MAX);
        Ok(Response::new(pb::SendResetCodeResponse { valid_seconds }))
    }

    async fn reset_password(
        &self,
        request: Request<pb::ResetPasswordRequest>,
    ) -> Result<Response<pb::ResetPasswordResponse>, Status> {
        let request_id = Caller::of(&request)?.request_id;
        let pb::ResetPasswordRequest { cellphone, code, password, client_address } = request.into_inner();
        let (cellphone, client_address) = (phone(cellphone)?, address(&client_address)?);
        self.0.reset_password(ResetPassword { cellphone, code, password, client_address, request_id }).await?;
        Ok(Response::new(pb::ResetPasswordResponse {}))
    }

    async fn record_tool_token(
        &self,
        request: Request<pb::RecordToolTokenRequest>,
    ) -> Result<Response<pb::RecordToolTokenResponse>, Status> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let fingerprint = idempotency::fingerprint(&message.encode_to_vec());
        let pb::RecordToolTokenRequest { request_id, audience, scopes, seller_id, expire_time, minted_by } = message;
        let seller_id = parse::optional_uuid("seller_id", &seller_id)?;
        // A tool that is bound to one seller makes none for others.
        caller.seller(seller_id.unwrap_or_default())?;
        if scopes.is_empty() || scopes.len() > MAX_SCOPES {
            return Err(invalid_field(
                "scopes",
                if scopes.is_empty() { problem::REQUIRED } else { problem::OUT_OF_RANGE },
            ));
        }
        let scopes = scopes.iter().map(|scope| parse::text("scopes", scope, 200)).collect::<Result<_, _>>()?;
        let command = RecordToolToken {
            token_id: parse::uuid("request_id", &request_id)?,
            fingerprint,
            audience: parse::text("audience", &audience, 64)?,
            scopes,
            seller_id,
            expires: parse::instant("expire_time", expire_time)?,
            minted_by: parse::text("minted_by", &minted_by, 200)?,
            actor: caller.actor(),
        };
        self.0.record_tool_token(command).await?;
        Ok(Response::new(pb::RecordToolTokenResponse {}))
    }
}

/// First an empty message, then each word; an error once something may have been missed.
fn stream(words: Receiver<Word>) -> impl Stream<Item = Result<pb::WatchRevocationsResponse, Status>> {
    enum At {
        Beginning(Receiver<Word>),
        Words(Receiver<Word>),
        End,
    }
    futures_util::stream::unfold(At::Beginning(words), |at| async move {
        match at {
            At::Beginning(words) => Some((Ok(pb::WatchRevocationsResponse { handles: Vec::new() }), At::Words(words))),
            At::Words(mut words) => match words.recv().await {
                Ok(Word::Ended(handle)) => {
                    Some((Ok(pb::WatchRevocationsResponse { handles: vec![handle] }), At::Words(words)))
                }
                Ok(Word::Lost) | Err(RecvError::Lagged(_) | RecvError::Closed) => {
                    Some((Err(status::not_listening()), At::End))
                }
            },
            At::End => None,
        }
    })
}
