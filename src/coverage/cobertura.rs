//! Coverage as Cobertura's XML, `coverage-04.dtd`, which build servers read.
//!
//! A folder of sources is a package, a file a class, a function a method. The lines of a method begin with
//! its own and end before the line of the next function. Two runs of the same program give the same bytes, so
//! the time is not written: it is zero.

use super::{FileCoverage, LineCoverage, Report, Totals};
use crate::util::text::printable;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes the report.
pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut xml = Xml { writer: Writer::new_with_indent(&mut *out, b' ', 1) };
    let totals = report.totals();
    let root = common_folder(report);
    xml.writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let dtd = "coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\"";
    xml.writer.write_event(Event::DocType(BytesText::from_escaped(dtd)))?;
    let mut attributes = rates(&totals);
    attributes.extend([
        ("lines-covered", totals.lines_covered.to_string()),
        ("lines-valid", totals.lines.to_string()),
        ("branches-covered", totals.branches_covered.to_string()),
        ("branches-valid", totals.branches.to_string()),
        ("version", format!("symir {}", env!("CARGO_PKG_VERSION"))),
        ("timestamp", "0".to_owned()),
    ]);
    xml.open("coverage", &attributes)?;
    xml.open("sources", &[])?;
    xml.open("source", &[])?;
    xml.writer.write_event(Event::Text(BytesText::new(&printable(&root.to_string_lossy()))))?;
    xml.close("source")?;
    xml.close("sources")?;
    xml.open("packages", &[])?;
    let mut packages: BTreeMap<PathBuf, Vec<&FileCoverage>> = BTreeMap::new();
    for file in &report.files {
        let folder = file.path.parent().unwrap_or(Path::new(""));
        packages.entry(relative(folder, &root)).or_default().push(file);
    }
    for (folder, files) in &packages {
        let mut totals = Totals::default();
        files.iter().for_each(|file| totals.add(&file.totals()));
        let name = folder.to_string_lossy().replace('/', ".");
        xml.open("package", &named(&[("name", &name)], rates(&totals)))?;
        xml.open("classes", &[])?;
        files.iter().try_for_each(|file| xml.class(file, &root))?;
        xml.close("classes")?;
        xml.close("package")?;
    }
    xml.close("packages")?;
    xml.close("coverage")?;
    writeln!(xml.writer.get_mut())
}

