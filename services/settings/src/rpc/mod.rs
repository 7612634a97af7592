//! The gRPC face: message ↔ command, domain ↔ message, error → status.

mod agreed;
pub mod clients;
mod convert;
pub mod invoices;
mod payments;
mod settings;
mod status;
mod subscriptions;

use pishkhan_chassis::{
    access::{Actor, Caller, CallerKind, forbidden},
    paging::{decode_token, encode_token, page_size},
    parse,
};
use pishkhan_chassis_db::idempotency;
use pishkhan_proto::activity::v1 as activity;
use pishkhan_proto::settings::v1::{self as pb, settings_service_server::SettingsService};
use prost::Message as _;
use tonic::{Request, Response, Status};
use uuid::Uuid;

use crate::{
    app::{
        App,
        create_seller::{CreateSeller, Users},
        edit_seller::{EditSeller, Edited, Proof},
        write::Write,
    },
    domain::section::Versioned,
};

/// Serves the contract.
#[derive(Clone)]
pub struct Service<U>(pub App<U>);

#[tonic::async_trait]
impl<U: Users> SettingsService for Service<U> {
    async fn get_seller(
        &self,
        request: Request<pb::GetSellerRequest>,
    ) -> Result<Response<pb::GetSellerResponse>, Status> {
        let caller = Caller::of(&request)?;
        let seller_id = caller.seller(parse::uuid("seller_id", &request.into_inner().seller_id)?)?;
        let Versioned { value: seller, version } = self.0.seller(seller_id).await?;
        Ok(Response::new(pb::GetSellerResponse { seller: Some(seller.into()), version }))
    }

    async fn list_sellers(
        &self,
        request: Request<pb::ListSellersRequest>,
    ) -> Result<Response<pb::ListSellersResponse>, Status> {
        unbound(&Caller::of(&request)?)?;
        let pb::ListSellersRequest { page_size: size, page_token } = request.into_inner();
        let after = if page_token.is_empty() { None } else { Some(decode_token(&page_token)?) };
        let (sellers, more) = self.0.sellers(after, page_size(size, 100, 500) as usize).await?;
        let last = sellers.last().filter(|_| more).map(|(last, _)| encode_token(last));
        let name = |(seller_id, title): (Uuid, String)| pb::SellerName { seller_id: seller_id.to_string(), title };
        Ok(Response::new(pb::ListSellersResponse {
            sellers: sellers.into_iter().map(name).collect(),
            next_page_token: last.unwrap_or_default(),
        }))
    }

    async fn create_seller(
        &self,
        request: Request<pb::CreateSellerRequest>,
    ) -> Result<Response<pb::CreateSellerResponse>, Status> {
        let caller = Caller::of(&request)?;
        let mut message = request.into_inner();
        let request_id = parse::text("request_id", &message.request_id, 64)?;
        let fingerprint = self.0.secret_fingerprint(&message.encode_to_vec());
        let password = std::mem::take(&mut message.password);
        let (first_name, last_name) = (message.first_name.clone(), message.last_name.clone());
        let clock = self.0.clock();
        let new = convert::new_seller(message, clock.new_id(), clock.now())?;
        // A tool that is bound to one seller may create that one only.
        caller.seller(new.seller.seller_id)?;
        let actor = caller.actor();
        let command = CreateSeller { request_id, fingerprint, new, password, first_name, last_name, actor };
        let seller = self.0.create_seller(command).await?;
        Ok(Response::new(pb::CreateSellerResponse { seller: Some(seller.into()) }))
    }

    async fn get_limits(
        &self,
        request: Request<pb::GetLimitsRequest>,
    ) -> Result<Response<pb::GetLimitsResponse>, Status> {
        let caller = Caller::of(&request)?;
        let seller_id = caller.seller(parse::uuid("seller_id", &request.into_inner().seller_id)?)?;
        let Versioned { value: limits, version } = self.0.limits(seller_id).await?;
        Ok(Response::new(pb::GetLimitsResponse { limits: Some(limits.into()), version }))
    }

