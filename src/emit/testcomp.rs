//! Test-Comp test suites: `test-suite.zip` with `metadata.xml` and `testcase-N.xml`, by the exchange format
//! of the Competition on Software Testing (test-format 1.1 with its document types).
//!
//! An input element is what one call of `__VERIFIER_nondet_…` returns, in the order of the calls. So numbers
//! are one element each; the bytes of a string or a buffer are one element each too.

use super::Error;
use super::Exported;
use super::facts::Facts;
use super::files::replace;
use super::json::sha256;
use super::minimize::Goal;
use crate::testcase::{Datum, InputKind, Outcome, Property, TestCase};
use crate::util::bounded;
use crate::util::text;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use std::io::{self, Seek, Write};
use std::path::Path;
use zip::write::{SimpleFileOptions, ZipWriter};

const METADATA_TYPE: &str = "test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN\" \
                             \"https://sosy-lab.org/test-format/test-metadata-1.1.dtd\"";
const TEST_CASE_TYPE: &str = "testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" \
                              \"https://sosy-lab.org/test-format/testcase-1.1.dtd\"";

/// The data about its program that a suite contains.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Metadata {
    pub file: String,
    /// SHA-256 of the program, as hexadecimal digits; empty if the program cannot be read.
    pub hash: String,
    /// The property that the tests were made for: branch coverage by default.
    pub property: Property,
}

/// Writes the archive. The same tests give the same bytes.
pub fn write(metadata: &Metadata, tests: &[TestCase], out: impl Write + Seek) -> io::Result<()> {
    let mut archive = ZipWriter::new(out);
    let options = SimpleFileOptions::default();
    archive.start_file("metadata.xml", options)?;
    archive.write_all(&metadata_xml(metadata)?)?;
    for (at, test) in tests.iter().enumerate() {
        archive.start_file(format!("testcase-{}.xml", at + 1), options)?;
        archive.write_all(&test_xml(test)?)?;
    }
    archive.finish()?;
    Ok(())
}

fn document(doctype: &str) -> io::Result<Writer<Vec<u8>>> {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), Some("no"))))?;
    writer.write_event(Event::DocType(BytesText::from_escaped(doctype)))?;
    Ok(writer)
}

fn finished(writer: Writer<Vec<u8>>) -> Vec<u8> {
    let mut text = writer.into_inner();
    text.push(b'\n');
    text
}

fn metadata_xml(metadata: &Metadata) -> io::Result<Vec<u8>> {
    let elements = [
        ("sourcecodelang", "C"),
        ("producer", concat!("symir ", env!("CARGO_PKG_VERSION"))),
        ("specification", &metadata.property.specification()),
        ("programfile", &metadata.file),
        ("programhash", &metadata.hash),
        ("entryfunction", "main"),
        ("architecture", "64bit"),
        // A test is a function of the program and the seed, never of the time.
        ("creationtime", "1970-01-01T00:00:00Z"),
    ];
    let mut writer = document(METADATA_TYPE)?;
    writer.create_element("test-metadata").write_inner_content(|writer| {
        for (name, text) in elements {
            writer.create_element(name).write_text_content(BytesText::new(text))?;
        }
        Ok(())
    })?;
    Ok(finished(writer))
}

fn test_xml(test: &TestCase) -> io::Result<Vec<u8>> {
    let mut writer = document(TEST_CASE_TYPE)?;
    let mut element = writer.create_element("testcase");
    if matches!(test.outcome, Outcome::Bug(_)) {
        element = element.with_attribute(("coversError", "true"));
    }
    element.write_inner_content(|writer| {
        for input in &test.inputs {
            let values = match (input.kind, input.datum()) {
                (InputKind::String | InputKind::Bytes | InputKind::Chars | InputKind::Object, _) => {
                    input.bytes.iter().map(|byte| (*byte as i8).to_string()).collect()
                }
                (InputKind::Integer { .. }, _) => vec![input.number().unwrap_or_default().to_string()],
                (_, Datum::Float(value)) => vec![value.to_string()],
                (_, other) => vec![other.to_string()],
            };
            for value in values {
                writer
                    .create_element("input")
                    .with_attribute(("variable", input.name.as_str()))
                    .write_text_content(BytesText::new(&value))?;
            }
        }
        Ok(())
    })?;
    Ok(finished(writer))
}

/// Which tests a suite keeps by default.
pub(super) fn goal(facts: &Facts) -> Goal {
    match facts.property {
        Some(Property::Branches) => Goal::Side,
        Some(Property::Call(_)) | None => Goal::Chosen,
    }
}

/// Writes `test-suite.zip`.
pub(super) fn export(folder: &Path, facts: &Facts, tests: &[TestCase]) -> Result<Exported, Error> {
    let program = facts.sources.first();
    let name = program.and_then(|path| path.file_name());
    let metadata = Metadata {
        file: name.map_or(String::new(), |name| text::printable_bytes(name.as_encoded_bytes())),
        hash: program.and_then(|path| bounded::read(path).ok()).map_or(String::new(), |text| sha256(&text)),
        property: facts.property.clone().unwrap_or(Property::Branches),
    };
    let file = "test-suite.zip".to_owned();
    replace(&folder.join(&file), |out| {
        let mut bytes = io::Cursor::new(Vec::new());
        write(&metadata, tests, &mut bytes)?;
        out.write_all(bytes.get_ref())
    })?;
    Ok(Exported { file, n_tests: tests.len(), ..Exported::default() })
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;
    use expect_test::expect;
    use std::io::Read;

    #[test]
    fn an_archive_has_metadata_and_a_file_for_each_test() {
        let metadata = Metadata { file: "d&.c".into(), hash: sha256(b""), property: Property::Branches };
        let mut bytes = io::Cursor::new(Vec::new());
        write(&metadata, &[sample::test("a<", &[0]), sample::bug(&[1])], &mut bytes).expect("written");
        let mut archive = zip::ZipArchive::new(bytes).expect("an archive");
        let mut all = String::new();
        for at in 0..archive.len() {
            let mut file = archive.by_index(at).expect("a file");
            all += &format!("--- {}\n", file.name().expect("a name"));
            file.read_to_string(&mut all).expect("text");
        }
        expect![[r#"
            --- metadata.xml
            <?xml version="1.0" encoding="UTF-8" standalone="no"?>
            <!DOCTYPE test-metadata PUBLIC "+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN" "https://sosy-lab.org/test-format/test-metadata-1.1.dtd">
            <test-metadata>
              <sourcecodelang>C</sourcecodelang>
              <producer>symir 0.1.0</producer>
              <specification>COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )</specification>
              <programfile>d&amp;.c</programfile>
              <programhash>e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855</programhash>
              <entryfunction>main</entryfunction>
              <architecture>64bit</architecture>
              <creationtime>1970-01-01T00:00:00Z</creationtime>
            </test-metadata>
            --- testcase-1.xml
            <?xml version="1.0" encoding="UTF-8" standalone="no"?>
            <!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" "https://sosy-lab.org/test-format/testcase-1.1.dtd">
            <testcase>
              <input variable="the text">97</input>
              <input variable="the text">60</input>
              <input variable="the text">0</input>
            </testcase>
            --- testcase-2.xml
            <?xml version="1.0" encoding="UTF-8" standalone="no"?>
            <!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" "https://sosy-lab.org/test-format/testcase-1.1.dtd">
            <testcase coversError="true">
              <input variable="n">0</input>
            </testcase>
        "#]].assert_eq(&all);
    }
}
