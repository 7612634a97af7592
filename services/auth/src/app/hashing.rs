//! Argon2id, few at a time: a hash takes 19 MiB at least, and tens of milliseconds.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use argon2::{
    Algorithm, Argon2, Block, Params, Version,
    password_hash::phc::{Output, ParamsString, PasswordHash, Salt},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{AuthError, random};
use crate::domain::user::PasswordCost;

/// Hashes that run at the same time.
const PERMITS: usize = 2;
/// Requests that run or wait for their turn; more are refused at once.
const QUEUE: usize = 16;
const LANES: u32 = 1;
const SALT_BYTES: usize = 16;

/// Hashes and checks passwords.
pub struct Hashing {
    params: Params,
    permits: Arc<Semaphore>,
    places: Arc<Semaphore>,
    /// Memory for the next hashes, as long as somebody waits for one.
    spare: Mutex<Vec<Memory>>,
    /// The hash of nobody's password: an unknown phone number costs the same work, and a user without a password has it.
    nobody: Arc<str>,
}

/// Where one hash works.
#[derive(Default)]
struct Memory(Vec<Block>);

impl Memory {
    fn blocks(&mut self, count: usize) -> &mut [Block] {
        if self.0.len() < count {
            self.0 = vec![Block::new(); count];
        }
        &mut self.0[..count]
    }

    fn hash(&mut self, password: &[u8], salt: &[u8], like: &Kind, length: usize) -> Result<Output, AuthError> {
        let Kind { algorithm, version, params } = like;
        let mut output = [0; Output::MAX_LENGTH];
        let output = output.get_mut(..length).ok_or_else(|| failed("the stored hash is too long"))?;
        Argon2::new(*algorithm, *version, params.clone())
            .hash_password_into_with_memory(password, salt, output, self.blocks(params.block_count()))
            .map_err(failed)?;
        Output::new(output).map_err(failed)
    }

    fn phc(&mut self, password: &[u8], params: Params) -> Result<String, AuthError> {
        let salt = random::<SALT_BYTES>()?;
        let kind = Kind { algorithm: Algorithm::Argon2id, version: Version::V0x13, params };
        let hash = self.hash(password, &salt, &kind, Params::DEFAULT_OUTPUT_LEN)?;
        let phc = PasswordHash {
            algorithm: kind.algorithm.ident(),
            version: Some(kind.version.into()),
            params: ParamsString::try_from(&kind.params).map_err(failed)?,
            salt: Some(Salt::new(&salt).map_err(failed)?),
            hash: Some(hash),
        };
        Ok(phc.to_string())
    }

    fn fits(&mut self, password: &[u8], phc: &str) -> Result<bool, AuthError> {
        let phc = PasswordHash::new(phc).map_err(failed)?;
        let (Some(salt), Some(expected)) = (&phc.salt, &phc.hash) else {
            return Err(failed("the stored hash has no salt or no hash"));
        };
        let hash = self.hash(password, salt, &Kind::of(&phc)?, expected.len())?;
        // Outputs compare in constant time.
        Ok(hash == *expected)
    }
}

/// How a password is hashed.
struct Kind {
    algorithm: Algorithm,
    version: Version,
    params: Params,
}

impl Kind {
    fn of(phc: &PasswordHash) -> Result<Self, AuthError> {
        Ok(Self {
            algorithm: Algorithm::try_from(phc.algorithm.as_str()).map_err(failed)?,
            version: phc.version.map(Version::try_from).transpose().map_err(failed)?.unwrap_or_default(),
            params: Params::try_from(phc).map_err(failed)?,
        })
    }
}

impl Hashing {
    /// At this cost.
    pub fn new(PasswordCost { memory_kib, passes }: PasswordCost) -> Result<Self, AuthError> {
        let params = Params::new(memory_kib, passes, LANES, None).map_err(failed)?;
        let nobody = Memory::default().phc(&random::<32>()?, params.clone())?.into();
        let (permits, places) = (Arc::new(Semaphore::new(PERMITS)), Arc::new(Semaphore::new(QUEUE)));
        Ok(Self { params, permits, places, spare: Mutex::default(), nobody })
    }

    async fn permit(&self) -> Result<[OwnedSemaphorePermit; 2], AuthError> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| AuthError::Overloaded)?;
        let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(|_| AuthError::Overloaded)?;
        Ok([place, permit])
    }

    /// Works in the next memory, on a thread that may block.
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Memory) -> Result<T, AuthError> + Send + 'static,
    ) -> Result<T, AuthError> {
        let permit = self.permit().await?;
        let mut memory = self.spare().pop().unwrap_or_default();
        // The permit goes along: a hash that nobody waits for any more still takes its place.
        let done = tokio::task::spawn_blocking(move || (work(&mut memory), memory, permit)).await;
        let (result, memory, _permit) = done.map_err(failed)?;
        let mut spare = self.spare();
        if QUEUE - self.places.available_permits() > PERMITS {
            spare.push(memory);
        } else {
            spare.clear();
        }
        result
    }

    fn spare(&self) -> MutexGuard<'_, Vec<Memory>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The PHC text of a password.
    pub async fn hash(&self, password: String) -> Result<String, AuthError> {
        let params = self.params.clone();
        self.work(move |memory| memory.phc(password.as_bytes(), params)).await
    }

    /// The PHC text of a password that nobody knows.
    pub fn nobody(&self) -> &str {
        &self.nobody
    }

    /// Whether passwords are hashed with more work today than this one was.
    pub fn is_weak(&self, phc: &str) -> Result<bool, AuthError> {
        let Kind { params, .. } = Kind::of(&PasswordHash::new(phc).map_err(failed)?)?;
        let (then, today) = (&params, &self.params);
        Ok(then.m_cost() < today.m_cost() || then.t_cost() < today.t_cost() || then.p_cost() < today.p_cost())
    }

    /// Whether the password is the one of `phc`. Without a `phc` it never is, after the same work.
    pub async fn verify(&self, password: String, phc: Option<String>) -> Result<bool, AuthError> {
        let known = phc.is_some();
        let phc = phc.map_or_else(|| Arc::clone(&self.nobody), Into::into);
        let fits = self.work(move |memory| memory.fits(password.as_bytes(), &phc)).await?;
        Ok(known && fits)
    }
}

