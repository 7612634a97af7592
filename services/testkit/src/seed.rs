//! Seeds of random tests.

use std::hash::{BuildHasher as _, RandomState};

use crate::environment::variable;

/// Whose choices to repeat.
const VARIABLE: &str = "PISHKHAN_TEST_SEED";

/// The seeds that a random test runs with: one that is the same in every run, and one that is new in each, so that every
/// run looks somewhere else. Both are printed; `PISHKHAN_TEST_SEED=…` runs with that one only.
pub fn seeds() -> Vec<u64> {
    let seeds = variable(VARIABLE).map_or_else(
        || vec![0, RandomState::new().hash_one(std::process::id()) >> 32],
        |seed| vec![seed.parse().unwrap_or_else(|_| panic!("{VARIABLE} is no number: {seed}"))],
    );
    for seed in &seeds {
        println!("seed {seed} ({VARIABLE}={seed} repeats its choices)");
    }
    seeds
}

/// A seed as the 32 bytes that generators take.
pub fn seed_bytes(seed: u64) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_seed_is_always_the_same_and_one_is_new() {
        if variable(VARIABLE).is_some() {
            assert_eq!(seeds(), seeds());
            return;
        }
        let (first, second) = (seeds(), seeds());
        assert_eq!((first.len(), first[0]), (2, second[0]));
        assert_ne!(first[1], second[1]);
        assert_ne!(seed_bytes(first[1]), seed_bytes(second[1]));
    }
}
