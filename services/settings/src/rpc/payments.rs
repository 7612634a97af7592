//! Payments: message ↔ command.

use chrono::{DateTime, Utc};
use pishkhan_chassis::{
    access::Caller,
    errors::{invalid_field, problem},
    paging::{decode_token, encode_token, page_size},
    parse,
};
use pishkhan_proto::settings::v1::{self as pb, payment_service_server::PaymentService};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::{Service, unbound};
use crate::{
    app::{App, SettingsError, create_seller::Users, sandbox::SandboxPage},
    domain::payment::{Decision, GatewayKind, Payment, PaymentState, Purpose, Wanted},
};

/// Letters of the longest name that a gateway gives a payment.
const AUTHORITY_MAX: usize = 100;
/// Letters of the longest seal of a way back.
const RETURN_SEAL_MAX: usize = 64;

#[tonic::async_trait]
impl<U: Users> PaymentService for Service<U> {
    async fn get_payment(
        &self,
        request: Request<pb::GetPaymentRequest>,
    ) -> Result<Response<pb::GetPaymentResponse>, Status> {
        let caller = Caller::of(&request)?;
        let pb::GetPaymentRequest { seller_id, payment_id } = request.into_inner();
        let seller_id = caller.seller(parse::uuid("seller_id", &seller_id)?)?;
        let (found, bought) = self.0.payment_with_bought(seller_id, parse::uuid("payment_id", &payment_id)?).await?;
        let (payment, bought) = (Some(payment(&self.0, found)), bought.map(Into::into));
        Ok(Response::new(pb::GetPaymentResponse { payment, bought }))
    }

    async fn list_payments(
        &self,
        request: Request<pb::ListPaymentsRequest>,
    ) -> Result<Response<pb::ListPaymentsResponse>, Status> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let state = wanted_state(message.state());
        let pb::ListPaymentsRequest { seller_id, state: _, page_size: size, page_token } = message;
        let seller_id = parse::optional_uuid("seller_id", &seller_id)?;
        match seller_id {
            Some(one) => _ = caller.seller(one)?,
            None => _ = unbound(&caller)?,
        }
        let before: Option<(DateTime<Utc>, Uuid)> =
            if page_token.is_empty() { None } else { Some(decode_token(&page_token)?) };
        let wanted = Wanted { seller_id, state, before };
        let (found, more) = self.0.payments(wanted, page_size(size, 100, 500) as usize).await?;
        let last = found.last().filter(|_| more).map(|last| encode_token(&(last.created_at, last.payment_id)));
        let payments = found.into_iter().map(|found| payment(&self.0, found)).collect();
        Ok(Response::new(pb::ListPaymentsResponse { payments, next_page_token: last.unwrap_or_default() }))
    }

    async fn settle_payment(
        &self,
        request: Request<pb::SettlePaymentRequest>,
    ) -> Result<Response<pb::SettlePaymentResponse>, Status> {
        let caller = Caller::of(&request)?;
        let pb::SettlePaymentRequest { authority, cancelled } = request.into_inner();
        let authority = parse::text("authority", &authority, AUTHORITY_MAX)?;
        visible(&caller, self.0.payer_of(&authority).await?)?;
        let settled = self.0.settle_payment(&authority, cancelled, &caller.actor()).await?;
        let state = state(settled.state_at(self.0.clock().now()));
        Ok(Response::new(pb::SettlePaymentResponse {
            payment_id: settled.payment_id.to_string(),
            purpose: purpose(settled.purpose).into(),
            subject_id: settled.subject_id,
            state: state.into(),
        }))
    }

    async fn check_payment(
        &self,
        request: Request<pb::CheckPaymentRequest>,
    ) -> Result<Response<pb::CheckPaymentResponse>, Status> {
        let caller = Caller::of(&request)?;
        let pb::CheckPaymentRequest { seller_id, payment_id } = request.into_inner();
        let seller_id = caller.seller(parse::uuid("seller_id", &seller_id)?)?;
        let payment_id = parse::uuid("payment_id", &payment_id)?;
        let checked = self.0.check_payment(seller_id, payment_id, &caller.actor()).await?;
        Ok(Response::new(pb::CheckPaymentResponse { payment: Some(payment(&self.0, checked)) }))
    }

    async fn get_sandbox_payment(
        &self,
        request: Request<pb::GetSandboxPaymentRequest>,
    ) -> Result<Response<pb::GetSandboxPaymentResponse>, Status> {
        let authority = parse::text("authority", &request.into_inner().authority, AUTHORITY_MAX)?;
        let SandboxPage { entry, payer } = self.0.sandbox_page(&authority).await?;
        Ok(Response::new(pb::GetSandboxPaymentResponse {
            amount_toman: entry.amount_toman,
            payer,
            decision: decision(entry.decision).into(),
            expire_time: Some(parse::timestamp(entry.expires_at)),
        }))
    }

    async fn decide_sandbox_payment(
        &self,
        request: Request<pb::DecideSandboxPaymentRequest>,
    ) -> Result<Response<pb::DecideSandboxPaymentResponse>, Status> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let wanted = match message.decision() {
            pb::SandboxDecision::Unspecified => return Err(invalid_field("decision", problem::REQUIRED)),
            pb::SandboxDecision::Paid => Decision::Paid,
            pb::SandboxDecision::Cancelled => Decision::Cancelled,
        };
        let authority = parse::text("authority", &message.authority, AUTHORITY_MAX)?;
        visible(&caller, self.0.payer_of(&authority).await?)?;
        let decision = decision(self.0.decide_sandbox(&authority, wanted).await?).into();
        Ok(Response::new(pb::DecideSandboxPaymentResponse { decision }))
    }
}

