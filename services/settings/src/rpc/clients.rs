//! The services that this one asks.

use std::time::Duration;

use pishkhan_chassis::{
    errors::{self, problem},
    grpc::client::{Peer, retry_unavailable},
    parse,
};
use pishkhan_proto::{
    auth::v1::{self as pb, auth_service_client::AuthServiceClient},
    reason,
    reports::v1::{self as reports, reports_service_client::ReportsServiceClient},
};
use tonic::{Code, Status};
use uuid::Uuid;

use crate::{
    app::{
        SettingsError,
        create_seller::{NewUser, Users},
        edit_seller::{CredentialChange, Proof},
        invoices::{CountedOrder, CountedPage, Sales},
    },
    domain::{month::Month, seller::FieldProblem},
};

/// The auth service, which keeps the users.
#[derive(Clone, Debug)]
pub struct AuthUsers(pub Peer);

impl Users for AuthUsers {
    async fn create(&self, user: NewUser) -> Result<(), SettingsError> {
        let NewUser { request_id, cellphone, password, username, first_name, last_name, seller_id, child_seller } =
            user;
        let request = pb::CreateUserRequest {
            request_id,
            cellphone,
            password,
            username,
            first_name,
            last_name,
            role: pb::Role::Seller.into(),
            seller_id: seller_id.to_string(),
            child_seller,
        };
        let created = retry_unavailable(|| {
            let (mut client, request) = (AuthServiceClient::new(self.0.channel()), request.clone());
            async move { client.create_user(request).await }
        })
        .await;
        match created.map_err(|status| refused(&status)) {
            Ok(_) => Ok(()),
            // A request that is repeated long after its first time finds its own user, and no stored answer any more.
            Err(
                taken @ (SettingsError::CellphoneTaken | SettingsError::UsernameTaken | SettingsError::SellerTaken),
            ) => {
                if self.is_there(&request).await? {
                    Ok(())
                } else {
                    Err(taken)
                }
            }
            Err(error) => Err(error),
        }
    }

    async fn change(&self, change: CredentialChange) -> Result<(), SettingsError> {
        let CredentialChange { change_id, seller_id, cellphone, username, password, session, proof } = change;
        let (current_password, client_address, by_tool) = match proof {
            Proof::Tool => (String::new(), String::new(), true),
            Proof::Person { current_password, client_address } => (current_password, client_address, false),
        };
        let request = pb::ChangeCredentialsRequest {
            request_id: change_id.to_string(),
            seller_id: seller_id.to_string(),
            cellphone,
            username,
            password,
            session_handle: session.unwrap_or_default(),
            current_password,
            client_address,
            by_tool,
        };
        let changed = retry_unavailable(|| {
            let (mut client, request) = (AuthServiceClient::new(self.0.channel()), request.clone());
            async move { client.change_credentials(request).await }
        })
        .await;
        changed.map(drop).map_err(|status| {
            let error = refused(&status);
            if let SettingsError::InvalidFields(problems) = error {
                SettingsError::InvalidFields(problems.into_iter().map(of_profile).collect())
            } else {
                error
            }
        })
    }

    async fn settle(&self, seller_id: Uuid, change_id: Uuid) -> Result<bool, SettingsError> {
        let request =
            pb::SettleCredentialChangeRequest { request_id: change_id.to_string(), seller_id: seller_id.to_string() };
        let settled = retry_unavailable(|| {
            let (mut client, request) = (AuthServiceClient::new(self.0.channel()), request.clone());
            async move { client.settle_credential_change(request).await }
        })
        .await;
        settled.map(|settled| settled.into_inner().applied).map_err(|status| away(&status))
    }
}

/// The same problem in the form of a profile.
fn of_profile((field, code): FieldProblem) -> FieldProblem {
    let field = match field {
        "cellphone" => "profile.cellphone",
        "username" => "profile.username",
        "password" => "profile.password",
        "current_password" => "profile.current_password",
        other => other,
    };
    (field, code)
}

