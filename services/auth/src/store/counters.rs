//! The throttle's counters in Redis, counted by one script so that replicas do not race.

use redis::{RedisResult, Script, aio::ConnectionManager};

use crate::domain::throttle::{RULES, Then};

/// The rule of [`crate::domain::throttle::Counter`] over all counters of a try, at once: either it passes them all and
/// is counted in each, or it is counted in none. Answers how long to wait, in milliseconds.
const TAKE: &str = r"
local now = tonumber(ARGV[1])
local counters, wait = {}, 0
for i, key in ipairs(KEYS) do
  local tries, window, block, pause = tonumber(ARGV[i*4-2]), tonumber(ARGV[i*4-1]), tonumber(ARGV[i*4]), tonumber(ARGV[i*4+1])
  local read = redis.call('HMGET', key, 's', 'l', 't')
  local counter = { started = tonumber(read[1] or '0'), last = tonumber(read[2] or '0'), tries = tonumber(read[3] or '0') }
  if counter.tries >= tries then
    local till
    if block > 0 then till = counter.last + block else till = math.min(counter.last + pause, counter.started + window) end
    wait = math.max(wait, till - now)
  end
  counters[i] = counter
end
if wait > 0 then return wait end
for i, key in ipairs(KEYS) do
  local tries, window, block, pause = tonumber(ARGV[i*4-2]), tonumber(ARGV[i*4-1]), tonumber(ARGV[i*4]), tonumber(ARGV[i*4+1])
  local counter = counters[i]
  if (block > 0 and counter.tries >= tries) or now >= counter.started + window then
    counter = { started = now, last = now, tries = 0 }
  end
  redis.call('HSET', key, 's', string.format('%d', counter.started), 'l', string.format('%d', now), 't', counter.tries + 1)
  redis.call('PEXPIRE', key, window + block)
end
return 0
";

/// Takes a try back: each counter counts one less; the first one is cleared when the try succeeded.
const GIVE_BACK: &str = r"
if ARGV[1] == '1' then redis.call('DEL', KEYS[1]) end
for i = 1, #KEYS do
  if tonumber(redis.call('HGET', KEYS[i], 't') or '0') > 0 then redis.call('HINCRBY', KEYS[i], 't', -1) end
end
return 0
";

/// The shared counters.
#[derive(Clone)]
pub struct Counters {
    redis: ConnectionManager,
    prefix: String,
}

impl Counters {
    /// Below `prefix` in Redis.
    pub fn new(redis: ConnectionManager, prefix: &str) -> Self {
        Self { redis, prefix: format!("{prefix}:auth:throttle:") }
    }

    /// Counts a try if it may pass; else how long to wait, in milliseconds.
    pub async fn take(&self, keys: &[String; 3], now_ms: i64) -> RedisResult<i64> {
        let script = Script::new(TAKE);
        let mut call = script.prepare_invoke();
        for key in keys {
            call.key(format!("{}{key}", self.prefix));
        }
        call.arg(now_ms);
        for rule in RULES {
            let (block, pause) = match rule.then {
                Then::Block(length) => (length, 0),
                Then::Slow(pause) => (0, pause),
            };
            call.arg(rule.tries).arg(rule.window_ms).arg(block).arg(pause);
        }
        call.invoke_async(&mut self.redis.clone()).await
    }

    /// Takes a try back; one that `succeeded` clears the first counter.
    pub async fn give_back(&self, keys: &[String; 3], succeeded: bool) -> RedisResult<()> {
        let script = Script::new(GIVE_BACK);
        let mut call = script.prepare_invoke();
        for key in keys {
            call.key(format!("{}{key}", self.prefix));
        }
        call.arg(i64::from(succeeded));
        call.invoke_async::<i64>(&mut self.redis.clone()).await.map(drop)
    }
}