    async fn get_order_terms(
        &self,
        request: Request<pb::GetOrderTermsRequest>,
    ) -> Result<Response<pb::GetOrderTermsResponse>, Status> {
        let caller = Caller::of(&request)?;
        let pb::GetOrderTermsRequest { seller_id, placed_at, tiers_only } = request.into_inner();
        let seller_id = caller.seller(parse::uuid("seller_id", &seller_id)?)?;
        if tiers_only {
            let [volume_tiers, amount_tiers, unit_tiers] = convert::tiers(&self.0.order_tiers(seller_id).await?);
            let tiers = pb::GetOrderTermsResponse { volume_tiers, amount_tiers, unit_tiers, ..Default::default() };
            return Ok(Response::new(tiers));
        }
        let terms = self.0.order_terms(seller_id, parse::instant("placed_at", placed_at)?).await?;
        Ok(Response::new(terms.into()))
    }

    async fn list_holidays(
        &self,
        request: Request<pb::ListHolidaysRequest>,
    ) -> Result<Response<pb::ListHolidaysResponse>, Status> {
        let year = parse::in_range("year", request.into_inner().year, 1400..=1420)?;
        Ok(Response::new(settings::holidays(self.0.holidays(year).await?)))
    }

    async fn edit_seller(
        &self,
        request: Request<pb::EditSellerRequest>,
    ) -> Result<Response<pb::EditSellerResponse>, Status> {
        let caller = Caller::of(&request)?;
        let mut message = request.into_inner();
        // Proved otherwise, or from another place, it is the same request.
        let current_password = std::mem::take(&mut message.current_password);
        let client_address = std::mem::take(&mut message.client_address);
        let proof = match caller.kind {
            CallerKind::User => Proof::Person { current_password, client_address },
            CallerKind::Service | CallerKind::Tool => Proof::Tool,
        };
        let mut write = write(&caller, &message)?;
        if message.password.is_some() {
            write.fingerprint = self.0.secret_fingerprint(&message.encode_to_vec());
        }
        let (seller_type, form) = settings::profile_form(message)?;
        let Edited { seller, version, renew_session, proposed } =
            self.0.edit_seller(EditSeller { write, seller_type, form, session: caller.session, proof }).await?;
        let session_to_be_renewed = renew_session;
        let seller = Some(seller.into());
        Ok(Response::new(pb::EditSellerResponse { seller, session_to_be_renewed, version, proposed }))
    }

