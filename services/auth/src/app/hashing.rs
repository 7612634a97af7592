//! Argon2id, on few threads: a hash takes 19 MiB and tens of milliseconds.

use std::sync::Arc;

use argon2::{Algorithm, Argon2, Params, PasswordHasher as _, PasswordVerifier as _, Version};
use tokio::sync::{Semaphore, SemaphorePermit};

use super::AuthError;

/// Hashes that run at the same time.
const PERMITS: usize = 2;
/// Requests that run or wait for their turn; more are refused at once.
const QUEUE: usize = 16;
/// OWASP's floor for Argon2id: KiB of memory, passes, lanes.
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// Hashes and checks passwords.
pub struct Hashing {
    argon2: Argon2<'static>,
    turns: Semaphore,
    places: Semaphore,
    /// The hash of nobody's password: an unknown phone number costs the same work.
    nobody: Arc<str>,
}

impl Hashing {
    /// With the parameters of the house.
    pub fn new() -> Result<Self, AuthError> {
        let params = Params::new(MEMORY_KIB, PASSES, LANES, None).map_err(failed)?;
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let nobody = argon2.hash_password(&super::random::<32>()?).map_err(failed)?.to_string().into();
        Ok(Self { argon2, turns: Semaphore::new(PERMITS), places: Semaphore::new(QUEUE), nobody })
    }

    async fn turn(&self) -> Result<(SemaphorePermit<'_>, SemaphorePermit<'_>), AuthError> {
        let place = self.places.try_acquire().map_err(|_| AuthError::Overloaded)?;
        let turn = self.turns.acquire().await.map_err(|_| AuthError::Overloaded)?;
        Ok((place, turn))
    }

    /// The PHC text of a password.
    pub async fn hash(&self, password: String) -> Result<String, AuthError> {
        let _turn = self.turn().await?;
        let argon2 = self.argon2.clone();
        tokio::task::spawn_blocking(move || argon2.hash_password(password.as_bytes()).map(|hash| hash.to_string()))
            .await
            .map_err(failed)?
            .map_err(failed)
    }

    /// Whether the password is the one of `phc`. Without a `phc` it never is, after the same work.
    pub async fn verify(&self, password: String, phc: Option<String>) -> Result<bool, AuthError> {
        let _turn = self.turn().await?;
        let argon2 = self.argon2.clone();
        let known = phc.is_some();
        let phc = phc.map_or_else(|| Arc::clone(&self.nobody), Into::into);
        let fits = tokio::task::spawn_blocking(move || argon2.verify_password(password.as_bytes(), &*phc).is_ok())
            .await
            .map_err(failed)?;
        Ok(known && fits)
    }
}

fn failed(error: impl std::fmt::Display) -> AuthError {
    AuthError::Hashing(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn checks_what_it_hashed_and_refuses_the_rest() {
        let hashing = Hashing::new().unwrap();
        let phc = hashing.hash("رمز عبور ۱۲۳".to_owned()).await.unwrap();
        assert!(phc.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{phc}");
        assert!(hashing.verify("رمز عبور ۱۲۳".to_owned(), Some(phc.clone())).await.unwrap());
        // Digits are not folded in passwords.
        assert!(!hashing.verify("رمز عبور 123".to_owned(), Some(phc)).await.unwrap());
        assert!(!hashing.verify("anything".to_owned(), None).await.unwrap());
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_crowd_is_refused_and_not_queued_for_ever() {
        let hashing = Arc::new(Hashing::new().unwrap());
        let tries = (0..60).map(|_| {
            let hashing = Arc::clone(&hashing);
            async move { hashing.verify("x".to_owned(), None).await }
        });
        let answers = futures_util::future::join_all(tries).await;
        let refused = answers.iter().filter(|answer| matches!(answer, Err(AuthError::Overloaded))).count();
        assert_eq!(refused, 60 - QUEUE);
    }
}