impl AuthUsers {
    /// Whether the seller has this very user.
    async fn is_there(&self, wanted: &pb::CreateUserRequest) -> Result<bool, SettingsError> {
        let found = retry_unavailable(|| {
            let mut client = AuthServiceClient::new(self.0.channel());
            let request = pb::GetSellerUserRequest { seller_id: wanted.seller_id.clone() };
            async move { client.get_seller_user(request).await }
        })
        .await;
        match found {
            Ok(found) => {
                let user = found.into_inner().user.unwrap_or_default();
                Ok(user.cellphone == wanted.cellphone && user.username == wanted.username)
            }
            Err(status) if status.code() == Code::NotFound => Ok(false),
            Err(status) => Err(away(&status)),
        }
    }
}

/// What auth's answer means for the seller that is being created.
fn refused(status: &Status) -> SettingsError {
    let details = errors::details(status);
    match details.reason.as_deref() {
        Some(reason::CELLPHONE_TAKEN) => SettingsError::CellphoneTaken,
        Some(reason::USERNAME_TAKEN) => SettingsError::UsernameTaken,
        Some(reason::SELLER_TAKEN) => SettingsError::SellerTaken,
        Some(reason::IDEMPOTENCY_KEY_REUSED) => SettingsError::RequestIdReused,
        Some(reason::TOO_MANY_TRIES) => {
            SettingsError::TooManyTries { wait: details.retry_after.unwrap_or(Duration::from_mins(1)) }
        }
        Some(reason::INVALID_FIELD) if status.code() == Code::InvalidArgument => {
            let known = ["cellphone", "username", "first_name", "last_name", "password", "current_password"];
            let problems = details.fields.iter().filter_map(|wrong| {
                let field = known.into_iter().find(|field| *field == wrong.field)?;
                let codes = [problem::REQUIRED, problem::TOO_LONG, problem::OUT_OF_RANGE, problem::COMMON];
                let code = codes.into_iter().find(|code| *code == wrong.problem);
                Some((field, code.unwrap_or(problem::INVALID)))
            });
            SettingsError::InvalidFields(problems.collect())
        }
        _ => away(status),
    }
}

fn away(status: &Status) -> SettingsError {
    SettingsError::UsersAway(format!("{:?}: {}", status.code(), status.message()))
}

/// The reports service, which counts the sales.
#[derive(Clone, Debug)]
pub struct ReportsSales(pub Peer);

impl Sales for ReportsSales {
    async fn month_orders(
        &self,
        seller_id: Uuid,
        month: Month,
        page: Option<String>,
    ) -> Result<CountedPage, SettingsError> {
        let request = reports::ListMonthOrdersRequest {
            seller_id: seller_id.to_string(),
            month: month.code(),
            page_size: 0,
            page_token: page.unwrap_or_default(),
        };
        let listed = retry_unavailable(|| {
            let (mut client, request) = (ReportsServiceClient::new(self.0.channel()), request.clone());
            async move { client.list_month_orders(request).await }
        })
        .await;
        let sales_away =
            |status: Status| SettingsError::SalesAway(format!("{:?}: {}", status.code(), status.message()));
        let reports::ListMonthOrdersResponse { orders, next_page_token, watermark, complete_until } =
            listed.map_err(sales_away)?.into_inner();
        Ok(CountedPage {
            orders: orders.into_iter().map(counted).collect::<Result<_, Status>>().map_err(sales_away)?,
            next: Some(next_page_token).filter(|token| !token.is_empty()),
            watermark: parse::optional_instant("watermark", watermark).map_err(sales_away)?,
            complete_until: parse::optional_instant("complete_until", complete_until).map_err(sales_away)?,
        })
    }
}

fn counted(order: reports::MonthOrder) -> Result<CountedOrder, Status> {
    let reports::MonthOrder { order_id, code, day, amount_toman, customer_name: customer } = order;
    let (order_id, day) = (parse::uuid("order_id", &order_id)?, parse::date("day", &day)?);
    Ok(CountedOrder { order_id, code, day, amount_toman, customer })
}