    async fn update_limits(
        &self,
        request: Request<pb::UpdateLimitsRequest>,
    ) -> Result<Response<pb::UpdateLimitsResponse>, Status> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let write = write(&caller, &message)?;
        let limits = parse::required("limits", message.limits)?;
        let may_change_tax = caller.kind != CallerKind::User;
        let Versioned { value: limits, version } = self.0.update_limits(write, limits.into(), may_change_tax).await?;
        Ok(Response::new(pb::UpdateLimitsResponse { limits: Some(limits.into()), version }))
    }

    async fn list_tiers(
        &self,
        request: Request<pb::ListTiersRequest>,
    ) -> Result<Response<pb::ListTiersResponse>, Status> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let seller_id = caller.seller(parse::uuid("seller_id", &message.seller_id)?)?;
        let Versioned { value, version } = self.0.tiers(seller_id, settings::tier_kind(message.kind())?).await?;
        Ok(Response::new(pb::ListTiersResponse { tiers: value.into_iter().map(Into::into).collect(), version }))
    }

    async fn replace_tiers(
        &self,
        request: Request<pb::ReplaceTiersRequest>,
    ) -> Result<Response<pb::ReplaceTiersResponse>, Status> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let write = write(&caller, &message)?;
        let kind = settings::tier_kind(message.kind())?;
        let drafts: Vec<_> = message.tiers.into_iter().map(settings::tier_draft).collect();
        let Versioned { value, version } = self.0.replace_tiers(write, kind, &drafts).await?;
        Ok(Response::new(pb::ReplaceTiersResponse { tiers: value.into_iter().map(Into::into).collect(), version }))
    }

    async fn get_tiers_applied(
        &self,
        request: Request<pb::GetTiersAppliedRequest>,
    ) -> Result<Response<pb::GetTiersAppliedResponse>, Status> {
        let caller = Caller::of(&request)?;
        let seller_id = caller.seller(parse::uuid("seller_id", &request.into_inner().seller_id)?)?;
        let Versioned { value: applied, version } = self.0.tiers_applied(seller_id).await?;
        Ok(Response::new(pb::GetTiersAppliedResponse { applied, version }))
    }

    async fn set_tiers_applied(
        &self,
        request: Request<pb::SetTiersAppliedRequest>,
    ) -> Result<Response<pb::SetTiersAppliedResponse>, Status> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let write = write(&caller, &message)?;
        let Versioned { value: applied, version } = self.0.set_tiers_applied(write, message.applied).await?;
        Ok(Response::new(pb::SetTiersAppliedResponse { applied, version }))
    }

    async fn list_text_cards(
        &self,
        request: Request<pb::ListTextCardsRequest>,
    ) -> Result<Response<pb::ListTextCardsResponse>, Status> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let seller_id = caller.seller(parse::uuid("seller_id", &message.seller_id)?)?;
        let Versioned { value, version } = self.0.cards(seller_id, settings::card_kind(message.kind())?).await?;
        Ok(Response::new(pb::ListTextCardsResponse { cards: value.into_iter().map(Into::into).collect(), version }))
    }

    async fn replace_text_cards(
        &self,
        request: Request<pb::ReplaceTextCardsRequest>,
    ) -> Result<Response<pb::ReplaceTextCardsResponse>, Status> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let write = write(&caller, &message)?;
        let kind = settings::card_kind(message.kind())?;
        let drafts = message.cards.into_iter().map(|pb::TextCard { card_id, text }| (card_id, text)).collect();
        let Versioned { value, version } = self.0.replace_cards(write, kind, drafts).await?;
        Ok(Response::new(pb::ReplaceTextCardsResponse { cards: value.into_iter().map(Into::into).collect(), version }))
    }

    async fn get_delivery(
        &self,
        request: Request<pb::GetDeliveryRequest>,
    ) -> Result<Response<pb::GetDeliveryResponse>, Status> {
        let caller = Caller::of(&request)?;
        let seller_id = caller.seller(parse::uuid("seller_id", &request.into_inner().seller_id)?)?;
        let Versioned { value, version } = self.0.delivery(seller_id).await?;
        Ok(Response::new(pb::GetDeliveryResponse { delivery: value.map(Into::into), version }))
    }

    async fn set_delivery(
        &self,
        request: Request<pb::SetDeliveryRequest>,
    ) -> Result<Response<pb::SetDeliveryResponse>, Status> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let write = write(&caller, &message)?;
        let Versioned { value, version } = self.0.set_delivery(write, settings::delivery_form(message)?).await?;
        Ok(Response::new(pb::SetDeliveryResponse { delivery: Some(value.into()), version }))
    }

    async fn list_choices(
        &self,
        request: Request<pb::ListChoicesRequest>,
    ) -> Result<Response<pb::ListChoicesResponse>, Status> {
        let choices = self.0.choices(settings::choice_kind(request.into_inner().kind())?).await?;
        Ok(Response::new(pb::ListChoicesResponse { choices: choices.into_iter().map(Into::into).collect() }))
    }

    async fn add_choices(
        &self,
        request: Request<pb::AddChoicesRequest>,
    ) -> Result<Response<pb::AddChoicesResponse>, Status> {
        let actor = unbound(&Caller::of(&request)?)?;
        let message = request.into_inner();
        let added = self.0.add_choices(&actor, settings::choice_kind(message.kind())?, &message.names).await?;
        Ok(Response::new(pb::AddChoicesResponse { added: i32::try_from(added).unwrap_or(i32::MAX) }))
    }

    async fn list_seller_choices(
        &self,
        request: Request<pb::ListSellerChoicesRequest>,
    ) -> Result<Response<pb::ListSellerChoicesResponse>, Status> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let seller_id = caller.seller(parse::uuid("seller_id", &message.seller_id)?)?;
        let Versioned { value, version } = self.0.chosen(seller_id, settings::choice_kind(message.kind())?).await?;
        let choices = value.into_iter().map(Into::into).collect();
        Ok(Response::new(pb::ListSellerChoicesResponse { choices, version }))
    }

    async fn select_choice(
        &self,
        request: Request<pb::SelectChoiceRequest>,
    ) -> Result<Response<pb::SelectChoiceResponse>, Status> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let write = write(&caller, &message)?;
        let choice_id = parse::uuid("choice_id", &message.choice_id)?;
        let version = self.0.choose(write, settings::choice_kind(message.kind())?, choice_id, true).await?;
        Ok(Response::new(pb::SelectChoiceResponse { version }))
    }

    async fn deselect_choice(
        &self,
        request: Request<pb::DeselectChoiceRequest>,
    ) -> Result<Response<pb::DeselectChoiceResponse>, Status> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let write = write(&caller, &message)?;
        let choice_id = parse::uuid("choice_id", &message.choice_id)?;
        let version = self.0.choose(write, settings::choice_kind(message.kind())?, choice_id, false).await?;
        Ok(Response::new(pb::DeselectChoiceResponse { version }))
    }

    async fn add_holiday(
        &self,
        request: Request<pb::AddHolidayRequest>,
    ) -> Result<Response<pb::AddHolidayResponse>, Status> {
        let actor = unbound(&Caller::of(&request)?)?;
        let pb::AddHolidayRequest { date, title, confirmed } = request.into_inner();
        let title = parse::text("title", &title, 100)?;
        self.0.add_holiday(&actor, settings::holiday_date(&date)?, &title, confirmed).await?;
        Ok(Response::new(pb::AddHolidayResponse {}))
    }

    async fn remove_holiday(
        &self,
        request: Request<pb::RemoveHolidayRequest>,
    ) -> Result<Response<pb::RemoveHolidayResponse>, Status> {
        let actor = unbound(&Caller::of(&request)?)?;
        let pb::RemoveHolidayRequest { date, title } = request.into_inner();
        let title = parse::optional_text("title", &title, 100)?;
        let removed = self.0.remove_holiday(&actor, settings::holiday_date(&date)?, title.as_deref()).await?;
        Ok(Response::new(pb::RemoveHolidayResponse { removed: i32::try_from(removed).unwrap_or(i32::MAX) }))
    }

    async fn set_holiday_year(
        &self,
        request: Request<pb::SetHolidayYearRequest>,
    ) -> Result<Response<pb::SetHolidayYearResponse>, Status> {
        let actor = unbound(&Caller::of(&request)?)?;
        let pb::SetHolidayYearRequest { year, published } = request.into_inner();
        self.0.set_holiday_year(&actor, parse::in_range("year", year, 1400..=1420)?, published).await?;
        Ok(Response::new(pb::SetHolidayYearResponse {}))
    }

    async fn list_activity(
        &self,
        request: Request<activity::ListActivityRequest>,
    ) -> Result<Response<activity::ListActivityResponse>, Status> {
        self.0.activity().list(request).await
    }
}