/// A payment of another seller's looks like none.
fn visible(caller: &Caller, payer: Uuid) -> Result<(), SettingsError> {
    caller.seller(payer).map(drop).map_err(|_| SettingsError::PaymentNotFound)
}

/// Takes what a payer is to bring back out of a request, so that it does not tell two requests apart.
pub fn return_seal(field: &mut String) -> Result<String, Status> {
    let seal = std::mem::take(field);
    if seal.len() > RETURN_SEAL_MAX {
        return Err(invalid_field("return_seal", problem::TOO_LONG));
    }
    if !seal.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')) {
        return Err(invalid_field("return_seal", problem::INVALID));
    }
    Ok(seal)
}

/// A payment as it stands by the clock.
pub fn payment<U>(app: &App<U>, payment: Payment) -> pb::Payment {
    let redirect_url = app.redirect_url(&payment).unwrap_or_default();
    let state = state(payment.state_at(app.clock().now()));
    let gateway = match payment.gateway {
        GatewayKind::Sandbox => pb::PaymentGateway::Sandbox,
        GatewayKind::Zarinpal => pb::PaymentGateway::Zarinpal,
    };
    pb::Payment {
        payment_id: payment.payment_id.to_string(),
        seller_id: payment.seller_id.to_string(),
        purpose: purpose(payment.purpose).into(),
        subject_id: payment.subject_id,
        amount_toman: payment.amount_toman,
        state: state.into(),
        cancelled: payment.cancelled,
        gateway: gateway.into(),
        redirect_url,
        create_time: Some(parse::timestamp(payment.created_at)),
        expire_time: Some(parse::timestamp(payment.expires_at)),
        pay_time: payment.paid_at.map(parse::timestamp),
        reference: payment.reference,
    }
}

const fn purpose(purpose: Purpose) -> pb::PaymentPurpose {
    match purpose {
        Purpose::Subscription => pb::PaymentPurpose::Subscription,
        Purpose::Invoice => pb::PaymentPurpose::Invoice,
    }
}

const fn state(state: PaymentState) -> pb::PaymentState {
    match state {
        PaymentState::Pending => pb::PaymentState::Pending,
        PaymentState::Paid => pb::PaymentState::Paid,
        PaymentState::Failed => pb::PaymentState::Failed,
        PaymentState::Expired => pb::PaymentState::Expired,
    }
}

const fn wanted_state(state: pb::PaymentState) -> Option<PaymentState> {
    match state {
        pb::PaymentState::Unspecified => None,
        pb::PaymentState::Pending => Some(PaymentState::Pending),
        pb::PaymentState::Paid => Some(PaymentState::Paid),
        pb::PaymentState::Failed => Some(PaymentState::Failed),
        pb::PaymentState::Expired => Some(PaymentState::Expired),
    }
}

const fn decision(decision: Decision) -> pb::SandboxDecision {
    match decision {
        Decision::None => pb::SandboxDecision::Unspecified,
        Decision::Paid => pb::SandboxDecision::Paid,
        Decision::Cancelled => pb::SandboxDecision::Cancelled,
    }
}
