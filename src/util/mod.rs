//! Tools that every layer may use: id newtypes, units, seeded randomness, byte sets, images, deadlines and
//! counters, checksums, digits, templates, values that are kept, and text that is fit to be shown.
//!
//! Nothing here knows of programs, terms or tests.

pub mod bounded;
pub mod byteset;
pub mod checksum;
pub mod counts;
pub mod cow;
pub mod deadline;
pub mod exhausted;
pub mod fault;
pub mod flags;
pub mod hex;
pub mod id;
pub mod image;
pub mod kept;
pub mod numbers;
pub mod overdue;
pub mod paths;
pub mod placed;
pub mod resident;
pub mod rng;
pub mod scratch;
pub mod sealed;
pub mod template;
pub mod text;
pub mod units;

pub use byteset::ByteSet;
pub use counts::Counts;
pub use cow::CowVec;
pub use deadline::{Deadline, Interrupt};
pub use exhausted::exhausted;
pub use image::Image;
pub use kept::Kept;
pub use rng::Rng;
pub use scratch::Scratch;
pub use units::{BitOffset, Bits, Bytes, OBJECT_ALIGN};
