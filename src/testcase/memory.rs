//! What a call under test returned and what it left in memory, bit by bit. A native run is compared with it.

use crate::util::hex;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Scalars of a call, and the memory that can be reached from them when it has returned.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Footprint {
    /// The scalars in the arguments of the call; each part of an aggregate is one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<Scalar>,
    /// The scalars in its result.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<Scalar>,
    /// The addresses of the test's inputs, in the order of the inputs. Unknown ones at the end are left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<Scalar>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objects: Vec<Object>,
    /// Whether the objects are looked for when the call begins, and not when it has returned.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub early: bool,
    /// Variables of the program, by the linker's names, with the numbers of their objects.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub globals: Vec<(String, u32)>,
}

/// One scalar.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scalar {
    /// The value, with zeros above its width.
    Bits(i128),
    /// The value of some bits, with zeros in the others, and a one for each of these bits. The others are
    /// padding of a structure.
    Part(i128, i128),
    /// An address: the number of an object in [`Footprint::objects`] and the distance from its beginning.
    Within(u32, i64),
    /// The address of a function.
    Function(String),
    /// A value that another run may not have.
    Unknown,
}

/// An object in memory.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Object {
    /// Whether it is a stream of the C library. The first eight of its bytes are then the position of the
    /// next character, and the rest are the bytes in its file.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_stream: bool,
    /// `None` for a byte that was never written, that is part of a pointer, or that only the C library uses.
    #[serde(rename = "hex", serialize_with = "to_hex", deserialize_with = "from_hex")]
    pub bytes: Vec<Option<u8>>,
    /// The pointers in it, by their offset.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pointers: Vec<(u64, Scalar)>,
}

fn to_hex<S: Serializer>(bytes: &[Option<u8>], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&hex::encode_known(bytes))
}

fn from_hex<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Option<u8>>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let bytes = hex::decode_known(&text);
    bytes.ok_or_else(|| serde::de::Error::custom(format!("\"{text}\" is not hexadecimal")))
}
