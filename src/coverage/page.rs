//! The report as one page of HTML, which opens from disk: the template `page.html` with the data in it.

use super::FileCoverage;
use super::json::{Covered, document};
use crate::util::template::page;
use std::io::{self, Write};

/// The page without its data.
const TEMPLATE: &str = include_str!("page.html");
/// Where the data goes.
const DATA: &str = "/*DATA*/";

/// Writes the page. `source` gives the text of a file, or `None` if it is not available.
pub fn write(
    covered: &Covered,
    source: impl Fn(&FileCoverage) -> Option<Vec<u8>>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let data = serde_json::to_string(&document(covered, source))?;
    let template = page(TEMPLATE);
    let (before, after) =
        template.split_once(DATA).expect("invariant: the template has a place for the data");
    out.write_all(before.as_bytes())?;
    // Without `<`, nothing in the data can end the element that contains it.
    out.write_all(data.replace('<', "\\u003c").as_bytes())?;
    out.write_all(after.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::super::{Detail, sample};
    use super::*;
    use std::collections::BTreeMap;

    /// The colours of a theme by their names.
    fn colours(theme: &str) -> BTreeMap<&'static str, [f64; 3]> {
        let block = TEMPLATE.split(theme).nth(1).and_then(|rest| rest.split('}').next()).expect("the theme");
        let colour = |text: &'static str| {
            let (name, value) = text.trim().strip_prefix("--")?.split_once(": #")?;
            let digits: String = match value.len() {
                3 => value.chars().flat_map(|c| [c, c]).collect(),
                _ => value.to_owned(),
            };
            let part =
                |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).map(|part| f64::from(part) / 255.0);
            Some((name, [part(0).ok()?, part(2).ok()?, part(4).ok()?]))
        };
        block.split(';').filter_map(colour).collect()
    }

    /// The contrast of two colours as the Web Content Accessibility Guidelines 2.2 define it.
    fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
        let luminance = |colour: [f64; 3]| {
            let linear =
                colour.map(|c| if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) });
            0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
        };
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// The guidelines ask for 4.5 (level AA).
    #[test]
    fn every_text_has_enough_contrast() {
        let rows = ["ground", "panel", "hit", "miss", "part", "mark"];
        let pairs = [
            ("text", &rows[..]),
            ("soft", &rows),
            ("hit-text", &rows),
            ("miss-text", &rows),
            ("accent", &rows),
            ("panel", &["miss-edge", "soft", "part-text"]),
        ];
        for theme in [":root {", ":root[data-theme=\"dark\"] {"] {
            let colours = colours(theme);
            for (text, grounds) in pairs {
                for ground in grounds {
                    let contrast = contrast(colours[text], colours[ground]);
                    assert!(contrast >= 4.5, "{theme} --{text} on --{ground}: {contrast:.2}");
                }
            }
        }
    }

    #[test]
    fn no_source_ends_the_script() {
        let (report, detail) = (sample::report(), Detail::default());
        let covered = Covered { report: &report, points: &[], detail: &detail };
        let mut out = Vec::new();
        write(&covered, |_| Some(b"/* </script><!-- */\n".to_vec()), &mut out).expect("a vector takes all");
        let text = String::from_utf8(out).expect("text");
        assert!(text.contains("/* \\u003c/script>\\u003c!-- */"));
        assert_eq!(text.matches("</script>").count(), TEMPLATE.matches("</script>").count());
    }
}
