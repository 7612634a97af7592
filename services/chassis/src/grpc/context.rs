//! What belongs to the request that is being worked on: its id, its deadline, its trace, its user.
//!
//! The server layer and the BFF set it; the client reads it. It is task-local: work spawned from a request does not
//! inherit it, and neither does the body of a streamed reply.

use std::{cell::Cell, pin::pin, time::Duration};

use tokio::time::{Instant, error::Elapsed, timeout_at};

tokio::task_local! {
    static CONTEXT: RequestContext;
    /// The deadline as it stands now: it may be moved while the request is worked on.
    static DEADLINE: Cell<Option<Instant>>;
    static PASSPORT: String;
}

/// The context of one request.
#[derive(Debug, Clone)]
pub struct RequestContext {
    /// The id of the request, from the first process that met it.
    pub request_id: String,
    /// When the answer is no longer of use; none: there is no limit.
    pub deadline: Option<Instant>,
    /// The W3C trace context that came with the request, or that it has begun.
    pub traceparent: Option<String>,
    /// Whether its trace is kept.
    pub sampled: bool,
}

impl RequestContext {
    /// A context without deadline and trace.
    pub fn new(request_id: impl Into<String>) -> Self {
        Self { request_id: request_id.into(), deadline: None, traceparent: None, sampled: false }
    }

    /// The same context, to be answered within `limit` from now.
    #[must_use]
    pub fn with_timeout(mut self, limit: Duration) -> Self {
        self.deadline = Some(Instant::now() + limit);
        self
    }
}

/// Runs a future within a context.
pub async fn scope<F: Future>(context: RequestContext, future: F) -> F::Output {
    let deadline = Cell::new(context.deadline);
    CONTEXT.scope(context, DEADLINE.scope(deadline, future)).await
}

/// The context of the request that is being worked on, if any.
pub fn current() -> Option<RequestContext> {
    CONTEXT.try_with(Clone::clone).ok().map(|context| RequestContext { deadline: deadline(), ..context })
}

/// The id of the request that is being worked on.
pub fn request_id() -> Option<String> {
    CONTEXT.try_with(|context| context.request_id.clone()).ok()
}

/// The trace context of the request that is being worked on.
pub fn traceparent() -> Option<String> {
    CONTEXT.try_with(|context| context.traceparent.clone()).ok().flatten()
}

/// Whether the trace of what is being worked on is kept.
pub fn is_sampled() -> bool {
    CONTEXT.try_with(|context| context.sampled).unwrap_or_default()
}

/// When the answer to the request that is being worked on is no longer of use.
pub(crate) fn deadline() -> Option<Instant> {
    DEADLINE.try_with(Cell::get).ok().flatten()
}

/// Moves the deadline of the request that is being worked on. Does nothing for one without a limit.
///
/// For time that is not the work's: a large body that comes slowly.
pub fn set_deadline(deadline: Instant) {
    if self::deadline().is_some() {
        // Outside of a scope there is no deadline, and so nothing to move.
        DEADLINE.with(|own| own.set(Some(deadline)));
    }
}

/// Runs a future until the deadline of the request that is being worked on, wherever that is moved meanwhile.
pub async fn until_deadline<F: Future>(future: F) -> Result<F::Output, Elapsed> {
    let mut future = pin!(future);
    loop {
        let Some(deadline) = deadline() else { return Ok(future.await) };
        match timeout_at(deadline, future.as_mut()).await {
            Err(_) if self::deadline().is_some_and(|moved| moved > deadline) => {}
            ended => return ended,
        }
    }
}

/// The time that is left for the request; none: there is no limit. Zero when the deadline has passed.
pub fn remaining() -> Option<Duration> {
    deadline().map(|deadline| deadline.saturating_duration_since(Instant::now()))
}

/// Runs a future whose calls carry this passport (a user's) instead of the process's own.
///
/// A passport is for one audience: calls to different services need one scope each.
pub async fn with_passport<F: Future>(token: String, future: F) -> F::Output {
    PASSPORT.scope(token, future).await
}

/// The passport set by [`with_passport`].
pub(crate) fn passport() -> Option<String> {
    PASSPORT.try_with(Clone::clone).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_context_holds_within_its_scope_only() {
        assert!(current().is_none() && remaining().is_none());
        let context = RequestContext::new("r1").with_timeout(Duration::from_secs(2));
        scope(context, async {
            assert_eq!(current().unwrap().request_id, "r1");
            tokio::time::advance(Duration::from_millis(500)).await;
            assert_eq!(remaining(), Some(Duration::from_millis(1_500)));
            tokio::time::advance(Duration::from_secs(9)).await;
            assert_eq!(remaining(), Some(Duration::ZERO));
        })
        .await;
        assert!(current().is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn a_deadline_moves_with_what_is_waited_for() {
        let second = Duration::from_secs(1);
        let worked = scope(RequestContext::new("r1").with_timeout(second), async {
            until_deadline(async {
                set_deadline(Instant::now() + 10 * second);
                tokio::time::sleep(9 * second).await;
                set_deadline(Instant::now() + second);
                (remaining(), current().unwrap().deadline)
            })
            .await
        })
        .await;
        assert_eq!(worked.unwrap(), (Some(second), Some(Instant::now() + second)));
        let late =
            scope(RequestContext::new("r2").with_timeout(second), until_deadline(tokio::time::sleep(2 * second)));
        late.await.unwrap_err();
        set_deadline(Instant::now());
        assert!(until_deadline(tokio::time::sleep(second)).await.is_ok(), "without a limit there is none to move");
    }

    #[tokio::test]
    async fn passports_nest() {
        with_passport("outer".to_owned(), async {
            assert_eq!(passport().as_deref(), Some("outer"));
            with_passport("inner".to_owned(), async { assert_eq!(passport().as_deref(), Some("inner")) }).await;
            assert_eq!(passport().as_deref(), Some("outer"));
        })
        .await;
        assert_eq!(passport(), None);
    }
}
