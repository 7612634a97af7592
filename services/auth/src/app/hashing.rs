//! Argon2id, few at a time: a hash takes 19 MiB at least, and tens of milliseconds.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use argon2::{
    Algorithm, Argon2, Block, KeyId, Params, ParamsBuilder, Version,
    password_hash::phc::{Output, ParamsString, PasswordHash, Salt},
};
use pishkhan_chassis::key_file::Key;
use sha2::{Digest as _, Sha256};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{AuthError, random};
use crate::domain::user::PasswordCost;

/// Hashes that run at the same time.
const PERMITS: usize = 2;
/// Requests that run or wait for their turn; more are refused at once.
const QUEUE: usize = 16;
const LANES: u32 = 1;
const SALT_BYTES: usize = 16;
/// Stands before a key whose id is wanted: the id tells nothing of it.
const KEY_ID: &[u8] = b"pishkhan/password-key/v1";

/// Hashes and checks passwords.
pub struct Hashing {
    today: Kind,
    ring: Arc<Ring>,
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
        let Kind { algorithm, version, params, key } = like;
        let mut output = [0; Output::MAX_LENGTH];
        let output = output.get_mut(..length).ok_or_else(|| failed("the stored hash is too long"))?;
        let (params, blocks) = (params.clone(), self.blocks(params.block_count()));
        let argon2 = match key {
            Some(key) => Argon2::new_with_secret(key.expose(), *algorithm, *version, params).map_err(failed)?,
            None => Argon2::new(*algorithm, *version, params),
        };
        argon2.hash_password_into_with_memory(password, salt, output, blocks).map_err(failed)?;
        Output::new(output).map_err(failed)
    }

    fn phc(&mut self, password: &[u8], kind: &Kind) -> Result<String, AuthError> {
        let salt = random::<SALT_BYTES>()?;
        let hash = self.hash(password, &salt, kind, Params::DEFAULT_OUTPUT_LEN)?;
        let phc = PasswordHash {
            algorithm: kind.algorithm.ident(),
            version: Some(kind.version.into()),
            params: ParamsString::try_from(&kind.params).map_err(failed)?,
            salt: Some(Salt::new(&salt).map_err(failed)?),
            hash: Some(hash),
        };
        Ok(phc.to_string())
    }

    fn fits(&mut self, password: &[u8], phc: &str, ring: &Ring) -> Result<bool, AuthError> {
        let phc = PasswordHash::new(phc).map_err(failed)?;
        let (Some(salt), Some(expected)) = (&phc.salt, &phc.hash) else {
            return Err(failed("the stored hash has no salt or no hash"));
        };
        let hash = self.hash(password, salt, &ring.kind_of(&phc)?, expected.len())?;
        // Outputs compare in constant time.
        Ok(hash == *expected)
    }
}

/// How a password is hashed.
#[derive(Clone)]
struct Kind {
    algorithm: Algorithm,
    version: Version,
    params: Params,
    /// Whose id stands among the parameters.
    key: Option<Key>,
}

/// Keys without which nobody can guess at hashes, by the ids that hashes have of theirs; the newest first.
struct Ring(Vec<(KeyId, Key)>);

impl Ring {
    fn of(keys: Vec<Key>) -> Result<Self, AuthError> {
        let with_id = |key: Key| {
            let digest = Sha256::new().chain_update(KEY_ID).chain_update(key.expose()).finalize();
            Ok((KeyId::new(&digest[..KeyId::MAX_LEN]).map_err(failed)?, key))
        };
        keys.into_iter().map(with_id).collect::<Result<_, _>>().map(Self)
    }

    /// What passwords are hashed by at this cost.
    fn kind(&self, PasswordCost { memory_kib, passes }: PasswordCost) -> Result<Kind, AuthError> {
        let mut params = ParamsBuilder::new();
        params.m_cost(memory_kib).t_cost(passes).p_cost(LANES);
        let newest = self.0.first();
        if let Some((id, _)) = newest {
            params.keyid(*id);
        }
        let params = params.build().map_err(failed)?;
        let key = newest.map(|(_, key)| key.clone());
        Ok(Kind { algorithm: Algorithm::Argon2id, version: Version::V0x13, params, key })
    }

    /// What a hash was made by.
    fn kind_of(&self, phc: &PasswordHash) -> Result<Kind, AuthError> {
        let params = Params::try_from(phc).map_err(failed)?;
        let of_hash = |(id, _): &&(KeyId, Key)| id.as_bytes() == params.keyid();
        let key = self.0.iter().find(of_hash).map(|(_, key)| key.clone());
        if key.is_none() && !params.keyid().is_empty() {
            return Err(failed("the key of a stored hash is not among the keys of passwords"));
        }
        Ok(Kind {
            algorithm: Algorithm::try_from(phc.algorithm.as_str()).map_err(failed)?,
            version: phc.version.map(Version::try_from).transpose().map_err(failed)?.unwrap_or_default(),
            params,
            key,
        })
    }
}

