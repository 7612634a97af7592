//! The throttle's counters in Redis, counted by one script so that replicas do not race.

use pishkhan_chassis_db::bus::SharedConnection;
use redis::{RedisResult, Script};

use crate::domain::throttle::{Look, Outcome, RULES, Then, UNDECIDED_MS};

/// [`Counter`](crate::domain::throttle::Counter) over all counters of a try, at once: either it passes them all and is
/// counted in each, or it is counted in none. Answers 0 when it passes, -1 when that is undecided, how long to wait in
/// milliseconds, and that taken from -1 when only a crowd's tries stand in the way.
const TAKE: &str = r"
local now, lease, known = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3] == '1'
local counters, wait, slowed, undecided = {}, 0, 0, false
for i, key in ipairs(KEYS) do
  local tries, window, block, pause = tonumber(ARGV[i*4]), tonumber(ARGV[i*4+1]), tonumber(ARGV[i*4+2]), tonumber(ARGV[i*4+3])
  local read = redis.call('HMGET', key, 's', 'l', 't', 'u')
  local counter = { started = tonumber(read[1] or '0'), last = tonumber(read[2] or '0'), tries = tonumber(read[3] or '0'), undecided = tonumber(read[4] or '0') }
  if now >= counter.last + lease then counter.undecided = 0 end
  counters[i] = counter
  local till
  if block > 0 then till = counter.last + block else till = math.min(counters[1].last + pause, counter.started + window) end
  if counter.tries >= tries and till > now and (block > 0 or not known) then
    if counter.tries - counter.undecided < tries then undecided = true
    elseif block > 0 then wait = math.max(wait, till - now)
    else slowed = math.max(slowed, till - now) end
  end
end
if wait > 0 then return wait end
if slowed > 0 then return -1 - slowed end
if undecided then return -1 end
for i, key in ipairs(KEYS) do
  local tries, window, block = tonumber(ARGV[i*4]), tonumber(ARGV[i*4+1]), tonumber(ARGV[i*4+2])
  local counter = counters[i]
  if (block > 0 and counter.tries >= tries) or now >= counter.started + window then
    counter.started, counter.tries = now, counter.undecided
  end
  redis.call('HSET', key, 's', string.format('%d', counter.started), 'l', string.format('%d', now), 't', counter.tries + 1, 'u', counter.undecided + 1)
  redis.call('PEXPIRE', key, window + block)
end
return 0
";

/// Decides a try: failed (0), to be counted no more (1), or succeeded (2), which clears the first counter.
const DECIDE: &str = r"
local outcome = tonumber(ARGV[1])
for i, key in ipairs(KEYS) do
  local read = redis.call('HMGET', key, 't', 'u')
  if read[1] then
    local tries, undecided = tonumber(read[1]), math.max(tonumber(read[2] or '0') - 1, 0)
    if outcome > 0 then tries = math.max(tries - 1, undecided) end
    if outcome == 2 and i == 1 then tries = undecided end
    redis.call('HSET', key, 't', tries, 'u', undecided)
  end
end
return 0
";

/// The shared counters.
#[derive(Clone)]
pub struct Counters {
    redis: SharedConnection,
    prefix: String,
}

impl Counters {
    /// Below `prefix` in Redis.
    pub fn new(redis: SharedConnection, prefix: &str) -> Self {
        Self { redis, prefix: format!("{prefix}:auth:throttle:") }
    }

    /// Counts a try if it may pass. `known`: the phone has logged in from this network lately.
    pub async fn take(&self, keys: &[String; 3], known: bool, now_ms: i64) -> RedisResult<Look> {
        let script = Script::new(TAKE);
        let mut call = script.prepare_invoke();
        for key in keys {
            call.key(format!("{}{key}", self.prefix));
        }
        call.arg(now_ms).arg(UNDECIDED_MS).arg(u8::from(known));
        for rule in RULES {
            let (block, pause) = match rule.then {
                Then::Block(length) => (length, 0),
                Then::Slow(pause) => (0, pause),
            };
            call.arg(rule.tries).arg(rule.window_ms).arg(block).arg(pause);
        }
        Ok(match call.invoke_async(&mut self.redis.clone()).await? {
            0_i64 => Look::Pass,
            -1 => Look::Undecided,
            slowed @ ..-1 => Look::Slowed(-1 - slowed),
            wait => Look::Wait(wait),
        })
    }

    /// Forgets a counter.
    pub async fn forget(&self, key: &str) -> RedisResult<()> {
        redis::cmd("DEL").arg(format!("{}{key}", self.prefix)).exec_async(&mut self.redis.clone()).await
    }

    /// Says what became of a try.
    pub async fn decide(&self, keys: &[String; 3], outcome: Outcome) -> RedisResult<()> {
        let script = Script::new(DECIDE);
        let mut call = script.prepare_invoke();
        for key in keys {
            call.key(format!("{}{key}", self.prefix));
        }
        call.arg(match outcome {
            Outcome::Failed => 0,
            Outcome::Undecided => 1,
            Outcome::Succeeded => 2,
        });
        call.invoke_async::<i64>(&mut self.redis.clone()).await.map(drop)
    }
}