fn failed(error: impl std::fmt::Display) -> AuthError {
    AuthError::Hashing(error.to_string())
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use argon2::{AssociatedData, ParamsBuilder};
    use pishkhan_testkit::again_with_a_quick_allocator;

    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn checks_what_it_hashed_and_refuses_the_rest() {
        let hashing = Hashing::new(PasswordCost::LEAST).unwrap();
        let phc = hashing.hash("رمز عبور ۱۲۳".to_owned()).await.unwrap();
        assert!(phc.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{phc}");
        assert!(hashing.verify("رمز عبور ۱۲۳".to_owned(), Some(phc.clone())).await.unwrap());
        // Digits are not folded in passwords.
        assert!(!hashing.verify("رمز عبور 123".to_owned(), Some(phc)).await.unwrap());
        assert!(!hashing.verify("anything".to_owned(), None).await.unwrap());
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_crowd_is_refused_and_not_queued_for_ever() {
        let hashing = Arc::new(Hashing::new(PasswordCost::LEAST).unwrap());
        let tries = (0..60).map(|_| {
            let hashing = Arc::clone(&hashing);
            async move { hashing.verify("x".to_owned(), None).await }
        });
        let answers = futures_util::future::join_all(tries).await;
        let refused = answers.iter().filter(|answer| matches!(answer, Err(AuthError::Overloaded))).count();
        assert_eq!(refused, 60 - QUEUE);
    }

    #[tokio::test]
    async fn checks_what_others_have_hashed() {
        // From the reference implementation, with other parameters.
        let phc = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc".to_owned();
        let hashing = Hashing::new(PasswordCost::LEAST).unwrap();
        assert!(hashing.verify("password".to_owned(), Some(phc.clone())).await.unwrap());
        assert!(!hashing.is_weak(&phc).unwrap(), "more memory than ours is no reason to hash it anew");
        for weaker in ["m=19455,t=2,p=1", "m=65536,t=1,p=1"] {
            assert!(hashing.is_weak(&phc.replace("m=65536,t=2,p=1", weaker)).unwrap(), "{weaker}");
        }
        assert!(!hashing.verify("Password".to_owned(), Some(phc)).await.unwrap());
        let broken = hashing.verify("password".to_owned(), Some("$argon2id$v=19$m=8".to_owned())).await;
        assert!(matches!(broken, Err(AuthError::Hashing(_))), "{broken:?}");
    }

    #[test]
    fn argon2id_is_that_of_the_rfc() {
        // RFC 9106, section 5.3, in memory of ours.
        let mut like = ParamsBuilder::new();
        let like = like.m_cost(32).t_cost(3).p_cost(4).output_len(32);
        let params = like.data(AssociatedData::new(&[4; 12]).unwrap()).build().unwrap();
        let mut memory = Memory::default();
        let blocks = memory.blocks(params.block_count());
        let argon2 = Argon2::new_with_secret(&[3; 8], Algorithm::Argon2id, Version::V0x13, params).unwrap();
        let mut tag = [0; 32];
        argon2.hash_password_into_with_memory(&[1; 32], &[2; 16], &mut tag, blocks).unwrap();
        let expected = "0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659";
        assert_eq!(tag.map(|byte| format!("{byte:02x}")).concat(), expected);
    }

    /// What this process holds in memory, in KiB.
    fn resident_kib() -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn the_memory_of_a_rush_goes_back_to_the_system() {
        if again_with_a_quick_allocator("app::hashing::tests::the_memory_of_a_rush_goes_back_to_the_system") {
            return;
        }
        let hashing = Hashing::new(PasswordCost::LEAST).unwrap();
        let before = resident_kib();
        for _ in 0..2 {
            let rush = (0..QUEUE).map(|_| hashing.verify("x".to_owned(), None));
            let answers = futures_util::future::join_all(rush).await;
            assert!(answers.into_iter().all(|answer| matches!(answer, Ok(false))));
        }
        assert!(hashing.spare().is_empty());
        let done = Instant::now();
        while resident_kib() >= before + 8 * 1_024 {
            assert!(done.elapsed() < Duration::from_mins(1), "{before} KiB before, {} KiB after", resident_kib());
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}
