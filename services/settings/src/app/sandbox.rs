//! The built-in gateway: a table plays the bank, and a page of the panel is where one pays.

use pishkhan_chassis::clock::SharedClock;
use pishkhan_chassis_db::{Db, DbError};

use super::{
    App, SettingsError,
    gateway::{Answer, Collection, GatewayError, PaymentGateway},
};
use crate::{
    domain::payment::{Decision, GatewayKind, Verdict},
    store::{
        StoreError, payments,
        sandbox::{self, Entry},
        sellers,
    },
};

/// Letters of a transaction's number.
const REFERENCE_LEN: usize = 12;

/// The built-in gateway.
pub struct Sandbox {
    db: Db,
    clock: SharedClock,
}

impl Sandbox {
    /// With its records in this database.
    pub const fn new(db: Db, clock: SharedClock) -> Self {
        Self { db, clock }
    }
}

impl From<DbError> for GatewayError {
    fn from(error: DbError) -> Self {
        Self::Down(error.to_string())
    }
}

impl From<StoreError> for GatewayError {
    fn from(error: StoreError) -> Self {
        DbError::from(error).into()
    }
}

impl PaymentGateway for Sandbox {
    fn kind(&self) -> GatewayKind {
        GatewayKind::Sandbox
    }

    fn request<'a>(&'a self, collection: &'a Collection) -> Answer<'a, String> {
        Box::pin(async move {
            let authority = self.clock.new_id().to_string();
            let Collection { payment_id: _, amount_toman, expires_at, return_seal: _ } = *collection;
            let entry = Entry { amount_toman, decision: Decision::None, expires_at };
            let mut conn = self.db.read().await?;
            sandbox::insert(&mut conn, &authority, entry).await?;
            Ok(authority)
        })
    }

    fn verify<'a>(&'a self, authority: &'a str, amount_toman: i64) -> Answer<'a, Verdict> {
        Box::pin(async move {
            let mut conn = self.db.read().await?;
            let entry = sandbox::find(&mut conn, authority).await?;
            Ok(match entry {
                Some(entry) if entry.amount_toman == amount_toman => match entry.decision {
                    Decision::None => Verdict::NotPaid,
                    Decision::Cancelled => Verdict::Refused { cancelled: true },
                    Decision::Paid => Verdict::Paid { reference: reference(authority) },
                },
                Some(_) | None => Verdict::Refused { cancelled: false },
            })
        })
    }

    fn redirect(&self, authority: &str) -> String {
        format!("/pay/sandbox/{authority}")
    }
}

/// The transaction's number, always the same for one payment.
fn reference(authority: &str) -> String {
    let letters: Vec<char> = authority.chars().filter(char::is_ascii_alphanumeric).collect();
    letters[letters.len().saturating_sub(REFERENCE_LEN)..].iter().collect::<String>().to_uppercase()
}

/// What the built-in gateway's page shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SandboxPage {
    /// What the bank knows.
    pub entry: Entry,
    /// Name of the store that pays.
    pub payer: String,
}

impl<U> App<U> {
    /// What the built-in gateway's page shows of a payment.
    pub async fn sandbox_page(&self, authority: &str) -> Result<SandboxPage, SettingsError> {
        self.only_sandbox()?;
        let mut conn = self.db.read().await?;
        let payment = payments::by_authority(&mut conn, GatewayKind::Sandbox, authority).await?;
        let payment = payment.ok_or(SettingsError::PaymentNotFound)?;
        let entry = sandbox::find(&mut conn, authority).await?.ok_or(SettingsError::PaymentNotFound)?;
        let seller = sellers::find(&mut conn, payment.seller_id).await?.ok_or(SettingsError::PaymentNotFound)?;
        Ok(SandboxPage { entry, payer: seller.title })
    }

    /// What somebody does on that page; what holds then.
    pub async fn decide_sandbox(&self, authority: &str, decision: Decision) -> Result<Decision, SettingsError> {
        self.only_sandbox()?;
        let now = self.clock.now();
        let mut conn = self.db.read().await?;
        sandbox::decide(&mut conn, authority, decision, now).await?;
        let entry = sandbox::find(&mut conn, authority).await?.ok_or(SettingsError::PaymentNotFound)?;
        Ok(entry.decision)
    }

    fn only_sandbox(&self) -> Result<(), SettingsError> {
        match self.gateway.kind() {
            GatewayKind::Sandbox => Ok(()),
            GatewayKind::Zarinpal => Err(SettingsError::PaymentNotFound),
        }
    }
}
