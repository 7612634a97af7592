//! Signing keys of all issuers, in memory.

use std::sync::Arc;

use pishkhan_chassis::passport::{Signer, Verifier};

/// Every issuer there is.
const ISSUERS: [&str; 7] = ["auth", "settings", "orders", "catalogue", "reports", "bff", "tool"];

/// Keys of all issuers, the same in every test.
#[derive(Debug, Clone, Copy, Default)]
pub struct TestKeys;

impl TestKeys {
    /// The signer of an issuer: `auth`, `bff`, `orders`, …, `tool`.
    pub fn signer(self, issuer: &str) -> Arc<Signer> {
        let number = ISSUERS.iter().position(|known| *known == issuer);
        let number = number.unwrap_or_else(|| panic!("{issuer} is no issuer"));
        let seed = [u8::try_from(number + 1).expect("there are few issuers"); 32];
        Arc::new(Signer::from_seed(issuer, format!("test-{issuer}"), &seed))
    }

    /// A verifier that knows all issuers and speaks for one service.
    pub fn verifier(self, audience: &'static str) -> Verifier {
        let public = ISSUERS.map(|issuer| self.signer(issuer).public_key());
        Verifier::new(public, audience).expect("the test keys are good")
    }
}
