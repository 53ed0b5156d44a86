//! Language models: how often one letter follows another.
//!
//! On disk a model is CSV, one row for each letter and in it one column for each letter that may follow:
//!
//! ```text
//! # key: value          any number of notes, source and licence among them
//! from,a,b,…,z
//! ^,1023,877,…          weights of a word's first letter; may be left out
//! a,12,345,…
//! ```
//!
//! Rows and columns may stand in any order. Weights are counts or their logarithms: whatever a roulette
//! shall weigh and a score shall read. The first cell is free, so that tables printed elsewhere, 26 × 26
//! and without notes, are read as they are. A later order of model gets rows with longer contexts.

use std::fmt;
use std::path::{Path, PathBuf};

/// The number of letters.
pub(super) const N_LETTERS: usize = 26;

/// One weight for each letter, `a` first.
pub(super) type Row = [f64; N_LETTERS];

/// The name of the row that holds the weights of first letters.
const FIRST: &str = "^";

/// A table of letter bigrams. Weights are finite and not negative.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    notes: Vec<(String, String)>,
    first: Row,
    pairs: [Row; N_LETTERS],
}

/// Why a model cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    #[error("{}: {source}; name a file that can be read", path.display())]
    Read { path: PathBuf, source: std::io::Error },
    #[error("{}:{line}: {problem}", path.display())]
    Format { path: PathBuf, line: u64, problem: String },
    #[error(
        "no word in {files}; name word lists or texts with words wholly of small letters, or fold capitals"
    )]
    NoWords { files: String },
}

impl Model {
    /// The English model that the program carries: `models/english.csv`.
    pub fn english() -> Model {
        let text = include_str!("../../models/english.csv");
        Model::parse(text.as_bytes(), Path::new("models/english.csv"))
            .expect("invariant: a test reads the model that is shipped")
    }

    /// Reads a model from a file.
    pub fn load(path: &Path) -> Result<Model, ModelError> {
        let text =
            std::fs::read(path).map_err(|source| ModelError::Read { path: path.to_owned(), source })?;
        Model::parse(&text, path)
    }

    /// Reads a model from CSV; `path` is for messages.
    pub fn parse(text: &[u8], path: &Path) -> Result<Model, ModelError> {
        let fail = |line, problem| ModelError::Format { path: path.to_owned(), line, problem };
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .comment(Some(b'#'))
            .trim(csv::Trim::All)
            .from_reader(text);
        let mut model = Model::new(notes(text), [0.0; N_LETTERS], [[0.0; N_LETTERS]; N_LETTERS]);
        let mut columns: Vec<usize> = Vec::new();
        let mut seen = [false; N_LETTERS + 1];
        for record in reader.records() {
            let record = record.map_err(|error| {
                let line = error.position().map_or(0, csv::Position::line);
                fail(line, format!("{error}; write the table as comma-separated text"))
            })?;
            let line = record.position().map_or(0, csv::Position::line);
            if columns.is_empty() {
                columns = read_header(&record).map_err(|problem| fail(line, problem))?;
                continue;
            }
            let row = read_row_name(&record[0]).map_err(|problem| fail(line, problem))?;
            let weights = read_weights(&record, &columns).map_err(|problem| fail(line, problem))?;
            let slot = row.unwrap_or(N_LETTERS);
            if std::mem::replace(&mut seen[slot], true) {
                return Err(fail(line, format!("a second row \"{}\"; keep one", &record[0])));
            }
            *row.map_or(&mut model.first, |letter| &mut model.pairs[letter]) = weights;
        }
        let n_lines = text.iter().filter(|byte| **byte == b'\n').count() as u64;
        if let Some(missing) = (0..N_LETTERS).find(|letter| !seen[*letter]) {
            let problem = format!("no row for the letter \"{}\"; add it", letter_name(missing));
            return Err(fail(n_lines, problem));
        }
        if model.sum() <= 0.0 {
            return Err(fail(n_lines, "every weight is 0; give the pairs that occur a weight".into()));
        }
        if !seen[N_LETTERS] {
            // Without first letters every letter may begin a word.
            model.first = [1.0; N_LETTERS];
        }
        Ok(model)
    }

    pub(super) fn new(notes: Vec<(String, String)>, first: Row, pairs: [Row; N_LETTERS]) -> Model {
        Model { notes, first, pairs }
    }

