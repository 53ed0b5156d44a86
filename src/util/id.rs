//! Dense ids: a `u32` with a type, so that an index into one table cannot be used for another.

/// Defines a dense id newtype over `u32` with `new`, `index` and `Debug` as `Name(7)`.
#[macro_export]
macro_rules! define_id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
        pub struct $name(u32);

        impl $name {
            /// The id of the element at `index`.
            ///
            /// # Panics
            /// If `index` does not fit 32 bits: no table of this program grows that far.
            #[inline]
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("invariant: tables have fewer than 2^32 entries"))
            }

            /// The index of the element that this id names.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The id as it is stored in packed structures.
            #[allow(dead_code, reason = "not every id is stored packed")]
            #[inline]
            pub const fn raw(self) -> u32 {
                self.0
            }

            /// The inverse of [`Self::raw`].
            #[allow(dead_code, reason = "not every id is stored packed")]
            #[inline]
            pub const fn from_raw(raw: u32) -> Self {
                Self(raw)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0)
            }
        }
    };
}
