//! Models as tables of letter pairs: 26 rows and 26 columns.

use super::{Model, ModelError, N_LETTERS, Row, notes};
use std::path::Path;

/// The name of the row that holds the weights of first letters.
const FIRST: &str = "^";

/// Reads a table from CSV.
pub(super) fn parse(text: &[u8], path: &Path) -> Result<Model, ModelError> {
    let fail = |line, problem| ModelError::Format { path: path.to_owned(), line, problem };
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .comment(Some(b'#'))
        .trim(csv::Trim::All)
        .from_reader(text);
    let (mut first, mut pairs) = ([0.0; N_LETTERS], [[0.0; N_LETTERS]; N_LETTERS]);
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
        *row.map_or(&mut first, |letter| &mut pairs[letter]) = weights;
    }
    let n_lines = text.iter().filter(|byte| **byte == b'\n').count() as u64;
    if let Some(missing) = (0..N_LETTERS).find(|letter| !seen[*letter]) {
        let problem = format!("no row for the letter \"{}\"; add it", letter_name(missing));
        return Err(fail(n_lines, problem));
    }
    if pairs.iter().flatten().sum::<f64>() <= 0.0 {
        return Err(fail(n_lines, "every weight is 0; give the pairs that occur a weight".into()));
    }
    if !seen[N_LETTERS] {
        // Without first letters every letter may begin a word.
        first = [1.0; N_LETTERS];
    }
    Ok(Model::from_weights(notes(text), first, pairs))
}

/// The table as CSV, without notes.
pub(super) fn write(first: &Row, pairs: &[Row; N_LETTERS]) -> String {
    let letters = || (0..N_LETTERS).map(|letter| letter_name(letter).to_string());
    let mut text = String::new();
    let mut line = |name: &str, cells: Vec<String>| {
        text.push_str(&format!("{name},{}\n", cells.join(",")));
    };
    let cells = |row: &Row| row.iter().map(f64::to_string).collect();
    line("from", letters().collect());
    line(FIRST, cells(first));
    for (name, row) in letters().zip(pairs) {
        line(&name, cells(row));
    }
    text
}

fn letter_name(index: usize) -> char {
    char::from(b'a' + index as u8)
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
        let text = table(|first, second| format!("{}.5", first + 2 * second));
        let model = Model::parse(text.as_bytes(), Path::new("m.csv")).expect("the table is sound");
        let again = Model::parse(model.to_csv().as_bytes(), Path::new("m.csv")).expect("we wrote it");
        assert_eq!(model, again);
    }

    #[test]
    fn a_table_knows_no_ends_of_words() {
        let text = table(|first, second| if (first, second) == (0, 1) { "3".into() } else { "1".into() });
        let model = Model::parse(text.as_bytes(), Path::new("m.csv")).expect("the table is sound");
        assert_eq!((model.order(), model.alphabet().len()), (2, 26));
        assert_eq!(model.bits(&['a'], None), 0.0);
        assert!(model.bits(&['a'], Some('b')) < model.bits(&['a'], Some('c')));
        let sum: f64 = ('a'..='z').map(|next| (-model.bits(&['a'], Some(next))).exp2()).sum();
        assert!((sum - 1.0).abs() < 1e-6, "{sum}");
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
}