    /// The weights of the letters that begin a word.
    pub fn first(&self) -> &[f64; N_LETTERS] {
        &self.first
    }

    /// The weights of the letters after `letter`.
    ///
    /// # Panics
    /// If `letter` is not one of `a` to `z`.
    pub fn after(&self, letter: u8) -> &[f64; N_LETTERS] {
        assert!(letter.is_ascii_lowercase(), "{letter:#x} is not a letter");
        &self.pairs[usize::from(letter - b'a')]
    }

    /// The weight of `second` after `first`; zero for bytes that are not small letters.
    pub fn weight(&self, first: u8, second: u8) -> f64 {
        if first.is_ascii_lowercase() && second.is_ascii_lowercase() {
            self.after(first)[usize::from(second - b'a')]
        } else {
            0.0
        }
    }

    /// Whether every letter of the model is one of `a` to `z`.
    pub fn is_of_a_to_z(&self) -> bool {
        true
    }

    /// The sum of the weights of all pairs.
    pub fn sum(&self) -> f64 {
        self.pairs.iter().flatten().sum()
    }

    /// The model as CSV, which [`Model::parse`] reads back to an equal model.
    pub fn to_csv(&self) -> String {
        let letters = || (0..N_LETTERS).map(|letter| letter_name(letter).to_string());
        let mut text: String = self.notes.iter().map(|(key, value)| format!("# {key}: {value}\n")).collect();
        let mut line = |name: &str, cells: Vec<String>| {
            text.push_str(&format!("{name},{}\n", cells.join(",")));
        };
        let cells = |row: &Row| row.iter().map(f64::to_string).collect();
        line("from", letters().collect());
        line(FIRST, cells(&self.first));
        for (name, row) in letters().zip(&self.pairs) {
            line(&name, cells(row));
        }
        text
    }
}

/// A summary for people.
impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (key, value) in &self.notes {
            writeln!(f, "{key}: {value}")?;
        }
        let mut pairs: Vec<(f64, String)> = Vec::new();
        for (first, row) in self.pairs.iter().enumerate() {
            for (second, weight) in row.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
                pairs.push((*weight, [letter_name(first), letter_name(second)].iter().collect()));
            }
        }
        let n_pairs = N_LETTERS * N_LETTERS;
        writeln!(f, "pairs: {} of {n_pairs} occur, with weights of {:.2} in sum", pairs.len(), self.sum())?;
        pairs.sort_by(|a, b| b.0.total_cmp(&a.0));
        let commonest: Vec<&str> = pairs.iter().take(12).map(|(_, pair)| pair.as_str()).collect();
        writeln!(f, "commonest pairs: {}", commonest.join(" "))?;
        let mut letters: Vec<usize> = (0..N_LETTERS).filter(|letter| self.first[*letter] > 0.0).collect();
        letters.sort_by(|a, b| self.first[*b].total_cmp(&self.first[*a]));
        let commonest: String = letters.into_iter().map(letter_name).collect();
        write!(f, "first letters: {commonest}")
    }
}

fn letter_name(index: usize) -> char {
    char::from(b'a' + index as u8)
}

/// The comment lines of the form `# key: value`.
fn notes(text: &[u8]) -> Vec<(String, String)> {
    String::from_utf8_lossy(text)
        .lines()
        .filter_map(|line| line.strip_prefix('#')?.split_once(": "))
        .map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned()))
        .collect()
}

fn read_letter(cell: &str) -> Option<usize> {
    match cell.as_bytes() {
        [letter @ b'a'..=b'z'] => Some(usize::from(letter - b'a')),
        _ => None,
    }
}

/// The letters of the columns after the first.
fn read_header(record: &csv::StringRecord) -> Result<Vec<usize>, String> {
    let mut columns = Vec::with_capacity(N_LETTERS);
    for cell in record.iter().skip(1) {
        let letter = read_letter(cell)
            .ok_or_else(|| format!("\"{cell}\" heads a column; head the columns with a to z, each once"))?;
        if columns.contains(&letter) {
            return Err(format!("a second column \"{cell}\"; keep one"));
        }
        columns.push(letter);
    }
    if columns.len() == N_LETTERS {
        Ok(columns)
    } else {
        Err(format!("{} columns of letters; head the columns with a to z, each once", columns.len()))
    }
}

