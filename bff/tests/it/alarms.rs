//! What the log tells louder than INFO.

use std::sync::{Arc, Mutex};

use tracing::{Event, Level, Subscriber};
use tracing_subscriber::{Layer, layer::Context};

/// Remembers it.
#[derive(Clone, Default)]
pub struct Alarms(Arc<Mutex<Vec<String>>>);

impl Alarms {
    pub fn told(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

impl<S: Subscriber> Layer<S> for Alarms {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        if *event.metadata().level() <= Level::WARN {
            self.0.lock().unwrap().push(format!("{} {:?}", event.metadata().target(), event.fields().next()));
        }
    }
}
