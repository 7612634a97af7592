//! Changes a profile, and with it the credentials that auth keeps: all or nothing (docs/adr/006).
//!
//! 1. The profile as it is to become is written down as an intent.
//! 2. Auth changes phone number, user name and password in one transaction of its own and remembers the change's id.
//! 3. The profile is written and the intent taken away, in one transaction.
//!
//! Whoever finds an intent asks auth to settle it: auth either has done the change, or will never do it. Then the
//! profile follows, or the intent is dropped.
//!
//! What the platform has to agree to (cooperation, commission, its payment date) does not change with the profile: it
//! becomes a proposal.

use std::time::Duration;

use chrono::TimeDelta;
use pishkhan_chassis_db::idempotency::{self, IdempotencyError};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{
    App, SettingsError,
    agreed::Proposing,
    commit_edit::{Reply, commit, key, may_be_on},
    create_seller::Users,
    stop::Stop,
    subscriptions::end_what_is_over,
    write::{Moment, Write, version_of},
};
use crate::{
    domain::{
        profile::ProfileForm,
        section::Section,
        seller::{Seller, SellerType},
    },
    store::{edits, edits::Edit, sellers},
};

pub(super) const OPERATION: &str = "EditSeller";
/// The loop leaves an intent to its own request for so long. Sooner would be safe as well, and in vain.
const LEASE: TimeDelta = TimeDelta::seconds(10);
/// How often the loop looks.
const RECOVERY_PERIOD: Duration = Duration::from_secs(2);
const RECOVERY_BATCH: i64 = 50;
/// How often one request looks whether the edits before it are done.
const PATIENCE: usize = 20;
/// After so many looks it settles them itself.
const PATIENCE_WITH_OTHERS: usize = 15;
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// A profile to be changed.
pub struct EditSeller {
    /// Who asks, and under which name.
    pub write: Write,
    /// The type that the form believes the seller to be of.
    pub seller_type: SellerType,
    /// The form.
    pub form: ProfileForm,
    /// Handle of the session that asks: it outlives a change of password or phone number.
    pub session: Option<String>,
    /// That it is the person who asks, for auth to judge.
    pub proof: Proof,
}

/// How somebody who changes password or phone number proves to be the user.
#[derive(Clone)]
pub enum Proof {
    /// A tool of the house asks.
    Tool,
    /// A person asks.
    Person {
        /// As it was typed; empty when it was not asked for.
        current_password: String,
        /// Of the person's device.
        client_address: String,
    },
}

/// A changed profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edited {
    /// As it stands.
    pub seller: Seller,
    /// Of the profile.
    pub version: i64,
    /// Whether the session that asked has to be renewed soon.
    pub renew_session: bool,
    /// Whether terms were proposed with it.
    pub proposed: bool,
}

/// What auth is asked to change.
#[derive(Clone)]
pub struct CredentialChange {
    /// Name of the change; the same again has no second effect.
    pub change_id: Uuid,
    /// Whose user it is.
    pub seller_id: Uuid,
    /// 11 Latin digits.
    pub cellphone: String,
    /// What the person logs in as.
    pub username: String,
    /// What the person logs in with; none when it stays as it is.
    pub password: Option<String>,
    /// Handle of the session that asks.
    pub session: Option<String>,
    /// That it is the person who asks.
    pub proof: Proof,
}

enum Begun {
    Done(Box<Edited>),
    /// Auth's turn.
    Waiting(Box<Edit>),
    /// Another edit of the seller comes first.
    Blocked(Box<Edit>),
}

impl<U: Users> App<U> {
    /// Changes the profile. The same request again answers the same.
    pub async fn edit_seller(&self, command: EditSeller) -> Result<Edited, SettingsError> {
        let change_id = self.clock.new_id();
        // One for the whole request, however long it waits: another's edit that was not overdue when this request came is
        // under way, whatever becomes of this process's clock meanwhile.
        let moment = Moment::of(&self.clock);
        let proposing = Proposing::at(moment, &self.clock);
        for look in 0..PATIENCE {
            match self.begin_edit(&command, change_id, moment, proposing).await? {
                Begun::Done(edited) => return Ok(*edited),
                Begun::Waiting(edit) => return self.change_credentials(*edit, command).await,
                Begun::Blocked(other) if other.due_at <= moment.now || look >= PATIENCE_WITH_OTHERS => {
                    self.settle(&other).await?;
                }
                // It is most likely being worked on at this moment.
                Begun::Blocked(_) => tokio::time::sleep(LOOK_AGAIN).await,
            }
        }
        Err(SettingsError::EditsInTheWay)
    }

