//! How much of JSON bodies is held at once, from before the first byte is asked for until the body was understood.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::gate::{Caller, Full};

/// Bytes at most (rest.md, section 1).
#[derive(Clone, Copy, Debug)]
pub struct BodyLimits {
    /// Of one seller's bodies.
    pub seller: usize,
    /// Of the bodies that come from one network without a session.
    pub network: usize,
    /// Of all.
    pub all: usize,
}

impl Default for BodyLimits {
    fn default() -> Self {
        Self { seller: 8_000_000, network: 1_000_000, all: 64_000_000 }
    }
}

#[derive(Debug, Default)]
struct State {
    all: usize,
    callers: HashMap<Caller, usize>,
}

/// Counts what is held. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Bodies(Arc<(BodyLimits, Mutex<State>)>);

/// Room for one body.
#[derive(Debug)]
pub struct Held {
    bodies: Bodies,
    caller: Caller,
    bytes: usize,
}

impl Bodies {
    /// With these limits.
    pub fn new(limits: BodyLimits) -> Self {
        Self(Arc::new((limits, Mutex::default())))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Every section leaves the state whole, so a panic elsewhere does not make it wrong.
        self.0.1.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes room for a body of so many bytes, of a seller or of a network without a session.
    pub fn hold(&self, caller: Caller, is_seller: bool, bytes: usize) -> Result<Held, Full> {
        let limits = self.0.0;
        let share = if is_seller { limits.seller } else { limits.network };
        let mut state = self.state();
        let own = state.callers.get(&caller).copied().unwrap_or(0);
        if own + bytes > share || state.all + bytes > limits.all {
            return Err(Full);
        }
        state.all += bytes;
        state.callers.insert(Arc::clone(&caller), own + bytes);
        drop(state);
        Ok(Held { bodies: self.clone(), caller, bytes })
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut state = self.bodies.state();
        state.all -= self.bytes;
        if let Some(own) = state.callers.get_mut(&self.caller) {
            *own -= self.bytes;
            if *own == 0 {
                state.callers.remove(&self.caller);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_its_share_and_all_have_theirs() {
        let bodies = Bodies::new(BodyLimits { seller: 50, network: 10, all: 100 });
        let hold = |caller: &str, is_seller, bytes| bodies.hold(caller.into(), is_seller, bytes);
        let first = hold("a", true, 50).unwrap();
        assert_eq!(hold("a", true, 1).unwrap_err(), Full);
        let network = hold("n", false, 10).unwrap();
        assert_eq!(hold("n", false, 1).unwrap_err(), Full);
        let second = hold("b", true, 40).unwrap();
        assert_eq!(hold("c", true, 1).unwrap_err(), Full, "there is room for no more");
        drop(first);
        drop(hold("a", true, 50).unwrap());
        drop((network, second));
        let state = bodies.state();
        assert!(state.all == 0 && state.callers.is_empty());
    }
}