type Attributes = Vec<(&'static str, String)>;

struct Xml<W> {
    writer: Writer<W>,
}

impl<W: Write> Xml<W> {
    fn start(name: &str, attributes: &[(&'static str, String)]) -> BytesStart<'static> {
        let pairs = attributes.iter().map(|(key, value)| (*key, printable(value)));
        let mut start = BytesStart::new(name.to_owned());
        pairs.for_each(|(key, value)| start.push_attribute((key, &*value)));
        start
    }

    fn open(&mut self, name: &str, attributes: &[(&'static str, String)]) -> io::Result<()> {
        self.writer.write_event(Event::Start(Self::start(name, attributes)))
    }

    fn empty(&mut self, name: &str, attributes: &[(&'static str, String)]) -> io::Result<()> {
        self.writer.write_event(Event::Empty(Self::start(name, attributes)))
    }

    fn close(&mut self, name: &str) -> io::Result<()> {
        self.writer.write_event(Event::End(BytesEnd::new(name)))
    }

    fn class(&mut self, file: &FileCoverage, root: &Path) -> io::Result<()> {
        let name = file.path.file_name().unwrap_or_default().to_string_lossy().replace('.', "_");
        let path = relative(&file.path, root).to_string_lossy().into_owned();
        let attributes = named(&[("name", &name), ("filename", &path)], rates(&file.totals()));
        self.open("class", &attributes)?;
        self.open("methods", &[])?;
        for function in &file.functions {
            let next =
                file.functions.iter().map(|other| other.line).filter(|line| *line > function.line).min();
            let lines = || file.lines.range(function.line..next.unwrap_or(u32::MAX));
            let rates = rates(&super::totals_of(lines().map(|(_, line)| line)));
            self.open("method", &named(&[("name", &function.name), ("signature", "")], rates))?;
            self.lines(lines())?;
            self.close("method")?;
        }
        self.close("methods")?;
        self.lines(file.lines.iter())?;
        self.close("class")
    }

    fn lines<'a>(&mut self, lines: impl Iterator<Item = (&'a u32, &'a LineCoverage)>) -> io::Result<()> {
        self.open("lines", &[])?;
        for (number, line) in lines {
            let mut attributes = vec![("number", number.to_string()), ("hits", line.count.to_string())];
            if line.branches.is_empty() {
                attributes.push(("branch", "false".to_owned()));
                self.empty("line", &attributes)?;
                continue;
            }
            attributes.push(("branch", "true".to_owned()));
            let outcomes = line.branches.iter().flat_map(|branch| &branch.outcomes);
            attributes.push(("condition-coverage", share(outcomes)));
            self.open("line", &attributes)?;
            self.open("conditions", &[])?;
            for (index, branch) in line.branches.iter().enumerate() {
                let kind = if branch.outcomes.len() > 2 { "switch" } else { "jump" };
                let covered = share(branch.outcomes.iter());
                let covered = covered.split(' ').next().unwrap_or_default().to_owned();
                let attributes =
                    [("number", index.to_string()), ("type", kind.to_owned()), ("coverage", covered)];
                self.empty("condition", &attributes)?;
            }
            self.close("conditions")?;
            self.close("line")?;
        }
        self.close("lines")
    }
}

/// `50% (1/2)`, rounded down.
fn share<'a>(outcomes: impl Iterator<Item = &'a u64>) -> String {
    let (mut all, mut taken) = (0, 0);
    for count in outcomes {
        all += 1;
        taken += usize::from(*count > 0);
    }
    format!("{}% ({taken}/{all})", taken * 100 / all.max(1))
}

fn named(names: &[(&'static str, &str)], rates: Attributes) -> Attributes {
    names.iter().map(|(key, value)| (*key, (*value).to_owned())).chain(rates).collect()
}

/// The attributes that every element has. If there is nothing to cover, everything counts as covered.
fn rates(totals: &Totals) -> Attributes {
    let rate = |part: usize, whole: usize| {
        format!("{:.4}", if whole == 0 { 1.0 } else { part as f64 / whole as f64 })
    };
    vec![
        ("line-rate", rate(totals.lines_covered, totals.lines)),
        ("branch-rate", rate(totals.branches_covered, totals.branches)),
        ("complexity", "0".to_owned()),
    ]
}

/// The innermost folder that all files lie in.
fn common_folder(report: &Report) -> PathBuf {
    let mut folders = report.files.iter().map(|file| file.path.parent().unwrap_or(Path::new("")));
    let Some(first) = folders.next() else { return PathBuf::new() };
    let mut common = first.to_path_buf();
    for folder in folders {
        while !folder.starts_with(&common) {
            common.pop();
        }
    }
    common
}

fn relative(path: &Path, root: &Path) -> PathBuf {
    path.strip_prefix(root).unwrap_or(path).to_path_buf()
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn lines_conditions_and_names() {
        let mut out = Vec::new();
        let mut report = sample::report();
        report.files[0].functions[0].name = "operator<".into();
        write(&report, &mut out).expect("a vector takes all");
        let text = String::from_utf8(out).expect("text");
        for part in [
            "<line number=\"2\" hits=\"2\" branch=\"true\" condition-coverage=\"50% (1/2)\">",
            "<condition number=\"0\" type=\"jump\" coverage=\"50%\"/>",
            "<line number=\"3\" hits=\"2\" branch=\"false\"/>",
            "<class name=\"sample_c\" filename=\"sample.c\" line-rate=\"0.5000\" branch-rate=\"0.2500\"",
            "<method name=\"operator&lt;\" signature=\"\" line-rate=\"1.0000\" branch-rate=\"0.5000\"",
            "<source>dir</source>",
        ] {
            assert!(text.contains(part), "{part} in\n{text}");
        }
    }

    #[test]
    fn the_common_folder_is_the_innermost() {
        let mut report = sample::report();
        let mut other = report.files[0].clone();
        report.files[0].path = "/a/b/c/one.c".into();
        other.path = "/a/b/d/two.c".into();
        report.files.push(other);
        assert_eq!(common_folder(&report), Path::new("/a/b"));
    }
}
