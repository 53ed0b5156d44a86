//! The report as one page of HTML, which opens from disk: the template `page.html` with the data in it.

use super::FileCoverage;
use super::json::{Covered, document};
use std::io::{self, Write};

/// The page without its data.
const TEMPLATE: &str = include_str!("page.html");
/// Where the data goes.
const DATA: &str = "/*DATA*/";

/// Writes the page. `source` gives the text of a file, or `None` if it is not to be had.
pub fn write(
    covered: &Covered,
    source: impl Fn(&FileCoverage) -> Option<Vec<u8>>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let data = serde_json::to_string(&document(covered, source))?;
    let (before, after) =
        TEMPLATE.split_once(DATA).expect("invariant: the template has a place for the data");
    out.write_all(before.as_bytes())?;
    // Nothing in the data can end the element that it stands in.
    out.write_all(data.replace('<', "\\u003c").as_bytes())?;
    out.write_all(after.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::super::{Detail, sample};
    use super::*;

    #[test]
    fn no_source_ends_the_script() {
        let (report, detail) = (sample::report(), Detail::default());
        let covered = Covered { report: &report, places: &[], detail: &detail };
        let mut out = Vec::new();
        write(&covered, |_| Some(b"/* </script><!-- */\n".to_vec()), &mut out).expect("a vector takes all");
        let text = String::from_utf8(out).expect("text");
        assert!(text.contains("/* \\u003c/script>\\u003c!-- */"));
        assert_eq!(text.matches("</script>").count(), TEMPLATE.matches("</script>").count());
    }
}
