//! Files that run all suites: a makefile, and lines for projects that are built with CMake or Meson.

use crate::util::template::fill;

/// A file with its name and text.
pub struct Build {
    pub name: &'static str,
    pub text: String,
}

const MAKEFILE: &str = include_str!("suites.mk");
const CMAKE: &str = include_str!("suites.cmake");
const MESON: &str = include_str!("suites.meson");

/// The files for suites in folders of these names.
pub fn all(suites: &[String]) -> Vec<Build> {
    let quoted: Vec<String> = suites.iter().map(|name| format!("'{name}'")).collect();
    let build =
        |name, template: &str, suites: String| Build { name, text: fill(template, &[("SUITES", &suites)]) };
    vec![
        build("Makefile", MAKEFILE, suites.join(" ")),
        build("suites.cmake", CMAKE, suites.join(" ")),
        build("meson.build", MESON, quoted.join(", ")),
    ]
}