impl Hashing {
    /// At this cost, with the first of these keys. The others are those of older hashes; without any, a hash is the
    /// password's alone.
    pub fn new(cost: PasswordCost, keys: Vec<Key>) -> Result<Self, AuthError> {
        let ring = Arc::new(Ring::of(keys)?);
        let today = ring.kind(cost)?;
        let nobody = Memory::default().phc(&random::<32>()?, &today)?.into();
        let (permits, places) = (Arc::new(Semaphore::new(PERMITS)), Arc::new(Semaphore::new(QUEUE)));
        Ok(Self { today, ring, permits, places, spare: Mutex::default(), nobody })
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
        let today = self.today.clone();
        self.work(move |memory| memory.phc(password.as_bytes(), &today)).await
    }

    /// The PHC text of a password that nobody knows.
    pub fn nobody(&self) -> &str {
        &self.nobody
    }

    /// Whether passwords are hashed with more work today than this one was, or with another key.
    pub fn is_weak(&self, phc: &str) -> Result<bool, AuthError> {
        let then = Params::try_from(&PasswordHash::new(phc).map_err(failed)?).map_err(failed)?;
        let today = &self.today.params;
        let cheaper =
            then.m_cost() < today.m_cost() || then.t_cost() < today.t_cost() || then.p_cost() < today.p_cost();
        Ok(cheaper || then.keyid() != today.keyid())
    }

    /// Whether the password is the one of `phc`. Without a `phc` it never is, after the same work.
    pub async fn verify(&self, password: String, phc: Option<String>) -> Result<bool, AuthError> {
        let known = phc.is_some();
        let phc = phc.map_or_else(|| Arc::clone(&self.nobody), Into::into);
        let ring = Arc::clone(&self.ring);
        let fits = self.work(move |memory| memory.fits(password.as_bytes(), &phc, &ring)).await?;
        Ok(known && fits)
    }
}

fn failed(error: impl std::fmt::Display) -> AuthError {
    AuthError::Hashing(error.to_string())
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use argon2::AssociatedData;
    use pishkhan_chassis::config::Secret;
    use pishkhan_testkit::again_with_a_quick_allocator;

    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn checks_what_it_hashed_and_refuses_the_rest() {
        let hashing = Hashing::new(PasswordCost::LEAST, Vec::new()).unwrap();
        let phc = hashing.hash("رمز عبور ۱۲۳".to_owned()).await.unwrap();
        assert!(phc.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{phc}");
        assert!(hashing.verify("رمز عبور ۱۲۳".to_owned(), Some(phc.clone())).await.unwrap());
        // Digits are not folded in passwords.
        assert!(!hashing.verify("رمز عبور 123".to_owned(), Some(phc)).await.unwrap());
        assert!(!hashing.verify("anything".to_owned(), None).await.unwrap());
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_crowd_is_refused_and_not_queued_for_ever() {
        let hashing = Arc::new(Hashing::new(PasswordCost::LEAST, Vec::new()).unwrap());
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
        let hashing = Hashing::new(PasswordCost::LEAST, Vec::new()).unwrap();
        assert!(hashing.verify("password".to_owned(), Some(phc.clone())).await.unwrap());
        assert!(!hashing.is_weak(&phc).unwrap(), "more memory than ours is no reason to hash it anew");
        for weaker in ["m=19455,t=2,p=1", "m=65536,t=1,p=1"] {
            assert!(hashing.is_weak(&phc.replace("m=65536,t=2,p=1", weaker)).unwrap(), "{weaker}");
        }
        assert!(!hashing.verify("Password".to_owned(), Some(phc)).await.unwrap());
        let broken = hashing.verify("password".to_owned(), Some("$argon2id$v=19$m=8".to_owned())).await;
        assert!(matches!(broken, Err(AuthError::Hashing(_))), "{broken:?}");
    }

    #[tokio::test]
    async fn a_hash_is_worth_nothing_without_its_key() {
        let cost = PasswordCost { memory_kib: 64, passes: 1 };
        let with =
            |keys: &[u8]| Hashing::new(cost, keys.iter().map(|byte| Secret::new([*byte; 32])).collect()).unwrap();
        let (none, old, both, new) = (with(&[]), with(&[1]), with(&[2, 1]), with(&[2]));
        let password = || "رمز عبور ۱۲۳".to_owned();
        let bare = none.hash(password()).await.unwrap();
        let keyed = old.hash(password()).await.unwrap();
        assert!(keyed.starts_with("$argon2id$v=19$m=64,t=1,p=1,keyid="), "{keyed}");
        for (hashing, phc, weak) in
            [(&none, &bare, false), (&old, &bare, true), (&old, &keyed, false), (&both, &keyed, true)]
        {
            assert!(hashing.verify(password(), Some(phc.clone())).await.unwrap(), "{phc}");
            assert!(!hashing.verify("another one".to_owned(), Some(phc.clone())).await.unwrap(), "{phc}");
            assert_eq!(hashing.is_weak(phc).unwrap(), weak, "{phc}");
        }
        // It is not the password's fault.
        for hashing in [&none, &new] {
            let missing = hashing.verify(password(), Some(keyed.clone())).await;
            assert!(matches!(missing, Err(AuthError::Hashing(_))), "{missing:?}");
        }
        let stripped =
            keyed.split_once(",keyid=").map(|(head, rest)| format!("{head}${}", rest.split_once('$').unwrap().1));
        assert!(!old.verify(password(), stripped).await.unwrap(), "the key is in the hash");
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
        let hashing = Hashing::new(PasswordCost::LEAST, Vec::new()).unwrap();
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
