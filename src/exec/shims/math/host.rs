//! Functions that have no exact result. They are those of the C library that symir itself runs on, as far as
//! Rust's standard library reaches it, so that native runs give the same results; else those of the crate
//! `libm`.

/// A function of one float.
pub(super) struct Unary {
    pub(super) name: &'static str,
    /// How a symbolic argument is counted.
    pub(super) approximation: &'static str,
    pub(super) double: fn(f64) -> f64,
    pub(super) single: fn(f32) -> f32,
}

/// A function of two floats.
pub(super) struct Binary {
    pub(super) name: &'static str,
    pub(super) approximation: &'static str,
    pub(super) double: fn(f64, f64) -> f64,
    pub(super) single: fn(f32, f32) -> f32,
}

macro_rules! table {
    ($kind:ident: $($name:literal $double:expr, $single:expr;)*) => {
        &[$($kind {
            name: $name,
            approximation: concat!("concretized argument of ", $name),
            double: $double,
            single: $single,
        },)*]
    };
}

/// By name, without the letter of the type.
pub(super) static UNARY: &[Unary] = table! { Unary:
    "sin" f64::sin, f32::sin;
    "cos" f64::cos, f32::cos;
    "tan" f64::tan, f32::tan;
    "asin" f64::asin, f32::asin;
    "acos" f64::acos, f32::acos;
    "atan" f64::atan, f32::atan;
    "sinh" f64::sinh, f32::sinh;
    "cosh" f64::cosh, f32::cosh;
    "tanh" f64::tanh, f32::tanh;
    "asinh" libm::asinh, libm::asinhf;
    "acosh" libm::acosh, |x| if x < 1.0 { f32::NAN } else { libm::acoshf(x) };
    "atanh" libm::atanh, libm::atanhf;
    "exp" f64::exp, f32::exp;
    "exp2" f64::exp2, f32::exp2;
    "exp10" libm::exp10, libm::exp10f;
    "expm1" f64::exp_m1, f32::exp_m1;
    "log" f64::ln, f32::ln;
    "log2" f64::log2, f32::log2;
    "log10" f64::log10, f32::log10;
    "log1p" f64::ln_1p, f32::ln_1p;
    "cbrt" f64::cbrt, f32::cbrt;
    "erf" libm::erf, libm::erff;
    "erfc" libm::erfc, libm::erfcf;
    "tgamma" libm::tgamma, libm::tgammaf;
    "lgamma" libm::lgamma, libm::lgammaf;
    "j0" libm::j0, libm::j0f;
    "j1" libm::j1, libm::j1f;
    "y0" libm::y0, libm::y0f;
    "y1" libm::y1, libm::y1f;
};

/// By name, without the letter of the type.
pub(super) static BINARY: &[Binary] = table! { Binary:
    "pow" f64::powf, f32::powf;
    "atan2" f64::atan2, f32::atan2;
    "hypot" f64::hypot, f32::hypot;
};