/// The letter that a row is for; `None` for the row of first letters.
fn read_row_name(cell: &str) -> Result<Option<usize>, String> {
    if cell == FIRST {
        return Ok(None);
    }
    read_letter(cell)
        .map(Some)
        .ok_or_else(|| format!("\"{cell}\" begins a row; begin it with a letter a to z or {FIRST}"))
}

fn read_weights(record: &csv::StringRecord, columns: &[usize]) -> Result<Row, String> {
    if record.len() != columns.len() + 1 {
        return Err(format!("{} weights; give {}, one for each column", record.len() - 1, columns.len()));
    }
    let mut row = [0.0; N_LETTERS];
    for (cell, letter) in record.iter().skip(1).zip(columns) {
        let weight = cell.parse().ok().filter(|weight: &f64| weight.is_finite() && *weight >= 0.0);
        row[*letter] = weight.ok_or_else(|| {
            format!("the weight \"{cell}\" in column {}; write a number of 0 or more", letter_name(*letter))
        })?;
    }
    Ok(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table in which the weight of each pair is `weight(first, second)`.
    fn table(weight: impl Fn(usize, usize) -> String) -> String {
        let letters = || (0..N_LETTERS).map(|letter| letter_name(letter).to_string());
        let mut text = format!("Alphabet,{}\n", letters().collect::<Vec<_>>().join(","));
        for (first, name) in letters().enumerate() {
            let row: Vec<String> = (0..N_LETTERS).map(|second| weight(first, second)).collect();
            text.push_str(&format!("{name},{}\n", row.join(",")));
        }
        text
    }

    fn error(text: &str) -> String {
        Model::parse(text.as_bytes(), Path::new("m.csv")).expect_err("the table is broken").to_string()
    }

    #[test]
    fn a_plain_table_of_logarithms_is_read() {
        let text = table(|first, second| if first == second { "0".into() } else { format!("{first}.5") });
        let model = Model::parse(text.as_bytes(), Path::new("m.csv")).expect("the table is sound");
        assert_eq!(model.weight(b'c', b'a'), 2.5);
        assert_eq!(model.weight(b'c', b'c'), 0.0);
        assert_eq!(model.weight(b'C', b'a'), 0.0);
        assert_eq!(model.sum(), (0..26).map(|n| 25.0 * (f64::from(n) + 0.5)).sum::<f64>());
        assert_eq!(model.first(), &[1.0; N_LETTERS], "every letter may be the first");
    }

    #[test]
    fn what_is_written_is_read_back() {
        let model = Model::english();
        let again = Model::parse(model.to_csv().as_bytes(), Path::new("m.csv")).expect("we wrote it");
        assert_eq!(model, again);
    }

    #[test]
    fn errors_name_the_line_and_the_mend() {
        let sound = table(|_, _| "1".into());
        let bad_weight = table(|first, _| if first == 1 { "-1".into() } else { "1".into() });
        assert_eq!(
            error(&bad_weight),
            r#"m.csv:3: the weight "-1" in column a; write a number of 0 or more"#
        );
        let bad_row = sound.replace("\nb,", "\nB,");
        assert_eq!(error(&bad_row), r#"m.csv:3: "B" begins a row; begin it with a letter a to z or ^"#);
        let short = sound.replace("\nc,1,", "\nc,");
        assert_eq!(error(&short), "m.csv:4: 25 weights; give 26, one for each column");
        let twice = sound.replace("\nb,", "\na,");
        assert_eq!(error(&twice), r#"m.csv:3: a second row "a"; keep one"#);
        let without_z = &sound[..sound.rfind("\nz").expect("there is a row z") + 1];
        assert_eq!(error(without_z), r#"m.csv:26: no row for the letter "z"; add it"#);
        assert!(error("# nothing\n").starts_with("m.csv:1: no row"));
        assert!(error("x,a,b\n").starts_with("m.csv:1: 2 columns of letters"));
        assert!(error(&table(|_, _| "0".into())).contains("every weight is 0"));
        let no_file = Model::load(Path::new("/nonexistent/m.csv")).expect_err("there is no such file");
        assert!(no_file.to_string().starts_with("/nonexistent/m.csv: "));
    }

    #[test]
    fn the_shipped_model_is_english() {
        let model = Model::english();
        let text = model.to_string();
        assert!(text.contains("licence: ") && text.contains("source: "), "{text}");
        assert!(model.weight(b't', b'h') > model.weight(b'h', b't'));
        assert!(model.weight(b'q', b'u') > 100.0 * model.weight(b'q', b'e'));
    }
}
