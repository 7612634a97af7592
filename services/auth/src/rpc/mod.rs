//! The gRPC face: message ↔ command, domain ↔ message, error → status.

mod convert;
mod status;

use std::pin::Pin;

use pishkhan_chassis::{
    access::{Caller, forbidden},
    config::Profile,
    errors::{invalid_field, problem},
    paging::{decode_token, encode_token, page_size},
    parse,
    passport::Role,
};
use pishkhan_chassis_db::idempotency;
use pishkhan_proto::activity::v1 as activity;
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
    password_links::{CreatePasswordLink, NewLink, UsePasswordLink},
    reset_password::ResetPassword,
    revocations::Word,
    tool_tokens::RecordToolToken,
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
pub struct Service {
    /// The use cases.
    pub app: App,
    /// Of the process.
    pub profile: Profile,
}

/// Rows of one page of a list for tools at most.
const PAGE: u32 = 100;

/// Refuses a tool that is bound to one seller what belongs to the platform.
fn unbound(caller: &Caller) -> Result<(), Status> {
    if caller.seller_id.is_none() { Ok(()) } else { Err(forbidden()) }
}

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
        let LoggedIn { session, secret, evicted } = self.app.log_in(log_in).await?;
        let evicted = convert::user_sessions(evicted, &session.handle);
        Ok(Response::new(pb::LogInResponse { session: Some(session.into()), secret, evicted }))
    }

    async fn log_out(&self, request: Request<pb::LogOutRequest>) -> Result<Response<pb::LogOutResponse>, Status> {
        let request_id = Caller::of(&request)?.request_id;
        let pb::LogOutRequest { secret, handle } = request.into_inner();
        self.app.log_out(&secret, &handle, &request_id).await?;
        Ok(Response::new(pb::LogOutResponse {}))
    }

    async fn validate_session(
        &self,
        request: Request<pb::ValidateSessionRequest>,
    ) -> Result<Response<pb::ValidateSessionResponse>, Status> {
        let pb::ValidateSessionRequest { secret, handle } = request.into_inner();
        let (session, passports) = self.app.validate(&secret, &handle).await?;
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
        let words = self.app.revocations().watch().ok_or_else(status::not_listening)?;
        Ok(Response::new(Box::pin(stream(words))))
    }

    async fn create_user(
        &self,
        request: Request<pb::CreateUserRequest>,
    ) -> Result<Response<pb::CreateUserResponse>, Status> {
        let caller = Caller::of(&request)?;
        let mut message = request.into_inner();
        let request_id = parse::text("request_id", &message.request_id, 64)?;
        let fingerprint = self.app.secret_fingerprint(&message.encode_to_vec());
        let password = Some(std::mem::take(&mut message.password)).filter(|password| !password.is_empty());
        let user = convert::new_user(message)?;
        // A tool that is bound to one seller may create that one's user only, and no operator.
        caller.seller(user.seller_id.unwrap_or_default())?;
        let command = CreateUser { request_id, fingerprint, user, password, actor: caller.actor() };
        let reply = Reply { write: convert::write_user, read: convert::read_user };
        let user = self.app.create_user(command, reply).await?;
        Ok(Response::new(pb::CreateUserResponse { user: Some(user.into()) }))
    }

    async fn get_seller_user(
        &self,
        request: Request<pb::GetSellerUserRequest>,
    ) -> Result<Response<pb::GetSellerUserResponse>, Status> {
        let caller = Caller::of(&request)?;
        let seller_id = caller.seller(parse::uuid("seller_id", &request.into_inner().seller_id)?)?;
        let user = self.app.seller_user(seller_id).await?;
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
        let user = self.app.change_credentials(command).await?;
        Ok(Response::new(pb::ChangeCredentialsResponse { user: Some(user.into()) }))
    }

    async fn settle_credential_change(
        &self,
        request: Request<pb::SettleCredentialChangeRequest>,
    ) -> Result<Response<pb::SettleCredentialChangeResponse>, Status> {
        let pb::SettleCredentialChangeRequest { request_id, seller_id } = request.into_inner();
        let (change_id, seller_id) = (parse::uuid("request_id", &request_id)?, parse::uuid("seller_id", &seller_id)?);
        let applied = self.app.settle_credential_change(seller_id, change_id).await?;
        Ok(Response::new(pb::SettleCredentialChangeResponse { applied }))
    }

    async fn renew_session(
        &self,
        request: Request<pb::RenewSessionRequest>,
    ) -> Result<Response<pb::RenewSessionResponse>, Status> {
        let request_id = Caller::of(&request)?.request_id;
        let pb::RenewSessionRequest { secret, handle } = request.into_inner();
        let (session, secret) = self.app.renew_session(&secret, &handle, request_id).await?;
        Ok(Response::new(pb::RenewSessionResponse { session: Some(session.into()), secret }))
    }

    async fn list_sessions(
        &self,
        request: Request<pb::ListSessionsRequest>,
    ) -> Result<Response<pb::ListSessionsResponse>, Status> {
        let pb::ListSessionsRequest { secret, handle } = request.into_inner();
        let OwnSessions { live, evicted } = self.app.own_sessions(&secret, &handle).await?;
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
        self.app.end_sessions(&secret, &handle, which, request_id).await?;
        Ok(Response::new(pb::EndSessionResponse {}))
    }

    async fn end_other_sessions(
        &self,
        request: Request<pb::EndOtherSessionsRequest>,
    ) -> Result<Response<pb::EndOtherSessionsResponse>, Status> {
        let request_id = Caller::of(&request)?.request_id;
        let pb::EndOtherSessionsRequest { secret, handle } = request.into_inner();
        self.app.end_sessions(&secret, &handle, Which::Others, request_id).await?;
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
        let (session, secret) = self.app.change_password(command).await?;
        Ok(Response::new(pb::ChangePasswordResponse { session: Some(session.into()), secret }))
    }

    async fn send_reset_code(
        &self,
        request: Request<pb::SendResetCodeRequest>,
    ) -> Result<Response<pb::SendResetCodeResponse>, Status> {
        let pb::SendResetCodeRequest { cellphone, client_address } = request.into_inner();
        let (cellphone, client_address) = (phone(cellphone)?, address(&client_address)?);
        let valid_for = self.app.send_reset_code(&cellphone, &client_address).await?;
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
        self.app.reset_password(ResetPassword { cellphone, code, password, client_address, request_id }).await?;
        Ok(Response::new(pb::ResetPasswordResponse {}))
    }

    async fn create_password_link(
        &self,
        request: Request<pb::CreatePasswordLinkRequest>,
    ) -> Result<Response<pb::CreatePasswordLinkResponse>, Status> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let role = match message.role() {
            pb::Role::Unspecified => None,
            pb::Role::Seller => Some(Role::Seller),
            pb::Role::Operator => Some(Role::Operator),
        };
        let pb::CreatePasswordLinkRequest { cellphone, reset, enable, role: _ } = message;
        let (cellphone, seller_id, actor) = (phone(cellphone)?, caller.seller_id, caller.actor());
        let command = CreatePasswordLink { cellphone, role, seller_id, reset, enable, actor };
        let NewLink { user, secret, expires_at } = self.app.create_password_link(command).await?;
        let expire_time = Some(parse::timestamp(expires_at));
        Ok(Response::new(pb::CreatePasswordLinkResponse { user: Some(user.into()), secret, expire_time }))
    }

    async fn use_password_link(
        &self,
        request: Request<pb::UsePasswordLinkRequest>,
    ) -> Result<Response<pb::UsePasswordLinkResponse>, Status> {
        let request_id = Caller::of(&request)?.request_id;
        let pb::UsePasswordLinkRequest { secret, password, client_address } = request.into_inner();
        let client_address = address(&client_address)?;
        let command = UsePasswordLink { secret, password, client_address, request_id };
        let cellphone = self.app.use_password_link(command).await?;
        Ok(Response::new(pb::UsePasswordLinkResponse { cellphone }))
    }

    async fn list_operators(
        &self,
        request: Request<pb::ListOperatorsRequest>,
    ) -> Result<Response<pb::ListOperatorsResponse>, Status> {
        unbound(&Caller::of(&request)?)?;
        let pb::ListOperatorsRequest { page_size: size, page_token } = request.into_inner();
        let after: String = if page_token.is_empty() { String::new() } else { decode_token(&page_token)? };
        let (operators, more) = self.app.operators(&after, page_size(size, PAGE, PAGE)).await?;
        let next = operators.last().filter(|_| more).map(|last| encode_token(&last.user.cellphone));
        let operators = operators.into_iter().map(Into::into).collect();
        Ok(Response::new(pb::ListOperatorsResponse { operators, next_page_token: next.unwrap_or_default() }))
    }

    async fn disable_operator(
        &self,
        request: Request<pb::DisableOperatorRequest>,
    ) -> Result<Response<pb::DisableOperatorResponse>, Status> {
        let caller = Caller::of(&request)?;
        unbound(&caller)?;
        let cellphone = phone(request.into_inner().cellphone)?;
        let user = self.app.disable_operator(&cellphone, caller.actor()).await?;
        Ok(Response::new(pb::DisableOperatorResponse { user: Some(user.into()) }))
    }

    async fn list_tool_tokens(
        &self,
        request: Request<pb::ListToolTokensRequest>,
    ) -> Result<Response<pb::ListToolTokensResponse>, Status> {
        unbound(&Caller::of(&request)?)?;
        let pb::ListToolTokensRequest { page_size: size, page_token } = request.into_inner();
        let after = if page_token.is_empty() { None } else { Some(decode_token(&page_token)?) };
        let (tokens, more) = self.app.tool_tokens(after, page_size(size, PAGE, PAGE)).await?;
        let next = tokens.last().filter(|_| more).map(|last| encode_token(&(last.created_at, last.token_id)));
        let tokens = tokens.into_iter().map(Into::into).collect();
        Ok(Response::new(pb::ListToolTokensResponse { tokens, next_page_token: next.unwrap_or_default() }))
    }

    async fn get_installation(
        &self,
        _: Request<pb::GetInstallationRequest>,
    ) -> Result<Response<pb::GetInstallationResponse>, Status> {
        Ok(Response::new(pb::GetInstallationResponse { dev: self.profile == Profile::Dev }))
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
            expires_at: parse::instant("expire_time", expire_time)?,
            minted_by: parse::text("minted_by", &minted_by, 200)?,
            actor: caller.actor(),
        };
        self.app.record_tool_token(command).await?;
        Ok(Response::new(pb::RecordToolTokenResponse {}))
    }

    async fn list_activity(
        &self,
        request: Request<activity::ListActivityRequest>,
    ) -> Result<Response<activity::ListActivityResponse>, Status> {
        self.app.activity().list(request).await
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
