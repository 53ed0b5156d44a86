//! Paths in JSON: text where they are text, else `{"bytes": […]}`, so that a file of any name can be found again.
//!
//! For `#[serde(with = "…")]`: [`one`], [`optional`] and [`many`] paths.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written<'a> {
    Text(Cow<'a, str>),
    Other { bytes: Cow<'a, [u8]> },
}

impl<'a> Written<'a> {
    fn of(path: &'a Path) -> Self {
        match path.to_str() {
            Some(text) => Written::Text(text.into()),
            None => Written::Other { bytes: path.as_os_str().as_bytes().into() },
        }
    }

    fn path(self) -> PathBuf {
        match self {
            Written::Text(text) => text.into_owned().into(),
            Written::Other { bytes } => OsString::from_vec(bytes.into_owned()).into(),
        }
    }
}

/// A path.
pub mod one {
    use super::*;

    pub fn serialize<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
        Written::of(path).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PathBuf, D::Error> {
        Written::deserialize(deserializer).map(Written::path)
    }
}

/// A path, or none.
pub mod optional {
    use super::*;

    pub fn serialize<S: Serializer>(path: &Option<PathBuf>, serializer: S) -> Result<S::Ok, S::Error> {
        path.as_deref().map(Written::of).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<PathBuf>, D::Error> {
        Option::<Written>::deserialize(deserializer).map(|path| path.map(Written::path))
    }
}

/// Several paths.
pub mod many {
    use super::*;

    pub fn serialize<S: Serializer>(paths: &[PathBuf], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(paths.iter().map(|path| Written::of(path)))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<PathBuf>, D::Error> {
        Ok(Vec::<Written>::deserialize(deserializer)?.into_iter().map(Written::path).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_are_no_text_are_read_back() {
        #[derive(Serialize, Deserialize)]
        struct Paths {
            #[serde(with = "many")]
            paths: Vec<PathBuf>,
        }
        let odd = PathBuf::from(OsString::from_vec(b"caf\xe9\n.c".to_vec()));
        let paths = vec![PathBuf::from("a b.c"), odd];
        let text = serde_json::to_string(&Paths { paths: paths.clone() }).expect("JSON");
        assert_eq!(text, r#"{"paths":["a b.c",{"bytes":[99,97,102,233,10,46,99]}]}"#);
        assert_eq!(serde_json::from_str::<Paths>(&text).expect("read").paths, paths);
    }
}
