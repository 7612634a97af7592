//! Agreed terms: message ↔ command.

use chrono::NaiveDate;
use pishkhan_chassis::{
    access::Caller,
    errors::{invalid_field, problem},
    paging::{decode_token, encode_token, page_size},
    parse,
};
use pishkhan_chassis_db::idempotency;
use pishkhan_proto::settings::v1::{self as pb, agreed_terms_service_server::AgreedTermsService};
use prost::Message as _;
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::{Service, one_or_all};
use crate::{
    app::{agreed::Decide, create_seller::Users, write::Write},
    domain::{
        agreed::{Agreed, AgreedFrom, Proposal, ProposalState},
        month::Month,
        seller::Cooperation,
    },
};

#[tonic::async_trait]
impl<U: Users> AgreedTermsService for Service<U> {
    async fn get_agreed_terms(
        &self,
        request: Request<pb::GetAgreedTermsRequest>,
    ) -> Result<Response<pb::GetAgreedTermsResponse>, Status> {
        let caller = Caller::of(&request)?;
        let seller_id = caller.seller(parse::uuid("seller_id", &request.into_inner().seller_id)?)?;
        let (current, proposal) = self.0.agreed_terms(seller_id).await?;
        let current = current.map(|AgreedFrom { agreed, from }| terms(agreed, Some(from)));
        Ok(Response::new(pb::GetAgreedTermsResponse { current, proposal: proposal.map(Into::into) }))
    }

    async fn list_proposals(
        &self,
        request: Request<pb::ListProposalsRequest>,
    ) -> Result<Response<pb::ListProposalsResponse>, Status> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let state = match message.state() {
            pb::ProposalState::Unspecified | pb::ProposalState::Awaiting => ProposalState::Awaiting,
            pb::ProposalState::Confirmed => ProposalState::Confirmed,
            pb::ProposalState::Refused => ProposalState::Refused,
            pb::ProposalState::Superseded => ProposalState::Superseded,
        };
        let pb::ListProposalsRequest { seller_id, state: _, page_size: size, page_token } = message;
        let seller_id = one_or_all(&caller, &seller_id)?;
        let after: Option<Uuid> = if page_token.is_empty() { None } else { Some(decode_token(&page_token)?) };
        let (found, more) = self.0.proposals(seller_id, state, after, page_size(size, 100, 500) as usize).await?;
        let last = found.last().filter(|_| more).map(|last| encode_token(&last.proposal_id));
        Ok(Response::new(pb::ListProposalsResponse {
            proposals: found.into_iter().map(Into::into).collect(),
            next_page_token: last.unwrap_or_default(),
        }))
    }

    async fn decide_proposal(
        &self,
        request: Request<pb::DecideProposalRequest>,
    ) -> Result<Response<pb::DecideProposalResponse>, Status> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let from = match message.from_month {
            0 => None,
            code => Some(month("from_month", code)?),
        };
        let command = Decide {
            write: Write {
                seller_id: caller.seller(parse::uuid("seller_id", &message.seller_id)?)?,
                request_id: parse::text("request_id", &message.request_id, 64)?,
                fingerprint: idempotency::fingerprint(&message.encode_to_vec()),
                version: None,
                actor: caller.actor(),
            },
            proposal_id: parse::uuid("proposal_id", &message.proposal_id)?,
            confirm: message.confirm,
            from,
        };
        let decided = self.0.decide_proposal(command).await?;
        Ok(Response::new(pb::DecideProposalResponse { proposal: Some(decided.into()) }))
    }
}

/// A Jalali month that can be billed.
pub(super) fn month(field: &'static str, code: i32) -> Result<Month, Status> {
    Month::from_code(code).ok_or_else(|| invalid_field(field, problem::OUT_OF_RANGE))
}

pub(super) const fn cooperation(cooperation: Cooperation) -> pb::Cooperation {
    match cooperation {
        Cooperation::Percentage => pb::Cooperation::Percentage,
        Cooperation::Basket => pb::Cooperation::Basket,
        Cooperation::Amount => pb::Cooperation::Amount,
    }
}

fn terms(agreed: Agreed, from: Option<Month>) -> pb::AgreedTerms {
    let Agreed { cooperation: kind, commission, payment_date } = agreed;
    pb::AgreedTerms {
        cooperation: cooperation(kind).into(),
        agreed_commission: commission,
        payment_date: payment_date.as_ref().map(NaiveDate::to_string).unwrap_or_default(),
        from_month: from.map_or(0, Month::code),
    }
}

impl From<Proposal> for pb::Proposal {
    fn from(proposal: Proposal) -> Self {
        let Proposal { proposal_id, seller_id, agreed, state, created_at, decided_at, from } = proposal;
        let state = match state {
            ProposalState::Awaiting => pb::ProposalState::Awaiting,
            ProposalState::Confirmed => pb::ProposalState::Confirmed,
            ProposalState::Refused => pb::ProposalState::Refused,
            ProposalState::Superseded => pb::ProposalState::Superseded,
        };
        Self {
            proposal_id: proposal_id.to_string(),
            seller_id: seller_id.to_string(),
            terms: Some(terms(agreed, from)),
            state: state.into(),
            create_time: Some(parse::timestamp(created_at)),
            decide_time: decided_at.map(parse::timestamp),
        }
    }
}
