//! Paths in JSON: text if they are UTF-8, else `{"bytes": […]}`, so that a file of any name can be found
//! again.
//!
//! For `#[serde(with = "…")]`: [`one`], [`optional`] and [`many`] paths.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Component, Path, PathBuf};

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

/// A path without `.` and `..`, as it is written: links are not looked at.
pub fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

/// The path of a file relative to a folder; files of the system keep their own path.
pub fn relative(folder: &Path, path: &Path) -> PathBuf {
    let absolute = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let (from, to) = (absolute(folder), absolute(path));
    if !from.is_absolute() || !to.is_absolute() || is_of_the_system(&to) {
        return path.to_owned();
    }
    let n_shared = from.components().zip(to.components()).take_while(|(one, other)| one == other).count();
    let up = from.components().skip(n_shared).map(|_| Component::ParentDir);
    let way: PathBuf = up.chain(to.components().skip(n_shared)).collect();
    if way.as_os_str().is_empty() { PathBuf::from(".") } else { way }
}

/// Whether a file belongs to the C library or the compiler.
pub fn is_of_the_system(file: &Path) -> bool {
    file.starts_with("/usr/include") || file.starts_with("/usr/lib")
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
