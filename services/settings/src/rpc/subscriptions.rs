//! Subscriptions: message ↔ command.

use pishkhan_chassis::{
    access::Caller,
    errors::{invalid_field, problem},
    parse,
};
use pishkhan_chassis_db::idempotency;
use pishkhan_proto::settings::v1::{self as pb, subscription_service_server::SubscriptionService};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::{
    Edit, Service,
    payments::{payment, return_seal},
    unbound, write,
};
use crate::{
    app::{create_seller::Users, payments::Subject, write::Write},
    domain::subscription::{Origin, Plan, Purchase, Subscription, is_plan_id},
};

/// Days of the longest grant.
const GRANT_DAYS_MAX: i32 = 366;
const REASON_MAX: usize = 300;

#[tonic::async_trait]
impl<U: Users> SubscriptionService for Service<U> {
    async fn list_plans(
        &self,
        _request: Request<pb::ListPlansRequest>,
    ) -> Result<Response<pb::ListPlansResponse>, Status> {
        let (plans, vat_basis_points) = self.0.plans().await?;
        Ok(Response::new(pb::ListPlansResponse {
            plans: plans.into_iter().map(Into::into).collect(),
            vat_basis_points,
        }))
    }

    async fn set_plan(&self, request: Request<pb::SetPlanRequest>) -> Result<Response<pb::SetPlanResponse>, Status> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let write = shared(&caller, &message.request_id, &message)?;
        let pb::Plan { plan_id, months, price_toman } = parse::required("plan", message.plan)?;
        self.0.set_plan(&write, &Plan { plan_id, months, price_toman }, message.withdrawn).await?;
        Ok(Response::new(pb::SetPlanResponse {}))
    }

    async fn set_vat(&self, request: Request<pb::SetVatRequest>) -> Result<Response<pb::SetVatResponse>, Status> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let write = shared(&caller, &message.request_id, &message)?;
        self.0.set_vat(&write, message.vat_basis_points).await?;
        Ok(Response::new(pb::SetVatResponse {}))
    }

    async fn get_subscription(
        &self,
        request: Request<pb::GetSubscriptionRequest>,
    ) -> Result<Response<pb::GetSubscriptionResponse>, Status> {
        let caller = Caller::of(&request)?;
        let seller_id = caller.seller(parse::uuid("seller_id", &request.into_inner().seller_id)?)?;
        let (subscription, awaited) = self.0.subscription(seller_id).await?;
        let (subscription, awaited) = (subscription.map(Into::into), awaited.map(|found| payment(&self.0, found)));
        Ok(Response::new(pb::GetSubscriptionResponse { subscription, awaited }))
    }

    async fn purchase_subscription(
        &self,
        request: Request<pb::PurchaseSubscriptionRequest>,
    ) -> Result<Response<pb::PurchaseSubscriptionResponse>, Status> {
        let caller = Caller::of(&request)?;
        let mut message = request.into_inner();
        let seal = return_seal(&mut message.return_seal)?;
        let write = write(&caller, &message)?;
        if !is_plan_id(&message.plan_id) {
            let empty = message.plan_id.is_empty();
            return Err(invalid_field("plan_id", if empty { problem::REQUIRED } else { problem::INVALID }));
        }
        let paid = self.0.pay(&write, "PurchaseSubscription", &Subject::Plan(message.plan_id), seal).await?;
        let payment = Some(payment(&self.0, paid));
        Ok(Response::new(pb::PurchaseSubscriptionResponse { payment }))
    }

    async fn clear_subscription(
        &self,
        request: Request<pb::ClearSubscriptionRequest>,
    ) -> Result<Response<pb::ClearSubscriptionResponse>, Status> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let until = message.until.map(|until| parse::instant("until", Some(until))).transpose()?;
        self.0.clear_subscription(&write(&caller, &message)?, until).await?;
        Ok(Response::new(pb::ClearSubscriptionResponse {}))
    }

    async fn toggle_store(
        &self,
        request: Request<pb::ToggleStoreRequest>,
    ) -> Result<Response<pb::ToggleStoreResponse>, Status> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let active = self.0.toggle_store(&write(&caller, &message)?, message.active).await?;
        Ok(Response::new(pb::ToggleStoreResponse { active }))
    }

    async fn grant_subscription(
        &self,
        request: Request<pb::GrantSubscriptionRequest>,
    ) -> Result<Response<pb::GrantSubscriptionResponse>, Status> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let write = write(&caller, &message)?;
        let days = parse::in_range("days", message.days, 1..=GRANT_DAYS_MAX)?;
        let reason = parse::text("reason", &message.reason, REASON_MAX)?;
        let subscription = self.0.grant_subscription(&write, days, &reason).await?.map(Into::into);
        Ok(Response::new(pb::GrantSubscriptionResponse { subscription }))
    }
}

/// A write of what is the same for all sellers.
fn shared(caller: &Caller, request_id: &str, message: &impl prost::Message) -> Result<Write, Status> {
    Ok(Write {
        seller_id: Uuid::nil(),
        request_id: parse::text("request_id", request_id, 64)?,
        fingerprint: idempotency::fingerprint(&message.encode_to_vec()),
        version: None,
        actor: unbound(caller)?,
    })
}

macro_rules! without_version {
    ($($request:ident),+ $(,)?) => {$(
        impl Edit for pb::$request {
            fn head(&self) -> (&str, &str, Option<i64>) {
                (&self.seller_id, &self.request_id, None)
            }
        }
    )+};
}
without_version! {
    PurchaseSubscriptionRequest, ClearSubscriptionRequest, ToggleStoreRequest, GrantSubscriptionRequest,
}

impl From<Plan> for pb::Plan {
    fn from(plan: Plan) -> Self {
        let Plan { plan_id, months, price_toman } = plan;
        Self { plan_id, months, price_toman }
    }
}

impl From<Subscription> for pb::Subscription {
    fn from(subscription: Subscription) -> Self {
        let Subscription { latest, starts_at, ends_at, live, reminder_days, periods } = subscription;
        let common = Self {
            purchase_time: Some(parse::timestamp(latest.purchased_at)),
            start_time: Some(parse::timestamp(starts_at)),
            end_time: Some(parse::timestamp(ends_at)),
            live,
            reminder_days,
            periods: periods.into_iter().map(Into::into).collect(),
            ..Self::default()
        };
        match latest.origin {
            Origin::Plan { plan_id, months, price_toman, vat_toman } => Self {
                plan_id,
                months,
                price_toman,
                vat_toman,
                total_toman: price_toman + vat_toman,
                payment_id: latest.purchase_id.to_string(),
                ..common
            },
            Origin::Grant { days, reason: _ } => Self { granted_days: days, ..common },
        }
    }
}

impl From<Purchase> for pb::SubscriptionPeriod {
    fn from(purchase: Purchase) -> Self {
        let common = Self {
            start_time: Some(parse::timestamp(purchase.starts_at)),
            end_time: Some(parse::timestamp(purchase.ends_at)),
            extension: purchase.is_extension(),
            ..Self::default()
        };
        match purchase.origin {
            Origin::Plan { plan_id, months, price_toman, vat_toman } => Self {
                plan_id,
                months,
                total_toman: price_toman + vat_toman,
                payment_id: purchase.purchase_id.to_string(),
                ..common
            },
            Origin::Grant { days, reason: _ } => Self { granted_days: days, ..common },
        }
    }
}
