//! What belongs to the request that is being worked on: its id, its deadline, its trace, its user.
//!
//! The server layer and the BFF set it; the client reads it. It is task-local: work spawned from a request does not
//! inherit it, and neither does the body of a streamed reply.

use std::time::Duration;

use tokio::time::Instant;

tokio::task_local! {
    static CONTEXT: RequestContext;
    static PASSPORT: String;
}

/// The context of one request.
#[derive(Debug, Clone)]
pub struct RequestContext {
    /// The id of the request, from the first process that met it.
    pub request_id: String,
    /// When the answer is no longer of use; none: there is no limit.
    pub deadline: Option<Instant>,
    /// The W3C trace context that came with the request.
    pub traceparent: Option<String>,
}

impl RequestContext {
    /// A context without deadline and trace.
    pub fn new(request_id: impl Into<String>) -> Self {
        Self { request_id: request_id.into(), deadline: None, traceparent: None }
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
    CONTEXT.scope(context, future).await
}

/// The context of the request that is being worked on, if any.
pub fn current() -> Option<RequestContext> {
    CONTEXT.try_with(Clone::clone).ok()
}

/// The time that is left for the request; none: there is no limit. Zero when the deadline has passed.
pub fn remaining() -> Option<Duration> {
    CONTEXT
        .try_with(|context| context.deadline)
        .ok()
        .flatten()
        .map(|deadline| deadline.saturating_duration_since(Instant::now()))
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
