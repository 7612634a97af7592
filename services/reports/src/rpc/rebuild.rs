//! The stream of a rebuild.

use pishkhan_chassis::access::Caller;
use pishkhan_chassis::errors::{invalid_field, problem};
use pishkhan_chassis::parse;
use pishkhan_chassis_db::idempotency;
use pishkhan_proto::reports::v1 as pb;
use prost::Message as _;
use tonic::{Request, Status, Streaming};

use super::{convert, status};
use crate::app::{Comparison, Rebuild, Rebuilt, Reports, RequestKey};

/// Orders in one message at most.
const MAX_ORDERS: usize = 500;

/// Products, and customers, in one message at most; and types of all its products.
const MAX_NAMES: usize = 500;
const MAX_TYPES: usize = 2_000;

/// The longest request id.
const MAX_REQUEST_ID: usize = 64;

pub(super) async fn run(
    reports: &Reports,
    request: Request<Streaming<pb::RebuildReportsRequest>>,
) -> Result<pb::RebuildReportsResponse, Status> {
    let caller = Caller::of(&request)?;
    let mut stream = request.into_inner();
    let first = stream.message().await?.ok_or_else(|| invalid_field("seller_id", problem::REQUIRED))?;
    let seller_id = caller.seller(parse::uuid("seller_id", &first.seller_id)?)?;
    let request_id = parse::optional_text("request_id", &first.request_id, MAX_REQUEST_ID)?;
    let rebuild = reports.begin_rebuild(seller_id).await.map_err(status::of)?;
    let finished = async {
        let fingerprint = gather(reports, &rebuild, first, &mut stream).await?;
        let key = request_id.as_deref().map(|request_id| RequestKey { request_id, fingerprint });
        let reply = reports
            .finish_rebuild(&rebuild, key, &caller.actor(), |rebuilt| response(rebuilt).encode_to_vec())
            .await
            .map_err(status::of)?;
        pb::RebuildReportsResponse::decode(reply.as_slice()).map_err(|error| {
            tracing::error!(error = &error as &dyn std::error::Error, "a stored reply cannot be read");
            Status::internal("the stored reply cannot be read")
        })
    }
    .await;
    if finished.is_err()
        && let Err(error) = reports.abandon(&rebuild).await
    {
        // What is left is forgotten by a later rebuild.
        tracing::warn!(error = &error as &dyn std::error::Error, seller.id = %seller_id, "a rebuild was not cleared");
    }
    finished
}

/// Takes in the whole stream and returns its fingerprint.
async fn gather(
    reports: &Reports,
    rebuild: &Rebuild,
    first: pb::RebuildReportsRequest,
    stream: &mut Streaming<pb::RebuildReportsRequest>,
) -> Result<[u8; 32], Status> {
    let seller_id = first.seller_id.clone();
    let mut fingerprint = [0; 32];
    let mut next = Some(first);
    while let Some(message) = next {
        if message.seller_id != seller_id {
            return Err(invalid_field("seller_id", problem::INVALID));
        }
        if message.orders.len() > MAX_ORDERS {
            return Err(invalid_field("orders", problem::OUT_OF_RANGE));
        }
        if message.products.len() > MAX_NAMES
            || message.products.iter().map(|product| product.types.len()).sum::<usize>() > MAX_TYPES
        {
            return Err(invalid_field("products", problem::OUT_OF_RANGE));
        }
        if message.customers.len() > MAX_NAMES {
            return Err(invalid_field("customers", problem::OUT_OF_RANGE));
        }
        // Each link holds the one before, so the last one stands for the whole stream.
        fingerprint = idempotency::fingerprint(&[fingerprint.as_slice(), &message.encode_to_vec()].concat());
        let names = convert::names(message.products, message.customers)?;
        reports.learn(rebuild, &names).await.map_err(status::of)?;
        let orders = message.orders.into_iter().map(convert::order).collect::<Result<Vec<_>, _>>()?;
        reports.stage(rebuild, &orders).await.map_err(status::of)?;
        next = stream.message().await?;
    }
    Ok(fingerprint)
}

fn response(rebuilt: Rebuilt) -> pb::RebuildReportsResponse {
    let Rebuilt { orders, comparison: Comparison { compared, differing, differences } } = rebuilt;
    pb::RebuildReportsResponse {
        orders,
        figures_compared: compared,
        differences: differences.into_iter().map(Into::into).collect(),
        difference_count: differing,
    }
}
