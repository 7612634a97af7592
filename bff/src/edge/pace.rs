//! The least rate at which the other side has to keep up: neither a slow body nor a slow reader is cut off by the time
//! it takes in all.

use std::time::Duration;

use tokio::time::Instant;

/// So many bytes have to move in each window.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// How long is watched before it is judged.
    pub window: Duration,
    /// Bytes that have to move meanwhile.
    pub bytes: usize,
}

impl Default for Pace {
    /// 4 KB/s for 20 s.
    fn default() -> Self {
        Self { window: Duration::from_secs(20), bytes: 20 * 4_000 }
    }
}

/// What has moved in the present window.
#[derive(Debug)]
pub struct Watch {
    pace: Pace,
    until: Instant,
    moved: usize,
}

impl Watch {
    /// Watches from `now` on.
    pub fn new(pace: Pace, now: Instant) -> Self {
        Self { pace, until: now + pace.window, moved: 0 }
    }

    /// When the window ends.
    pub fn until(&self) -> Instant {
        self.until
    }

    /// So many bytes have moved.
    pub fn add(&mut self, bytes: usize) {
        self.moved = self.moved.saturating_add(bytes);
    }

    /// Whether the other side keeps up; begins the next window when this one has ended.
    pub fn keeps_up(&mut self, now: Instant) -> bool {
        if now < self.until {
            return true;
        }
        let enough = self.moved >= self.pace.bytes;
        *self = Self::new(self.pace, now);
        enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_window_is_judged_by_itself() {
        let (start, second) = (Instant::now(), Duration::from_secs(1));
        let mut watch = Watch::new(Pace { window: 10 * second, bytes: 100 }, start);
        assert!(watch.keeps_up(start + 9 * second), "not judged before its end");
        watch.add(100);
        assert!(watch.keeps_up(start + 10 * second));
        watch.add(99);
        assert!(watch.keeps_up(start + 19 * second));
        assert!(!watch.keeps_up(start + 20 * second), "what moved before does not count");
    }
}
