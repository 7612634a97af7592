//! Connecting customers from the rows of a file.

use std::collections::HashMap;

use pishkhan_chassis_db::{audit, outbox};
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::{App, Asker, Tx, replied, reply_now};
use crate::{
    domain::{Customer, CustomerDraft, CustomerNames, Row, RowProblem, accept_rows},
    error::OrdersError,
    publish::{self, Connection},
    store,
};

/// Connects or changes customers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportCustomers {
    /// Whose customers.
    pub seller_id: Uuid,
    /// The rows as they stand in the file.
    pub rows: Vec<Row>,
    /// Who asks.
    pub asker: Asker,
}

/// What became of the rows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportedCustomers {
    /// New customers.
    pub created: i32,
    /// Customers that changed.
    pub updated: i32,
    /// Customers that were so already.
    pub unchanged: i32,
    /// Rows that were not taken.
    pub problems: Vec<RowProblem>,
}

impl App {
    /// Takes the good rows in one transaction, and tells of the others. The same rows again change nothing.
    pub async fn import_customers(&self, command: ImportCustomers) -> Result<ImportedCustomers, OrdersError> {
        let ImportCustomers { seller_id, rows, asker } = command;
        let now = self.clock.now();
        let (drafts, problems) = accept_rows(rows);
        let codes: Vec<String> = drafts.iter().map(|draft| draft.code.clone()).collect();
        let key = asker.key(seller_id, "ImportCustomers");
        self.db
            .transaction(async |conn| -> Tx<ImportedCustomers> {
                if let Some(done) = replied(conn, &key).await? {
                    return Ok(done);
                }
                store::customers::lock_import(conn, seller_id).await?;
                if let Some(done) = replied(conn, &key).await? {
                    return Ok(done);
                }
                let known = store::customers::lock_by_codes(conn, seller_id, &codes).await?;
                let mut plan = Plan::default();
                let mut known: HashMap<String, (Customer, bool)> =
                    known.into_iter().map(|entry| (entry.0.draft.code.clone(), entry)).collect();
                for draft in &drafts {
                    plan.add(draft, known.remove(&draft.code), || self.clock.new_id());
                }
                plan.run(conn, seller_id, now).await?;
                self.tell(conn, seller_id, &plan, now).await?;
                let done = ImportedCustomers { problems: problems.clone(), ..plan.outcome };
                if !plan.changes.is_empty() {
                    let entry = audit::Entry {
                        actor: &asker.actor,
                        seller_id: Some(seller_id),
                        action: "customer.imported",
                        entity: "customers",
                        entity_id: seller_id,
                        version: 1,
                        changes: json!({ "customers": plan.changes }),
                    };
                    audit::append(conn, now, self.clock.new_id(), entry).await?;
                }
                reply_now(conn, &key, &done, now).await?;
                Ok(done)
            })
            .await
    }

    /// Tells of every customer that an import has made, connected again or given another title or region, in its
    /// transaction.
    async fn tell(
        &self,
        conn: &mut store::Connection,
        seller_id: Uuid,
        plan: &Plan,
        now: chrono::DateTime<chrono::Utc>,
    ) -> Result<(), OrdersError> {
        if !plan.renamed.is_empty() {
            store::naming::renamed(conn, seller_id, &plan.renamed, now).await?;
        }
        let announced: Vec<Uuid> = plan.new.iter().map(|(id, _)| *id).chain(plan.renamed.iter().copied()).collect();
        let names = if announced.is_empty() {
            Vec::new()
        } else {
            store::naming::of_customers(conn, seller_id, &announced).await?
        };
        let changed = names.into_iter().map(|names| publish::customer_changed(self.clock.new_id(), names, now));
        let came = plan.new.iter().map(|(id, _)| *id).chain(plan.reconnected.iter().copied());
        let came = came.map(|id| publish::connection(self.clock.new_id(), seller_id, id, Connection::Begun, now));
        Ok(outbox::append_all(conn, changed.chain(came).collect()).await?)
    }

    /// What a seller's customers are called and where they are now, by their ids: those behind `after`, at most `limit`,
    /// and whether there are more.
    pub async fn list_customer_names(
        &self,
        seller_id: Uuid,
        after: Option<Uuid>,
        limit: usize,
    ) -> Result<(Vec<CustomerNames>, bool), OrdersError> {
        let wanted = i64::try_from(limit).unwrap_or(i64::MAX).saturating_add(1);
        let mut names = store::naming::page(&mut *self.read().await?, seller_id, after, wanted).await?;
        let more = names.len() > limit;
        names.truncate(limit);
        Ok((names, more))
    }
}

/// What an import will do.
#[derive(Default)]
struct Plan {
    outcome: ImportedCustomers,
    new: Vec<(Uuid, CustomerDraft)>,
    changed: Vec<(Uuid, CustomerDraft)>,
    /// Those of the changed whose title or region is another.
    renamed: Vec<Uuid>,
    /// Those of the changed who were disconnected.
    reconnected: Vec<Uuid>,
    connected: i64,
    connected_with_open: i64,
    changes: Vec<serde_json::Value>,
}

impl Plan {
    fn add(&mut self, draft: &CustomerDraft, known: Option<(Customer, bool)>, new_id: impl FnOnce() -> Uuid) {
        let Some((customer, connected)) = known else {
            let id = new_id();
            self.outcome.created += 1;
            self.connected += 1;
            self.changes.push(json!({ "customer_id": id, "change": "created" }));
            self.new.push((id, draft.clone()));
            return;
        };
        let fields = customer.draft.differences(draft);
        if connected && fields.is_empty() {
            self.outcome.unchanged += 1;
            return;
        }
        self.outcome.updated += 1;
        if !connected {
            self.connected += 1;
            self.reconnected.push(customer.customer_id);
            self.connected_with_open += i64::from(customer.open_orders > 0);
        }
        if customer.draft.title != draft.title || customer.draft.activity_area != draft.activity_area {
            self.renamed.push(customer.customer_id);
        }
        let change = if connected { "updated" } else { "connected" };
        self.changes.push(json!({ "customer_id": customer.customer_id, "change": change, "fields": fields }));
        self.changed.push((customer.customer_id, draft.clone()));
    }

    async fn run(
        &self,
        conn: &mut store::Connection,
        seller_id: Uuid,
        now: chrono::DateTime<chrono::Utc>,
    ) -> Result<(), OrdersError> {
        if !self.new.is_empty() {
            store::customers::insert(conn, seller_id, &self.new, now).await?;
        }
        for (id, draft) in &self.changed {
            store::customers::update(conn, seller_id, *id, draft).await?;
        }
        if self.connected > 0 {
            store::customers::ensure_counter(conn, seller_id).await?;
            store::customers::count_changed(conn, seller_id, self.connected, self.connected_with_open).await?;
        }
        Ok(())
    }
}