    async fn begin_edit(
        &self,
        command: &EditSeller,
        change_id: Uuid,
        moment: Moment,
        proposing: Proposing,
    ) -> Result<Begun, SettingsError> {
        let EditSeller { write, seller_type, form, session: _, proof: _ } = command;
        let key = write.key(OPERATION);
        self.db
            .transaction(async |conn| {
                let seller_id = write.seller_id;
                let seller = sellers::lock(conn, seller_id).await?.ok_or(SettingsError::SellerNotFound)?;
                if let Some(pending) = edits::find(conn, seller_id).await? {
                    if pending.request_id != write.request_id {
                        return Ok(Begun::Blocked(Box::new(pending)));
                    }
                    if pending.fingerprint != write.fingerprint {
                        return Err(IdempotencyError::Mismatch.into());
                    }
                    return Ok(Begun::Waiting(Box::new(pending)));
                }
                if let Some(reply) = idempotency::find(conn, &key).await? {
                    let seller = end_what_is_over(conn, &self.clock, seller, moment.now).await?;
                    let version = version_of(conn, seller_id, Section::Profile).await?;
                    let Reply { renew_session, proposed } = Reply::read(&reply);
                    return Ok(Begun::Done(Box::new(Edited { seller, version, renew_session, proposed })));
                }
                // Whoever waits here for another edit of the same version comes too late.
                write.current(conn, Section::Profile).await?;
                let seller = end_what_is_over(conn, &self.clock, seller, moment.now).await?;
                if *seller_type != seller.seller_type {
                    return Err(SettingsError::ReadOnly("type"));
                }
                let password_changes = form.password.is_some();
                let changed = form.clone().apply(&seller).map_err(SettingsError::InvalidFields)?;
                if changed.active && !seller.active && !may_be_on(conn, &seller, moment.now).await? {
                    return Err(SettingsError::SubscriptionRequired);
                }
                let code = changed.code.as_deref().unwrap_or_default();
                if sellers::code_is_taken(conn, seller_id, code).await? {
                    return Err(SettingsError::SellerCodeTaken);
                }
                let same_person = changed.cellphone == seller.cellphone && changed.username == seller.username;
                let edit = Edit {
                    change_id,
                    request_id: write.request_id.clone(),
                    fingerprint: write.fingerprint,
                    switches: changed.active != seller.active,
                    profile: changed,
                    renew_session: password_changes,
                    actor: write.actor.clone(),
                    due_at: moment.now + LEASE,
                };
                if same_person && !password_changes {
                    return Ok(Begun::Done(Box::new(commit(conn, moment, proposing, &edit, seller).await?)));
                }
                edits::insert(conn, edit.clone()).await?;
                Ok(Begun::Waiting(Box::new(edit)))
            })
            .await
    }

    async fn change_credentials(&self, edit: Edit, command: EditSeller) -> Result<Edited, SettingsError> {
        self.stop.pass(Stop::BeforeUsers)?;
        let EditSeller { write, seller_type: _, form, session, proof } = command;
        let change = CredentialChange {
            change_id: edit.change_id,
            seller_id: write.seller_id,
            cellphone: edit.profile.cellphone.clone(),
            username: edit.profile.username.clone(),
            password: form.password,
            session,
            proof,
        };
        match self.users.change(change).await {
            Ok(()) => {}
            // It may have happened all the same: whoever comes next settles it.
            Err(away @ SettingsError::UsersAway(_)) => return Err(away),
            Err(refusal) => {
                // An earlier try of this very change may have come through while this one was refused.
                return self.settle(&edit).await?.ok_or(refusal);
            }
        }
        self.stop.pass(Stop::AfterUsers)?;
        let edited = self.finish_edit(&edit).await?;
        self.stop.pass(Stop::BeforeReply)?;
        Ok(edited)
    }

    /// Makes the profile follow auth: none when auth has not changed, and will not change, the credentials.
    async fn settle(&self, edit: &Edit) -> Result<Option<Edited>, SettingsError> {
        let seller_id = edit.profile.seller_id;
        if self.users.settle(seller_id, edit.change_id).await? {
            return self.finish_edit(edit).await.map(Some);
        }
        self.db
            .transaction(async |conn| {
                sellers::lock(conn, seller_id).await?;
                edits::delete(conn, seller_id, edit.change_id).await?;
                Ok::<_, SettingsError>(())
            })
            .await?;
        Ok(None)
    }

    /// Writes the profile of an edit that auth has done its part of.
    async fn finish_edit(&self, edit: &Edit) -> Result<Edited, SettingsError> {
        let moment = Moment::of(&self.clock);
        let proposing = Proposing::at(moment, &self.clock);
        let seller_id = edit.profile.seller_id;
        self.db
            .transaction(async |conn| {
                let seller = sellers::lock(conn, seller_id).await?.ok_or(SettingsError::SellerNotFound)?;
                let seller = end_what_is_over(conn, &self.clock, seller, moment.now).await?;
                if edits::delete(conn, seller_id, edit.change_id).await? {
                    commit(conn, moment, proposing, edit, seller).await
                } else {
                    // Somebody else has finished it.
                    let version = version_of(conn, seller_id, Section::Profile).await?;
                    let reply = idempotency::find(conn, &key(edit)).await?;
                    let proposed = reply.is_some_and(|reply| Reply::read(&reply).proposed);
                    Ok(Edited { seller, version, renew_session: edit.renew_session, proposed })
                }
            })
            .await
    }

    /// Settles what crashed requests have left, until `stop`.
    pub async fn recover(&self, stop: CancellationToken) {
        while !stop.is_cancelled() {
            if let Err(error) = self.recover_overdue().await {
                tracing::warn!(error = &error as &dyn std::error::Error, "overdue edits could not be looked for");
            }
            stop.run_until_cancelled(tokio::time::sleep(RECOVERY_PERIOD)).await;
        }
    }

    /// Settles what is overdue, each once; how many were settled.
    pub async fn recover_overdue(&self) -> Result<usize, SettingsError> {
        let mut conn = self.db.read().await?;
        let overdue = edits::overdue(&mut conn, self.clock.now(), RECOVERY_BATCH).await?;
        drop(conn);
        let mut settled = 0;
        for edit in overdue {
            let seller_id = edit.profile.seller_id;
            match self.settle(&edit).await {
                Ok(_) => {
                    settled += 1;
                    tracing::info!(seller.id = %seller_id, "an edit of seller {seller_id} was settled late");
                }
                Err(error) => tracing::warn!(
                    seller.id = %seller_id,
                    error = &error as &dyn std::error::Error,
                    "an edit of seller {seller_id} is not settled yet"
                ),
            }
        }
        Ok(settled)
    }
}
