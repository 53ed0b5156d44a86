//! What every layer may use: id newtypes, units, seeded randomness, byte sets, deadlines and counters.
//!
//! Nothing here knows of programs, terms or tests.

pub mod bounded;
pub mod byteset;
pub mod counts;
pub mod cow;
pub mod deadline;
pub mod id;
pub mod resident;
pub mod rng;
pub mod units;

pub use byteset::ByteSet;
pub use counts::Counts;
pub use cow::CowVec;
pub use deadline::{Deadline, Interrupt};
pub use rng::Rng;
pub use units::{Bits, Bytes, OBJECT_ALIGN};