/// Who asks for a write of a seller's, and under which name.
fn write(caller: &Caller, message: &impl Edit) -> Result<Write, Status> {
    let (seller_id, request_id, version) = message.head();
    Ok(Write {
        seller_id: caller.seller(parse::uuid("seller_id", seller_id)?)?,
        request_id: parse::text("request_id", request_id, 64)?,
        fingerprint: idempotency::fingerprint(&message.encode_to_vec()),
        version,
        actor: caller.actor(),
    })
}

/// A request that edits a section.
trait Edit: prost::Message {
    /// The seller's id, the caller's name for the request, and the version that the caller has read.
    fn head(&self) -> (&str, &str, Option<i64>);
}

macro_rules! edits {
    ($($request:ident),+ $(,)?) => {$(
        impl Edit for pb::$request {
            fn head(&self) -> (&str, &str, Option<i64>) {
                (&self.seller_id, &self.request_id, self.version)
            }
        }
    )+};
}
edits! {
    EditSellerRequest, UpdateLimitsRequest, ReplaceTiersRequest, ReplaceTextCardsRequest, SetDeliveryRequest,
    SelectChoiceRequest, DeselectChoiceRequest, SetTiersAppliedRequest,
}

/// The seller that is asked for, or none for all of them, which is not for who is bound to one.
fn one_or_all(caller: &Caller, seller_id: &str) -> Result<Option<Uuid>, Status> {
    if let Some(seller_id) = parse::optional_uuid("seller_id", seller_id)? {
        return caller.seller(seller_id).map(Some);
    }
    unbound(caller).map(|_| None)
}

/// Somebody who is not bound to one seller: what all sellers share is not a single one's to change.
fn unbound(caller: &Caller) -> Result<Actor, Status> {
    match caller.seller_id {
        None => Ok(caller.actor()),
        Some(_) => Err(forbidden()),
    }
}
