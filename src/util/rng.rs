//! The only seeded generator. Its numbers depend only on the seed, on every machine.
//!
//! SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).

/// A small splittable generator of pseudo-random numbers.
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

impl Rng {
    /// The generator of a run.
    pub fn from_seed(seed: u64) -> Self {
        Self { state: mix(seed ^ GAMMA) }
    }

    /// An independent generator for `key`, without advancing this one: the same seed and key give the
    /// same numbers whatever was drawn before. Keys are hashes of decision paths.
    pub fn split(&self, key: u64) -> Self {
        Self { state: mix(self.state ^ mix(key)) }
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GAMMA);
        mix(self.state)
    }

    /// Goes on as if `n` numbers had been drawn.
    #[inline]
    pub fn skip(&mut self, n: u64) {
        self.state = self.state.wrapping_add(GAMMA.wrapping_mul(n));
    }

    /// A number below `bound`.
    ///
    /// # Panics
    /// If `bound` is zero.
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "a draw needs at least one outcome");
        // The bias of the multiplication method is below bound / 2^64.
        ((u128::from(self.next_u64()) * u128::from(bound)) >> 64) as u64
    }

    /// A number in `[0, 1)`.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Draws an index with probability proportional to its weight (a roulette wheel).
    /// Weights that are not positive are never drawn; `None` if none is positive.
    pub fn roulette(&mut self, weights: &[f64]) -> Option<usize> {
        self.roulette_of(weights, total(weights))
    }

    fn roulette_of(&mut self, weights: &[f64], total: f64) -> Option<usize> {
        if total <= 0.0 {
            return None;
        }
        let mut ticket = self.unit() * total;
        let mut last = None;
        for (index, weight) in weights.iter().enumerate().filter(|(_, w)| **w > 0.0) {
            last = Some(index);
            if ticket < *weight {
                break;
            }
            ticket -= weight;
        }
        last
    }
}

fn total(weights: &[f64]) -> f64 {
    weights.iter().filter(|w| **w > 0.0).sum()
}

/// Weights for several draws, which give the same as [`Rng::roulette`].
#[derive(Clone, Default, Debug)]
pub struct Wheel {
    weights: Vec<f64>,
    total: f64,
}

impl Wheel {
    /// A wheel with these weights.
    pub fn new(weights: Vec<f64>) -> Self {
        Self { total: total(&weights), weights }
    }

    /// Draws an index with probability proportional to its weight; `None` if none is positive.
    pub fn draw(&self, rng: &mut Rng) -> Option<usize> {
        rng.roulette_of(&self.weights, self.total)
    }

    /// Whether nothing can be drawn.
    pub fn is_empty(&self) -> bool {
        self.total <= 0.0
    }
}

/// The finalizer of SplitMix64: every bit of the input changes half of the output's.
pub fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Folds `value` into the running hash `hash`; order matters.
pub fn combine(hash: u64, value: u64) -> u64 {
    mix(hash.rotate_left(23) ^ value.wrapping_mul(GAMMA))
}

/// A hash of bytes that is the same on every machine.
pub fn hash_bytes(bytes: &[u8]) -> u64 {
    bytes.iter().fold(bytes.len() as u64, |hash, byte| combine(hash, u64::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_ignores_what_was_drawn() {
        let mut a = Rng::from_seed(7);
        let b = Rng::from_seed(7);
        let from_fresh = b.split(3).next_u64();
        assert_eq!(a.split(3).next_u64(), from_fresh);
        a.next_u64();
        assert_ne!(a.split(3).next_u64(), from_fresh, "a draw moves the generator on");
    }

    #[test]
    fn roulette_never_draws_weight_zero() {
        let mut rng = Rng::from_seed(1);
        for _ in 0..1000 {
            assert_eq!(rng.roulette(&[0.0, 2.0, 0.0]), Some(1));
        }
        assert_eq!(rng.roulette(&[0.0, -1.0]), None);
        assert!(Wheel::new(vec![0.0, -1.0]).is_empty());
        let weights = vec![0.5, 0.0, 2.0, 0.25];
        let wheel = Wheel::new(weights.clone());
        for seed in 0..100 {
            let (mut a, mut b) = (Rng::from_seed(seed), Rng::from_seed(seed));
            assert_eq!(wheel.draw(&mut a), b.roulette(&weights));
        }
    }

    #[test]
    fn below_reaches_every_outcome() {
        let mut rng = Rng::from_seed(1);
        let mut seen = [0u32; 5];
        for _ in 0..5000 {
            seen[rng.below(5) as usize] += 1;
        }
        assert!(seen.iter().all(|n| (800..1200).contains(n)), "{seen:?}");
    }
}
