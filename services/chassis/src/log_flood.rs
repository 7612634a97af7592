//! Keeps one cause from filling the log: each place that warns writes so many lines a second for one reason. The others
//! are counted, and told in one line.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use tracing::{
    Event, Level, Metadata, Subscriber,
    callsite::Identifier,
    field::{Field, Visit},
};
use tracing_subscriber::layer::{Context, Filter};

/// Lines of one place and reason in a second.
const LINES: u64 = 10;
/// Places and reasons that are counted at once; a program has fewer.
const MOST: usize = 1_000;
/// Fields that tell why.
const REASONS: [&str; 4] = ["http.status", "code", "rpc.code", "reason"];
/// Letters of a message that are repeated in the line which sums up.
const MESSAGE: usize = 200;

type Key = (Identifier, String);

#[derive(Debug, Default)]
struct Place {
    second: u64,
    lines: u64,
    held_back: u64,
    message: String,
}

/// Lines that one place did not write.
#[derive(Debug, PartialEq, Eq)]
struct Sum {
    message: String,
    reason: String,
    lines: u64,
}

#[derive(Debug)]
struct Inner {
    began: Instant,
    places: Mutex<HashMap<Key, Place>>,
}

/// A filter for layers that write. Clones share their counts.
#[derive(Clone, Debug)]
pub struct LogFlood(Arc<Inner>);

impl Default for LogFlood {
    fn default() -> Self {
        Self(Arc::new(Inner { began: Instant::now(), places: Mutex::default() }))
    }
}

impl LogFlood {
    fn places(&self) -> MutexGuard<'_, HashMap<Key, Place>> {
        self.0.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn admits(&self, event: &Event<'_>, second: u64) -> bool {
        let mut told = Told::default();
        event.record(&mut told);
        let mut places = self.places();
        if places.len() >= MOST {
            places.retain(|_, place| place.second == second || place.held_back > 0);
        }
        if places.len() >= MOST {
            return true;
        }
        let place = places.entry((event.metadata().callsite(), told.reason)).or_default();
        if place.second != second {
            (place.second, place.lines) = (second, 0);
        }
        place.lines += 1;
        let admitted = place.lines <= LINES;
        if !admitted {
            place.held_back += 1;
            place.message = told.message;
        }
        admitted
    }

    fn sums(&self) -> Vec<Sum> {
        let mut places = self.places();
        let held_back = places.iter_mut().filter(|(_, place)| place.held_back > 0);
        let sum = |((_, reason), place): (&Key, &mut Place)| Sum {
            message: std::mem::take(&mut place.message),
            reason: reason.clone(),
            lines: std::mem::take(&mut place.held_back),
        };
        held_back.map(sum).collect()
    }

    /// Says how many lines were not written since it was called last: one line for each place and reason.
    pub fn tell(&self) {
        for Sum { message, reason, lines } in self.sums() {
            metrics::counter!("log_lines_held_back_total").increment(lines);
            tracing::warn!(lines, reason, like = message, "lines were held back");
        }
    }
}

impl<S: Subscriber> Filter<S> for LogFlood {
    fn enabled(&self, _: &Metadata<'_>, _: &Context<'_, S>) -> bool {
        true
    }

    fn event_enabled(&self, event: &Event<'_>, _: &Context<'_, S>) -> bool {
        let metadata = event.metadata();
        // Whoever asks for more than warnings wants all of it; and the sums are few.
        *metadata.level() > Level::WARN
            || metadata.target() == module_path!()
            || self.admits(event, self.0.began.elapsed().as_secs())
    }
}

/// What an event says.
#[derive(Default)]
struct Told {
    reason: String,
    message: String,
}

impl Visit for Told {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if field.name() == "message" {
            self.message = format!("{value:?}").chars().take(MESSAGE).collect();
        } else if REASONS.contains(&field.name()) {
            self.reason = format!("{value:?}").chars().take(MESSAGE).collect();
        }
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.record_debug(field, &format_args!("{value}"));
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io,
        sync::atomic::{AtomicU64, Ordering},
    };

    use tracing_subscriber::{Layer as _, fmt::MakeWriter, layer::SubscriberExt as _};

    use super::*;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl<'a> MakeWriter<'a> for Lines {
        type Writer = Self;

        fn make_writer(&'a self) -> Self {
            self.clone()
        }
    }

    #[test]
    fn a_flood_is_some_lines_a_second_and_one_that_sums_up_for_each_reason() {
        let (flood, lines) = (LogFlood::default(), Lines::default());
        let layer = tracing_subscriber::fmt::layer().with_ansi(false).with_writer(lines.clone());
        let subscriber = tracing_subscriber::registry().with(layer.with_filter(flood.clone()));
        let count = |part: &str| {
            let bytes = lines.0.lock().unwrap();
            String::from_utf8_lossy(&bytes).lines().filter(|line| line.contains(part)).count()
        };
        tracing::subscriber::with_default(subscriber, || {
            let fail = |status: u16| tracing::warn!(http.status = status, request_id = "r", "request failed");
            // Within so short a time the second changes at most once.
            for _ in 0..1_000 {
                fail(503);
            }
            fail(500);
            assert!((10..=20).contains(&count("http.status=503")), "{}", count("http.status=503"));
            assert_eq!(count("http.status=500"), 1, "another reason is told all the same");
            tracing::info!("as often as it likes");
            flood.tell();
            flood.tell();
            assert_eq!((count("lines were held back"), count("like=\"request failed\"")), (1, 1));
            assert!(count("reason=\"503\"") == 1 && count("as often") == 1);
        });
    }

    #[test]
    fn the_next_second_is_another_one() {
        let (flood, second) = (LogFlood::default(), Arc::new(AtomicU64::new(0)));
        let subscriber = tracing_subscriber::registry().with(At(flood.clone(), second.clone()));
        tracing::subscriber::with_default(subscriber, || {
            for now in [0, 1] {
                second.store(now, Ordering::Relaxed);
                for _ in 0..15 {
                    tracing::error!(reason = "a", "it failed");
                }
            }
        });
        assert_eq!(flood.sums(), [Sum { message: "it failed".to_owned(), reason: "a".to_owned(), lines: 10 }]);
        assert!(flood.sums().is_empty());
    }

    /// Shows the flood every event as one of that second.
    struct At(LogFlood, Arc<AtomicU64>);

    impl<S: Subscriber> tracing_subscriber::Layer<S> for At {
        fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
            self.0.admits(event, self.1.load(Ordering::Relaxed));
        }
    }
}
